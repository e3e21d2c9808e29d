"""Which rules a server still loads or compiles in its loop when people ask for everything at tables of all games.

``python -m tests.server.all_asked`` prints their names as JSON. It is a script, so that nothing else has called them.
"""

import gc
import json
import random
import sys

from tests.server.running import Client, Json, Running, running, somewhere
from tetracade import games
from tetracade.engine.compile import Rule
from tetracade.server.workers.precompiling import load

TURNS = 40


def loaded() -> set[str]:
    """The rules, each with the number of kinds of arguments it is loaded for."""
    rules = [each for each in gc.get_objects() if type(each) is Rule and each.overloads]
    return {f"{each.py_func.__module__}.{each.py_func.__name__} {len(each.overloads)}" for each in rules}


def play(server: Running, game: str, seats: int) -> None:
    """Play some turns of a game in which all seats are held here, and ask for everything on the way."""
    pick = random.Random(seats)
    table = server.create([{"kind": "here", "name": f"P{seat}"} for seat in range(seats)], game=game, hints=True)
    with Client(server) as client:
        client.hello(table["table"], table["token"], offers="full", happenings=True, eye=0)
        for _ in range(TURNS):
            shown = [server.state(table, table["token"], eye=seat, happenings=True) for seat in range(seats)]
            mine = [(seat, seen) for seat, seen in enumerate(shown) if seen["offers"]]
            if not mine:  # it is over, or a reaction has its time
                return
            seat, seen = pick.choice(mine)
            client.ask(do="look", seat=seat)
            offer = pick.choice(seen["offers"])
            _ask_about(client, seen, seat, offer)
            answer = client.ask(do="act", number=seen["number"], action=offer["action"], seat=seat)
            assert answer["ok"], answer
            client.ask(do="recall", number=answer["number"])


def _ask_about(client: Client, seen: Json, seat: int, offer: Json) -> None:
    client.ask(do="effects", action=offer["action"], seat=seat)
    client.ask(do="about", number=seen["number"])
    client.ask(do="why", touches=offer["touches"][:1] * 2 or ["nowhere"], seat=seat)
    for place in offer["touches"]:
        client.ask(do="about", place=place)
    client.ask(do="about")


def main() -> None:
    """Load all as a server does, play, and say what was loaded besides."""
    for name in games.names():
        load(name)
    before = loaded()
    with somewhere() as data, running(data) as server:
        for name in games.names():
            for seats in {min(games.find(name).seats), max(games.find(name).seats)}:
                play(server, name, seats)
        json.dump(sorted(loaded() - before), sys.stdout)


if __name__ == "__main__":
    main()
