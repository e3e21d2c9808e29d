"""Calibrates a game's estimate as a judge: ``python -m bench.calibrate GAME --games 600``.

The reference player plays games after a few random actions; wherever the game's ``estimate`` answers, its chances and
who acts next are noted, with what came of it. Fitted by likelihood: the power to which the odds are raised, and how
much being next to act is worth beyond what the estimate says. Every fifth game is kept for judging: log-loss and Brier
score, before and after. All of it follows from the seed. The two numbers go into the game's ``judge``.
"""

import argparse
import random
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize

import tetracade
from tetracade.analysis.judge import Judge
from tetracade.analysis.settings import CHEAPEST
from tetracade.engine.arrays import as_rules_see
from tetracade.engine.contract import CHANCE, MOST_SEATS
from tetracade.engine.game import Game
from tetracade.engine.kernel import kernel_of
from tetracade.table.table import new_table

NOISES = (0.0, 0.1, 0.3)


def states_of(game: Game, seats: int, number: int, seed: int) -> list[tuple[Any, ...]]:
    """One game's states from a random moment on: estimate, next to act, result."""
    pick, kernel = random.Random(seed * 1_000_003 + number), kernel_of(game)
    judge = Judge(game, CHEAPEST, seed)
    table = new_table(game, seats, pick.getrandbits(60))
    stop, noise, steps, found = pick.randrange(24), NOISES[number % len(NOISES)], 0, []
    while not table.over:
        seat = table.acting[0]
        choice = judge.choice(table.state, seat, number)
        if steps < stop and pick.random() < noise:
            choice = pick.choice(table.legal_ids(seat))
        before = len(table.entries)
        table.step(seat, choice)
        steps += 1
        over = bool(table.over)
        for index in range(before + 1, len(table.entries) + 1):
            state = table.state_before(index)
            if steps <= stop or over or (judge.open and kernel.acting(state) != CHANCE):
                continue
            worth = np.zeros(MOST_SEATS)
            if kernel.functions["estimate"](as_rules_see(state), worth):
                turn = int(getattr(state, "turn", getattr(state, "active", seat)))
                found.append((number, worth, turn))
    result = np.array([*(table.payoffs or ()), *[0.0] * (MOST_SEATS - seats)])
    return [(*row, result) for row in found]


def chances(power: float, tempo: float, said: NDArray[Any], turn: NDArray[Any]) -> NDArray[Any]:
    """The estimate's chances, calibrated."""
    odds = np.where(said > 0, np.clip(said, 1e-6, 1.0) ** power, 0.0)
    odds[np.arange(len(odds)), turn] *= np.exp(tempo)
    return odds / odds.sum(axis=1, keepdims=True)


def scores(chance: NDArray[Any], result: NDArray[Any]) -> tuple[float, float]:
    """Log-loss and Brier score."""
    loss = -(result * np.log(np.clip(chance, 1e-6, 1.0))).sum(axis=1).mean()
    return float(loss), float(((chance - result) ** 2).sum(axis=1).mean())


def fitted(said: NDArray[Any], turn: NDArray[Any], result: NDArray[Any]) -> tuple[float, float]:
    """The power and the tempo of the highest likelihood."""
    search: Any = minimize  # its stubs take no lists
    found = search(
        lambda given: scores(chances(given[0], given[1], said, turn), result)[0], [1.0, 0.0], method="Nelder-Mead"
    )
    return float(found.x[0]), float(found.x[1])


def main() -> None:
    """Print the two numbers and how well they do."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--games", type=int, default=600)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seats", default="2")
    asked = parser.parse_args()
    game = tetracade.game(asked.game)
    for seats in map(int, asked.seats.split(",")):
        rows = [row for number in range(asked.games) for row in states_of(game, seats, number, asked.seed)]
        numbers, said, turn, result = (np.array([row[place] for row in rows]) for place in range(4))
        held = numbers % 5 == 4
        power, tempo = fitted(said[~held], turn[~held], result[~held])
        before = scores(chances(1.0, 0.0, said[held], turn[held]), result[held])
        after = scores(chances(power, tempo, said[held], turn[held]), result[held])
        print(f"{game.name}, {seats} seats: {len(rows)} states; power {power:.3f}, tempo {tempo:+.3f}")
        print(f"  before: log-loss {before[0]:.4f}  Brier {before[1]:.4f}")
        print(f"  after:  log-loss {after[0]:.4f}  Brier {after[1]:.4f}")


if __name__ == "__main__":
    main()
