"""What a bot has thought out is done only where it still fits."""

import asyncio
import threading
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

import tetracade
from tests.server.running import GENEROUS, Running, running, somewhere
from tests.server.stored import refusing, say
from tests.server.test_protocol import two
from tests.server.test_tables import BOT, HERE, QUIET
from tetracade.engine.kernel import kernel_of
from tetracade.server.workers.bots import at_a_glance

WINK = 0


class Thinker:
    """A bot that answers when it is told to."""

    def __init__(self, server: Running, data: Path) -> None:
        self.server = server
        self.data = data
        self.calls: list[asyncio.Future[int]] = []
        self.cancelled = 0
        self._called = threading.Semaphore(0)

    async def choose(self, table: Any, seat: int, *_: Any, **__: Any) -> int:
        answer: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        self.calls.append(answer)
        self._called.release()
        try:
            return await answer
        except asyncio.CancelledError:
            self.cancelled += 1
            raise

    @asynccontextmanager
    async def move(self, table: Any, seat: int, *_: Any, **__: Any) -> AsyncIterator[int]:
        yield await self.choose(table, seat)

    def asked(self) -> "asyncio.Future[int]":
        """Wait for the next question."""
        assert self._called.acquire(timeout=GENEROUS)
        return self.calls[-1]

    def answers(self, question: "asyncio.Future[int]", action: int) -> None:
        """Answer, and let the table hear of it."""
        self.server.inside(lambda: None if question.done() else question.set_result(action))
        for _ in range(5):
            self.server.inside(lambda: None)


@pytest.fixture
def thinker(monkeypatch: pytest.MonkeyPatch) -> Iterator[Thinker]:
    with somewhere() as data, running(data) as server:
        found = Thinker(server, data)
        for door in ("choose", "move"):
            monkeypatch.setattr(server.rooms.bots, door, getattr(found, door), raising=False)
        yield found


def test_who_comes_back_while_the_stand_in_thinks_acts_for_themselves(thinker: Thinker) -> None:
    server = thinker.server
    table, keys = two(server)
    assert server.do(table, keys[0], do="leave", id="l")["ok"]
    assert server.do(table, keys[1], do="stand_in", id="s", seat=0)["ok"]
    question = thinker.asked()
    back = server.state(table, keys[0])
    assert back["acting"] == [0]
    thinker.answers(question, WINK)
    now = server.state(table, keys[0])
    assert (now["number"], now["view"]["winked"]) == (back["number"], 0)
    assert server.do(table, keys[0], do="act", id="a", number=now["number"], action="wink")["ok"]


def test_what_a_bot_thought_out_for_one_game_is_not_done_in_another(thinker: Thinker) -> None:
    server = thinker.server
    table = server.create([BOT, BOT, HERE], options=QUIET)
    key = table["token"]
    question = thinker.asked()
    for time in range(2):  # then the same seat begins again, and is another bot's
        assert server.do(table, key, do="resign", id=f"r{time}")["ok"]
        assert server.do(table, key, do="rematch", id=f"a{time}")["ok"]
    now = server.state(table, key)
    assert (now["game"], now["acting"], now["seats"][0]["kind"]) == (3, [0], "bot")
    thinker.answers(question, WINK)
    again = thinker.asked()
    assert server.state(table, key)["view"]["winked"] == 0
    thinker.answers(again, WINK)
    assert server.state(table, key)["view"]["winked"] == 1


def test_a_bot_that_is_no_longer_needed_stops_thinking(thinker: Thinker) -> None:
    server = thinker.server
    table, keys = two(server)
    assert server.do(table, keys[0], do="leave", id="l")["ok"]
    assert server.do(table, keys[1], do="stand_in", id="s", seat=0)["ok"]
    thinker.asked()
    server.state(table, keys[0])  # the person is back
    server.until(lambda: thinker.cancelled == 1)


def test_an_undo_while_the_bot_thinks_drops_what_it_thinks(thinker: Thinker) -> None:
    server = thinker.server
    table = server.create([HERE, BOT], game="tetratrax", options={"starter": "white"})
    key = table["token"]
    before = server.state(table, key)
    answer = server.do(table, key, do="act", id="1", number=before["number"], action="O1@A")
    question = thinker.asked()
    now = server.state(table, key)
    assert (now["acting"], now["undo"]) == ([1], True)
    assert server.do(table, key, do="undo", id="2", number=answer["number"])["ok"]
    server.until(lambda: thinker.cancelled == 1)
    thinker.answers(question, 0)
    after = server.state(table, key)
    assert (after["view"], after["acting"], after["offers"]) == (before["view"], [0], before["offers"])
    assert not after["undo"]
    assert server.do(table, key, do="act", id="3", number=after["number"], action="T1@C")["ok"]
    thinker.asked()


def test_nobody_thinks_for_a_table_that_has_failed(thinker: Thinker) -> None:
    server = thinker.server
    table = server.create([HERE, BOT], options=QUIET)
    key = table["token"]
    now = server.state(table, key)
    show = next(offer["action"] for offer in now["offers"] if offer["notation"].startswith("show"))
    assert server.do(table, key, do="act", id="1", number=now["number"], action=show)["ok"]
    thinker.asked()
    with refusing(thinker.data, "unstored"):
        assert not say(server, table, key, "unstored")[0].ok
    server.until(lambda: thinker.cancelled == 1)


def test_at_a_glance_the_action_that_is_rated_best_is_taken() -> None:
    table = tetracade.new("tetratrax", seats=2, seed=3)
    kernel, differed = kernel_of(table.game), 0
    while not table.over and differed < 5:
        seat = table.acting[0]
        legal = kernel.legal(table.state, seat)
        ratings = dict(zip(legal, kernel.rate(table.state, seat, legal), strict=True))
        taken = at_a_glance(table, seat)
        assert ratings[taken] == max(ratings.values())
        differed += len(set(ratings.values())) > 1
        table.play(taken, seat)
    assert differed == 5


def test_an_answer_to_another_question_is_not_taken_for_this_one() -> None:
    with somewhere() as data, running(data, workers=1, bot="tests.server.stand_in:forging") as server:
        table = server.create([HERE, BOT], options=QUIET)
        now = server.state(table, table["token"])
        show = next(offer["action"] for offer in now["offers"] if offer["notation"].startswith("show"))
        assert server.do(table, table["token"], do="act", id="1", number=now["number"], action=show)["ok"]
        server.until(lambda: server.rooms.metrics.counts["bot_replaced"])
        server.until(lambda: server.rooms.in_memory[table["table"]].room.number > now["number"] + 1)
