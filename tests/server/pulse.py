"""Asks a server's operator address again and again how it is: ``python -m tests.server.pulse PORT PID``.

A process of its own, so that nothing but the machine and the server makes an answer late. What the machine did is
known from the kernel: how long the server's threads, and this process, stood in the queue for a processor though they
could have run. A pause of the server's own is what is left of the wait without that. It prints one line of JSON
for a request that took long, and one each second with the number of requests.
"""

import contextlib
import http.client
import json
import sys
import time
from pathlib import Path

EVERY = 0.05
LONG = 0.03


def on_processor(pid: int) -> float:
    """Seconds the main thread of the process has run so far."""
    return int(Path(f"/proc/{pid}/task/{pid}/schedstat").read_text(encoding="ascii").split()[0]) / 1e9


def queued(pid: int) -> float:
    """Seconds the threads of the process have waited for a processor so far: one that holds the lock of the interpreter
    and waits keeps the main thread waiting."""
    waited = 0
    for thread in Path(f"/proc/{pid}/task").iterdir():
        with contextlib.suppress(OSError):  # it has ended meanwhile
            waited += int((thread / "schedstat").read_text(encoding="ascii").split()[1])
    return waited / 1e9


def main(port: int, pid: int) -> None:
    """Ask until the server is gone."""
    line = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    asked, told = 0, time.monotonic()
    own = int(Path("/proc/self").resolve().name)
    while True:
        time.sleep(EVERY)
        ran, theirs, ours, began = on_processor(pid), queued(pid), queued(own), time.monotonic()
        line.request("GET", "/health")
        line.getresponse().read()
        took = time.monotonic() - began
        asked += 1
        if took > LONG:
            machine = queued(pid) - theirs + queued(own) - ours
            ran = on_processor(pid) - ran
            print(json.dumps({"at": began, "took": took, "machine": machine, "ran": ran}), flush=True)
        if time.monotonic() - told > 1:
            print(json.dumps({"asked": asked}), flush=True)
            asked, told = 0, time.monotonic()


if __name__ == "__main__":
    try:
        main(int(sys.argv[1]), int(sys.argv[2]))
    except (OSError, http.client.HTTPException):
        sys.exit(0)  # the server has stopped
