"""Nothing that tests start outlives them, not even tests that are killed."""

import subprocess
import sys
from pathlib import Path

from tests.browser.conftest import PATIENCE

STARTING = """
import sys
from pathlib import Path
from tests.browser.conftest import Site
site = Site(Path(sys.argv[1]))
site.start()
print(site._process.pid, flush=True)
sys.stdin.read()
"""


def test_a_server_ends_with_whoever_started_it(tmp_path: Path) -> None:
    words = [sys.executable, "-c", STARTING, str(tmp_path)]
    with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as starting:
        assert starting.stdout is not None
        server = int(starting.stdout.readline())
        tail = ["tail", f"--pid={server}", "-f", "/dev/null"]  # ends when the server does
        assert Path(f"/proc/{server}").exists()
        starting.kill()
        subprocess.run(tail, timeout=PATIENCE / 1000, check=True)
        assert not Path(f"/proc/{server}").exists()
