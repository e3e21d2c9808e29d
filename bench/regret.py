"""What a bot's decisions give away: ``python -m bench.regret foursome --bots greedy,tree:7000,heats:7000``.

In positions of games between greedy bots, each bot chooses; then every action that was chosen is played on by greedy
bots from the same deals, to the end, and what a choice brings less than the best of them is its bot's regret. Bots are
named as in the arena, or ``tree:N`` and ``heats:N`` for N simulations, ``heats:N:H`` to judge after H actions.
"""

import argparse
import random
from dataclasses import replace

import numpy as np
from rich.progress import track

import tetracade
from tetracade.bots.bot import Bot, GreedyBot, known_state
from tetracade.bots.heats import gained
from tetracade.bots.levels import bot_named
from tetracade.bots.loops import settings_of
from tetracade.bots.searcher import SearchBot
from tetracade.engine.game import Game, Strength
from tetracade.engine.kernel import kernel_of
from tetracade.table.table import Table, new_table

LATEST = 40
"""A position is taken at the first to so-many-th choice of a game."""

TRUTH = 99
"""The seed of the deals by which choices are judged; bots think with others."""


def thinker(game: Game, name: str) -> Bot:
    """The bot of this name."""
    kind, *numbers = name.split(":")
    if kind not in ("tree", "heats"):
        return bot_named(game, name)
    if len(numbers) > 1:
        game = replace(game, tuning=replace(game.tuning, horizon=int(numbers[1])))
    return SearchBot(game, Strength(int(numbers[0]), heats=kind == "heats"))


def position(game: Game, seats: int, seed: int) -> Table | None:
    """A table at which somebody has a choice, in a game between greedy bots; None if the game was over before."""
    table = new_table(game, seats, seed)
    choices = random.Random(seed).randint(1, LATEST)
    while not table.over:
        seat = table.acting[0]
        choices -= len(kernel_of(game).legal(table.state, seat)) > 1
        if choices == 0:
            return table
        table.play(GreedyBot().choose_number(table, seat), seat)
    return None


def brought(table: Table, seat: int, action: int, playouts: int) -> float:
    """What the action brings when greedy bots play on from it."""
    kernel, state = known_state(table, seat, 0)
    states = kernel.states(2)
    states[0] = state
    to_the_end = settings_of(table.game)._replace(greed=1.0, horizon=table.game.longest)
    return gained(kernel, states, seat, action, range(playouts), to_the_end, TRUTH) / playouts


def main() -> None:
    """Print the regret of each bot."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--bots", default="greedy,4,5")
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--positions", type=int, default=40)
    parser.add_argument("--playouts", type=int, default=10_000)
    asked = parser.parse_args()
    game = tetracade.game(asked.game)
    bots = {name: thinker(game, name) for name in asked.bots.split(",")}
    tables = (table for seed in range(10**9) if (table := position(game, asked.seats, seed)))
    regrets: dict[str, list[float]] = {name: [] for name in bots}
    for _ in track(range(asked.positions), "positions"):
        table = next(tables)
        seat = table.acting[0]
        choices = {name: each.choose_number(table, seat) for name, each in bots.items()}
        worth = {action: brought(table, seat, action, asked.playouts) for action in set(choices.values())}
        for name, action in choices.items():
            regrets[name].append(max(worth.values()) - worth[action])
    for name, each in regrets.items():
        margin = 1.96 * np.std(each) / np.sqrt(len(each))
        print(f"{name:16} gives away {np.mean(each):.4f} ± {margin:.4f} of a game a decision")


if __name__ == "__main__":
    main()
