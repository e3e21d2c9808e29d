"""Magpie, compiled. MP1… are the rules in rules.md.

Action 0 winks, 1 to 4 show a kind, 5 to 8 bury one, 9 snatches, 10 lets pass. Outcome ``k`` deals kind ``k``.
"""

import numpy as np

from tetracade.engine.chance import below
from tetracade.engine.compile import rule
from tetracade.engine.contract import CHANCE, OVER, Actions, Features, Options, Outcomes, Rng, Scores, State, Weights
from tetracade.engine.features import Feature, FeatureTable
from tetracade.engine.fields import Field, Seen

SEATS = 3
KINDS = 4
COPIES = 6
HAND = 3
WINK, SHOW, BURY, SNATCH, PASS = 0, 1, 5, 9, 10
DEAL, TURN, ASKED, ENDED = range(4)

FIELDS = (
    Field("seats", np.int8, (), Seen.BY_ALL, "how many seats"),
    Field("phase", np.int8, (), Seen.BY_ALL, "dealing, a turn, a question, the end"),
    Field("turn", np.int8, (), Seen.BY_ALL, "whose turn it is"),
    Field("actor", np.int8, (), Seen.BY_ALL, "who is dealt to, or asked"),
    Field("quiet", np.int8, (), Seen.BY_ALL, "1 without the question"),
    Field("winked", np.int8, (), Seen.BY_ALL, "1 after a wink"),
    Field("shown", np.int8, (), Seen.BY_ALL, "the kind shown last"),
    Field("buried", np.int8, (SEATS,), Seen.BY_ALL, "who has buried"),
    Field("points", np.int8, (SEATS,), Seen.BY_ALL, "points by seat"),
    Field("held", np.int8, (SEATS,), Seen.BY_ALL, "size of each hand"),
    Field("hand", np.int8, (SEATS, KINDS), Seen.BY_OWNER, "cards held, by kind"),
    Field("away", np.int8, (SEATS, KINDS), Seen.BY_OWNER, "what the seat has buried"),
    Field("bag", np.int8, (KINDS,), Seen.BY_NONE, "cards not dealt, by kind"),
)

FEATURE_TABLE = FeatureTable(Feature("phase", (), DEAL, ENDED, "dealing, a turn, a question, the end"))


@rule
def start(state: State, seats: int, options: Options) -> None:
    """Lay out the bag."""
    state.seats = seats
    state.quiet = options[0]
    for kind in range(KINDS):
        state.bag[kind] = COPIES


@rule
def acting(state: State) -> int:
    """Who acts."""
    if state.phase == DEAL:
        return CHANCE
    if state.phase == ENDED:
        return OVER
    return 1 << (state.turn if state.phase == TURN else state.actor)


@rule
def legal(state: State, seat: int, out: Actions) -> int:
    """Write what the seat may do; letting pass comes first."""
    count = 0
    if state.phase == ASKED:
        out[0] = PASS
        if state.hand[seat, state.shown]:  # MP5
            out[1] = SNATCH
            return 2
        return 1
    if not state.winked:  # MP2
        out[count] = WINK
        count += 1
    for kind in range(KINDS):
        if state.hand[seat, kind]:
            out[count] = SHOW + kind
            count += 1
    for kind in range(KINDS):
        if state.hand[seat, kind] and not state.buried[seat]:  # MP4
            out[count] = BURY + kind
            count += 1
    return count


@rule
def apply(state: State, seat: int, action: int) -> None:
    """Do it."""
    if action == WINK:
        state.winked = 1
        return
    if action == PASS:
        _ask_next(state)
        return
    if action == SNATCH:
        state.hand[seat, state.shown] -= 1
        state.held[seat] -= 1
        state.points[seat] += 2
        _next_turn(state)
        return
    state.held[seat] -= 1
    if action >= BURY:
        state.hand[seat, action - BURY] -= 1
        state.away[seat, action - BURY] += 1
        state.buried[seat] = 1
        state.actor = seat
        state.phase = DEAL
        return
    state.hand[seat, action - SHOW] -= 1
    state.points[seat] += 1
    state.shown = action - SHOW
    state.actor = seat
    if state.quiet:
        _next_turn(state)
    else:
        _ask_next(state)


@rule
def _ask_next(state: State) -> None:
    state.phase = ASKED
    state.actor = (state.actor + 1) % state.seats
    if state.actor == state.turn:
        _next_turn(state)


@rule
def _next_turn(state: State) -> None:
    state.winked = 0
    state.phase = TURN
    for _ in range(state.seats):
        state.turn = (state.turn + 1) % state.seats
        if state.held[state.turn]:
            return
    state.phase = ENDED  # MP6


@rule
def outcomes(state: State, ids: Outcomes, weights: Weights) -> int:
    """Write the kinds left in the bag."""
    count = 0
    for kind in range(KINDS):
        if state.bag[kind]:
            ids[count] = kind
            weights[count] = state.bag[kind]
            count += 1
    return count


@rule
def resolve(state: State, outcome: int) -> None:
    """Deal the card."""
    state.bag[outcome] -= 1
    state.hand[state.actor, outcome] += 1
    state.held[state.actor] += 1
    if state.buried[state.actor]:
        _next_turn(state)
    elif state.held[state.actor] == HAND:
        state.actor += 1
        if state.actor == state.seats:
            state.phase = TURN


@rule
def score(state: State, out: Scores) -> None:
    """Write the points."""
    for seat in range(state.seats):
        out[seat] = state.points[seat]


@rule
def sees_action(state: State, seat: int, action: int, viewer: int) -> bool:
    """A burial is seen by its owner alone."""
    return action < BURY or action >= SNATCH or viewer == seat


@rule
def sees_outcome(state: State, outcome: int, viewer: int) -> bool:
    """A card dealt is seen by its owner alone."""
    return viewer == state.actor


@rule
def timing_secret(state: State) -> bool:
    """Who hesitates when asked may hold the card."""
    return state.phase == ASKED


@rule
def redeal(state: State, seat: int, rng: Rng) -> None:
    """Pool what the seat cannot know and deal it anew."""
    for other in range(state.seats):
        if other != seat:
            for kind in range(KINDS):
                state.bag[kind] += state.hand[other, kind] + state.away[other, kind]
                state.hand[other, kind] = 0
                state.away[other, kind] = 0
    for other in range(state.seats):
        if other != seat:
            for place in range(state.held[other] + state.buried[other]):
                total = 0
                for kind in range(KINDS):
                    total += state.bag[kind]
                left = below(rng, total)
                kind = 0
                while left >= state.bag[kind]:
                    left -= state.bag[kind]
                    kind += 1
                state.bag[kind] -= 1
                if place < state.held[other]:
                    state.hand[other, kind] += 1
                else:
                    state.away[other, kind] += 1


@rule
def observe(state: State, seat: int, out: Features) -> None:
    """Nothing to learn here."""
    out[0] = state.phase
