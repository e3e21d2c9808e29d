"""What a small network expects of a position of TetraTrax: who will win, and by how much.

It sees the tower's surface, tiles left and rows left from the seat that is to act. Each thing it sees is a feature that
holds or doesn't: its first layer is a sum of rows of a table. ``bench.learn_judge`` trains it.
"""

import base64
import math
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from tetracade.engine.compile import inlined, rule
from tetracade.engine.contract import MOST_SEATS, ROOM, Payoffs, State
from tetracade.games.tetratrax import foresight_weights as weights
from tetracade.games.tetratrax.board import (
    COLUMNS,
    KIND_OF,
    LEGAL_STANDS,
    MOST_ROWS,
    SEATS,
    TILES,
    TILES_A_SIDE,
)
from tetracade.games.tetratrax.box import BOX, KINDS
from tetracade.games.tetratrax.rules import fitting, room_above

Layer: TypeAlias = NDArray[np.float64]

STEEPEST = 5
"""Steps between columns are told apart up to this."""
STEEPEST_PAIR = 2
WALL = 4
"""So many squares of the higher column beside a lower one are looked at."""
OWNERS = 3
PAIRS = COLUMNS - 1
MOST_OF_A_KIND = int(TILES.max())
ROOM_PART = 4
"""Free squares of the tower are told apart in steps of this."""

FREE_AT = 0
"""First of all: how many rows each column has left."""
STEP_AT = FREE_AT + COLUMNS * (MOST_ROWS + 1)
"""How far it is up from each column to the next."""
TOPS_AT = STEP_AT + PAIRS * (2 * STEEPEST + 1)
"""Whose tiles are on top of two neighbouring columns, and the step between them."""
WALL_AT = TOPS_AT + PAIRS * OWNERS * OWNERS * (2 * STEEPEST_PAIR + 1)
"""Whose squares rise beside a column, from below, on its right and on its left."""
SAME_AT = WALL_AT + PAIRS * 2 * WALL * 2
"""Whether such a square belongs to the tile below it, the lowest to the tile on top of the column."""
JOINED_AT = SAME_AT + PAIRS * 2 * WALL
"""Whether one tile is on top of both columns, and whose."""
LEFT_AT = JOINED_AT + PAIRS * 2
"""Whether a seat has one tile of a kind left, two, and so on."""
TILES_AT = LEFT_AT + SEATS * len(KINDS) * MOST_OF_A_KIND
"""How many tiles a seat has left."""
STUCK_AT = TILES_AT + SEATS * (TILES_A_SIDE + 1)
"""Kinds that a seat has left and that fit nowhere."""
OUT_AT = STUCK_AT + SEATS * len(KINDS)
"""Whether a seat can't play any more."""
ROOM_AT = OUT_AT + SEATS
"""How many squares of the tower are above all columns."""
FEATURES = ROOM_AT + COLUMNS * MOST_ROWS // ROOM_PART + 1

MOST_HELD = COLUMNS + PAIRS * (3 + 2 * WALL) + SEATS * (2 + len(KINDS)) + SEATS * TILES_A_SIDE + 1
"""The most features that hold at once."""

HIDDEN = 32
SECOND = 16
MEAN, SHARPNESS, OUTPUTS = range(3)
"""The last layer: the points by which the seat will gain on the other, and the logarithm of how much one point is
worth."""

FIRST_LAYER = MOST_SEATS
SECOND_LAYER = FIRST_LAYER + HIDDEN
OUTPUT_LAYER = SECOND_LAYER + SECOND
HELD = OUTPUT_LAYER + OUTPUTS
"""Where everything stands in the room behind the payoffs; the features that hold come last."""

DULLEST, SHARPEST = -3.0, 2.0

SIZES = (FEATURES, HIDDEN, SECOND, OUTPUTS)
SHAPES = ((FEATURES, HIDDEN), (HIDDEN,), (HIDDEN, SECOND), (SECOND,), (SECOND, OUTPUTS), (OUTPUTS,))

TRAINED = int(not BOX.mark and weights.SIZES == SIZES and HELD + MOST_HELD <= MOST_SEATS + ROOM)
"""Whether there are weights for this box: the network learned with the standard one."""


def _layers() -> list[Layer]:
    """The layers as arrays of numbers; zeros without weights."""
    layers = [np.zeros(shape) for shape in SHAPES]
    if TRAINED:
        for layer, step, text in zip(layers, weights.STEPS, weights.LAYERS, strict=True):
            layer[...] = step * np.frombuffer(base64.b85decode(text), np.int8).reshape(layer.shape)
    for layer in layers:
        layer.flags.writeable = False
    return layers


FIRST, FIRST_BIAS, SECOND_WEIGHTS, SECOND_BIAS, LAST, LAST_BIAS = _layers()


@inlined
def owner_of(tile: int, seat: int) -> int:
    """0 for no tile, 1 for one of the seat, 2 for one of the other."""
    if tile == 0:
        return 0
    return 1 + int((tile > TILES_A_SIDE) != (seat == 1))


@rule
def describe(state: State, mirrored: bool, out: Payoffs, first: int) -> int:
    """Write the features that hold for the seat that is to act, from ``out[first]`` on; return how many."""
    me = state.turn
    count = first
    room, height_before, top_before, column_before = 0, 0, 0, 0
    for place in range(COLUMNS):
        column = COLUMNS - 1 - place if mirrored else place
        height = state.heights[column]
        top = state.tower[height - 1, column] if height else 0
        free = state.rows - height
        room += free
        out[count] = FREE_AT + place * (MOST_ROWS + 1) + free
        count += 1
        if place:
            pair = place - 1
            step = height - height_before
            out[count] = STEP_AT + pair * (2 * STEEPEST + 1) + min(max(step, -STEEPEST), STEEPEST) + STEEPEST
            count += 1
            near = min(max(step, -STEEPEST_PAIR), STEEPEST_PAIR) + STEEPEST_PAIR
            owners = owner_of(top_before, me) * OWNERS + owner_of(top, me)
            out[count] = TOPS_AT + (pair * OWNERS * OWNERS + owners) * (2 * STEEPEST_PAIR + 1) + near
            count += 1
            if top and top == top_before:
                out[count] = JOINED_AT + pair * 2 + owner_of(top, me) - 1
                count += 1
            low = min(height, height_before)
            higher = column_before if step < 0 else column
            below = top if step < 0 else top_before
            for up in range(min(abs(step), WALL)):
                tile = state.tower[low + up, higher]
                if tile:
                    place_of = (pair * 2 + int(step < 0)) * WALL + up
                    out[count] = WALL_AT + place_of * 2 + owner_of(tile, me) - 1
                    count += 1
                    if tile == below:
                        out[count] = SAME_AT + place_of
                        count += 1
                below = tile
        height_before, top_before, column_before = height, top, column
    open_above = room_above(state)
    fits = 0
    for stand in range(LEGAL_STANDS):
        if fitting(open_above, stand):
            fits |= 1 << KIND_OF[stand]
    for side in range(SEATS):
        seat = me if side == 0 else 1 - me
        can_play = False
        for kind in range(len(KINDS)):
            left = state.left[seat, kind]
            at = side * len(KINDS) + kind
            for number in range(left):
                out[count] = LEFT_AT + at * MOST_OF_A_KIND + number
                count += 1
            if left:
                if fits >> kind & 1:
                    can_play = True
                else:
                    out[count] = STUCK_AT + at
                    count += 1
        out[count] = TILES_AT + side * (TILES_A_SIDE + 1) + TILES_A_SIDE - state.dropped[seat]
        count += 1
        if not can_play:
            out[count] = OUT_AT + side
            count += 1
    out[count] = ROOM_AT + room // ROOM_PART
    return count + 1 - first


@inlined
def think(
    out: Payoffs,
    held: int,
    first: Layer,
    first_bias: Layer,
    second: Layer,
    second_bias: Layer,
    last: Layer,
    last_bias: Layer,
) -> None:
    """Write the network's outputs for the features in the room."""
    for unit in range(HIDDEN):
        out[FIRST_LAYER + unit] = first_bias[unit]
    for index in range(held):
        feature = int(out[HELD + index])
        for unit in range(HIDDEN):
            out[FIRST_LAYER + unit] += first[feature, unit]
    for unit in range(SECOND):
        out[SECOND_LAYER + unit] = second_bias[unit]
    for inner in range(HIDDEN):
        amount = out[FIRST_LAYER + inner]
        if amount > 0.0:
            for unit in range(SECOND):
                out[SECOND_LAYER + unit] += amount * second[inner, unit]
    for output in range(OUTPUTS):
        out[OUTPUT_LAYER + output] = last_bias[output]
    for inner in range(SECOND):
        amount = out[SECOND_LAYER + inner]
        if amount > 0.0:
            for output in range(OUTPUTS):
                out[OUTPUT_LAYER + output] += amount * last[inner, output]


@inlined
def share_of(lead: float, out: Payoffs) -> float:
    """The chance to win of a seat that is ahead by so many points now, from the network's outputs."""
    sharpness = math.exp(min(max(out[OUTPUT_LAYER + SHARPNESS], DULLEST), SHARPEST))
    return 1.0 / (1.0 + math.exp(-sharpness * (lead + out[OUTPUT_LAYER + MEAN])))


@rule
def foresee(state: State, out: Payoffs) -> bool:
    """Write both seats' chances to win; False before the lot, after the end, and with a box that isn't the standard."""
    if not TRAINED or state.turn < 0:
        return False
    held = describe(state, False, out, HELD)
    think(out, held, FIRST, FIRST_BIAS, SECOND_WEIGHTS, SECOND_BIAS, LAST, LAST_BIAS)
    seat = state.turn
    share = share_of(state.points[seat] - state.points[1 - seat], out)
    out[seat] = share
    out[1 - seat] = 1.0 - share
    return True
