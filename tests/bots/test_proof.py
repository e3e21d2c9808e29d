"""Exact play near the end, against full enumeration, and what bots make of it."""

import random
from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np
import pytest

from tests.suites.every import GAMES
from tetracade.bots import proof as proving
from tetracade.bots.bot import AT_LEAST, AT_MOST, Finding, GreedyBot
from tetracade.bots.levels import bot_named, first_master
from tetracade.bots.proof import Proof, provable
from tetracade.bots.searcher import SearchBot
from tetracade.engine.arrays import as_rules_see
from tetracade.engine.contract import MOST_SEATS, OVER, ROOM
from tetracade.engine.game import Strength
from tetracade.engine.kernel import kernel_of, seats_of
from tetracade.games.tetratrax.board import FEWEST_ROWS, MOST_ROWS, TILES_A_SIDE
from tetracade.games.tetratrax.state import MOST_HANDICAP
from tetracade.table.table import Table, new_table

GAME = GAMES["tetratrax"]
KERNEL = kernel_of(GAME)
PLENTY = 1 << 40


def copied(state: Any) -> Any:
    states = KERNEL.states()
    states[0] = state
    return states[0]


def enumerated(state: Any, known: dict[bytes, int]) -> int:
    """White's lead at the end if both play for the largest lead, found by playing everything."""
    key = bytes(state.tobytes())
    if key not in known:
        mask = KERNEL.acting(state)
        if mask == OVER:
            white, black = KERNEL.score(state)
            known[key] = white - black
        else:
            seat = seats_of(mask)[0]
            leads = []
            for action in KERNEL.legal(state, seat):
                leads.append(enumerated(made_of(state, seat, action), known))
            known[key] = max(leads) if seat == 0 else min(leads)
    return known[key]


def made_of(state: Any, seat: int, action: int) -> Any:
    """The state after the action."""
    after = copied(state)
    KERNEL.apply(after, seat, action)
    return after


def leads_by_action(state: Any) -> dict[int, int]:
    """By action of the seat that acts: its lead at the end, by enumeration."""
    seat = seats_of(KERNEL.acting(state))[0]
    known: dict[bytes, int] = {}
    found = {}
    for action in KERNEL.legal(state, seat):
        found[action] = enumerated(made_of(state, seat, action), known) * (1 if seat == 0 else -1)
    return found


@cache
def near_the_end(seed: int, rows: int) -> Table:
    """A table as far from the end of a game as everything that can still happen is quickly played.

    Games with even seeds are careless; in the others last tiles are dropped more often.
    """
    pick = random.Random(seed)
    table = new_table(GAME, seed=seed, options={"rows": rows, "handicap": seed % (MOST_HANDICAP + 1)})
    looks = 15 if seed % 2 else 3
    while table.acting:
        seat = table.acting[0]
        legal = table.legal_ids(seat)
        ratings = KERNEL.rate(table.state, seat, legal)
        table.play(legal[max(pick.sample(range(len(legal)), min(looks, len(legal))), key=ratings.__getitem__)], seat)
    while True:
        table.undo()
        if sum(KERNEL.count(table.state, depth) for depth in range(1, 7)) > 3000:
            table.redo()
            return table


def proved(state: Any, states: int = PLENTY) -> Proof:
    found = Proof(KERNEL)
    found.root(state, seats_of(KERNEL.acting(state))[0], states)
    for _ in found.steps():
        pass
    return found


CASES = [(seed, rows) for rows in range(FEWEST_ROWS, MOST_ROWS + 1) for seed in range(6)]


def positions() -> list[Table]:
    """A table for each case, made by the first test that asks."""
    return [near_the_end(*case) for case in CASES]


def test_both_seats_are_to_act_somewhere() -> None:
    assert {table.acting[0] for table in positions()} == {0, 1}


def test_seats_are_passed_over_and_last_tiles_dropped_in_what_is_enumerated() -> None:
    passed, finished = 0, 0
    for table in positions():
        known: dict[bytes, int] = {}
        enumerated(table.state, known)
        seen = np.frombuffer(b"".join(known), KERNEL.states().dtype)
        drops = seen["dropped"] - np.asarray(table.state.dropped)
        passed += int(np.abs(drops[:, 0] - drops[:, 1]).max()) > 1
        finished += int(seen["dropped"].max()) == TILES_A_SIDE > int(table.state.dropped.max())
    assert passed > 2
    assert finished > 2


@pytest.mark.parametrize(("seed", "rows"), CASES)
def test_what_is_proved_is_what_playing_everything_finds(seed: int, rows: int) -> None:
    table = near_the_end(seed, rows)
    assert provable(KERNEL, table.state)
    truth = leads_by_action(table.state)
    found = proved(table.state)
    assert found.proved
    best = found.thoughts()[0]
    assert best.lead == max(truth.values()) == truth[best.action]
    assert set(found.leads) == set(truth)
    assert all(truth[action] <= lead for action, lead in found.leads.items())


def test_interrupting_the_search_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    hardest = max(positions(), key=lambda table: KERNEL.count(table.state, 4))
    whole = proved(hardest.state).thoughts()
    monkeypatch.setattr(proving, "SLICE", 40)
    assert proved(hardest.state).thoughts()[0].lead == whole[0].lead


def test_a_bot_plays_what_is_proved_and_says_so() -> None:
    prover = SearchBot(GAME, Strength(20, proof=1_000_000))
    for table in positions():
        seat = table.acting[0]
        truth = leads_by_action(table.state)
        best = max(truth.values())
        finding = prover.explain(table, seat)[0]
        assert truth[finding.action.id] == best
        assert truth[prover.choose(table, seat).id] == best
        said = "a draw" if best == 0 else f"wins by {best}" if best > 0 else f"loses by {-best}"
        assert finding.proof == f"proved: {said}"
        assert finding.margin == 0.0
        assert finding.value == (0.5 if best == 0 else float(best > 0))


def holds(truth: int, bound: str, lead: int) -> bool:
    """Whether what is said of a lead is true."""
    return truth >= lead if bound == AT_LEAST else truth <= lead if bound == AT_MOST else truth == lead


@pytest.mark.parametrize(
    ("lead", "bound", "said"),
    [
        (3, "", "wins by 3"),
        (3, AT_LEAST, "wins by at least 3"),
        (3, AT_MOST, "no better than a win by 3"),
        (0, "", "a draw"),
        (0, AT_MOST, "no better than a draw"),
        (-2, "", "loses by 2"),
        (-2, AT_MOST, "loses by at least 2"),
    ],
)
def test_a_proof_says_no_more_than_it_proves(lead: int, bound: str, said: str) -> None:
    action = new_table(GAME, seed=1).legal()[0]
    assert Finding(action, 0.5, 0.0, 1.0, (), lead, bound).proof == f"proved: {said}"


def test_whatever_the_states_suffice_for_is_true() -> None:
    wins_alone = 0
    for table in positions():
        truth = leads_by_action(table.state)
        for states in (4, 16, 64, 256, 1024):
            found = proved(table.state, states)
            best = found.thoughts()[0]
            if found.proved:
                assert best.lead == max(truth.values()) == truth[best.action]
            elif found.wins:
                wins_alone += 1
                assert best.lead is not None
                assert 0 < best.lead <= truth[best.action]
            for thought in found.thoughts() if found.leads else []:
                assert thought.lead is not None
                assert holds(truth[thought.action], thought.bound, thought.lead)
    assert wins_alone > 10


def test_a_win_is_played_even_if_its_size_is_not_settled() -> None:
    won = 0
    for table in positions():
        seat = table.acting[0]
        finding = SearchBot(GAME, Strength(20, proof=64)).explain(table, seat)[0]
        if "at least" in finding.proof:
            won += 1
            assert finding.proof == f"proved: wins by at least {finding.lead}"
            assert leads_by_action(table.state)[finding.action.id] > 0
    assert won


def test_master_proves_ends_and_the_first_master_does_not() -> None:
    assert bot_named(GAME, "master").strength.proof > 0  # type: ignore[attr-defined]  # levels search
    assert bot_named(GAME, "master-1").strength == Strength(2000, skips=True)  # type: ignore[attr-defined]  # so does this one
    for game in GAMES.values():
        if not game.tuning.strengths[-1].proof:
            assert first_master(game).strength == replace(game.tuning.strengths[-1], skips=True)


def test_master_judges_by_the_network_and_the_first_master_plays_on() -> None:
    table = new_table(GAME, seed=2)
    for _ in range(4):
        table.play(GreedyBot().choose_number(table, table.acting[0]))
    master, first = bot_named(GAME, "master").strength, bot_named(GAME, "master-1").strength  # type: ignore[attr-defined]  # levels search
    assert (master.horizon, first.horizon) == (0, None)
    shares: dict[int, float] = {}
    for action in table.legal_ids(table.acting[0]):
        after = table.copy()
        after.play(action)
        if after.acting:
            out = np.zeros(MOST_SEATS + ROOM)
            assert KERNEL.functions["estimate"](as_rules_see(after.state), out)
            shares[action] = float(out[table.acting[0]])
    least = SearchBot(GAME, replace(master, simulations=2 * len(shares), proof=0), seed=1)
    once = [found for found in least.explain(table, table.acting[0], 99) if found.weight * 2 * len(shares) <= 1]
    assert len(once) > 3
    for found in once:
        if found.weight:
            assert found.value == pytest.approx(shares[found.action.id])


def test_a_bot_whose_time_is_up_at_once_goes_by_its_hints() -> None:
    table = max(positions(), key=lambda table: KERNEL.count(table.state, 4))
    seat = table.acting[0]
    deliberation = SearchBot(GAME, Strength(20, proof=PLENTY)).thinking(table, seat, 1)
    assert deliberation.best == -1
    assert deliberation.thoughts()[0].action == GreedyBot().choose_number(table, seat)


def test_without_enough_states_the_bot_searches_as_usual() -> None:
    table = max(positions(), key=lambda table: KERNEL.count(table.state, 4))
    seat = table.acting[0]
    usual, hasty = SearchBot(GAME, Strength(60)), SearchBot(GAME, Strength(60, proof=3))
    assert [finding.action for finding in hasty.explain(table, seat)] == [
        finding.action for finding in usual.explain(table, seat)
    ]
    assert hasty.explain(table, seat)[0].proof == ""


def test_far_from_the_end_and_in_other_games_nothing_is_proved() -> None:
    assert not provable(KERNEL, new_table(GAME, seed=1).state)
    for game in GAMES.values():
        if game.name != GAME.name:
            assert not provable(kernel_of(game), new_table(game, seed=1).state)


def test_a_future_is_a_number_of_its_own_whatever_the_order_of_the_drops() -> None:
    orders = 0
    for table in positions():
        outlines: dict[int, set[bytes]] = {}
        futures: dict[bytes, list[int]] = {}
        for first in table.legal_ids()[:12]:
            for second in replies(table.state, first)[:4]:
                for third in replies(second, None):
                    future = int(KERNEL.functions["future"](as_rules_see(third)))
                    if future >= 0:
                        outlines.setdefault(future, set()).add(outline_of(third))
                        futures.setdefault(outline_of(third) + tower_of(third), []).append(future)
        assert all(len(each) == 1 for each in outlines.values())
        assert all(len(set(each)) == 1 for each in futures.values())
        orders += sum(len(each) > 1 for each in futures.values())
    assert orders > 50, "the same drops were tried in another order"


def replies(state: Any, action: int | None) -> list[Any]:
    """The states after the action, or one drop later."""
    seats = seats_of(KERNEL.acting(state))
    if action is not None:
        return replies(made_of(state, seats[0], action), None)
    found = []
    for seat in seats:
        found += [made_of(state, seat, each) for each in KERNEL.legal(state, seat)]
    return found


def outline_of(state: Any) -> bytes:
    """What certainly differs where futures do: heights, tiles left, whose turn it is."""
    return bytes(state.heights.tobytes() + state.left.tobytes() + bytes([int(state.turn)]))


def tower_of(state: Any) -> bytes:
    """The tower with tiles told apart by where they are, not by when they were dropped."""
    labels: dict[int, int] = {0: 0}
    for tile in state.tower.ravel().tolist():
        labels.setdefault(tile, len(labels) + 100 * (tile > TILES_A_SIDE))
    return bytes(labels[tile] for tile in state.tower.ravel().tolist())
