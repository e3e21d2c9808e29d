"""Every game, in every way it can be set up: what the suites run over. A game is here by being in its folder."""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import tetracade
from bench.connect_four import GAME as CONNECT_FOUR
from tetracade.engine.contract import CHANCE, OVER, State
from tetracade.engine.game import Game
from tetracade.engine.kernel import Kernel, kernel_of, seats_of

GAMES = {**{name: tetracade.game(name) for name in tetracade.game_names()}, CONNECT_FOUR.name: CONNECT_FOUR}
TESTS = Path(__file__).resolve().parents[1]
BOXES = TESTS / "boxes"
"""A box for tests of each game, in which whatever can differ from the standard box does."""


TENTH = bool(os.environ.get("TETRACADE_TENTH"))
"""Whether the suites play a tenth of their games: with other boxes, beside the whole of it with the standard ones."""


def some(games: int) -> int:
    """As many games as this, or a tenth of them."""
    return max(1, games // 10) if TENTH else games


def folder_of(game: Game) -> Path:
    """Where the game's own tests and data are."""
    return TESTS / "games" / game.name


class SetUp(NamedTuple):
    """One way to lay out a game."""

    seats: int
    options: dict[str, Any]


def set_ups(game: Game) -> list[SetUp]:
    """Every number of seats with the usual options, then each option's first, middle and last value in turn."""
    found = [SetUp(seats, {}) for seats in game.seats]
    for option in game.options:
        values = list(option.values)
        fitting = option.seats or game.seats
        for place in sorted({0, len(values) // 2, len(values) - 1}):
            value = [values[place]] if option.many else values[place]
            if value != option.default:
                found.append(SetUp(fitting[place % len(fitting)], {option.name: value}))
    return found


def begun(game: Game, set_up: SetUp) -> tuple[Kernel, State]:
    """A new game's state, before anything happens."""
    kernel = kernel_of(game)
    state = kernel.states()[0]
    kernel.start(state, set_up.seats, game.option_numbers(game.option_values(set_up.options, set_up.seats)))
    return kernel, state


class Step(NamedTuple):
    """One thing that may happen next: a seat's action or (seat -1) an outcome, out of these."""

    seat: int
    id: int
    choices: list[int]


def next_step(kernel: Kernel, state: State, pick: Any) -> Step | None:
    """What happens next, chosen by ``pick`` (a random.Random); None when it is over."""
    mask = kernel.acting(state)
    if mask == OVER:
        return None
    if mask == CHANCE:
        ids, weights = kernel.outcomes(state)
        return Step(-1, pick.choices(ids, weights)[0], ids)
    seat = pick.choice(seats_of(mask))
    choices = kernel.legal(state, seat)
    return Step(seat, pick.choice(choices), choices)


def take(kernel: Kernel, state: State, step: Step) -> None:
    """Let it happen."""
    if step.seat < 0:
        kernel.resolve(state, step.id)
    else:
        kernel.apply(state, step.seat, step.id)


def walk(kernel: Kernel, state: State, pick: Any, limit: int) -> Iterator[Step]:
    """Play on at random, yielding each step before it is taken."""
    for _ in range(limit):
        step = next_step(kernel, state, pick)
        if step is None:
            return
        yield step
        take(kernel, state, step)
