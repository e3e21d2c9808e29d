"""Whatever happens, each viewer is told step by step: what changed for them, and what is to be seen where."""

import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.suites.every import GAMES, set_ups
from tetracade.engine.chance import SeededDealer
from tetracade.engine.contract import SPECTATOR
from tetracade.engine.game import Game
from tetracade.engine.kernel import kernel_of
from tetracade.table.narration import effects_of, steps
from tetracade.table.table import Table

every_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES.keys())
seeds = st.integers(0, 2**32 - 1)


def changed(view: dict[str, Any], changes: dict[str, Any]) -> dict[str, Any]:
    """The view with these changes, as docs/protocol.md says they are to be read."""
    for path, value in changes.items():
        *places, last = [int(part) if part.isdigit() else part for part in path.split(".")]
        inner: Any = view
        for place in places:
            inner = inner[place]
        inner[last] = value
    return view


def played(game: Game, seed: int, most: int) -> Table:
    """A table with some random actions behind it."""
    pick = random.Random(seed)
    set_up = pick.choice(set_ups(game))
    table = Table(game, set_up.seats, set_up.options, dealer=SeededDealer(seed))
    for _ in range(pick.randrange(1, most)):
        if not table.acting:
            break
        seat = pick.choice(table.acting)
        table.step(seat, pick.choice(table.legal_ids(seat)))
    return table


@every_game
@given(seed=seeds)
@settings(max_examples=6)
def test_the_changes_of_each_step_lead_from_view_to_view(game: Game, seed: int) -> None:
    table = played(game, seed, 60)
    kernel = kernel_of(game)
    for eye in range(SPECTATOR, table.seats):
        view = kernel.view(table.state_before(0), eye, over=False).as_dict()
        for index, step in enumerate(steps(table, eye, 0, len(table.entries))):
            after = kernel.view(table.state_before(index + 1), eye, over=False).as_dict()
            assert changed(view, step.changes) == after


@every_game
@given(seed=seeds)
@settings(max_examples=6)
def test_marks_name_places_and_seats_and_nothing_that_is_hidden(game: Game, seed: int) -> None:
    table = played(game, seed, 60)
    for eye in range(SPECTATOR, table.seats):
        for step in steps(table, eye, 0, len(table.entries)):
            for mark in step.marks:
                assert mark.kind
                assert mark.place
                assert -1 <= mark.hits < table.seats
                assert mark.hits == -1 or mark.hits != step.told.seat, "nobody is hit by what they do themselves"
                assert not mark.path or mark.place == mark.path[-1] or mark.kind == "leave" or mark.kind == "shuffle"
                assert step.told.seen or not mark.thing


@every_game
@given(seed=seeds)
@settings(max_examples=6)
def test_the_effects_of_an_offer_are_what_then_happens(game: Game, seed: int) -> None:
    table = played(game, seed, 40)
    pick = random.Random(seed)
    for _ in range(8):
        if not table.acting:
            break
        seat = pick.choice(table.acting)
        action = pick.choice(table.legal_ids(seat))
        view, index = table.view(seat), len(table.entries)
        after, marks = effects_of(game, view, action)
        kernel = kernel_of(game)
        secret = kernel.timing_secret(table.state)
        table.step(seat, action)
        if secret or kernel.timing_secret(table.state_before(index + 1)):
            continue  # who is asked next depends on hands, and an effect is told from the view alone
        step = steps(table, seat, index, index + 1)[0]
        assert after.changes_since(view) == step.changes
        assert marks == step.marks


@every_game
@given(seed=seeds)
@settings(max_examples=6)
def test_how_everybody_stands_comes_to_the_points_of_the_end(game: Game, seed: int) -> None:
    table = played(game, seed, 2)
    pick = random.Random(seed)
    while table.acting:
        seat = table.acting[0]
        table.step(seat, pick.choice(table.legal_ids(seat)))
    result = table.result
    assert result is not None
    told = game.standing(table.view(0))
    assert not told or [sum(parts.values()) for parts in told] == list(result.points)
    assert game.dangers(table.view(0)) == ()
