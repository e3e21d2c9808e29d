"""A server in a process of its own, for tests that kill it: ``python -m tests.server.host FILE PORT``."""

import sys
from pathlib import Path

from tetracade.server.serve import serve
from tetracade.server.settings import Settings

GAMES = ("bench.connect_four:GAME", "tests.server.magpie:GAME")


def settings(data: Path, port: int) -> Settings:
    """Rates for many clients at one address; bots inside the server."""
    return Settings(
        data=data,
        port=port,
        workers=0,
        more_games=GAMES,
        commands_per_second=1e9,
        commands_at_once=1 << 40,
        address_per_second=1e9,
        address_at_once=1 << 40,
        tables_per_minute=1e9,
        sockets_per_address=1 << 30,
        connections_per_address=1 << 30,
        reaction_seconds=0.05,
        reaction_bots_seconds=0.01,
    )


if __name__ == "__main__":
    serve(settings(Path(sys.argv[1]), int(sys.argv[2])))
