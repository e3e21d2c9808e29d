"""Bots in processes of their own, in slices, with a deadline."""

import asyncio
import os
import signal
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
import numpy as np
import pytest

import tetracade
from tests.server.magpie import GAME as MAGPIE
from tests.server.running import GENEROUS, Running, bearer, complaints, running, somewhere
from tests.server.running import MAGPIE as MAGPIE_PLACE
from tests.server.test_tables import BOT, HERE, QUIET, finished
from tetracade.bots.levels import bot
from tetracade.engine.chance import SeededDealer
from tetracade.server import catalogue
from tetracade.server.metrics import Metrics
from tetracade.server.settings import Settings
from tetracade.server.workers.bot_worker import Job, Slice, Thinker
from tetracade.server.workers.bots import NOTHING, Bots, Thought, at_a_glance
from tetracade.server.workers.pool import NoAnswer, Pool
from tetracade.server.workers.shares import Claim
from tetracade.table.table import Table


def alone(table: str, creator: str = "") -> Claim:
    """A claim of a table at which nobody waits."""
    return Claim(table, creator, lambda: False)


def bot_acts(server: Running) -> None:
    """Create a table at which a bot begins, and wait until it has acted."""
    table = server.create([BOT, HERE], options=QUIET)
    with server.connect() as client:
        now = client.hello(table["table"], table["token"])
        while now["acting"] == [0]:
            now = client.until("update")


def ready(server: Running) -> None:
    """Wait until a bot has been thought out by a process."""
    server.until(lambda: any(process.answered for process in server.rooms.bots.processes))


def test_a_whole_game_against_a_bot_process() -> None:
    with somewhere() as data, running(data, workers=1, bot_seconds=GENEROUS) as server:
        table = server.create([HERE, BOT], game="tetratrax")
        finished(server, table, {0: table["token"]})
        assert server.rooms.metrics.counts["bot_fallbacks"] == 0


@pytest.mark.parametrize("kind", ["dying", "failing", "cheating"])
def test_whatever_happens_to_its_process_the_seat_acts(kind: str) -> None:
    with somewhere() as data, running(data, workers=1, bot=f"tests.server.stand_in:{kind}") as server:
        bot_acts(server)
        bot_acts(server)
        assert server.rooms.metrics.counts["bot_fallbacks"] >= 2


def test_a_bot_that_hangs_is_replaced_and_its_seat_acts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tetracade.server.workers.pool.START_SECONDS", 0.0)
    settings = {"bot": "tests.server.stand_in:hanging", "bot_seconds": 0.2, "bots_alone_seconds": 0.2}
    with somewhere() as data, running(data, workers=1, **settings) as server:
        bot_acts(server)
        server.until(lambda: server.rooms.metrics.counts["bot_replaced"])


def test_a_process_that_is_killed_is_replaced_and_its_seat_acts() -> None:
    with somewhere() as data, running(data, workers=1) as server:
        bot_acts(server)
        ready(server)
        (process,) = server.inside(lambda: list(server.rooms.bots.processes))
        os.kill(process.worker.process.pid, signal.SIGKILL)
        bot_acts(server)
        server.until(lambda: server.rooms.metrics.counts["bot_replaced"] == 1)
        server.until(lambda: server.rooms.bots.processes - {process})


def test_a_process_that_is_stopped_is_found_out_while_its_seat_acts(monkeypatch: pytest.MonkeyPatch) -> None:
    with somewhere() as data, running(data, workers=1, bot_seconds=1.0, bots_alone_seconds=GENEROUS) as server:
        bot_acts(server)
        ready(server)
        monkeypatch.setattr("tetracade.server.workers.pool.SILENCE_SECONDS", 2.0)
        (process,) = server.inside(lambda: list(server.rooms.bots.processes))
        os.kill(process.worker.process.pid, signal.SIGSTOP)
        bot_acts(server)
        server.until(lambda: server.rooms.metrics.counts["bot_replaced"] >= 1)


def test_a_bot_gets_a_record_without_what_its_seat_cannot_know() -> None:
    async def jobs() -> list[bytes]:
        thought = Thought(1, table, 0, 1, alone("t"))
        return [thought.job().state for _ in range(20)]

    table = Table(MAGPIE, 2, {}, dealer=SeededDealer(3))
    given = [np.frombuffer(state, MAGPIE.layout.dtype)["hand"][0] for state in asyncio.run(jobs())]
    assert len({hand[1].tobytes() for hand in given}) > 3
    assert {hand[0].tobytes() for hand in given} == {table.state.hand[0].tobytes()}


def job_at(table: Table, seat: int, level: int = 1, seed: int = 1) -> Job:
    state = bytes(table.redealt(seat, 1).state.tobytes())
    return Job(
        game=table.game.name,
        seats=table.seats,
        options=table.options,
        state=state,
        seat=seat,
        level=level,
        seed=seed,
    )


def test_a_bot_gets_a_table_without_a_past() -> None:
    catalogue.add("tests.server.magpie:GAME")
    table = Table(MAGPIE, 2, {}, dealer=SeededDealer(3))
    seen = []

    class Looking:
        def choose(self, given: Table, seat: int) -> object:
            seen.append((tuple(given.entries), given.view(seat).tobytes()))
            return given.legal(seat)[0]

    progress = Thinker(lambda game, level: Looking()).think(Slice(id=1, seconds=1.0, job=job_at(table, 0)))
    assert progress.done, "a bot that only has choose is thought out in one slice"
    assert progress.action in {action.id for action in table.legal(0)}
    assert seen == [((), table.view(0).tobytes())]


def test_a_process_goes_on_where_it_was_interrupted_and_forgets_what_nobody_needs() -> None:
    table = tetracade.new("tetratrax", seats=2, seed=3)
    seat = table.acting[0]
    whole = bot(table.game, 3, seed=7).choose_number(table.redealt(seat, 1), seat)
    thinker = Thinker(bot)
    progress = thinker.think(Slice(id=1, seconds=0.0, job=job_at(table, seat, 3, 7)))
    other = thinker.think(Slice(id=2, seconds=0.0, job=job_at(table, seat, 3, 8)))
    slices = [progress.done, other.done]
    while not progress.done:
        progress = thinker.think(Slice(id=1, seconds=0.0, forget=[2]))
        slices.append(progress.done)
    assert progress.action == whole
    assert slices.count(False) > 3
    assert thinker.think(Slice(id=2, seconds=0.0)).error == "forgotten"


def test_at_a_glance_an_action_is_legal() -> None:
    table = Table(MAGPIE, 2, {}, dealer=SeededDealer(3))
    assert at_a_glance(table, 0) in {action.id for action in table.legal(0)}


def test_a_seat_has_one_hint_under_way(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tetracade.server.workers.pool.START_SECONDS", 0.0)
    hanging = "tests.server.stand_in:hanging"
    with somewhere() as data, running(data, workers=1, bot=hanging, bot_seconds=2.0) as server:
        table = server.create([HERE, HERE], options=QUIET)
        with server.connect() as client:
            seat = client.hello(table["table"], table["token"])["acting"][0]
            asked = [client.send(do="hint", seat=seat) for _ in range(5)]
            answers = {answer["id"]: answer for answer in (client.until("answer") for _ in asked)}
            assert [answers[one].get("error", {}).get("code") for one in asked[1:]] == ["too_many"] * 4
            assert answers[asked[0]]["offer"], "at a glance, as its process hangs"
            assert client.ask(do="hint", seat=seat)["offer"], "the next when the first is there"


def test_a_hint_that_fails_is_answered_and_harms_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    async def broken(*_: object) -> int:
        raise RuntimeError("a fault of our own")

    with somewhere() as data, running(data) as server:
        table = server.create([HERE, HERE], options=QUIET)
        seat = server.state(table, table["token"])["acting"][0]
        with server.connect() as client:
            client.hello(table["table"], table["token"])
            with monkeypatch.context() as patch:
                patch.setattr(server.rooms.bots, "choose", broken)
                assert server.do(table, table["token"], do="hint", seat=seat)["error"]["code"] == "internal"
                assert client.ask(do="hint", seat=seat)["error"]["code"] == "internal"
            assert client.ask(do="hint", seat=seat)["offer"]
        assert server.rooms.metrics.counts["errors"] == 2


def test_stopping_answers_who_waits_for_a_hint(caplog: pytest.LogCaptureFixture) -> None:
    hanging = {"workers": 1, "bot": "tests.server.stand_in:hanging", "bot_seconds": GENEROUS}
    with somewhere() as data, ThreadPoolExecutor() as threads:
        with running(data, **hanging) as server:
            table = server.create([HERE, HERE], options=QUIET)
            command = {"do": "hint", "id": "1", "seat": server.state(table, table["token"])["acting"][0]}
            path = f"{server.http.base_url}/api/tables/{table['table']}/do"
            asked = threads.submit(httpx.post, path, json=command, headers=bearer(table["token"]), timeout=GENEROUS)
            server.until(lambda: server.rooms.bots._thoughts)
        assert asked.result().json()["error"]["reason"] == "The server is stopping. Try again."
    assert not complaints(caplog.records)


def test_a_process_that_is_starting_when_all_are_ended_is_ended_too() -> None:
    async def closed() -> None:
        processes = Pool("tetracade.server.workers.record_worker", (), 1, GENEROUS)
        asked = asyncio.ensure_future(processes.ask(b'{"id": 1, "record": "", "eye": null}', bytes))
        await asyncio.sleep(0)  # it begins
        await processes.close()
        with pytest.raises(NoAnswer):
            await asked
        assert not processes._all

    asyncio.run(closed())


def with_bots(check: Callable[[Bots], Awaitable[None]], **changes: Any) -> None:
    """Run this with bot processes of their own."""

    async def run() -> None:
        settings = Settings(data=Path("unused"), more_games=(MAGPIE_PLACE,), **changes)
        bots = Bots(settings, Metrics())
        bots.open()
        try:
            async with asyncio.timeout(GENEROUS):
                await check(bots)
        finally:
            await bots.close()

    asyncio.run(run())


def test_who_is_cancelled_while_a_process_thinks_leaves_it_to_the_others() -> None:
    table = tetracade.new("tetratrax", seats=2, seed=3)
    seat = table.acting[0]

    async def check(bots: Bots) -> None:
        assert await bots.choose(table, seat, 1, alone("warm")) != NOTHING
        (process,) = bots.processes
        tasks = [asyncio.ensure_future(bots.choose(table, seat, 5, alone(f"t{number}"))) for number in range(4)]
        while not process.begun:
            await asyncio.sleep(0)
        tasks[0].cancel()
        tasks[2].cancel()
        answers = await asyncio.gather(*tasks, return_exceptions=True)
        assert [isinstance(answer, asyncio.CancelledError) for answer in answers] == [True, False, True, False]
        assert NOTHING not in answers
        assert bots.processes == {process}, "none was ended for it"
        assert not process.begun
        assert not bots._thoughts

    with_bots(check, workers=1, bot_seconds=GENEROUS)


def test_past_the_deadline_the_best_found_so_far_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tetracade.server.workers.bots.SLICE_SECONDS", 0.001)  # so that one slice isn't enough
    table = tetracade.new("tetratrax", seats=2, seed=3)
    seat = table.acting[0]

    async def check(bots: Bots) -> None:
        task = asyncio.ensure_future(bots.choose(table, seat, 5, alone("t")))
        while not any(thought.best != NOTHING for thoughts in bots._thoughts.values() for thought in thoughts):
            assert not task.done()
            await asyncio.sleep(0)
        (thought,) = bots._thoughts["t"]
        best = thought.best
        thought.answer_by(0.0)
        assert await task == best
        assert bots.metrics.counts["bot_hurried"] == 1

    with_bots(check, workers=1, bot_seconds=GENEROUS)


def test_without_a_process_that_answers_the_deadline_holds() -> None:
    table = tetracade.new("tetratrax", seats=2, seed=3)

    async def check(bots: Bots) -> None:
        claim = Claim("t", "", lambda: True)
        async with bots.move(table, table.acting[0], 3, claim) as action:
            assert action in {legal.id for legal in table.legal()}
        assert bots.metrics.counts["bot_fallbacks"] == 1

    with_bots(check, workers=1, bot_seconds=0.0)


def test_a_person_who_comes_shortens_the_deadline() -> None:
    table = tetracade.new("tetratrax", seats=2, seed=3)

    async def check(bots: Bots) -> None:
        here: list[str] = []
        task = asyncio.ensure_future(bots.choose(table, table.acting[0], 5, Claim("t", "", lambda: bool(here))))
        await asyncio.sleep(0)
        here.append("a person")
        bots.hurry("t")
        assert await task == NOTHING, "its process has only begun to start"

    with_bots(check, workers=1, bot_seconds=0.0, bots_alone_seconds=GENEROUS)


def test_a_person_s_bot_is_thought_out_before_those_of_strangers_who_came_first() -> None:
    table = tetracade.new("tetratrax", seats=2, seed=3)
    seat = table.acting[0]

    async def check(bots: Bots) -> None:
        done: list[str] = []

        async def go(name: str, level: int, claim: Claim) -> None:
            await bots.choose(table, seat, level, claim)
            done.append(name)

        strangers = [asyncio.ensure_future(go("stranger", 5, alone(f"s{number}", "far"))) for number in range(8)]
        await asyncio.sleep(0)
        await go("person", 5, Claim("p", "near", lambda: True))
        assert done == ["person"]
        await asyncio.gather(*strangers)
        assert len(done) == 9

    with_bots(check, workers=1, bot_seconds=GENEROUS, bots_alone_seconds=GENEROUS)
