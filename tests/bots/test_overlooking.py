"""How lower levels err: they overlook what lies far from where they look, and forget what they were shown."""

import itertools
import math
import random
import statistics
from collections.abc import Iterable
from typing import Any

import numpy as np
import pytest

from tests.suites.every import GAMES
from tetracade.bots.searcher import SearchBot
from tetracade.engine.chance import generator
from tetracade.engine.contract import ACROSS
from tetracade.engine.game import Game, Strength
from tetracade.engine.kernel import Kernel, kernel_of
from tetracade.table.table import Table, new_table

BLIND, HALF_BLIND, SEEING = Strength(40, 0.0, gaze=True), Strength(40, 0.5, gaze=True), Strength(40)
MEASURED = ("foursome", "tetrad")
"""Games that say where actions happen and what can be forgotten."""
LONG = 150
"""Entries after which a game is long enough."""


def decisions(game: Game, seeds: int, every: int = 5) -> list[Table]:
    """Tables at which somebody has a choice, from games in which every other action is the best at a glance."""
    kernel, found = kernel_of(game), []
    for seed in range(seeds):
        table, pick = new_table(game, None, seed), random.Random(seed)
        while not table.over and len(table.entries) < LONG:
            seat = table.acting[0]
            legal = table.legal_ids(seat)
            ratings = kernel.rate(table.state, seat, legal)
            if len(legal) > 2 and len(table.entries) % every == 0:
                found.append(table.copy())
            table.play(pick.choice([legal[ratings.index(max(ratings))], pick.choice(legal)]), seat)
    return found


def noticed(table: Table, strength: Strength, seed: int) -> set[int]:
    """The actions that such a bot finds at the table."""
    found = SearchBot(table.game, strength, seed=seed).explain(table, table.acting[0], most=10_000)
    return {finding.action.id for finding in found}


@pytest.mark.parametrize("name", MEASURED)
def test_actions_lie_on_the_board(name: str) -> None:
    game, kernel = GAMES[name], kernel_of(GAMES[name])
    spots = set()
    for table in decisions(game, 4, every=1):
        seat = table.acting[0]
        spots |= {kernel.spot(table.state, seat, action) for action in table.legal_ids(seat)}
    places = [spot for spot in spots if spot is not None]
    assert len(places) > 3
    assert all(row >= 0 and 0 <= column < ACROSS for row, column in places)


def test_who_overlooks_all_else_takes_the_best_where_it_looks() -> None:
    game, kernel = GAMES["foursome"], kernel_of(GAMES["foursome"])

    def spots_of(table: Table) -> dict[int, tuple[int, int] | None]:
        seat = table.acting[0]
        return {action: kernel.spot(table.state, seat, action) for action in table.legal_ids(seat)}

    def shared(table: Table) -> int:
        places = [spot for spot in spots_of(table).values() if spot is not None]
        return len(places) - len(set(places))

    table = max(decisions(game, 4, every=1), key=shared)
    seat, spots = table.acting[0], spots_of(table)
    looked_at, several = set(), 0
    for seed in range(40):
        found = noticed(table, BLIND, seed)
        (here,) = {spots[action] for action in found}
        assert found == {action for action, spot in spots.items() if spot == here} if here else len(found) == 1
        looked_at.add(here)
        several += len(found) > 1
        ranked = [finding.action.id for finding in SearchBot(game, SEEING, seed=seed).explain(table, seat, 10_000)]
        best = next(action for action in ranked if action in found)
        assert SearchBot(game, BLIND, seed=seed).choose_number(table, seat) == best
    assert len(looked_at) > 3
    assert several


@pytest.mark.parametrize("name", MEASURED)
def test_something_is_always_noticed_and_all_by_whoever_sees_all(name: str) -> None:
    fewer = 0
    for seed, table in enumerate(decisions(GAMES[name], 1)[:10]):
        legal = set(table.legal_ids(table.acting[0]))
        found = noticed(table, HALF_BLIND, seed)
        assert found
        assert found <= legal
        fewer += found < legal
        assert noticed(table, SEEING, seed) == legal
    assert fewer


def test_what_lies_near_is_noticed_sooner_than_what_lies_far() -> None:
    """What is noticed together lies closer together than all there is; without a gaze it doesn't."""
    game, kernel = GAMES["foursome"], kernel_of(GAMES["foursome"])
    table = max(decisions(game, 4, every=1), key=lambda each: len(each.legal_ids(each.acting[0])))
    seat = table.acting[0]
    spots = {action: kernel.spot(table.state, seat, action) for action in table.legal_ids(seat)}

    def apart(actions: Iterable[int]) -> float:
        places = [spot for spot in (spots[action] for action in actions) if spot is not None]
        return statistics.mean(math.dist(*pair) for pair in itertools.combinations(places, 2))

    gazes = [noticed(table, Strength(1, 0.3, gaze=True), seed) for seed in range(60)]
    assert statistics.mean(apart(each) for each in gazes if len(each) > 5) < 0.9 * apart(spots)
    here_and_there = [noticed(table, Strength(1, 0.3), seed) for seed in range(60)]
    assert statistics.mean(apart(each) for each in here_and_there if len(each) > 5) > 0.95 * apart(spots)


def forgot(kernel: Kernel, state: Any, seat: int, keeps: int, seed: int = 3) -> Any:
    """The state as it is to a seat that forgot."""
    other = kernel.states()
    other[0] = state
    kernel.forget(other[0], seat, keeps, generator(seed))
    return other[0]


def known(game: Game, state: Any, seat: int) -> set[tuple[int, int]]:
    """Which cards of others are known, by seat and number."""
    others = [other for other in range(int(state.seats)) if other != seat]
    if game.name == "tetrad":
        return {(other, int(card)) for other in others for card in state.known[other] if card}
    return {(other, kind) for other in others for kind in range(60) if int(state.read[other]) >> kind & 1}


@pytest.mark.parametrize("name", MEASURED)
def test_a_seat_forgets_what_it_was_shown_and_nothing_it_can_look_up(name: str) -> None:
    game, kernel = GAMES[name], kernel_of(GAMES[name])
    before = after = 0
    for table in decisions(game, 3):
        seat, state = table.acting[0], table.state
        assert forgot(kernel, state, seat, 1000).tobytes() == state.tobytes()
        other = forgot(kernel, state, seat, 0)
        assert kernel.legal(other, seat) == kernel.legal(state, seat)
        before += len(known(game, state, seat))
        after += len(known(game, other, seat))
        for field in game.fields:
            if field.name not in ("known", "read", "read_both", "denied"):
                assert np.array_equal(other[field.name], state[field.name])
            elif field.shape[0] == len(state[field.name]):
                assert np.array_equal(other[field.name][seat], state[field.name][seat])
    assert before > 20
    assert after < before / 4


@pytest.mark.parametrize("name", MEASURED)
@pytest.mark.parametrize("keeps", [0, 500])
def test_what_is_forgotten_can_be_redealt(name: str, keeps: int) -> None:
    game, kernel = GAMES[name], kernel_of(GAMES[name])
    differed = 0
    for seed, table in enumerate(decisions(game, 3)):
        seat = table.acting[0]
        other = forgot(kernel, table.state, seat, keeps, seed)
        kept = known(game, other, seat)
        kernel.redeal(other, seat, generator(seed))
        for rival, card in kept:
            assert card + (name == "foursome") in other.hand[rival]
        for rival in range(table.seats):
            assert np.count_nonzero(other.hand[rival]) == np.count_nonzero(table.state.hand[rival])
        differed += any(
            card + (name == "foursome") not in other.hand[rival] for rival, card in known(game, table.state, seat)
        )
    assert differed


@pytest.mark.parametrize("name", MEASURED)
def test_what_is_forgotten_once_stays_forgotten(name: str) -> None:
    game, kernel = GAMES[name], kernel_of(GAMES[name])
    tables = decisions(game, 4, every=1)
    compared = 0
    for earlier, later in itertools.pairwise(tables):
        seat = earlier.acting[0]
        calls = {int(getattr(table.state, "called", -1)) for table in (earlier, later)}
        both = known(game, earlier.state, seat) & known(game, later.state, seat)
        then, now = (known(game, forgot(kernel, table.state, seat, 500), seat) for table in (earlier, later))
        for thing in both:
            if thing[1] not in calls:
                assert (thing in then) == (thing in now)
                compared += 1
    assert compared


def test_the_call_in_progress_is_not_forgotten() -> None:
    game, kernel = GAMES["foursome"], kernel_of(GAMES["foursome"])
    calls = 0
    for table in decisions(game, 4, every=1):
        seat, called = table.acting[0], int(table.state.called)
        if called >= 0 and table.state.active != seat:
            calls += 1
            assert (int(table.state.active), called) in known(game, forgot(kernel, table.state, seat, 0), seat)
    assert calls


@pytest.mark.parametrize("name", MEASURED)
def test_a_bot_with_a_bad_memory_plays_otherwise(name: str) -> None:
    game = GAMES[name]
    otherwise = 0
    for seed, table in enumerate(decisions(game, 4, every=3)):
        seat = table.acting[0]
        before = table.state.tobytes()
        choices = [
            SearchBot(game, Strength(60, memory=memory), seed=seed).choose_number(table, seat) for memory in (0.0, 1.0)
        ]
        otherwise += choices[0] != choices[1]
        assert table.state.tobytes() == before
    assert otherwise
