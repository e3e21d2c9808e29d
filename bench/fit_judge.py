"""Fits a game's judge: ``python -m bench.fit_judge GAME --games 40000``.

Games are played by the greedy bot with some random actions up to a random moment, where every seat is described
(``describe`` of the game's ``outlook.py``), and then greedily to the end. What a seat still makes is fitted by least
squares on the description, each weight changing with the game's progress; then the scale that turns the points
expected at the end into chances to win is fitted by likelihood. Every fifth game is kept for judging the fit:
log-loss and Brier score of the winner, with equal chances and with the points at that moment (and a scale of their own)
beside it. All of it follows from the seed. The numbers printed go into ``outlook.py``.

``--by reference`` lets the judge's own reference player go on after the random moment, which in games without secrets
looks ahead by the judge as it is now, and takes every state from there on: a second round after the first.
``python -m bench.calibrate GAME`` does the like for games that have an ``estimate``.
"""

import argparse
import importlib
import itertools
import random
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize

import tetracade
from tetracade.analysis.judge import Judge
from tetracade.analysis.settings import CHEAPEST
from tetracade.engine.arrays import as_rules_see, at
from tetracade.engine.chance import below, generator, reseed
from tetracade.engine.compile import bind
from tetracade.engine.contract import MOST_SEATS, OVER
from tetracade.engine.game import Game
from tetracade.engine.kernel import kernel_of
from tetracade.engine.loops import chosen_seat, settle
from tetracade.engine.scratch import scratch_for
from tetracade.engine.unbound import apply, legal, payoff, rate, score, start, winners
from tetracade.table.table import new_table

NOISES = (0.0, 0.05, 0.15, 0.4)
REFERENCE_NOISES = (0.1, 0.25, 0.5)
OPENING = 4
"""The reference player may play the same game every time, so the first few actions are random."""


def describe(state: Any, seat: int, out: Any) -> bool:
    """Stands for the game's own."""
    raise LookupError


def progress(state: Any) -> float:
    """Stands for the game's own."""
    raise LookupError


def play_to(
    states: NDArray[Any],
    blank: NDArray[Any],
    seats: int,
    options: Any,
    stop: int,
    noise: int,
    rng: Any,
    scratch: Any,
    features: NDArray[np.float64],
    now: NDArray[np.float64],
    then: NDArray[np.float64],
    shares: NDArray[np.float64],
) -> float:
    """Play one game; write every seat's description at the stop and what came of it. Return the progress, or -1."""
    states[0] = blank[0]
    state = at(states, 0)
    start(state, seats, options)
    steps = 0
    told = -1.0
    mask = settle(state, rng, scratch)
    while mask != OVER:
        if told < 0.0 and steps >= stop and describe(state, 0, features[0]):
            for seat in range(seats):
                describe(state, seat, features[seat])
            score(state, scratch.points)
            for seat in range(seats):
                now[seat] = scratch.points[seat]
            told = progress(state)
        seat = chosen_seat(mask, rng)
        count = legal(state, seat, scratch.actions)
        choice = 0
        if told < 0.0 and below(rng, 1000) < noise:
            choice = below(rng, count)
        elif count > 1:
            rate(state, seat, scratch.actions, count, scratch.ratings)
            for index in range(1, count):
                if scratch.ratings[index] > scratch.ratings[choice]:
                    choice = index
        apply(state, seat, scratch.actions[choice])
        steps += 1
        mask = settle(state, rng, scratch)
    score(state, scratch.points)
    for seat in range(seats):
        then[seat] = scratch.points[seat]
    payoff(state, scratch.points, winners(state, scratch.points), shares)
    return told


class Sample:
    """Positions with what came of them, one of each game."""

    def __init__(
        self, game: Game, games: int, seed: int, most_seats: int, options: dict[str, list[Any]], by_reference: bool
    ) -> None:
        outlook = importlib.import_module(f"{game.rules.__name__.rpartition('.')[0]}.outlook")
        kernel = kernel_of(game)
        own = {"describe": outlook.describe, "progress": outlook.progress}
        play = bind(play_to, {**kernel.functions, **kernel.loops, **own}, f"{game.name}_fit")
        size = len(outlook.FEATURES)
        counts = [count for count in game.seats if 1 < count <= most_seats]
        ways = [dict(zip(options, values, strict=True)) for values in itertools.product(*options.values())]
        rng, states, scratch = generator(0), kernel.states(), scratch_for(game)
        rows: list[tuple[Any, ...]] = []
        if by_reference:
            for number in range(games):
                seats = counts[number % len(counts)]
                rows += self.by_reference(game, outlook, number, seed, seats, ways[number // len(counts) % len(ways)])
        for number in range(0 if by_reference else games):
            reseed(rng, seed, number)
            seats = counts[number % len(counts)]
            given = game.option_values(ways[number // len(counts) % len(ways)], seats)
            stop = int(below(rng, self.longest(game, seats)))
            features = np.zeros((MOST_SEATS, size))
            now, then, shares = np.zeros((3, MOST_SEATS))
            noise = int(1000 * NOISES[number % len(NOISES)])
            numbers = game.option_numbers(given)
            told = play(states, kernel.blank, seats, numbers, stop, noise, rng, scratch, features, now, then, shares)
            if told >= 0:
                rows.append((number, seats, told, features, now, then, shares))
        self.numbers = np.array([row[0] for row in rows])
        self.seats = np.array([row[1] for row in rows])
        self.progress = np.array([row[2] for row in rows])
        self.features, self.now, self.then, self.shares = (
            np.array([row[place] for row in rows]) for place in (3, 4, 5, 6)
        )
        self.size = size

    def by_reference(
        self, game: Game, outlook: Any, number: int, seed: int, seats: int, options: dict[str, Any]
    ) -> list[tuple[Any, ...]]:
        """All states of a game from a random moment on, from which the reference player goes on."""
        pick, kernel = random.Random(seed * 1_000_003 + number), kernel_of(game)
        judge = Judge(game, CHEAPEST, seed)
        table = new_table(game, seats, pick.getrandbits(60), None, options)
        stop, steps = max(OPENING, pick.randrange(self.longest(game, seats))), 0
        noise = REFERENCE_NOISES[number % len(REFERENCE_NOISES)]
        found: list[tuple[Any, ...]] = []
        while not table.over:
            seat = table.acting[0]
            features = np.zeros((MOST_SEATS, len(outlook.FEATURES)))
            if steps > stop and outlook.describe(as_rules_see(table.state), 0, features[0]):
                for each in range(seats):
                    outlook.describe(as_rules_see(table.state), each, features[each])
                now = np.array([*kernel.score(table.state), *[0] * (MOST_SEATS - seats)], float)
                found.append((number, seats, outlook.progress(as_rules_see(table.state)), features, now))
            choice = judge.choice(table.state, seat, number)
            if steps < OPENING or (steps < stop and pick.random() < noise):
                choice = pick.choice(table.legal_ids(seat))
            table.step(seat, choice)
            steps += 1
        empty = [0.0] * (MOST_SEATS - seats)
        then = np.array([*kernel.score(table.state), *empty], float)
        shares = np.array([*kernel.payoff(table.state), *empty])
        return [(*row, then, shares) for row in found]

    @staticmethod
    @cache
    def longest(game: Game, seats: int) -> int:
        """The actions of a game of this many seats: the stop is drawn below it."""
        table = tetracade.new(game.name, seats=seats, seed=1)
        steps = 0
        kernel = kernel_of(game)
        while not table.over:
            seat = table.acting[0]
            legal_now = table.legal_ids(seat)
            ratings = kernel.rate(table.state, seat, legal_now)
            table.step(seat, legal_now[ratings.index(max(ratings))])
            steps += 1
        return steps


def basis(progress_: NDArray[Any], count: int) -> NDArray[Any]:
    """1, the progress, its square, …"""
    return np.stack([progress_**power for power in range(count)], axis=-1)


def chances(expected: NDArray[Any], there: NDArray[Any], scale: NDArray[Any], progress_: NDArray[Any]) -> NDArray[Any]:
    """Chances to win from the points expected."""
    width = np.maximum(basis(progress_, len(scale)) @ scale, 0.2)
    lead = np.where(there, expected / width[:, None], -np.inf)
    lead -= lead.max(axis=1, keepdims=True)
    odds = np.exp(lead)
    return odds / odds.sum(axis=1, keepdims=True)


def loss(chance: NDArray[Any], shares: NDArray[Any], there: NDArray[Any]) -> float:
    """Log-loss."""
    return float(-(shares * np.log(np.clip(chance, 1e-9, 1.0)) * there).sum(axis=1).mean())


def brier(chance: NDArray[Any], shares: NDArray[Any], there: NDArray[Any]) -> float:
    """Brier score."""
    return float((((chance - shares) ** 2) * there).sum(axis=1).mean())


def fitted_scale(expected: NDArray[Any], there: NDArray[Any], progress_: NDArray[Any], shares: NDArray[Any]) -> Any:
    """The scale of the highest likelihood."""
    search: Any = minimize  # its stubs take no lists
    found = search(
        lambda scale: loss(chances(expected, there, scale, progress_), shares, there),
        [4.0, 0.0, -2.0],
        method="Nelder-Mead",
        options={"maxiter": 800},
    )
    return found.x


def main() -> None:
    """Print the weights and how well they do."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--games", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--most-seats", type=int, default=4)
    parser.add_argument("--options", default="", help="e.g. rows=10,12,14;handicap=0,2")
    parser.add_argument("--by", choices=("greedy", "reference"), default="greedy")
    asked = parser.parse_args()
    game = tetracade.game(asked.game)
    options: dict[str, list[Any]] = {}
    for part in filter(None, asked.options.split(";")):
        name, _, values = part.partition("=")
        options[name] = [
            {option.name: option for option in game.options}[name].read(each) for each in values.split(",")
        ]
    sample = Sample(game, asked.games, asked.seed, asked.most_seats, options, asked.by == "reference")
    there = np.arange(MOST_SEATS)[None, :] < sample.seats[:, None]
    held = sample.numbers % 5 == 4
    powers = 3
    inputs = (sample.features[:, :, :, None] * basis(sample.progress, powers)[:, None, None, :]).reshape(
        len(sample.seats), MOST_SEATS, -1
    )
    gain = sample.then - sample.now
    rows, target = inputs[~held][there[~held]], gain[~held][there[~held]]
    ridge = 1e-3 * len(rows) * np.eye(rows.shape[1])
    weights = np.linalg.solve(rows.T @ rows + ridge, rows.T @ target)
    weights = np.round(1000 * weights) / 1000
    expected = sample.now + inputs @ weights
    rest = (gain - inputs @ weights)[held][there[held]]
    print(
        f"{held.sum()} states held out; points still to come: "
        f"{gain[held][there[held]].std():.2f} spread, {rest.std():.2f} left"
    )
    equal = there / sample.seats[:, None]
    for name, points in (("points now", sample.now), ("fitted", expected)):
        scale = fitted_scale(points[~held], there[~held], sample.progress[~held], sample.shares[~held])
        chance = chances(points, there, scale, sample.progress)
        told = (
            loss(chance[held], sample.shares[held], there[held]),
            brier(chance[held], sample.shares[held], there[held]),
        )
        print(f"{name:12} log-loss {told[0]:.4f}  Brier {told[1]:.4f}")
    print(
        f"{'equal':12} log-loss {loss(equal[held], sample.shares[held], there[held]):.4f}  "
        f"Brier {brier(equal[held], sample.shares[held], there[held]):.4f}"
    )
    print("WEIGHTS = table(\n    [")
    for line in np.round(1000 * weights).astype(int).reshape(sample.size, powers).tolist():
        print(f"        {line},")
    print("    ]\n)")
    print(f"SCALE = table({np.round(1000 * scale).astype(int).tolist()})")


if __name__ == "__main__":
    main()
