"""What commands and requests cost the server: milliseconds of its event loop each, beside what it charges for them.

    python -m bench.costs [--times 20] [GAME …]

Every command of the protocol is sent at tables of each game, of two seats and of as many as there may be, by people
over WebSockets who are shown offers in words, as the page asks for them; then every request. The figure is processor
time of the thread that runs the event loop, from the moment a command is sent until its answer has come and the loop is
quiet again. The dearest kind of table counts. What is charged there includes telling everyone at the table.
"""

import argparse
import asyncio
import json
import random
import sys
from collections import defaultdict
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, get_args

import httpx
from websockets.asyncio.client import ClientConnection, connect

import tetracade.games
from bench.server import serving
from tetracade.server.api.http import ROUTES
from tetracade.server.api.protocol import Command
from tetracade.server.net.costs import COMMANDS, REQUESTS, SHOWN

Json = dict[str, Any]
HERE: Json = {"kind": "here", "name": "A"}
OPEN: Json = {"kind": "open"}
QUIET = 0.004
"""Seconds after an answer in which the loop does what follows from it."""
ACTIONS = 12
"""Actions before the middle of a game is asked about."""


class Costs:
    """Times by name and game, of one server."""

    def __init__(self, server: int) -> None:
        self._run = Path(f"/proc/{server}/task/{server}/schedstat")
        self.spent: dict[str, dict[str, list[float]]] = defaultdict(lambda: defaultdict(list))
        self.done: set[str] = set()
        """Commands that were not only refused."""

    def _loop_ms(self) -> float:
        return int(self._run.read_text(encoding="ascii").split()[0]) / 1e6

    async def timed(self, name: str, game: str, what: Awaitable[Any]) -> Any:
        """The result of this; notes what it took of the loop."""
        await asyncio.sleep(QUIET)
        before = self._loop_ms()
        found = await what
        await asyncio.sleep(QUIET)
        self.spent[name][game].append(self._loop_ms() - before)
        return found

    def lines(self, charged: dict[str, tuple[float, float]]) -> list[str]:
        """The figures, a line each: the mean at the dearest kind of table, and the dearest single one."""
        found = []
        for name, by_game in sorted(self.spent.items()):
            means = {game: sum(times) / len(times) for game, times in by_game.items()}
            game = max(means, key=lambda one: means[one])
            most = max(time for times in by_game.values() for time in times)
            times = sum(map(len, by_game.values()))
            told = f"{name:13} {means[game]:6.2f} ms in {game:18} at most {most:6.2f} ms, {times:4} times"
            alone, shown = charged[name]
            found.append(f"{told}   charged {alone + shown * int(game.split()[-1]):5.2f} ms")
        return found


class Person:
    """One connection."""

    def __init__(self, costs: Costs, game: str, line: ClientConnection) -> None:
        self.costs, self.game, self.line = costs, game, line
        self.now: Json = {}
        self.seats: list[int] = []
        self._answers: dict[str, asyncio.Future[Json]] = {}
        self._count = 0
        self._reading = asyncio.create_task(self._read())

    async def _read(self) -> None:
        async for text in self.line:
            message = json.loads(text)
            if message["is"] == "answer":
                self._answers.pop(message["id"]).set_result(message)
            elif message["is"] in ("snapshot", "update"):
                self.seats = message["you"]["seats"] if message["is"] == "snapshot" else self.seats
                self.now = message

    async def do(self, name: str, /, **more: Any) -> Json:
        """The answer to a command, timed; a refusal costs the server as well."""
        self._count += 1
        id = f"{name}{self._count}"
        self._answers[id] = asyncio.get_running_loop().create_future()
        sending = self._sent({"do": name, "id": id, **more}, id)
        answer: Json = await self.costs.timed(name, self.game, sending)
        if answer["ok"] or name == "why":
            self.costs.done.add(name)
        return answer

    async def _sent(self, command: Json, id: str) -> Json:
        waiting = self._answers[id]
        await self.line.send(json.dumps(command))
        return await waiting

    @property
    def offers(self) -> list[Json]:
        """What may be done now."""
        found: list[Json] = self.now.get("offers", [])
        return found

    async def end(self) -> None:
        """Hang up."""
        self._reading.cancel()
        await self.line.close()


class Meeting:
    """People at one table, all seats taken, who do everything once."""

    def __init__(self, costs: Costs, http: httpx.AsyncClient, game: str, seats: int, pick: random.Random) -> None:
        self.costs, self.http, self.game, self.seats, self.pick = costs, http, game, seats, pick
        self.name = f"{game} of {seats}"
        self.made: Json = {}

    async def _come(self, key: str) -> Person:
        port = self.http.base_url.port
        line = await connect(f"ws://127.0.0.1:{port}/ws", compression=None, max_size=None)
        person = Person(self.costs, self.name, line)
        await person.do("hello", table=self.made["table"], key=key, offers="full", happenings=True)
        return person

    async def meet(self) -> None:
        """Set the table up, sit, play, look back, give up, play again."""
        seats = [HERE, *[OPEN] * (self.seats - 1)]
        setup = {"game": self.game, "seats": seats, "start": "later", "public": True}
        post = self.http.post("/api/tables", json=setup)
        self.made = (await self.costs.timed("create_table", self.name, post)).raise_for_status().json()
        host = await self._come(self.made["token"])
        guests, tokens = [], []
        for number in range(self.seats - 1):
            guests.append(await self._come(self.made["invite"]))
            tokens.append((await guests[-1].do("sit", name=f"B{number}"))["token"])
        await guests[0].do("leave")
        await guests[0].do("sit", name="B")
        await host.do("start")
        await self._play([host, *guests])
        await self._ask(host, guests[0])
        await guests[0].do("leave")
        await host.do("stand_in", seat=guests[0].seats[0])
        await guests[0].end()
        guests[0] = await self._come(tokens[0])
        for person in (host, *guests):
            await person.do("resign")
        for person in (host, *guests):
            await person.do("cheer")
        await host.do("rematch")
        for guest in guests:
            await guest.do("reply", to="rematch", yes=True)
        await self._requests(self.made["token"])
        for person in (host, *guests):
            await person.end()

    async def _play(self, people: list[Person]) -> None:
        for _ in range(ACTIONS):
            able = [person for person in people if person.offers]
            if not able:
                return
            person = self.pick.choice(able)
            offer = self.pick.choice(person.offers)
            await person.do("effects", action=offer["action"])
            await person.do("act", number=person.now["number"], action=offer["action"])
            await asyncio.sleep(QUIET)
            if (await person.do("undo", number=person.now["number"]))["ok"]:
                for other in people:
                    if other is not person:
                        await other.do("reply", to="undo", yes=self.pick.random() < 0.7)

    async def _ask(self, *people: Person) -> None:
        for person in people:
            await person.do("look", seat=person.seats[0])
            await person.do("recall", number=max(person.now["number"] - 2, 1))
            await person.do("chat", text="well played")
            await person.do("hint")
            await person.do("about")
            await person.do("ping")
            touches = self.pick.choice(person.offers)["touches"] if person.offers else ["nowhere"]
            await person.do("why", touches=[*touches, "nowhere"])
            await person.do("why", action=self.pick.randrange(1000))

    async def _requests(self, token: str) -> None:
        key, place = {"authorization": f"Bearer {token}"}, f"/api/tables/{self.made['table']}"
        record = await self.http.get(f"{place}/record?game=1", headers=key)
        asked: dict[str, Callable[[], Awaitable[httpx.Response]]] = {
            "health": lambda: self.http.get("/health"),
            "page": lambda: self.http.get("/"),
            "list_games": lambda: self.http.get("/api/games"),
            "list_tables": lambda: self.http.get("/api/tables"),
            "show_rules": lambda: self.http.get(f"/api/games/{self.game}/rules"),
            "show_diagrams": lambda: self.http.get(f"/api/games/{self.game}/diagrams"),
            "show_table": lambda: self.http.get(place, headers=key),
            "reach": lambda: self.http.get("/api/reach"),
            "glance_at_table": lambda: self.http.get(f"{place}/glance", headers=key),
            "wait": lambda: self.http.get(f"{place}/wait?since=0&seconds=0", headers=key),
            "show_record": lambda: self.http.get(f"{place}/record", headers=key),
            "show_log": lambda: self.http.get(f"{place}/log", headers=key),
            "do_command": lambda: self.http.post(f"{place}/do", json={"do": "ping", "id": "p"}, headers=key),
            "verify": lambda: self.http.post("/api/verify", content=record.content),
            "replay": lambda: self.http.post("/api/replay", content=record.content),
        }
        for name, ask in asked.items():
            await self.costs.timed(name, self.name, ask())
        line = await connect(f"ws://127.0.0.1:{self.http.base_url.port}/ws", compression=None, max_size=None)
        learner = Person(self.costs, self.name, line)
        await learner.do("lesson", game=self.game, lesson=0)
        await learner.end()
        setup = {"game": self.game, "seats": [HERE, *[OPEN] * (self.seats - 1)], "start": "later"}
        made = (await self.http.post("/api/tables", json=setup)).json()
        invite = {"authorization": f"Bearer {made['invite']}"}
        sit = self.http.post(f"/api/tables/{made['table']}/sit", json={"name": "B"}, headers=invite)
        await self.costs.timed("sit", self.name, sit)


def unmeasured(costs: Costs) -> list[str]:
    """Commands and requests that this has not sent, or that were always refused."""
    commands = {str(command.__struct_config__.tag) for command in get_args(Command)} - costs.done
    return sorted(commands | ({route.fn.__name__ for route in ROUTES} - set(costs.spent)))


async def main(games: list[str], times: int) -> None:
    """Measure, and print a table."""
    charged: dict[str, tuple[float, float]] = {name: (cost, 0.0) for name, cost in REQUESTS.items()}
    for command, cost in COMMANDS.items():
        charged[str(command.__struct_config__.tag)] = cost, SHOWN.get(command, 0.0)
    async with (
        serving("tetrad") as (process, port, _),
        httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", timeout=60) as http,
    ):
        costs = Costs(process.pid)
        for game in games:
            for seats in sorted({2, max(tetracade.games.find(game).seats)}):
                uncounted = Costs(process.pid)  # the first of a kind loads code
                await Meeting(uncounted, http, game, seats, random.Random(0)).meet()
                for number in range(times):
                    await Meeting(costs, http, game, seats, random.Random(number)).meet()
    print("\n".join(costs.lines(charged)))
    if missing := unmeasured(costs):
        sys.exit(f"not measured: {', '.join(missing)}")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", default=tetracade.games.names(), metavar="GAME")
    parser.add_argument("--times", type=int, default=20)
    given = parser.parse_args()
    asyncio.run(main(given.games, given.times))
