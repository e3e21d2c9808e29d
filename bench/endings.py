"""How often a bot's moves near the end are the best there are: ``python -m bench.endings --bot 5 --positions 200``.

Positions are the last so-many plies of games between two bots, those with a choice. The bot chooses in each; then the
exact search says what is best, with as many states as ``--states`` allows; positions for which these don't suffice are
counted apart. With ``--file`` it goes on where it stopped.
"""

import argparse
import json
import time
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np

import tetracade
from tetracade.bots.levels import bot_named
from tetracade.bots.proof import Proof
from tetracade.engine.game import Game
from tetracade.engine.kernel import kernel_of, seats_of
from tetracade.table.table import Table, new_table

UNPROVED, BEST, WORSE = "unproved", "best", "worse"


def last_positions(game: Game, players: str, seed: int, plies: int) -> list[tuple[int, Table]]:
    """The tables at which somebody had a choice so many plies or fewer before the end, with those plies."""
    table = new_table(game, seed=seed)
    bots = [bot_named(game, players, seed * 16 + seat) for seat in range(table.seats)]
    tables = []
    while not table.over:
        seat = table.acting[0]
        tables.append(table.copy())
        table.play(bots[seat].choose_number(table, seat), seat)
    last = [(len(tables) - place, each) for place, each in enumerate(tables)][-plies:]
    return [(left, each) for left, each in last if len(each.legal_ids(each.acting[0])) > 1]


def proof_of(proof: Proof, state: Any, seat: int, states: int) -> int | None:
    """The lead with which the seat ends when both play their best; None if the states don't suffice."""
    proof.root(state, seat, states)
    for _ in proof.steps():
        pass
    return max(proof.leads.values()) if proof.proved else None


def verdict(game: Game, proof: Proof, table: Table, action: int, states: int) -> tuple[str, int]:
    """Whether the action is the best there is, and the points it gives away."""
    kernel, seat = kernel_of(game), table.acting[0]
    best = proof_of(proof, table.state, seat, states)
    if best is None:
        return UNPROVED, 0
    after = kernel.states()
    after[0] = table.state
    kernel.apply(after[0], seat, action)
    next_seats = seats_of(kernel.acting(after[0]))
    if not next_seats:
        points = kernel.score(after[0])
        reached: int | None = points[seat] - points[1 - seat]
    else:
        lead = proof_of(proof, after[0], next_seats[0], states)
        reached = lead if lead is None or next_seats[0] == seat else -lead
    if reached is None:
        return UNPROVED, 0
    return (BEST if reached == best else WORSE), best - reached


def main() -> None:
    """Print how many moves were the best."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", nargs="?", default="tetratrax")
    parser.add_argument("--bot", default="5")
    parser.add_argument("--players", default="master-1")
    parser.add_argument("--positions", type=int, default=200)
    parser.add_argument("--plies", type=int, default=8)
    parser.add_argument("--states", type=int, default=1 << 40)
    parser.add_argument("--file", type=Path)
    asked = parser.parse_args()
    game = tetracade.game(asked.game)
    proof, chooser = Proof(kernel_of(game)), bot_named(game, asked.bot)
    rows: list[list[Any]] = json.loads(asked.file.read_text()) if asked.file and asked.file.exists() else []
    seed = 1 + max((row[0] for row in rows), default=-1)
    while len(rows) < asked.positions:
        for left, table in last_positions(game, asked.players, seed, asked.plies):
            chooser.reseed(seed)
            began = time.perf_counter()
            action = chooser.choose_number(table, table.acting[0])
            took = time.perf_counter() - began
            rows.append([seed, left, *verdict(game, proof, table, action, asked.states), took])
        seed += 1
        if asked.file:
            asked.file.write_text(json.dumps(rows))
    kinds = Counter(row[2] for row in rows)
    print(
        f"{len(rows)} positions of {seed} games: {kinds[BEST]} best, {kinds[WORSE]} worse, {kinds[UNPROVED]} unproved"
    )
    for left in range(1, asked.plies + 1):
        print(left, "plies before the end:", dict(Counter(row[2] for row in rows if row[1] == left)))
    print(f"given away: {sum(row[3] for row in rows) / seed:.2f} points a game")
    print(f"slowest choice {max(row[4] for row in rows):.2f} s, median {np.median([row[4] for row in rows]):.3f} s")


if __name__ == "__main__":
    main()
