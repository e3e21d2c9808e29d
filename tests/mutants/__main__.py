"""Break the code on purpose and see whether the tests notice: ``python -m tests.mutants [NAME …]``.

Each mutant is made in a copy of the working tree, never in the tree itself, and its nearest tests are run there. They
must pass without the change and fail with it. The exit status is 1 if a mutant survived, 2 if one cannot be tried.
"""

import argparse
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from tests.mutants.mutant import ROOT, Mutant, Outdated, listed

BESIDE = ("web/node_modules", "src/tetracade/server/page")
"""What git does not keep and the tests need; the copy has a link to it."""
SECONDS = 400.0
PASSED, FAILED = 0, 1


def copied(to: Path) -> None:
    """Copy all files that git knows, or would add, as they are in the working tree."""
    listing = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    names = subprocess.run(listing, cwd=ROOT, capture_output=True, check=True, text=True).stdout.split("\0")
    for name in filter(None, names):
        if (ROOT / name).is_file():
            (to / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, to / name)
    for name in BESIDE:
        if (ROOT / name).exists() and not (to / name).exists():
            (to / name).symlink_to(ROOT / name)


def ran(copy: Path, tests: Sequence[str], cache: Path, seconds: float) -> tuple[int | None, str]:
    """The exit status of these tests in the copy, None if they did not end in time, and what they printed."""
    paged = [test.removeprefix("web/") for test in tests if test.startswith("web/")]
    plain = [test for test in tests if not test.startswith("web/")]
    printed = ""
    for command, folder in (
        ([sys.executable, "-m", "pytest", "-x", "-n", "0", "-p", "no:cacheprovider", *plain], copy),
        ([str(copy / "web/node_modules/.bin/vitest"), "run", *paged], copy / "web"),
    ):
        if not (plain if folder == copy else paged):
            continue
        environment = {**os.environ, "PYTHONPATH": str(copy / "src"), "PYTHONDONTWRITEBYTECODE": "1"}
        environment |= {"TETRACADE_CACHE": str(cache), "NO_COLOR": "1"}
        status, said = _ended(command, folder, environment, seconds)
        printed += said
        if status != PASSED:
            return status, printed
    return PASSED, printed


def _ended(command: list[str], folder: Path, environment: dict[str, str], seconds: float) -> tuple[int | None, str]:
    """Run the command in a session of its own, all of which is ended with it."""
    with tempfile.TemporaryFile("w+", encoding="utf-8", errors="replace") as output:
        process = subprocess.Popen(
            command, cwd=folder, env=environment, stdout=output, stderr=subprocess.STDOUT, start_new_session=True
        )
        try:
            status: int | None = process.wait(seconds)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
            status = None
        output.seek(0)
        return status, output.read()


def noticed_by(printed: str) -> str:
    """The first test that failed, as pytest or vitest names it."""
    found = re.search(r"^(?:FAILED|ERROR) (\S+)", printed, re.MULTILINE) or re.search(r" FAIL  (.+)", printed)
    return found.group(1) if found else "?"


def tried(mutant: Mutant, copy: Path, cache: Path, seconds: float) -> tuple[str, str]:
    """What became of the mutant (caught, survived, error), and what there is to say about it."""
    path = copy / mutant.file
    before = path.read_text(encoding="utf-8")
    try:
        path.write_text(mutant.text(copy), encoding="utf-8")
        status, printed = ran(copy, mutant.tests, cache / mutant.name if mutant.compiled else cache, seconds)
    finally:
        path.write_text(before, encoding="utf-8")
    if status is None:
        return "caught", f"its tests did not end within {seconds:.0f} s"
    if status == PASSED:
        return "survived", mutant.harm
    if status == FAILED:
        return "caught", noticed_by(printed)
    return "error", f"its tests cannot be run (status {status})\n{printed[-2000:]}"


def main() -> int:
    """Try the mutants that are named, or all."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutants", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help="mutants to try; all if none is named")
    parser.add_argument("--list", action="store_true", help="only list them")
    parser.add_argument("--seconds", type=float, default=SECONDS, help="how long the tests of one mutant may take")
    parser.add_argument("--no-baseline", action="store_true", help="do not see first whether all tests pass unchanged")
    given = parser.parse_args()
    known = {mutant.name: mutant for mutant in listed()}
    if unknown := [name for name in given.names if name not in known]:
        parser.error(f"there is no mutant {', '.join(unknown)}")
    chosen = [known[name] for name in given.names or known]
    try:
        for mutant in chosen:
            mutant.check(ROOT)
    except Outdated as error:
        parser.error(str(error))
    if given.list:
        for mutant in chosen:
            print(f"{mutant.name}: {mutant.harm}")
        return 0
    counts = {"caught": 0, "survived": 0, "error": 0}
    with tempfile.TemporaryDirectory(prefix="mutants-") as folder:
        copy, cache = Path(folder) / "copy", Path(folder) / "cache"
        copied(copy)
        if not given.no_baseline:
            tests = list(dict.fromkeys(test for mutant in chosen for test in mutant.tests))
            status, printed = ran(copy, tests, cache, given.seconds + 10 * len(tests))
            if status != PASSED:
                print(f"{printed[-4000:]}\nThe tests fail without any change: mend them first.")
                return 2
        for mutant in chosen:
            began = time.monotonic()
            verdict, about = tried(mutant, copy, cache, given.seconds)
            counts[verdict] += 1
            print(f"{verdict:8}  {mutant.name}  ({time.monotonic() - began:.0f} s)  {about}", flush=True)
    print(", ".join(f"{count} {verdict}" for verdict, count in counts.items()))
    return 2 if counts["error"] else 1 if counts["survived"] else 0


if __name__ == "__main__":
    sys.exit(main())
