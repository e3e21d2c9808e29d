"""Recorded games with every seat's view; ``python -m tests.suites.playthroughs [GAME …]`` records them anew.

``TETRACADE_BOX=tests/boxes`` before it records those with the boxes for tests.

A playthrough shows each step with the words a spectator hears. The views of all seats stand in full after the first
steps, then now and then, and at the end.
"""

import json
import random
import sys
from pathlib import Path

from tests.suites.every import BOXES, GAMES, SetUp, folder_of, set_ups
from tetracade.engine.contract import SPECTATOR
from tetracade.engine.game import Game
from tetracade.engine.kernel import kernel_of
from tetracade.table.table import Table, new_table

FULL_VIEWS = 4
EVERY = 40
MOST_STEPS = 300


def path_of(game: Game, number: int) -> Path:
    """The file of this playthrough; with another box than the standard one it lies beside that box."""
    if game.box_mark:
        return BOXES / "playthroughs" / f"{game.name}_{number}.txt"
    return folder_of(game) / "playthroughs" / f"{number}.txt"


def shown(game: Game) -> list[SetUp]:
    """The ways of setting up that are recorded: the usual one, and the one with the most seats."""
    ways = set_ups(game)
    return [ways[0], max(ways, key=lambda way: way.seats)] if len(game.seats) > 1 else [ways[0], ways[-1]][: len(ways)]


def _views(table: Table) -> list[str]:
    lines = []
    for seat in (SPECTATOR, *range(table.seats)):
        name = "spectator" if seat == SPECTATOR else f"seat {seat}"
        lines.append(f"  {name}: {json.dumps(table.view(seat).as_dict(), separators=(',', ':'))}")
    return lines


def playthrough(game: Game, number: int) -> str:
    """The whole text of the playthrough."""
    set_up = shown(game)[number]
    pick = random.Random(number)
    table = new_table(game, set_up.seats, number, None, set_up.options)
    kernel = kernel_of(game)
    lines = [f"{game.name} {game.version} seats={set_up.seats} options={json.dumps(table.options)}"]
    told = 0
    steps = 0
    while not table.over and steps < MOST_STEPS:
        for line in table.story(since=told):
            lines.append(f"{told}: {line}")
            told += 1
        if steps < FULL_VIEWS or steps % EVERY == 0:
            lines += [f"  position: {table.position()}", *_views(table)]
        seat = pick.choice(table.acting)
        legal = kernel.legal(table.state, seat)
        lines.append(f"  seat {seat} of {table.acting} has {len(legal)} actions")
        table.play(pick.choice(legal), seat)
        steps += 1
    for line in table.story(since=told):
        lines.append(f"{told}: {line}")
        told += 1
    lines += _views(table)
    if table.result is not None:
        lines.append(f"result: {table.result}")
    return "\n".join(lines) + "\n"


def main(names: list[str]) -> None:
    """Record the playthroughs of these games, or of all."""
    for name in names or GAMES:
        for number in range(len(shown(GAMES[name]))):
            path = path_of(GAMES[name], number)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(playthrough(GAMES[name], number))
            print(path)


if __name__ == "__main__":
    main(sys.argv[1:])
