"""Sends malformed frames to a server: ``python -m tests.server.fuzz --frames 100000``."""

import argparse
import json

from tests.server.running import running, somewhere
from tests.server.test_faults import fuzzed
from tests.server.test_tables import BOT, HERE, QUIET
from tetracade.server.net import session as sockets


def main(frames: int, seed: int) -> None:
    """Send them all, then see that the server is well."""
    sockets.STRIKES = 10**9
    with somewhere() as data, running(data) as server:
        table = server.create([HERE, BOT], options=QUIET)
        answered = fuzzed(server, table, table["token"], frames, seed)
        counts = server.rooms.metrics.counts
        found = {"frames": frames, "answered": answered, "malformed": counts["malformed"], "errors": counts["errors"]}
        print(json.dumps({**found, "health": server.http.get("/health").json()}))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--frames", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    main(given.frames, given.seed)
