"""What Lighthouse says of the page, on a phone: ``python -m bench.lighthouse``.

Lighthouse comes from npm and runs against the system's Chromium. It isn't part of any set-up: ``npx`` fetches it the
first time. Performance varies with what else the machine does, so the median of five runs counts.
"""

import json
import os
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Annotated

import typer

from tests.browser.conftest import Site, chromium_settings

VERSION = "13.5.0"
CATEGORIES = ("performance", "accessibility", "best-practices", "seo")


def scores_of(url: str, folder: Path, lighthouse: str) -> dict[str, float]:
    """The four scores of one run, of 100."""
    chromium = chromium_settings()
    report = folder / "report.json"
    command = [
        *(lighthouse.split() or ["npx", "--yes", f"lighthouse@{VERSION}"]),
        url,
        "--quiet",
        "--output=json",
        f"--output-path={report}",
        f"--only-categories={','.join(CATEGORIES)}",
        f"--chrome-flags=--headless=new {' '.join(chromium['args'])}",
    ]
    subprocess.run(command, check=True, env={**os.environ, "CHROME_PATH": chromium["executable_path"]})
    found = json.loads(report.read_text(encoding="utf-8"))
    for name, audit in sorted(found["audits"].items()):
        if audit["score"] is not None and audit["score"] < 0.9:
            print(f"  {name}: {audit.get('displayValue', audit['title'])}", file=sys.stderr)
    return {name: 100 * found["categories"][name]["score"] for name in CATEGORIES}


def main(
    runs: Annotated[int, typer.Option(help="How often to measure.", min=1)] = 5,
    path: Annotated[str, typer.Option(help="The page to look at.")] = "/",
    lighthouse: Annotated[str, typer.Option(help="How to start Lighthouse, if not by npx.")] = "",
) -> None:
    """Print the median of each score."""
    with tempfile.TemporaryDirectory() as folder:
        site = Site(Path(folder))
        site.start()
        try:
            scores = [scores_of(f"{site.url}{path}", Path(folder), lighthouse) for _ in range(runs)]
        finally:
            site.kill()
    for name in CATEGORIES:
        each = [round(run[name]) for run in scores]
        print(f"{name}: {statistics.median(each):g} ({', '.join(map(str, each))})")


if __name__ == "__main__":
    typer.run(main)
