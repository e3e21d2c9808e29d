"""People for the soak: they play legal moves, chat, ask for hints, take back, give up, lose the line and come again.

Whatever a person does is within the server's usual limits, so every close that a person did not cause is a fault, and
so is every command that is not answered or is refused for a reason that a careful client cannot meet.
"""

import asyncio
import json
import os
import random
import signal
import socket
import struct
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

Json = dict[str, Any]

ANSWER_SECONDS = 30.0
"""A command that is not answered by then is a fault, whatever the machine does."""
HINT_SECONDS = 150.0
"""The same for a hint: a bot process that was killed loads all it needs anew."""
SLOW = 0.05
"""Commands that take longer are noted, to say what was going on in a pause."""
USUAL = {"stale", "not_your_turn", "wrong_phase", "nothing_to_undo", "illegal", "seat_taken"}
"""Refusals that a careful client may meet, as the game goes on while it decides."""


@dataclass
class Crowd:
    """What all people do and saw."""

    url: str
    pick: random.Random
    think: float = 1.0
    """Seconds a person takes for a decision, on average."""
    waits: list[tuple[float, float]] = field(default_factory=list)
    """When each action was sent, and how long its answer took."""
    slow: list[tuple[float, float, str]] = field(default_factory=list)
    """The same of all commands that took long, and what they were."""
    counts: Counter[str] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)
    over: bool = False

    def fault(self, what: str) -> None:
        """Note something that must not be."""
        self.faults.append(f"{time.strftime('%H:%M:%S')} {what}")

    @property
    def port(self) -> int:
        """The server's port."""
        return int(self.url.rsplit(":", 1)[1])


class Gathering:
    """One table and those at it; when they have played enough it is over, and another one begins."""

    def __init__(self, crowd: Crowd, setup: Json, games: int) -> None:
        self.crowd = crowd
        self.setup = setup
        self.games = games
        self.over = False

    async def meet(self, http: httpx.AsyncClient) -> None:
        """Set the table up, play, and leave."""
        answer = await http.post("/api/tables", json=self.setup)
        if answer.status_code != 201:
            self.crowd.fault(f"a table was refused: {answer.status_code} {answer.text[:200]}")
            await asyncio.sleep(5)
            return
        made = answer.json()
        self.crowd.counts["tables"] += 1
        keys = [made["token"]]
        for number in range(sum(seat["kind"] == "open" for seat in self.setup["seats"])):
            headers = {"authorization": f"Bearer {made['invite']}"}
            sat = await http.post(f"/api/tables/{made['table']}/sit", json={"name": f"P{number}"}, headers=headers)
            keys.append(sat.raise_for_status().json()["token"])
        people = [Person(self, made["table"], key, host=key == keys[0]) for key in keys]
        people.append(Person(self, made["table"], made["watch"], watches=True))
        await asyncio.gather(*(person.stay() for person in people))
        record = await http.get(
            f"/api/tables/{made['table']}/record", headers={"authorization": f"Bearer {made['token']}"}
        )
        if self.over and record.is_success and self.crowd.pick.random() < 0.2:
            verdict = await http.post("/api/verify", content=record.content)
            self.crowd.counts["records"] += 1
            if verdict.status_code != 200 or not verdict.json()["ok"]:
                self.crowd.fault(f"a record does not verify: {verdict.status_code} {verdict.text[:200]}")


class Person:
    """One who plays at a table, or watches it, through one connection after another."""

    def __init__(self, gathering: Gathering, table: str, key: str, host: bool = False, watches: bool = False) -> None:
        self.gathering = gathering
        self.crowd = gathering.crowd
        self.table = table
        self.key = key
        self.host = host
        self.watches = watches
        self.offers = "none" if watches else self.crowd.pick.choice(["numbers", "numbers", "full"])
        self.number = -1
        self.now: Json = {}
        """What the latest message said about what there is to do."""
        self.seats: list[int] = []
        self.asked: dict[str, asyncio.Future[Json]] = {}
        self.count = 0
        self.actions = 0
        self.enough = self.crowd.pick.randrange(15, 50)
        """Actions after which this person gives the game up, so that games end."""
        self.something = asyncio.Event()
        self.heard = 0
        """Messages that came so far."""
        self.leaving = False

    @property
    def gone(self) -> bool:
        """Whether there is nothing more to do here."""
        return self.gathering.over or self.crowd.over

    async def stay(self) -> None:
        """Be at the table until its people have played enough; come again after each loss of the connection."""
        while not self.gone:
            try:
                await self._one_connection()
            except ConnectionClosed as closed:
                code = closed.rcvd.code if closed.rcvd is not None else 1006
                reason = closed.rcvd.reason if closed.rcvd is not None else "no close frame"
                self.crowd.fault(f"the server closed a connection with {code} ({reason})")
            except OSError as error:
                self.crowd.fault(f"a connection failed: {error!r}")
                await asyncio.sleep(1)

    async def _one_connection(self) -> None:
        crowd = self.crowd
        async with connect(f"ws://127.0.0.1:{crowd.port}/ws", compression=None, open_timeout=60) as line:
            crowd.counts["connections"] += 1
            self.leaving = False
            hello = {"do": "hello", "id": "hello", "table": self.table, "key": self.key, "offers": self.offers}
            await line.send(json.dumps({**hello, "since": self.number if crowd.pick.random() < 0.7 else -1}))
            self.something.set()  # nothing may have happened since, and there may be something to do all the same
            reading = asyncio.create_task(self._read(line))
            acting = asyncio.create_task(self._act(line))
            tasks = {reading, acting}
            try:
                until = asyncio.get_running_loop().time() + crowd.pick.uniform(10, 60)
                while not self.gone and asyncio.get_running_loop().time() < until:
                    done, _ = await asyncio.wait(tasks, timeout=0.5, return_when=asyncio.FIRST_COMPLETED)
                    for task in done:
                        task.result()
            finally:
                self.leaving = True
                for task in tasks:
                    task.cancel()
                await asyncio.gather(*tasks, return_exceptions=True)
                for waiting in self.asked.values():
                    waiting.cancel()
                self.asked.clear()
            if crowd.pick.random() < 0.5:
                crowd.counts["resets"] += 1
                reset(line)

    async def _read(self, line: ClientConnection) -> None:
        async for text in line:
            self._hear(json.loads(text))
        if not self.leaving:
            raise ConnectionClosed(line.protocol.close_rcvd, line.protocol.close_sent, None)

    def _hear(self, message: Json) -> None:
        kind = message["is"]
        self.crowd.counts[kind] += 1
        self.heard += 1
        if kind == "answer":
            if not message["id"]:
                self.crowd.fault(f"an answer to nothing: {message}")
            waiting = self.asked.pop(message["id"], None)
            if waiting is not None and not waiting.done():
                waiting.set_result(message)
        elif kind in ("snapshot", "update"):
            if kind == "update" and self.number >= 0 and message["number"] != self.number + 1:
                self.crowd.fault(f"number {message['number']} came after {self.number}")
            if kind == "snapshot":
                self.seats = message["you"]["seats"]
            self.number = message["number"]
            self.now = message
            self.something.set()

    async def _act(self, line: ClientConnection) -> None:
        crowd = self.crowd
        while True:
            await self.something.wait()
            await asyncio.sleep(crowd.pick.uniform(0.5, 1.5) * crowd.think)
            self.something.clear()
            command = self._next()
            if command is None:
                continue
            number = self.number
            answer = await self._ask(line, command)
            if answer["ok"] and command["do"] == "act":
                self.actions += 1
            if self.number == number and command["do"] in ("act", "rematch", "reply", "resign") and answer["ok"]:
                continue  # what it led to comes later: an answer may be sealed
            self.something.set()

    def _next(self) -> Json | None:
        """The next command, or None while there is nothing to do."""
        now, chance = self.now, self.crowd.pick.random()
        if self.watches:
            return {"do": "ping"} if chance < 0.2 else None
        question = now.get("asked")
        if question and set(question["waiting"]) & set(self.seats):
            return {"do": "reply", "to": question["what"], "yes": chance < 0.9}
        if now.get("phase") == "over":
            return self._after(now, bool(question))
        actions = now.get("actions") or [offer["action"] for offer in now.get("offers", [])]
        if chance < 0.04:
            return {"do": "chat", "text": f"message {self.count}"}
        if chance < 0.05 and now.get("undo"):
            return {"do": "undo", "number": self.number}
        if not actions or question:
            return None
        if chance < 0.06:
            return {"do": "hint"}
        if chance < 0.08:
            return {"do": "why", "action": self.crowd.pick.randrange(50)}
        if self.actions >= self.enough:
            self.actions = 0
            return {"do": "resign"}
        return {"do": "act", "number": self.number, "action": self.crowd.pick.choice(actions)}

    def _after(self, now: Json, asked: bool) -> Json | None:
        """After the end of a game: another one, or home."""
        if not self.host or asked:
            return None
        self.gathering.games -= 1
        self.crowd.counts["games"] += 1
        if self.gathering.games <= 0 or (now.get("series") or {}).get("over"):
            self.gathering.over = True
            return None
        return {"do": "rematch"}

    async def _ask(self, line: ClientConnection, command: Json) -> Json:
        self.count += 1
        name = f"c{self.count}"
        waiting: asyncio.Future[Json] = asyncio.get_running_loop().create_future()
        self.asked[name] = waiting
        sent, heard = time.monotonic(), self.heard
        await line.send(json.dumps({**command, "id": name}))
        most = HINT_SECONDS if command["do"] == "hint" else ANSWER_SECONDS
        await asyncio.wait({waiting}, timeout=most)
        if not waiting.done():  # where this process stood still itself, the answer lies in its socket by now
            await asyncio.wait({waiting}, timeout=1.0)
        if not waiting.done():
            heard = self.heard - heard
            self.crowd.fault(
                f"{command['do']} at {self.table} was not answered within {most:.0f} s; {heard} messages came"
            )
            return {"ok": False}
        answer = waiting.result()
        took = time.monotonic() - sent
        self.crowd.counts[command["do"]] += 1
        if took > SLOW:
            self.crowd.slow.append((sent, took, f"{command['do']} in {self.gathering.setup['game']}"))
        if command["do"] == "act":
            self.crowd.waits.append((sent, took))
        code = "" if answer["ok"] else answer["error"]["code"]
        if code and code not in USUAL and (command["do"], code) != ("hint", "too_many"):  # one may be under way already
            self.crowd.fault(f"{command['do']} was refused: {answer['error']}")
        return answer


def reset(line: ClientConnection) -> None:
    """Cut the connection off without a goodbye, as a lost network does: the server gets a reset."""
    bare: socket.socket = line.transport.get_extra_info("socket")
    bare.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    line.transport.abort()


async def keep_meeting(crowd: Crowd, http: httpx.AsyncClient, setup: Json) -> None:
    """Meet at one table after another, all set up like this."""
    while not crowd.over:
        await Gathering(crowd, setup, crowd.pick.randrange(1, 4)).meet(http)


def bot_processes(server: int) -> list[int]:
    """The server's bot processes."""
    found = []
    for entry in Path("/proc").iterdir():
        if not entry.name.isdecimal():
            continue
        try:
            parent = int((entry / "stat").read_text().rpartition(")")[2].split()[1])
            if parent == server and b"bot_worker" in (entry / "cmdline").read_bytes():
                found.append(int(entry.name))
        except (OSError, IndexError, ValueError):
            continue  # it has ended meanwhile
    return found


async def disturb_bots(crowd: Crowd, server: int, every: float) -> None:
    """Kill a bot process, or stop it for a while, again and again."""
    while not crowd.over:
        await asyncio.sleep(every * crowd.pick.uniform(0.5, 1.5))
        for worker in bot_processes(server)[:1]:
            kind = crowd.pick.choice(["killed", "stopped", "stopped long"])
            crowd.counts[f"workers {kind}"] += 1
            try:
                if kind == "killed":
                    os.kill(worker, signal.SIGKILL)
                    continue
                os.kill(worker, signal.SIGSTOP)
                await asyncio.sleep(2 if kind == "stopped" else 13)
                os.kill(worker, signal.SIGCONT)
            except ProcessLookupError:
                continue  # the server has replaced it, as it should


async def ask_over_http(crowd: Crowd, http: httpx.AsyncClient) -> None:
    """Look at the list of games and of tables now and then."""
    while not crowd.over:
        for path in ("/api/games", "/api/tables", "/health", "/"):
            answer = await http.get(path)
            if answer.status_code != 200:
                crowd.fault(f"{path} answered {answer.status_code} {answer.text[:100]}")
            await asyncio.sleep(2)
