"""Who is likely to win a game of Foursome, judging by all hands: where searching bots stop looking ahead."""

from typing import TypeAlias

from tetracade.engine.arrays import table
from tetracade.engine.compile import inlined, rule
from tetracade.engine.contract import Payoffs, State
from tetracade.games.foursome.board import (
    CARDS,
    CHIPS_A_COLOUR,
    KIND_AT,
    LINE_COUNT,
    LINE_SPACES,
    LINES,
    LINES_AT,
    REMOVE,
    STEAL,
    SWAP_BLACK,
    SWAP_RED,
    WILD,
)
from tetracade.games.foursome.lines import colour_of, colours_of, target_of
from tetracade.games.foursome.open_lines import BEGUN, CHIPS, HOLDER, JOINED, code_of
from tetracade.games.foursome.state import NONE

(
    CLOSES_BY_CARD,
    CLOSES_BY_WILD,
    CLOSES_LATER,
    CLOSES_BY_PICK,
    SPOILED_SOONER,
    CLOSES_THE_LAST,
    CLOSES_NOW,
    HALF,
    HALF_ONE_HELD,
    HALF_BOTH_HELD,
    HALF_RIVALS,
    ONE,
    ONE_AND_ONE_HELD,
    ONE_AND_TWO_HELD,
    ONE_AND_ALL_HELD,
    A_FOURSOME,
    ALL_BUT_ONE,
    A_FOURSOME_LATE,
    A_CHIP,
    HAS_WILD,
    HAS_REMOVE,
    HAS_STEAL,
    HAS_SWAP,
    LATER,
) = range(24)
"""What counts for a colour: a space that completes a line, for which it holds the card, a WILD, or neither, and then
the chance to pick the card; that a rival who plays sooner holds that card; completing what wins; being the one to play
now with such a card; a line that lacks two, with none, one or both cards held, and that a rival holds one of them; a
line with one chip, with none to three of its cards held; a foursome; having all but one; a foursome by how much of the
deck is gone; a chip on the board; each special card held; each colour that plays before."""

WEIGHTS = table(
    [
        [655, 784, 1156],  # CLOSES_BY_CARD
        [314, 504, 739],  # CLOSES_BY_WILD
        [100, 203, 206],  # CLOSES_LATER
        [2234, 2125, 2188],  # CLOSES_BY_PICK
        [-368, -463, -498],  # SPOILED_SOONER
        [1514, 1110, 190],  # CLOSES_THE_LAST
        [32, 269, 658],  # CLOSES_NOW
        [45, 80, 88],  # HALF
        [111, 201, 207],  # HALF_ONE_HELD
        [471, 652, 676],  # HALF_BOTH_HELD
        [-33, -74, -79],  # HALF_RIVALS
        [5, 9, 3],  # ONE
        [36, 35, 32],  # ONE_AND_ONE_HELD
        [98, 118, 118],  # ONE_AND_TWO_HELD
        [221, 379, 453],  # ONE_AND_ALL_HELD
        [825, 738, -158],  # A_FOURSOME
        [524, 0, 0],  # ALL_BUT_ONE
        [196, 1248, 3460],  # A_FOURSOME_LATE
        [97, 37, 47],  # A_CHIP
        [279, 308, 253],  # HAS_WILD
        [236, 60, 64],  # HAS_REMOVE
        [786, 584, 408],  # HAS_STEAL
        [168, 324, 464],  # HAS_SWAP
        [-27, -39, -36],  # LATER
    ]
)
"""The same in thousandths of log-odds, where two, three and four colours play. Fitted to the results of 32,000 games
between bots that play by their hints."""

Hands: TypeAlias = tuple[int, int, int, int]
"""The kinds of cards each colour holds, as masks."""

SURE = 20_000
"""A win at hand."""


@rule
def weigh(state: State, out: Payoffs) -> None:
    """Write how each colour stands, in log-odds."""
    kind = colours_of(state) - 2
    hands = (hand_of(state, 0), hand_of(state, 1), hand_of(state, 2), hand_of(state, 3))
    moving = colour_of(state, state.active)
    for colour in range(colours_of(state)):
        out[colour] = possessions(state, colour, hands[colour], kind)
    ready = False
    for line in range(LINES):
        code, gap, second, third = 0, NONE, NONE, NONE
        for place in range(4):
            space = LINE_SPACES[line, place]
            chip = state.board[space]
            code = JOINED[code, chip]
            if chip == 0:
                gap, second, third = space, gap, second
        if code < BEGUN:
            continue
        colour = HOLDER[code]
        if CHIPS[code] == 1:
            held = has(hands[colour], gap) + has(hands[colour], second) + has(hands[colour], third)
            out[colour] += WEIGHTS[ONE + held, kind]
        elif CHIPS[code] == 2:
            out[colour] += half(state, colour, gap, second, hands, kind)
        elif not is_closed_before(state, line, gap, colour):
            out[colour] += closing(state, colour, gap, hands, kind)
            ready |= colour == moving and can_fill(hands[colour], gap)
    if ready:
        out[moving] += WEIGHTS[CLOSES_NOW, kind]
    for colour in range(colours_of(state)):
        out[colour] *= 0.001


@inlined
def has(hand: int, space: int) -> int:
    """1 if the hand has the space's card, 0 if not."""
    return (hand >> KIND_AT[space]) & 1


@inlined
def can_fill(hand: int, space: int) -> bool:
    """Whether the hand has the space's card or a WILD."""
    return (has(hand, space) | (hand >> WILD & 1)) == 1


@rule
def half(state: State, colour: int, gap: int, second: int, hands: Hands, kind: int) -> int:
    """What a line that lacks these two is worth to the colour."""
    worth = WEIGHTS[HALF + has(hands[colour], gap) + has(hands[colour], second), kind]
    for rival in range(colours_of(state)):
        if rival != colour and has(hands[rival], gap) | has(hands[rival], second):
            return worth + WEIGHTS[HALF_RIVALS, kind]
    return worth


@rule
def closing(state: State, colour: int, gap: int, hands: Hands, kind: int) -> float:
    """What a space that completes a line is worth to the colour."""
    if not can_fill(hands[colour], gap):
        pick = state.deck[KIND_AT[gap]] / max(state.deck_size, 1)
        return WEIGHTS[CLOSES_LATER, kind] + WEIGHTS[CLOSES_BY_PICK, kind] * pick
    moving = colour_of(state, state.active)
    worth = 1.0 * WEIGHTS[CLOSES_BY_CARD if has(hands[colour], gap) else CLOSES_BY_WILD, kind]
    if state.foursomes[colour] + 1 == target_of(state):
        worth += SURE if colour == moving else WEIGHTS[CLOSES_THE_LAST, kind]
    for sooner in range((colour - moving) % colours_of(state)):
        if has(hands[(moving + sooner) % colours_of(state)], gap):
            return worth + WEIGHTS[SPOILED_SOONER, kind]
    return worth


@rule
def hand_of(state: State, colour: int) -> int:
    """The kinds of cards the colour's seats hold, as a mask."""
    mask = 0
    for seat in range(state.seats):
        if colour_of(state, seat) == colour:
            for place in range(state.held[seat]):
                mask |= 1 << (state.hand[seat, place] - 1)
    return mask


@rule
def possessions(state: State, colour: int, hand: int, kind: int) -> float:
    """What the colour has besides lines: foursomes, chips, special cards, and its place in the order of play."""
    made = state.foursomes[colour]
    worth = made * (WEIGHTS[A_FOURSOME, kind] + WEIGHTS[A_FOURSOME_LATE, kind] * (1.0 - state.deck_size / CARDS))
    if made + 1 == target_of(state):
        worth += WEIGHTS[ALL_BUT_ONE, kind]
    worth += WEIGHTS[A_CHIP, kind] * (CHIPS_A_COLOUR - state.chips[colour])
    worth += WEIGHTS[HAS_WILD, kind] * (hand >> WILD & 1) + WEIGHTS[HAS_REMOVE, kind] * (hand >> REMOVE & 1)
    worth += WEIGHTS[HAS_STEAL, kind] * (hand >> STEAL & 1)
    worth += WEIGHTS[HAS_SWAP, kind] * ((hand >> SWAP_RED & 1) + (hand >> SWAP_BLACK & 1))
    return worth + WEIGHTS[LATER, kind] * ((colour - colour_of(state, state.active)) % colours_of(state))


@rule
def is_closed_before(state: State, line: int, gap: int, colour: int) -> bool:
    """Whether the same space completes an earlier line, so that it has been counted."""
    for index in range(LINE_COUNT[gap]):
        other = LINES_AT[gap, index]
        if other >= line:
            return False
        code = code_of(state, other)
        if CHIPS[code] == 3 and HOLDER[code] == colour:
            return True
    return False
