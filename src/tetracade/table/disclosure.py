"""Whether an action told anyone more than the action itself. What can be undone depends on it.

An action that takes something out of what another seat can't see, such as a card from a hand, has revealed it. That is
found exactly, by comparing two records. Only the rules know what else an action may depend on, so for that we try deals
that fit what each seat knows.
"""

from collections.abc import Iterable
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
"""How many deals that fit what the seat knows are tried, so that being allowed to undo doesn't tell it anything new."""
SAMPLES = 5
"""How many deals are tried within each of those for every other viewer."""
BEFORE, AFTER, WORLD, WORLD_AFTER, DEAL = range(5)
"""Where ``tells_nothing`` keeps the records it works on."""

Raw = NDArray[np.uint8]
Rows = NDArray[np.int64]


def told_nothing(kernel: Kernel, before: State, after: State, viewers: Iterable[int], seat: int, action: int) -> bool:
    """Whether neither the seat nor any of these other viewers learned more from the action than the action itself."""
    if kernel.nothing_hidden:
        return True
    states = kernel.states(5)
    states[BEFORE], states[AFTER] = before, after
    raw = states.view(np.uint8).reshape(5, -1)
    actions, rng = np.zeros(kernel.game.actions, np.int64), np.zeros(4, np.int64)
    masks, rows = _masks(kernel.game), _rows(kernel.game)
    own = masks[seat] & (1 - masks)  # by viewer: what the seat sees and the viewer doesn't
    judged = sum(1 << viewer for viewer in viewers)
    return bool(_bound(kernel.game)(states, raw, masks, own, rows, judged, seat, action, actions, rng))


@cache
def _bound(game: Game) -> Any:
    return bind(tells_nothing, game.functions, game.name)


@cache
def _masks(game: Game) -> Raw:
    """Return for each seat a mask with a 1 for each byte of the record that it may see during the game."""
    return np.stack([game.layout.seen_bytes(seat, False).astype(np.uint8) for seat in range(max(game.seats))])


@cache
def _rows(game: Game) -> Rows:
    """Return the start and end of each row of the record's arrays, in bytes; a wider number is a row of its own."""
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
    """Whether the action took something out of the seat's ``own`` bytes, which another viewer can't see.

    A row of a record either counts things of each kind or lists things, in which case the others move up. So something
    is gone if a number has become smaller and a number that was there isn't any more. 0 and -1 mean nothing.
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
    """Whether a value occurs less often in these bytes after the action than before."""
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
    viewers: int,
    seat: int,
    action: int,
    actions: Actions,
    rng: Rng,
) -> bool:
    """Whether deals that no one can tell from the real one still look the same to everyone after the action.

    We draw worlds that fit what the seat knows and, within each, deals that fit what every other viewer knows. If the
    action isn't possible in one of them, or leads to another view, someone has learned something. ``viewers`` is a bit
    mask without the seat's own bit; ``raw`` are the bytes of ``states``.
    """
    for viewer in range(masks.shape[0]):
        if viewers >> viewer & 1 and gives_away(raw, own[viewer], rows):
            return False
    for world in range(WORLDS):
        states[WORLD] = states[BEFORE]
        reseed(rng, world, seat)
        redeal(at(states, WORLD), seat, rng)
        states[WORLD_AFTER] = states[WORLD]
        apply(at(states, WORLD_AFTER), seat, action)
        if acting(at(states, WORLD_AFTER)) == OVER or differs(raw, masks[seat], WORLD_AFTER, AFTER):
            return False
        for viewer in range(masks.shape[0]):
            for sample in range(SAMPLES):
                if not viewers >> viewer & 1:
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
