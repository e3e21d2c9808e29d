"""The lab on a cluster: two nodes on this machine, one of them killed."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest


@pytest.mark.timeout(600)  # Ray starts a dozen processes
def test_a_killed_node_s_work_is_done_again_and_results_are_the_same() -> None:
    """What was digested on the cluster is what one process here plays; a task of other sources is refused."""
    run = subprocess.run(
        [sys.executable, "-m", "tests.lab.two_nodes"],
        capture_output=True,
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        text=True,
        cwd=Path(__file__).parents[2],
        timeout=550,
        check=False,
    )
    assert run.returncode == 0, run.stderr[-3000:]
    found = json.loads(run.stdout.splitlines()[-1])
    assert found["places"] == 2
    assert len(found["done before the kill"]) == 2, "both nodes had work when one was killed"
    assert found["nodes left"] == 1
    assert found["there"] == found["here"]
    assert found["told"] == sorted(found["told"])
    assert found["told"][-1] == 160
    assert "install the same tetracade and box on every node" in found["refused"]
