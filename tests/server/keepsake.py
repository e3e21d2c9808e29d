"""A server's file with tables of every game, and their records, as this version writes them.

``python -m tests.server.keepsake FOLDER`` makes ``tables.sqlite.gz`` and ``tables.json.gz`` there. Later versions open
the file (``test_older_files.py``): whoever raises a game's version makes a keepsake with the code from before.
"""

import gzip
import json
import random
import sqlite3
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from tests.server.running import Json, Running, bearer, running

ADA = {"kind": "here", "name": "Ada"}
BOB = {"kind": "here", "name": "Bob"}
CY = {"kind": "here", "name": "Cy"}
BOT = {"kind": "bot", "level": 1}
OPEN = {"kind": "open"}
TO_THE_END = 10_000


class Kept(NamedTuple):
    """One table of the file: how it is set up, and how many actions of persons it has come to in each of its games."""

    name: str
    setup: Json
    actions: tuple[int, ...]


def tables() -> Iterator[Kept]:
    """Waiting, running and finished tables of all games: with bots, teams, matches, campaigns, clocks and chat."""
    yield Kept("tetrad running", {"game": "tetrad", "seats": [ADA, BOB, BOT]}, (12,))
    yield Kept("tetrad over", {"game": "tetrad", "seats": [ADA, BOT], "options": {"patterns": [1, 3]}}, (TO_THE_END,))
    yield Kept("tetrad match", {"game": "tetrad", "seats": [ADA, BOT], "games": 3}, (TO_THE_END, 7))
    strict = {"claims": "strict", "deals": "blue"}
    yield Kept("tetrad strict", {"game": "tetrad", "seats": [ADA, BOB], "options": strict}, (9,))
    unannounced = {"claims": "unannounced"}
    yield Kept("tetrad unannounced", {"game": "tetrad", "seats": [ADA, BOB, BOT], "options": unannounced}, (9,))
    yield Kept(
        "tetrad unannounced over",
        {"game": "tetrad", "seats": [ADA, BOT], "options": {**unannounced, "patterns": [1, 2, 3, 4, 5]}},
        (TO_THE_END,),
    )
    yield Kept("tetratrax waiting", {"game": "tetratrax", "seats": [ADA, OPEN], "public": True}, ())
    yield Kept("tetratrax running", {"game": "tetratrax", "seats": [ADA, BOT], "public": True}, (5,))
    yield Kept("tetratrax over", {"game": "tetratrax", "seats": [ADA, BOB], "options": {"rows": 10}}, (TO_THE_END,))
    yield Kept("tetratrax rematch", {"game": "tetratrax", "seats": [ADA, BOT]}, (TO_THE_END, 3))
    yield Kept("tetrathedral running", {"game": "tetrathedral", "seats": [ADA, BOB], "clock": {"bank": 9000}}, (11,))
    named = {"pawns": 4, "starter": "blue"}
    yield Kept("tetrathedral over", {"game": "tetrathedral", "seats": [ADA, BOT], "options": named}, (TO_THE_END,))
    yield Kept("retro tetro running", {"game": "retro_tetro", "seats": [ADA, BOB, BOT], "public": True}, (8,))
    yield Kept("retro tetro over", {"game": "retro_tetro", "seats": [ADA, BOT]}, (TO_THE_END,))
    yield Kept("retro tetro campaign", {"game": "retro_tetro", "seats": [ADA], "options": {"level": 1}}, (10_000, 6))
    advanced = {"advanced": True, "objectives": False}
    yield Kept("retro tetro waiting", {"game": "retro_tetro", "seats": [ADA, OPEN], "options": advanced}, ())
    yield Kept("foursome running", {"game": "foursome", "seats": [ADA, BOB, CY]}, (25,))
    yield Kept("foursome over", {"game": "foursome", "seats": [ADA, BOT]}, (TO_THE_END,))
    yield Kept("foursome teams", {"game": "foursome", "seats": [ADA, BOB, CY, BOT, BOT, BOT]}, (12,))


def act(server: Running, table: Json, actions: int, pick: random.Random) -> None:
    """Let the persons of the table act so often, or until the game is over."""
    done = 0
    while done < actions:
        now = server.state(table, table["token"], offers="none")
        if now["phase"] == "over":
            return
        for seat in table["held"]:
            seen = server.state(table, table["token"], eye=seat, offers="numbers")
            if not seen["actions"]:
                continue
            command = {"do": "act", "id": f"a{seen['number']}.{seat}", "number": seen["number"], "seat": seat}
            done += server.do(table, table["token"], action=pick.choice(seen["actions"]), **command)["ok"]
            break
        else:
            waiting = {"since": now["number"], "seconds": 5, "offers": "none"}
            server.http.get(f"/api/tables/{table['table']}/wait", headers=bearer(table["token"]), params=waiting)


def come_to_rest(server: Running, table: Json) -> None:
    """Wait until a person is to act, or nobody is: no bot thinks and no answer is held back."""
    live = server.awaited(server.rooms.live(table["table"]))
    server.until(lambda: live.quiet or bool(live.room.clock))


def seen(server: Running, table: Json) -> Json:
    """What the table shows now: its snapshots by eye, its log's seals and its record."""
    key, path = table["token"], f"/api/tables/{table['table']}"
    now = server.state(table, key)
    eyes = {str(seat): server.state(table, key, eye=seat) for seat in table["held"]}
    found: Json = {"now": now, "eyes": eyes, "log": server.http.get(f"{path}/log", headers=bearer(key)).text}
    if now["phase"] != "waiting":
        found["record"] = server.http.get(f"{path}/record", headers=bearer(key)).text
    return found


def make(folder: Path) -> None:
    """Write the file, and what its tables show."""
    pick, told = random.Random(1), {}
    with tempfile.TemporaryDirectory() as work:
        data = Path(work) / "tables.sqlite"
        made: dict[str, Any] = {}
        with running(data, more_games=(), reaction_seconds=0.05, reaction_bots_seconds=0.01) as server:
            for kept in tables():
                table = made[kept.name] = server.create(**kept.setup)
                for game, actions in enumerate(kept.actions):
                    if game:
                        assert server.do(table, table["token"], do="rematch", id=f"r{game}")["ok"]
                        table["held"] = server.state(table, table["token"])["you"]["seats"]
                    act(server, table, actions, pick)
                come_to_rest(server, table)
            running_table = made["tetratrax running"]
            assert server.do(running_table, running_table["token"], do="chat", id="c", text="Good luck!")["ok"]
        with running(data, more_games=(), reaction_seconds=0.05, reaction_bots_seconds=0.01) as server:
            for name, table in made.items():
                told[name] = {**table, **seen(server, table)}
        with sqlite3.connect(data) as file:
            file.execute("PRAGMA journal_mode=DELETE")
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "tables.sqlite.gz").write_bytes(gzip.compress(data.read_bytes(), mtime=0))
    (folder / "tables.json.gz").write_bytes(gzip.compress(json.dumps(told).encode(), mtime=0))


if __name__ == "__main__":
    make(Path(sys.argv[1]))
