"""The search over Retro Tetro's boards: small changes that keep both sides alike, players that learn what a board asks
for, and objective values by what objectives bring."""

import json
import random
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from bench import live_boards as live
from tetracade.games.retro_tetro import box
from tetracade.games.retro_tetro.hints import WEIGHTS

PRINTED = 3
"""The last objectives, whose values the rulebook prints; the others are held against them."""
AIMED = (3, 5, 7, *range(9, 13))
"""The levels that ask for more than points, or leave an objective to choose: players learn what to aim at there."""
SEEN_BY = (60, live.ALL)
"""The players that learn, by how many of a hundred actions they notice."""
LEARN_EVERY = 40
"""Changes of the board after which players learn anew."""
LEAST_LIT, MOST_LIT = 4, 10
FEWEST_SYMBOLS = 8

Looked = Callable[[box.Parts], Any]
"""What looks at a board, and says how far it is from what is wanted."""


# ---- changes -------------------------------------------------------------------------------------------------------


def mirrored(place: tuple[int, int], columns: int) -> tuple[int, int]:
    """The place on the other side."""
    return place[0], columns - 1 - place[1]


def changed(parts: box.Parts, luck: random.Random) -> box.Parts:
    """The box with a small change that keeps both sides alike: what lies on two pairs of squares, or the lit rows."""
    board = [list(row) for row in parts.board]
    what = luck.random()
    if what < 0.15:
        lit = set(parts.left_halves) ^ {luck.randint(1, parts.line + 1)}
        if luck.random() < 0.6 and parts.left_halves:  # as many as before
            lit.discard(luck.choice(parts.left_halves))
        return parts._replace(left_halves=tuple(sorted(lit)), right_halves=tuple(sorted(lit)))
    if what < 0.3:
        one, other = luck.sample(places_of(board, box.SYMBOLS), 2)
        swap(board, one, other)
    elif what < 0.4:
        one, other = luck.sample(places_of(board, box.MEEPLES), 2)
        swap(board, one, other)
    elif what < 0.5:
        add_or_take_away(board, luck)
    else:
        kind = luck.choice((box.MEEPLES, box.MEEPLES, box.SYMBOLS, box.GOLD))
        one = luck.choice(places_of(board, kind))
        other = (luck.randrange(parts.rows), luck.randrange(parts.columns))
        if luck.random() < 0.6:
            beside = (one[0] + luck.choice((-1, 0, 1)), one[1] + luck.choice((-1, 0, 1)))
            other = beside if 0 <= beside[0] < parts.rows and 0 <= beside[1] < parts.columns else other
        if other == mirrored(one, parts.columns):
            return parts
        swap(board, one, other)
        swap(board, mirrored(one, parts.columns), mirrored(other, parts.columns))
    return parts._replace(board=tuple(map(tuple, board)))


def places_of(board: Sequence[Sequence[str]], marks: str) -> list[tuple[int, int]]:
    """Where these marks are."""
    return [(row, column) for row, line in enumerate(board) for column, mark in enumerate(line) if mark in marks]


def swap(board: list[list[str]], one: tuple[int, int], other: tuple[int, int]) -> None:
    """Swap what lies on two squares."""
    board[one[0]][one[1]], board[other[0]][other[1]] = board[other[0]][other[1]], board[one[0]][one[1]]


def add_or_take_away(board: list[list[str]], luck: random.Random) -> None:
    """Print a pair of symbols more, one on each side, or one pair less."""
    columns = len(board[0])
    there = [
        place
        for place in places_of(board, box.SYMBOLS)
        if board[place[0]][columns - 1 - place[1]] in box.SYMBOLS and place[1] < columns // 2
    ]
    free = [
        place
        for place in places_of(board, box.NOTHING)
        if board[place[0]][columns - 1 - place[1]] == box.NOTHING and place[1] < columns // 2
    ]
    if luck.random() < 0.5 and there:
        row, column = luck.choice(there)
        board[row][column] = board[row][columns - 1 - column] = box.NOTHING
    elif free:
        row, column = luck.choice(free)
        board[row][column], board[row][columns - 1 - column] = luck.sample(box.SYMBOLS, 2)


def plausible(parts: box.Parts) -> bool:
    """Whether a board could be printed: gold above the line, everything else below it, not too little, not too much."""
    gold, others = places_of(parts.board, box.GOLD), places_of(parts.board, box.SYMBOLS + box.MEEPLES)
    lit = len(parts.left_halves) + len(parts.right_halves)
    return (
        all(row >= parts.line for row, _ in gold)
        and all(row < parts.line for row, _ in others)
        and LEAST_LIT <= lit <= MOST_LIT
        and set(box.SYMBOLS) <= {mark for row in parts.board for mark in row}
        and len(places_of(parts.board, box.SYMBOLS)) >= FEWEST_SYMBOLS
    )


# ---- what players learn --------------------------------------------------------------------------------------------


def learn(levels: Sequence[int], trials: int, games: int, luck: random.Random) -> None:
    """Let players at a glance try other weights at these levels of the board that is laid out, and keep what passes.

    From the level on where one chooses an objective, all of them are tried first.
    """
    aims, objectives = live.aims()
    for level in levels:
        if level >= box.PARTS.objective_from:
            tried = []
            for objective in range(1, box.OBJECTIVES + 1):
                objectives[level] = objective
                tried.append((passed(level, games), objective))
            objectives[level] = max(tried)[1]
        best = passed(level, games)
        for _ in range(trials):
            before = aims[level].copy()
            for at in luck.sample(range(len(WEIGHTS)), luck.choice((1, 2, 3))):
                aims[level, at] += round(luck.gauss(0, 15 + 0.35 * abs(int(aims[level, at]))))
            now = passed(level, games)
            if now > best:
                best = now
            else:
                aims[level] = before


def passed(level: int, games: int) -> float:
    """The share of tries that pass, added up over the players that learn."""
    return sum(float(live.column(live.played(games, sight, level), live.SEEN.passed).mean()) for sight in SEEN_BY)


def revalued(parts: box.Parts, worths: Sequence[float]) -> box.Parts:
    """The box with other points for the objectives whose points aren't printed, so that they are worth as much.

    For how many coins, pieces and meeples there are points is printed for all of them.
    """
    wanted = float(np.mean(worths[-PRINTED:]))
    found = list(parts.objectives)
    for at, worth in enumerate(worths[:-PRINTED]):
        better = found[at].points * min(2.0, max(0.5, wanted / max(worth, 1.0)))
        found[at] = found[at]._replace(points=min(9, max(1, round(better))))
    return parts._replace(objectives=tuple(found))


def take_players(file: Path) -> None:
    """Let players aim at what they learned on a board before; as usual if they haven't."""
    live.aim_as_usual()
    aims, objectives = live.aims()
    if file.exists():
        kept = json.loads(file.read_text())
        aims[...], objectives[...] = np.array(kept["aims"]), np.array(kept["objectives"])


def keep_players(file: Path) -> None:
    """Write down what players aim at."""
    aims, objectives = live.aims()
    file.write_text(json.dumps({"aims": aims.tolist(), "objectives": objectives.tolist()}) + "\n")


# ---- bit by bit ----------------------------------------------------------------------------------------------------


def search(parts: box.Parts, log: Path, players: Path, looked: Looked, seconds: float, seed: int) -> None:
    """Climb from a box, and write down each step that came closer; a later run goes on from the last of them."""
    steps = [json.loads(line) for line in log.read_text().splitlines()] if log.exists() else []
    parts = stepped(parts, steps[-1]) if steps else parts
    tried = steps[-1]["tried"] if steps else 0
    luck = random.Random(seed + tried)
    live.lay_out(parts)
    take_players(players)
    best = looked(parts)
    print(f"{best.loss():.3f} after {tried} tries\n{best.said()}", flush=True)
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        if tried % LEARN_EVERY == 0:
            live.lay_out(parts)
            learn(AIMED, 10, 150, luck)
            keep_players(players)
            parts = revalued(parts, looked(parts).worths())
            best = looked(parts)  # better players are the truth, whether or not it looks better
            print(f"players have learned: {best.loss():.3f}\n{best.said()}", flush=True)
        tried += 1
        other = changed(parts, luck)
        if other == parts or not plausible(other):
            continue
        found = looked(other)
        if found.loss() < best.loss():
            parts, best = other, found
            with log.open("a", encoding="utf-8") as file:
                file.write(json.dumps(step_of(parts, tried, best.loss())) + "\n")
            print(f"{tried} tries: {best.loss():.3f}\n{picture(parts)}\n{best.said()}", flush=True)


def step_of(parts: box.Parts, tried: int, loss: float) -> dict[str, Any]:
    """A step, to be written down."""
    return {
        "tried": tried,
        "loss": round(loss, 4),
        "board": ["".join(row) for row in reversed(parts.board)],
        "left_halves": parts.left_halves,
        "right_halves": parts.right_halves,
        "objectives": parts.objectives,
    }


def stepped(parts: box.Parts, step: dict[str, Any]) -> box.Parts:
    """The box after a step that was written down."""
    return parts._replace(
        board=tuple(tuple(row) for row in reversed(step["board"])),
        left_halves=tuple(step["left_halves"]),
        right_halves=tuple(step["right_halves"]),
        objectives=tuple(box.Worth(*each) for each in step["objectives"]),
    )


def picture(parts: box.Parts) -> str:
    """The board as a box writes it."""
    rows = list(enumerate(parts.board, 1))
    lines = [f"{number:>2}   {' '.join(marks)}" for number, marks in reversed(rows)]
    lines += [f"left_halves = {list(parts.left_halves)}", f"right_halves = {list(parts.right_halves)}"]
    if parts.objectives != box.PARTS.objectives:
        lines.append("[objectives]")
        for key, worth in zip(box.OBJECTIVE_KEYS, parts.objectives, strict=True):
            lines.append(f"{key} = {{ points = {worth.points}, for_every = {worth.for_every} }}")
        lines.append(f"covered_gold = {parts.covered_gold}")
    return "\n".join(lines)
