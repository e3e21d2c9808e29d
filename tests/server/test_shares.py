"""Fair shares: of bot processes, and of the event loop's time."""

import asyncio
import itertools
from collections.abc import Callable

import pytest

from tetracade.server.workers.shares import Claim, Shares
from tetracade.server.workers.turns import Turns

WAITS, ALONE = (lambda: True), (lambda: False)


def queue_of(*things: tuple[str, str, Callable[[], bool]]) -> Shares[str]:
    """Things named by table and number, as in t1, each with who created its table and whether a person waits."""
    shares: Shares[str] = Shares()
    for name, creator, waits in things:
        shares.add(name, Claim(name[:-1], creator, waits))
    return shares


def all_of(shares: Shares[str]) -> list[str]:
    taken = []
    while len(shares):
        item = shares.take(True) or shares.take(False)
        assert item is not None
        taken.append(item)
    return taken


def test_tables_where_a_person_waits_go_first() -> None:
    assert all_of(queue_of(("a1", "x", ALONE), ("b1", "y", ALONE), ("c1", "x", WAITS))) == ["c1", "a1", "b1"]


@pytest.mark.parametrize("waits", [WAITS, ALONE])
def test_addresses_take_turns_and_then_the_tables_of_each(waits: Callable[[], bool]) -> None:
    stranger = [("a1", "x", waits), ("a2", "x", waits), ("b1", "x", waits), ("c1", "x", waits)]
    assert all_of(queue_of(*stranger, ("p1", "y", waits))) == ["a1", "p1", "b1", "c1", "a2"]


def test_who_had_a_turn_and_comes_again_goes_to_the_end() -> None:
    shares = queue_of(("a1", "x", ALONE), ("b1", "x", ALONE), ("p1", "y", ALONE))
    order = []
    for _ in range(6):
        item = shares.take(False)
        assert item is not None
        order.append(item)
        shares.add(item, Claim(item[:-1], "y" if item == "p1" else "x", ALONE))
    assert order == ["a1", "p1", "b1", "p1", "a1", "p1"]


def test_tables_of_unknown_creators_share_one_turn() -> None:
    unknown = [(f"{table}1", "", ALONE) for table in "abc"]
    assert all_of(queue_of(*unknown, ("p1", "y", ALONE)))[:2] == ["a1", "p1"]


def test_what_does_not_fit_is_passed_over_and_keeps_its_place() -> None:
    shares = queue_of(("a1", "x", ALONE), ("b1", "y", ALONE), ("c1", "z", ALONE))
    assert shares.take(False, lambda item: item != "a1") == "b1"
    assert shares.take(False, lambda item: item == "nothing") is None
    assert all_of(shares) == ["a1", "c1"]


def test_a_person_who_comes_moves_their_table_up() -> None:
    here: list[str] = []
    shares = queue_of(("a1", "x", ALONE), ("p1", "y", lambda: bool(here)))
    here.append("a person")
    shares.sort_anew("p1")
    assert all_of(shares) == ["p1", "a1"]


def test_nothing_is_kept_of_those_who_are_gone() -> None:
    shares = queue_of(("a1", "x", ALONE), ("b1", "y", WAITS))
    assert shares.discard("a1")
    assert not shares.discard("a1")
    assert shares.take(True) == "b1"
    assert not len(shares)
    assert not shares.any(True)
    assert not shares.any(False)


def alone(table: str) -> Claim:
    return Claim(table, "", ALONE)


def test_between_two_moves_of_bots_the_loop_sees_to_others() -> None:
    async def run() -> list[str]:
        turns, seen = Turns(), list[str]()
        over = asyncio.Event()

        async def bot(name: str) -> None:
            async with turns.turn(Claim(name, name, WAITS)):
                seen.append("bot")

        async def person() -> None:
            while not over.is_set():
                seen.append("person")
                await asyncio.sleep(0)

        talking = asyncio.ensure_future(person())
        await asyncio.gather(*(bot(str(number)) for number in range(5)))
        over.set()
        await talking
        return seen

    seen = asyncio.run(run())
    moves = [place for place, who in enumerate(seen) if who == "bot"]
    assert len(moves) == 5
    assert all("person" in seen[before:after] for before, after in itertools.pairwise(moves))


def test_bots_where_nobody_waits_have_a_part_of_the_time_only() -> None:
    """Measured in the loop's own time, which this test moves."""

    async def run() -> list[float]:
        loop, turns, began = asyncio.get_running_loop(), Turns(), list[float]()
        turns._clock = lambda: now[0]
        now = [0.0]
        for number in range(3):
            async with turns.turn(alone(str(number))):
                began.append(loop.time())
                now[0] += 0.02  # what is done in it takes so long
        return began

    began = asyncio.run(run())
    assert all(after - before >= 0.055 for before, after in itertools.pairwise(began))


def test_a_person_s_bot_does_not_wait_for_that() -> None:
    async def run() -> list[str]:
        turns, order = Turns(), list[str]()
        now = [0.0]
        turns._clock = lambda: now[0]

        async def go(name: str, claim: Claim) -> None:
            async with turns.turn(claim):
                order.append(name)
                now[0] += 0.1

        await go("first", alone("a"))
        second = asyncio.ensure_future(go("second", alone("b")))
        await asyncio.sleep(0.01)
        await go("person", Claim("p", "", WAITS))
        await second
        return order

    assert asyncio.run(run()) == ["first", "person", "second"]


def test_of_two_who_wait_for_the_loop_a_person_s_bot_goes_first() -> None:
    async def run() -> list[str]:
        turns, order = Turns(), list[str]()

        async def go(name: str, claim: Claim) -> None:
            async with turns.turn(claim):
                order.append(name)

        await asyncio.gather(go("stranger", alone("a")), go("person", Claim("p", "", WAITS)))
        return order

    assert asyncio.run(run()) == ["person", "stranger"]


@pytest.mark.parametrize("others", ["wait", "go, too"])
def test_a_turn_that_comes_to_one_who_has_gone_is_not_lost(others: str) -> None:
    async def run() -> None:
        turns = Turns()
        done: list[str] = []

        async def go(name: str) -> None:
            async with turns.turn(Claim(name, "", WAITS)):
                done.append(name)

        granted = asyncio.ensure_future(go("granted"))
        waiting = asyncio.ensure_future(go("waiting"))
        last = asyncio.ensure_future(go("last"))
        while not turns._taken:
            await asyncio.sleep(0)
        granted.cancel()  # its turn has come, and it has not run yet
        if others != "wait":
            waiting.cancel()
        async with asyncio.timeout(10):
            await last
        assert done == (["waiting", "last"] if others == "wait" else ["last"])
        assert not len(turns._waiting)

    asyncio.run(run())
