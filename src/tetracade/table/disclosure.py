"""Whether an action told anybody more than the action itself: what may be taken back depends on it.

An action that takes something out of what another seat cannot see, a card out of a hand, has shown it. That is found by
comparing two records and is exact. What else an action may depend on, the rules alone know: deals that agree with what
each seat knows are tried.
"""

from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tetracade.engine.arrays import at
from tetracade.engine.chance import reseed
from tetracade.engine.compile import bind, rule
from tetracade.engine.contract import OVER, Actions, Rng, State
from tetracade.engine.game import Game
from tetracade.engine.kernel import Kernel
from tetracade.engine.unbound import acting, apply, legal, redeal

WORLDS = 3
"""How many deals that agree with what the seat knows are looked at: what the seat may undo tells it nothing new."""
SAMPLES = 5
"""How many deals are tried in each of those for every other viewer."""
BEFORE, AFTER, WORLD, WORLD_AFTER, DEAL = range(5)
"""The places of the records that ``tells_nothing`` works on."""

Raw = NDArray[np.uint8]
Rows = NDArray[np.int64]


def told_nothing(kernel: Kernel, before: State, after: State, seats: int, seat: int, action: int) -> bool:
    """Whether nobody knows more after the action than the action itself tells."""
    if kernel.nothing_hidden:
        return True
    states = kernel.states(5)
    states[BEFORE], states[AFTER] = before, after
    raw = states.view(np.uint8).reshape(5, -1)
    actions, rng = np.zeros(kernel.game.actions, np.int64), np.zeros(4, np.int64)
    masks, rows = _masks(kernel.game), _rows(kernel.game)
    own = masks[seat] & (1 - masks)  # by viewer: what the seat sees and the viewer does not
    return bool(_bound(kernel.game)(states, raw, masks, own, rows, seats, seat, action, actions, rng))


@cache
def _bound(game: Game) -> Any:
    return bind(tells_nothing, game.functions, game.name)


@cache
def _masks(game: Game) -> Raw:
    """By seat: 1 for each byte of the record that the seat may see during the game."""
    return np.stack([game.layout.seen_bytes(seat, False).astype(np.uint8) for seat in range(max(game.seats))])


@cache
def _rows(game: Game) -> Rows:
    """First and last byte (after it) of each row of the record's arrays; wider numbers are rows of their own."""
    found = []
    for dtype, start, *_ in (game.layout.dtype.fields or {}).values():
        length = dtype.shape[-1] if dtype.shape and dtype.base.itemsize == 1 else 1
        found += [(at, at + length) for at in range(start, start + dtype.itemsize, length)]
    return np.array(found, np.int64)


@rule
def differs(raw: Raw, mask: Raw, one: int, other: int) -> bool:
    """Whether two records differ in a byte that the mask shows."""
    for byte in range(raw.shape[1]):
        if mask[byte] and raw[one, byte] != raw[other, byte]:
            return True
    return False


@rule
def gives_away(raw: Raw, own: Raw, rows: Rows) -> bool:
    """Whether the action has taken something out of the seat's ``own`` bytes, which another does not see.

    A row of a record is a count of each kind of thing, or a list of things in which others move up. So something is
    gone if a number has become less and a number that stood there does not any more. 0 and -1 stand for nothing.
    """
    for row in range(rows.shape[0]):
        less = False
        for byte in range(rows[row, 0], rows[row, 1]):
            before, after = raw[BEFORE, byte], raw[AFTER, byte]
            less = less or (own[byte] and (after < before or (before ^ 128) > (after ^ 128)))
        if less and loses_a_value(raw, own, rows[row, 0], rows[row, 1]):
            return True
    return False


@rule
def loses_a_value(raw: Raw, own: Raw, start: int, end: int) -> bool:
    """Whether a value stands less often in these bytes after the action than before."""
    for byte in range(start, end):
        value, more = raw[BEFORE, byte], 0
        for other in range(start, end):
            if own[other]:
                more += (1 if raw[AFTER, other] == value else 0) - (1 if raw[BEFORE, other] == value else 0)
        if own[byte] and value not in (0, 255) and more < 0:
            return True
    return False


def tells_nothing(
    states: Any,
    raw: Raw,
    masks: Raw,
    own: Raw,
    rows: Rows,
    seats: int,
    seat: int,
    action: int,
    actions: Actions,
    rng: Rng,
) -> bool:
    """Whether deals that nobody can tell from the present one look the same to everybody after the action.

    From what the seat knows, worlds are drawn; in each, from what every other viewer knows, deals are drawn. If the
    action is not possible in one of them, or leads to another view, somebody has learned something. ``raw`` are the
    bytes of ``states``.
    """
    for viewer in range(seats):
        if viewer != seat and gives_away(raw, own[viewer], rows):
            return False
    for world in range(WORLDS):
        states[WORLD] = states[BEFORE]
        reseed(rng, world, seat)
        redeal(at(states, WORLD), seat, rng)
        states[WORLD_AFTER] = states[WORLD]
        apply(at(states, WORLD_AFTER), seat, action)
        if acting(at(states, WORLD_AFTER)) == OVER or differs(raw, masks[seat], WORLD_AFTER, AFTER):
            return False
        for viewer in range(seats):
            for sample in range(SAMPLES):
                if viewer == seat:
                    continue
                states[DEAL] = states[WORLD]
                reseed(rng, sample, viewer)
                redeal(at(states, DEAL), viewer, rng)
                possible = False
                for index in range(legal(at(states, DEAL), seat, actions)):
                    possible = possible or actions[index] == action
                if not possible:
                    return False
                apply(at(states, DEAL), seat, action)
                if acting(at(states, DEAL)) == OVER or differs(raw, masks[viewer], DEAL, WORLD_AFTER):
                    return False
    return True
