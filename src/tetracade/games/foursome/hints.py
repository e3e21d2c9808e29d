"""What a bot sees at a glance in Foursome by one seat's knowledge: open lines, reach, known cards."""

import math

from tetracade.engine.arrays import table
from tetracade.engine.chance import below
from tetracade.engine.compile import inlined, rule
from tetracade.engine.contract import ACROSS, NOWHERE, Actions, Payoffs, Ratings, Rng, State
from tetracade.games.foursome.board import (
    CHARACTER_KINDS,
    COLOURS,
    COLUMNS,
    KIND_AT,
    LINE_COUNT,
    LINE_SPACES,
    LINES_AT,
    SAME_COLOUR,
    SPACE_IN_COLOUR,
    STEAL,
)
from tetracade.games.foursome.box import SPACES
from tetracade.games.foursome.lines import colour_of, colours_of, qualifies, target_of
from tetracade.games.foursome.open_lines import BEGUN, BESIDE, CHIPS, CODES, HOLDER, JOINED
from tetracade.games.foursome.outlook import weigh
from tetracade.games.foursome.state import (
    DISCARDING,
    LOCKED,
    NONE,
    NOPE,
    OFF,
    ON_STEAL,
    ON_WILD,
    PLAY,
    REPLACING,
    SWAPPING,
    TAKING,
)

PLACING, REMOVING = 0, 1
CLOSING = 400
_WORTH = ((1, 4, 16, CLOSING), (1, 4, 120, 0))
"""What a chip is worth in a line that has 0 to 3 others of its colour: to put it there, and to take it away."""

EACH = 16
"""How many bits each colour's share of prospects takes."""

GAINED = table(
    [
        [sum(worth[0] << EACH * colour for colour in range(COLOURS)), 0]
        + [worth[CHIPS[code]] << EACH * int(HOLDER[code]) for code in range(BEGUN, CODES)]
        for worth in _WORTH
    ]
)
"""What a chip is worth in a line of this code, to put it there and to take it away, in sixteen bits for each colour."""

HINDERING = 0.6
"""What taking something from another colour is worth, if gaining the same is worth 1."""

WINNING = 10000.0
KEPT_WILD, KEPT_STEAL, KEPT_REMOVE = 14.0, 10.0, 10.0
"""What the special cards are worth in the hand."""


@rule
def rate(state: State, seat: int, actions: Actions, count: int, out: Ratings) -> None:
    """Rate each action by the lines it makes, spoils and keeps open, less what the card is worth in the hand."""
    for index in range(count):
        action = actions[index]
        if action >= TAKING:
            out[index] = taking_worth(state, action - TAKING)
        elif action == NOPE:
            out[index] = 0.0
        elif action >= DISCARDING:
            kind = action - DISCARDING
            out[index] = -KEPT_STEAL if kind == STEAL else -1.0 if kind >= CHARACTER_KINDS else 0.0
        elif action >= REPLACING:  # a new card for nothing: before all but what cannot wait
            out[index] = 150.0
        elif action >= SWAPPING:
            own = (action - SWAPPING) // SAME_COLOUR
            colour = KIND_AT[own] * 2 // CHARACTER_KINDS
            other = SPACE_IN_COLOUR[colour, (action - SWAPPING) % SAME_COLOUR]
            out[index] = swapping_worth(state, seat, own, other)
        elif action >= OFF:
            out[index] = removing_worth(state, seat, action - OFF) - KEPT_REMOVE
        elif action >= ON_STEAL:
            out[index] = placing_worth(state, seat, action - ON_STEAL) - 3 * KEPT_STEAL
        elif action >= ON_WILD:
            out[index] = placing_worth(state, seat, action - ON_WILD) - 3 * KEPT_WILD
        else:
            out[index] = placing_worth(state, seat, action)


@rule
def spot(state: State, seat: int, action: int) -> int:
    """The space of the chip that is placed, removed or swapped for."""
    if action >= REPLACING:
        return NOWHERE
    space = action % SPACES
    if action >= SWAPPING:
        own = (action - SWAPPING) // SAME_COLOUR
        space = SPACE_IN_COLOUR[KIND_AT[own] * 2 // CHARACTER_KINDS, (action - SWAPPING) % SAME_COLOUR]
    return space // COLUMNS * ACROSS + space % COLUMNS


@rule
def forget(state: State, seat: int, keeps: int, rng: Rng) -> None:
    """Let the seat forget which cards others read aloud, but for a call in progress, and which they denied."""
    for other in range(state.seats):
        for kind in range(CHARACTER_KINDS):
            forgets_read, forgets_denied = below(rng, 1000) >= keeps, below(rng, 1000) >= keeps
            if other == seat:
                continue
            if forgets_read and kind != state.called:
                if (state.read[other] >> kind) & 1:
                    forgets_denied = True  # or it would rule out the very card
                state.read[other] &= ~(1 << kind)
                state.read_both[other] &= ~(1 << kind)
            if forgets_denied:
                state.denied[other] &= ~(1 << kind)


@rule
def estimate(state: State, out: Payoffs) -> bool:
    """Write each seat's chance to win when the active seat is about to play."""
    if state.phase != PLAY:
        return False
    weigh(state, out)
    colours = colours_of(state)
    total = 0.0
    for colour in range(colours):
        out[colour] = math.exp(out[colour])
        total += out[colour]
    for colour in range(colours):
        out[colour] /= total
    for seat in range(colours, state.seats):
        out[seat] = out[colour_of(state, seat)]
    return True


@rule
def team(state: State, seat: int) -> int:
    """The seat's colour, which teammates share (FS4)."""
    return colour_of(state, seat)


@rule
def known_held(state: State, seat: int, kind: int) -> int:
    """How many cards of this kind everyone knows the seat holds."""
    return ((state.read[seat] >> kind) & 1) + ((state.read_both[seat] >> kind) & 1)


@rule
def prospects(state: State, space: int, gone: int, how: int) -> int:
    """What a chip on the space is worth by its lines, to each colour (see ``to``), if none were on ``gone``."""
    worth = 0
    for index in range(LINE_COUNT[space]):
        code = 0
        for place in range(3):
            other = BESIDE[space, index, place]
            if other != gone:
                code = JOINED[code, state.board[other]]
        worth += GAINED[how, code]
    return worth


@inlined
def to(worth: int, colour: int) -> int:
    """What prospects are worth to this colour."""
    return (worth >> (EACH * colour)) & ((1 << EACH) - 1)


@rule
def placing_worth(state: State, seat: int, space: int) -> float:
    """What a chip on the open space is worth to the seat: its own lines, and those it closes to others."""
    own = colour_of(state, seat)
    chips = prospects(state, space, NONE, PLACING)
    mine = to(chips, own)
    worth = mine * 1.0
    if mine >= CLOSING and state.foursomes[own] + 1 == target_of(state):
        worth += WINNING
    for colour in range(colours_of(state)):
        if colour != own:
            theirs = to(chips, colour)
            if theirs >= CLOSING and state.foursomes[colour] + 1 == target_of(state):
                theirs *= 2
            worth += HINDERING * theirs
    for other in range(state.seats):  # a space that others are known to reach will not wait
        if colour_of(state, other) != own and known_held(state, other, KIND_AT[space]):
            worth *= 1.2
    return worth


@rule
def removing_worth(state: State, seat: int, space: int) -> float:
    """What removing the chip from the space is worth to the seat."""
    colour = (state.board[space] - 1) % COLOURS
    own = colour_of(state, seat)
    chips = prospects(state, space, NONE, REMOVING)
    worth = to(chips, colour)
    return -1.0 * worth if colour == own else HINDERING * worth + 0.2 * to(chips, own)


@rule
def swapping_worth(state: State, seat: int, own: int, other: int) -> float:
    """What swapping the chips on these two spaces is worth to the seat."""
    colour = colour_of(state, seat)
    rival = (state.board[other] - 1) % COLOURS
    gained = to(prospects(state, other, own, PLACING), colour)
    lost = to(prospects(state, own, NONE, REMOVING), colour)
    given = to(prospects(state, own, other, PLACING), rival)
    taken = to(prospects(state, other, NONE, REMOVING), rival)
    worth = gained - lost + HINDERING * (taken - given)
    if gained >= CLOSING and state.foursomes[colour] + 1 == target_of(state):
        worth += WINNING
    return worth


@rule
def taking_worth(state: State, line: int) -> float:
    """How well taking the line leaves others to take: those that share no unlocked chip but the new one."""
    worth = 0.0
    colour = (state.board[state.claim] - 1) % COLOURS
    for place in range(4):
        if state.board[LINE_SPACES[line, place]] >= LOCKED:
            worth += 1.0
    for index in range(LINE_COUNT[state.claim]):
        other = LINES_AT[state.claim, index]
        if other != line and qualifies(state, other, colour):
            locked = 0
            for place in range(4):
                space = LINE_SPACES[other, place]
                shared = state.board[space] >= LOCKED
                for each in range(4):
                    if LINE_SPACES[line, each] == space:
                        shared = True
                locked += 1 if shared else 0
            if locked <= 1:
                worth += 100.0
    return worth
