"""Retro Tetro with a board that changes while the process runs: what a search over boards plays with.

A game's box is compiled into it, which takes ten seconds for each board. Numba takes an array that isn't contiguous not
as a constant but by its address. So here the tables of what lies on the board are made such arrays before anything is
compiled, and another board is written into them. The size of the board, the line and the cards stay those of the
process's own box, and so do the numbers of meeples and of gold squares, over which rules count. What players aim at is
made such arrays, too: on another board other things are worth while.
"""

import os
import runpy
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

import tetracade
from tetracade.engine.arrays import at
from tetracade.engine.box import box_from, values_in
from tetracade.engine.chance import below, generator
from tetracade.engine.contract import OVER, Options, Rng
from tetracade.engine.kernel import kernel_of
from tetracade.engine.loops import chosen_seat, settle
from tetracade.engine.scratch import Scratch, scratch_for
from tetracade.engine.unbound import apply, legal, rate, start
from tetracade.games.retro_tetro import board, box, drops, hints, points, state
from tetracade.lab.arena import played_by

os.environ["TETRACADE_CACHE"] = str(Path(__file__).parents[1] / "build" / "live-boards")
"""A cache of its own: in the usual one there may be code with a board compiled in."""

GAME = tetracade.game("retro_tetro")
KERNEL = kernel_of(GAME)
PACKAGE = "tetracade.games.retro_tetro"
FOLDER = Path(board.__file__).parent

ON_THE_BOARD = (
    "SYMBOL",
    "MEEPLE",
    "GOLD",
    "SPECIAL",
    "HIGHLIGHTED",
    "GOLD_SQUARES",
    "MEEPLE_SQUARES",
    "OBJECTIVE_POINTS",
    "OBJECTIVE_EVERY",
    "OBJECTIVE_EACH",
)
"""The tables of ``board.py`` that may change."""

AIMED_AT = ("AIMS", "OBJECTIVE_FOR")
"""The tables of ``hints.py`` that may change: weights by level, and the objective chosen at each."""

FIXED = ("COLUMNS", "ROWS", "LINE", "PIECES_A_SHAPE", "CARDS_PLAYED", "CARD_COUNTS", "LEVEL_POINTS", "LEAST", "MOST")
"""Those that another board must have as they are, beside the sizes of the others."""

_live: dict[str, NDArray[np.int64]] = {}
_usual: dict[str, NDArray[np.int64]] = {}


class OtherSizes(ValueError):
    """A board that this process can't play with."""


def parts_of(path: Path) -> box.Parts:
    """What the box in this file holds."""
    return box_from(values_in(path), path, box.read, values_in(FOLDER / "box.toml"))[1]


def mark_of(path: Path) -> str:
    """What games with the box in this file depend on: the box, the rules and the bots."""
    digest = box_from(values_in(path), path, box.read, values_in(FOLDER / "box.toml"))[0].digest
    return f"box {digest}, sources {played_by(GAME)['sources']}"


def tables_of(parts: box.Parts) -> dict[str, Any]:
    """What ``board.py`` makes of these parts."""
    usual, box.PARTS = box.PARTS, parts
    try:
        return runpy.run_path(board.__file__)
    finally:
        box.PARTS = usual


def sizes_of(parts: box.Parts) -> tuple[int, ...]:
    """What must be equal for two boxes to be played by one process, apart from what no board changes."""
    tables = tables_of(parts)
    return (parts.columns, parts.rows, parts.line, len(tables["MEEPLE_SQUARES"]), len(tables["GOLD_SQUARES"]))


def lay_out(parts: box.Parts) -> None:
    """Play with this box from now on; the first time before anything is compiled."""
    tables = tables_of(parts)
    for name in FIXED:
        if not np.array_equal(tables[name], getattr(board, name)):
            raise OtherSizes(f"{name.lower()} can't change while the process runs")
    if not _live:
        for name in ON_THE_BOARD:
            _loosen(name, getattr(board, name), tables[name].shape)
        for name in AIMED_AT:
            _usual[name] = getattr(hints, name)
            _loosen(name, getattr(hints, name), getattr(hints, name).shape)
        _check()
    for name in ON_THE_BOARD:
        live = _live[name]
        if live.shape != tables[name].shape:
            raise OtherSizes(f"the number of {name.lower()} can't change while the process runs")
        live[...] = tables[name]


def _loosen(name: str, usual: NDArray[np.int64], shape: tuple[int, ...]) -> None:
    """Put an array that may change in the place of this table, wherever a module of the game has it."""
    live = _live[name] = np.zeros((*shape[:-1], 2 * shape[-1]), np.int64)[..., ::2]
    if shape == usual.shape:
        live[...] = usual
    for module in [each for name, each in sys.modules.items() if name.startswith(PACKAGE)]:
        if getattr(module, name, None) is usual:  # box.GOLD is a letter
            setattr(module, name, live)


def aim_as_usual() -> None:
    """Let players aim at what they aim at on the standard board."""
    for name, usual in _usual.items():
        _live[name][...] = usual


def aims() -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """What players aim at, to be changed in place: weights by level, and the objective that they choose at each."""
    return _live["AIMS"], _live["OBJECTIVE_FOR"]


def _check() -> None:
    """Raise RuntimeError if a board was compiled in before."""
    for shape in (int(board.KIND_OF[0]), -1):
        _live["SYMBOL"][:] = shape
        if (drops.symbols_matched(0, 0, 0) > 0) != (shape >= 0):
            raise RuntimeError("a board was compiled in before this one was laid out")


class Seen(NamedTuple):
    """What is noted of each seat at the end, by column of ``played``'s rows."""

    points: int = 0
    coins: int = 1
    half_rows: int = 2
    columns: int = 3
    gold: int = 4
    meeples: int = 5
    paid: int = 6
    passed: int = 7
    objective: int = 8


SEEN = Seen()
ALL = 100


def glance_games(
    states: NDArray[Any],
    blank: NDArray[Any],
    games: int,
    seats: int,
    options: Options,
    kept: NDArray[np.int64],
    sight: int,
    rng: Rng,
    scratch: Scratch,
    out: NDArray[np.int64],
) -> None:
    """Play games by what looks best at a glance, each action being noticed with a chance of ``sight`` in a hundred.

    In a game of several seats everyone keeps an objective by ``kept``, whatever was dealt.
    """
    actions, ratings = scratch.actions, scratch.ratings
    for game in range(games):
        states[0] = blank[0]
        here = at(states, 0)
        start(here, seats, options)
        mask = settle(here, rng, scratch)
        while mask != OVER:
            seat = chosen_seat(mask, rng)
            if here.phase == state.KEEPING and seats > 1:
                apply(here, seat, state.KEEP + kept[game * seats + seat])
                mask = settle(here, rng, scratch)
                continue
            count = legal(here, seat, actions)
            rate(here, seat, actions, count, ratings)
            best = -1
            while best < 0:
                for index in range(count):
                    if sight >= ALL or below(rng, ALL) < sight:
                        if best < 0 or ratings[index] > ratings[best]:
                            best = index
            apply(here, seat, actions[best])
            mask = settle(here, rng, scratch)
        for seat in range(seats):
            row = game * seats + seat
            out[row, SEEN.points] = points.points_of(here, seat)
            out[row, SEEN.coins] = here.coins[seat]
            out[row, SEEN.half_rows] = here.row_coins[seat]
            out[row, SEEN.columns] = points.columns_above(here, seat)
            out[row, SEEN.gold] = points.gold_covered(here, seat)
            out[row, SEEN.meeples] = points.meeples_visible(here, seat)
            out[row, SEEN.paid] = points.objective_points(here, seat, here.objective[seat])
            out[row, SEEN.passed] = points.passes(here, seat) if here.level else 0
            out[row, SEEN.objective] = here.objective[seat]


LOOP = KERNEL.bound(glance_games)


def played(games: int, sight: int, level: int = 0, seats: int = 1, objectives: bool = False) -> NDArray[np.int64]:
    """A row for each seat of these games, with the columns of ``Seen``; the same for the same board."""
    asked = {"level": level} if level else {"objectives": objectives}
    kept = np.argsort(np.random.default_rng(games).random((games, box.OBJECTIVES)))[:, :seats]
    rows = np.zeros((games * seats, len(SEEN)), np.int64)
    LOOP(
        KERNEL.states(),
        KERNEL.blank,
        games,
        seats,
        GAME.option_numbers(GAME.option_values(asked, seats)),
        np.ascontiguousarray(kept.ravel()),
        sight,
        generator(22, level),
        scratch_for(GAME),
        rows,
    )
    return rows


def column(rows: NDArray[np.int64], which: int) -> NDArray[np.int64]:
    """One column of ``played``'s rows."""
    return np.asarray(rows[:, which])


def groups(paths: Sequence[Path]) -> list[list[Path]]:
    """The boxes that one process can play with, together."""
    found: dict[tuple[int, ...], list[Path]] = {}
    for path in paths:
        found.setdefault(sizes_of(parts_of(path)), []).append(path)
    return list(found.values())
