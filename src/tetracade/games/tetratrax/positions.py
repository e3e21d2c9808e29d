"""TetraTrax positions: the options they show, and what is wrong with one that no game can reach."""

from typing import Any

import numpy as np

from tetracade.engine.arrays import as_rules_see
from tetracade.games.tetratrax.board import (
    COLUMNS,
    FEWEST_ROWS,
    LETTERS,
    MOST_ROWS,
    SEATS,
    STANDS,
    TILES,
    TILES_A_SIDE,
)
from tetracade.games.tetratrax.box import KINDS
from tetracade.games.tetratrax.notation import SEAT_NAMES, TILE_MARKS
from tetracade.games.tetratrax.rules import legal
from tetracade.games.tetratrax.state import BY_LOT, MOST_HANDICAP, NOBODY


def options_of(state: Any) -> dict[str, Any]:
    """The options the state shows."""
    return {"rows": int(state.rows), "handicap": int(state.handicap)}


def match_keeps(state: Any) -> dict[str, Any]:
    """Who goes first in every game of a match, once the first has settled it: people change seats (TX12)."""
    return {"starter": SEAT_NAMES[int(state.starter)].lower()} if int(state.starter) != NOBODY else {}


def fault_of(state: Any) -> str:
    """Why no game can reach this state; empty if one can."""
    if not FEWEST_ROWS <= int(state.rows) <= MOST_ROWS:
        return f"rows={int(state.rows)}: a tower has {FEWEST_ROWS} to {MOST_ROWS} rows"
    if not 0 <= int(state.handicap) <= MOST_HANDICAP:
        return f"handicap={int(state.handicap)}: a handicap is 0 to {MOST_HANDICAP} points"
    return _tiles_wrong(state) or _turn_wrong(state)


def _tiles_wrong(state: Any) -> str:
    used = np.zeros((SEATS, len(KINDS)), int)
    tower = np.asarray(state.tower)
    for tile in range(1, 1 + SEATS * TILES_A_SIDE):
        squares = [(int(column), int(row)) for row, column in zip(*np.nonzero(tower == tile), strict=True)]
        seat, number = divmod(tile - 1, TILES_A_SIDE)
        mark = TILE_MARKS[tile]
        if not squares:
            if number < int(state.dropped[seat]):
                return (
                    f"{SEAT_NAMES[seat]} has dropped {int(state.dropped[seat])} tiles, but {mark} is not in the tower"
                )
            continue
        left, low = min(column for column, _ in squares), min(row for _, row in squares)
        shape = tuple(sorted((column - left, row - low) for column, row in squares))
        stand = next((stand for stand in STANDS[:-1] if tuple(sorted(stand.squares)) == shape), None)
        if stand is None:
            return f"the squares marked {mark} don't form a tile"
        used[seat, stand.kind] += 1
        if all(row and tower[row - 1, column] in (0, tile) for column, row in squares):
            return f"tile {mark} hangs in the air"
    for seat in range(SEATS):
        for kind in range(len(KINDS)):
            if used[seat, kind] + int(state.left[seat, kind]) != TILES[kind]:
                return (
                    f"{SEAT_NAMES[seat]} has {TILES[kind]} of tile {LETTERS[kind]} in all, "
                    f"not {used[seat, kind]} in the tower and {int(state.left[seat, kind])} left"
                )
    return ""


def _turn_wrong(state: Any) -> str:
    turn, dropped = int(state.turn), [int(state.dropped[seat]) for seat in range(SEATS)]
    if turn == BY_LOT and any(dropped):
        return "act=lot: the lot is drawn before the first tile"
    if turn == BY_LOT and int(state.starter) != NOBODY:
        return f"act=lot: {SEAT_NAMES[int(state.starter)]} can't have started before the lot is drawn"
    if turn != BY_LOT and int(state.handicap) and int(state.starter) == NOBODY:
        return "starter=-: with a handicap it is known who started"
    out = np.zeros(len(STANDS) * COLUMNS, np.int64)
    if turn == NOBODY and any(legal(as_rules_see(state), seat, out) for seat in range(SEATS)):
        return "act=nobody: a tile still fits"
    given = [int(state.handicap) if seat == int(state.starter) else 0 for seat in range(SEATS)]
    if sum(dropped) == 0 and [int(state.points[seat]) for seat in range(SEATS)] != given:
        return "there are points, but no tile is in the tower"
    return ""
