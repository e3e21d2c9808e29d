"""Who is likely to win a game of Foursome, from all hands as they lie: what searching bots end their thoughts with."""

from tetracade.engine.compile import rule
from tetracade.engine.contract import State
from tetracade.games.foursome.board import CHARACTER_KINDS, KIND_AT, LINE_SPACES, LINES, SPACES, WILD
from tetracade.games.foursome.lines import LOCKED, colour_of, target_of

HALF = SPACES // 2

CLOSES_BY_CARD = 1.4
CLOSES_BY_WILD = 0.85
CLOSES_LATER = 0.2
CLOSES_BY_PICK = 3.5
HALF_BOTH_HELD = 0.8
HALF_ONE_HELD = 0.17
HALF_NONE_HELD = 0.05
BEGUN = 0.02
A_FOURSOME = 1.2
THE_LAST_BUT_ONE = 1.5
WINS_NOW = 20.0
"""What counts for a colour, in log-odds: a space that completes a line, for which it holds the card, a WILD, or neither
(and then the chance to pick the card); a line that lacks two, with both cards held, one or none; a line begun; a
foursome; one that leaves a single one to win; a win at hand. Fitted to the results of 1,400 games
between bots that play by their hints."""


@rule
def outlook(state: State, colour: int) -> float:
    """How the colour stands, in log-odds."""
    held, wild = 0, False
    for seat in range(state.seats):
        if colour_of(state, seat) == colour:
            for place in range(state.held[seat]):
                kind = state.hand[seat, place] - 1
                if kind < CHARACTER_KINDS:
                    held |= 1 << kind
                elif kind == WILD:
                    wild = True
    made = state.foursomes[colour]
    worth = A_FOURSOME * made
    if made + 1 == target_of(state):
        worth += THE_LAST_BUT_ONE
    low = high = 0  # spaces counted already, as bits
    ready = False
    for line in range(LINES):
        chips = locked = 0
        gap = other = -1
        for place in range(4):
            space = LINE_SPACES[line, place]
            chip = state.board[space]
            if chip == 0:
                gap, other = space, gap
            elif chip == colour + 1:
                chips += 1
            elif chip == colour + LOCKED:
                locked += 1
            else:
                locked = 4
        if locked > 1:
            continue
        chips += locked
        if chips == 3:
            bit = 1 << (gap % HALF)
            if (high if gap >= HALF else low) & bit:
                continue
            if gap >= HALF:
                high |= bit
            else:
                low |= bit
            ready |= held >> KIND_AT[gap] & 1 == 1 or wild
            if held >> KIND_AT[gap] & 1:
                worth += CLOSES_BY_CARD
            elif wild:
                worth += CLOSES_BY_WILD
            else:
                worth += CLOSES_LATER + CLOSES_BY_PICK * state.deck[KIND_AT[gap]] / max(state.deck_size, 1)
        elif chips == 2:
            cards = (held >> KIND_AT[gap] & 1) + (held >> KIND_AT[other] & 1)
            worth += HALF_BOTH_HELD if cards == 2 else HALF_ONE_HELD if cards else HALF_NONE_HELD
        elif chips == 1:
            worth += BEGUN
    if ready and made + 1 == target_of(state) and colour == colour_of(state, state.active):
        worth += WINS_NOW
    return worth
