"""Bots in processes of their own, with a deadline."""

import asyncio
from concurrent.futures import ThreadPoolExecutor

import httpx
import numpy as np
import pytest

from tests.server.magpie import GAME as MAGPIE
from tests.server.running import GENEROUS, Running, bearer, running, somewhere
from tests.server.test_tables import BOT, HERE, QUIET, finished
from tetracade.engine.chance import SeededDealer
from tetracade.server import catalogue
from tetracade.server.workers.bot_worker import Job, chosen
from tetracade.server.workers.bots import at_a_glance, redealt
from tetracade.server.workers.pool import NoAnswer, Pool, Turns
from tetracade.table.table import Table


def bot_acts(server: Running) -> None:
    """Create a table at which a bot begins, and wait until it has acted."""
    table = server.create([BOT, HERE], options=QUIET)
    with server.line() as line:
        now = line.hello(table["table"], table["token"])
        while now["acting"] == [0]:
            now = line.until("update")


def test_a_whole_game_against_a_bot_process() -> None:
    with somewhere() as data, running(data, workers=1) as server:
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
    bot = "tests.server.stand_in:hanging"
    with somewhere() as data, running(data, workers=1, bot=bot, bot_seconds=0.2) as server:
        bot_acts(server)
        assert server.rooms.metrics.counts["bot_replaced"] >= 1


def test_a_bot_gets_a_record_without_what_its_seat_cannot_know() -> None:
    table = Table(MAGPIE, 2, {}, dealer=SeededDealer(3))
    hands = {np.frombuffer(redealt(table, 0, seed), MAGPIE.layout.dtype)["hand"][0][1].tobytes() for seed in range(20)}
    own = {np.frombuffer(redealt(table, 0, seed), MAGPIE.layout.dtype)["hand"][0][0].tobytes() for seed in range(20)}
    assert len(hands) > 3
    assert own == {table.state.hand[0].tobytes()}


def test_a_bot_gets_a_table_without_a_past() -> None:
    catalogue.add("tests.server.magpie:GAME")
    table = Table(MAGPIE, 2, {}, dealer=SeededDealer(3))
    seen = []

    class Looking:
        def choose(self, given: Table, seat: int) -> object:
            seen.append((tuple(given.entries), given.view(seat).tobytes()))
            return given.legal(seat)[0]

    job = Job(id=1, game="magpie", seats=2, options={}, state=redealt(table, 0, 1), seat=0, level=1, seed=1)
    assert chosen(job, lambda game, level: Looking()) in {action.id for action in table.legal(0)}
    assert seen == [((), table.view(0).tobytes())]


def test_at_a_glance_an_action_is_legal() -> None:
    table = Table(MAGPIE, 2, {}, dealer=SeededDealer(3))
    assert at_a_glance(table, 0) in {action.id for action in table.legal(0)}


def test_a_seat_has_one_hint_under_way(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tetracade.server.workers.pool.START_SECONDS", 0.0)
    bot = "tests.server.stand_in:hanging"
    with somewhere() as data, running(data, workers=1, bot=bot, bot_seconds=2.0) as server:
        table = server.create([HERE, HERE], options=QUIET)
        with server.line() as line:
            seat = line.hello(table["table"], table["token"])["acting"][0]
            asked = [line.send(do="hint", seat=seat) for _ in range(5)]
            answers = {answer["id"]: answer for answer in (line.until("answer") for _ in asked)}
            assert [answers[one].get("error", {}).get("code") for one in asked[1:]] == ["too_many"] * 4
            assert answers[asked[0]]["offer"], "at a glance, as its process hangs"
            assert line.ask(do="hint", seat=seat)["offer"], "the next when the first is there"


def test_a_hint_that_fails_is_answered_and_harms_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    async def broken(*_: object, **__: object) -> int:
        raise RuntimeError("a fault of our own")

    with somewhere() as data, running(data) as server:
        table = server.create([HERE, HERE], options=QUIET)
        seat = server.state(table, table["token"])["acting"][0]
        with server.line() as line:
            line.hello(table["table"], table["token"])
            with monkeypatch.context() as patch:
                patch.setattr(server.rooms.bots, "choose", broken)
                assert server.do(table, table["token"], do="hint", seat=seat)["error"]["code"] == "internal"
                assert line.ask(do="hint", seat=seat)["error"]["code"] == "internal"
            assert line.ask(do="hint", seat=seat)["offer"]
        assert server.rooms.metrics.counts["errors"] == 2


def test_stopping_answers_who_waits_for_a_hint(caplog: pytest.LogCaptureFixture) -> None:
    hanging = {"workers": 1, "bot": "tests.server.stand_in:hanging", "bot_seconds": GENEROUS}
    with somewhere() as data, ThreadPoolExecutor() as threads:
        with running(data, **hanging) as server:
            table = server.create([HERE, HERE], options=QUIET)
            command = {"do": "hint", "id": "1", "seat": server.state(table, table["token"])["acting"][0]}
            path = f"{server.http.base_url}/api/tables/{table['table']}/do"
            asked = threads.submit(httpx.post, path, json=command, headers=bearer(table["token"]), timeout=GENEROUS)
            server.until(lambda: server.rooms.bots._pool._all)
        assert asked.result().json()["error"]["reason"] == "The server is stopping; try again."
    assert not [line for line in caplog.records if line.levelname in ("WARNING", "ERROR")]


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


def test_moves_go_before_hints_and_nobody_s_turn_is_lost() -> None:
    async def played() -> list[str]:
        turns, done = Turns(1), list[str]()

        async def go(name: str, urgent: bool) -> None:
            await turns.take(urgent)
            done.append(name)
            await asyncio.sleep(0)
            turns.give()

        names = ["first", "hint", "leaves", "hint", "move", "move"]
        tasks = [asyncio.ensure_future(go(name, name != "hint")) for name in names]
        await asyncio.sleep(0)
        tasks[2].cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        turns.give()
        return done

    assert asyncio.run(played()) == ["first", "move", "move", "hint", "hint"]
