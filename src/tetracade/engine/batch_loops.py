"""The loops of a batch, bound to a game by :mod:`tetracade.engine.batch`: step, draw, pay, begin anew, show.

A *row* is one place of the arrays that show decisions: one for each game, or one for each game and seat where all seats
that may act do so together.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tetracade.engine.arrays import at
from tetracade.engine.chance import below
from tetracade.engine.contract import OVER, Actions, Options, State
from tetracade.engine.loops import lowest, settle
from tetracade.engine.scratch import Scratch
from tetracade.engine.unbound import acting, apply, legal, observe, payoff, rate, score, start, winners

AT_ONCE, NEXT_STEP, NEVER = range(3)
"""When a game that has ended begins anew: in the same step, in the next one, or when you say so."""

SELF, RANDOM, GREEDY = range(3)
"""Who plays the other seats: whoever steps the batch, or the loop itself."""

NOBODY = -1
THOUSAND = 1000
LEAVE = -1
"""The action that leaves a game as it is."""

SPARSE = 4
"""A mask with fewer than one in so many actions is cleared by looking up its ones, a fuller one whole."""


class Ways(NamedTuple):
    """How a batch plays, as numbers."""

    seats: int
    restart: int
    opponents: int
    skip_forced: int
    by_points: int
    noise: int
    """How many of a thousand actions of opponents are random."""


class Playing(NamedTuple):
    """What is being played, one place per game."""

    states: NDArray[Any]
    blank: NDArray[Any]
    options: Options
    rngs: NDArray[np.int64]
    choices: NDArray[np.int64]
    """The generators of random actions: what is dealt doesn't depend on them."""
    learners: NDArray[np.int8]
    """The seat that the caller plays; NOBODY where it plays all."""
    over: NDArray[np.int8]
    """1 while a game that has ended waits to begin anew."""
    points: NDArray[np.int64]
    """Each seat's points when they were last paid."""
    final_features: NDArray[np.int8]
    """What the seat that acted last saw when its game ended; where all act together, what each seat saw."""
    final_seats: NDArray[np.int8]


class Shown(NamedTuple):
    """What every step writes."""

    to_act: NDArray[np.int8]
    masks: NDArray[np.int8]
    legal: NDArray[np.int64]
    counts: NDArray[np.int32]
    features: NDArray[np.int8]
    rewards: NDArray[np.float32]
    ended: NDArray[np.int8]


def clear_mask(row: int, shown: Shown) -> None:
    """Write zeros over the mask that was shown last, whole or only where the list of legal actions says it has ones."""
    wide = shown.masks.shape[1]
    if wide <= SPARSE * shown.counts[row]:
        for action in range(wide):
            shown.masks[row, action] = 0
    elif wide:
        for index in range(shown.counts[row]):
            shown.masks[row, shown.legal[row, index]] = 0


def show(state: State, row: int, seat: int, count: int, shown: Shown, scratch: Scratch) -> None:
    """Write a decision: the seat, its legal actions, which are in the scratch space, and its features."""
    clear_mask(row, shown)
    if shown.masks.shape[1] > 0:
        for index in range(count):
            shown.masks[row, scratch.actions[index]] = 1
    for index in range(count):
        shown.legal[row, index] = scratch.actions[index]
    shown.counts[row] = count
    observe(state, seat, shown.features[row])


def show_plainly(state: State, game: int, mask: int, shown: Shown) -> None:
    """Write a decision whose actions nobody has listed yet: the rules list them where they are shown."""
    seat = lowest(mask)
    clear_mask(game, shown)
    count = legal(state, seat, shown.legal[game])
    if shown.masks.shape[1] > 0:
        for index in range(count):
            shown.masks[game, shown.legal[game, index]] = 1
    shown.counts[game] = count
    shown.to_act[game] = seat
    observe(state, seat, shown.features[game])


def chosen_by_opponent(
    state: State, seat: int, count: int, game: int, playing: Playing, ways: Ways, scratch: Any
) -> int:
    """The place of the action that the loop itself chooses, out of those in the scratch space."""
    if ways.opponents == RANDOM or (ways.noise and below(playing.choices[game], THOUSAND) < ways.noise):
        return below(playing.choices[game], count)
    rate(state, seat, scratch.actions, count, scratch.ratings)
    best = 0
    for index in range(1, count):
        if scratch.ratings[index] > scratch.ratings[best]:
            best = index
    return best


def advance(game: int, playing: Playing, ways: Ways, scratch: Scratch) -> int:
    """Play on to the caller's next decision; leave its actions in the scratch space and return how many; 0 at the end.

    What the caller doesn't decide is decided here: other seats, and forced actions if they are to be skipped.
    """
    state = at(playing.states, game)
    while True:
        mask = settle(state, playing.rngs[game], scratch)
        if mask == OVER:
            return 0
        seat = lowest(mask)
        count = legal(state, seat, scratch.actions)
        if ways.opponents != SELF and seat != playing.learners[game]:
            index = chosen_by_opponent(state, seat, count, game, playing, ways, scratch)
        elif ways.skip_forced and count == 1:
            index = 0
        else:
            return count
        apply(state, seat, scratch.actions[index])


def lay_out(game: int, playing: Playing, ways: Ways, scratch: Scratch) -> None:
    """Lay out a new game, and remember the points that it has then."""
    playing.states[game] = playing.blank[0]
    state = at(playing.states, game)
    start(state, ways.seats, playing.options)
    playing.over[game] = 0
    if ways.by_points:
        score(state, scratch.points)
        for seat in range(ways.seats):
            playing.points[game, seat] = scratch.points[seat]


def begin_one(game: int, playing: Playing, shown: Shown, ways: Ways, scratch: Scratch) -> None:
    """Begin a game anew and show its first decision; one that ends before it is begun again."""
    lay_out(game, playing, ways, scratch)
    count = advance(game, playing, ways, scratch)
    while count == 0:
        lay_out(game, playing, ways, scratch)
        count = advance(game, playing, ways, scratch)
    state = at(playing.states, game)
    seat = lowest(acting(state))
    shown.to_act[game] = seat
    show(state, game, seat, count, shown, scratch)


def pay(game: int, playing: Playing, shown: Shown, ways: Ways, scratch: Scratch) -> None:
    """Write every seat's reward: its payoff, or with ``by_points`` what its points have changed by."""
    state = at(playing.states, game)
    score(state, scratch.points)
    if ways.by_points:
        for seat in range(ways.seats):
            shown.rewards[game, seat] = scratch.points[seat] - playing.points[game, seat]
            playing.points[game, seat] = scratch.points[seat]
        return
    payoff(state, scratch.points, winners(state, scratch.points), scratch.worth)
    for seat in range(ways.seats):
        shown.rewards[game, seat] = scratch.worth[seat]


def nothing_paid(game: int, shown: Shown, ways: Ways) -> None:
    """Write that the game goes on and nobody gets anything."""
    shown.ended[game] = 0
    for seat in range(ways.seats):
        shown.rewards[game, seat] = 0.0


def rest(game: int, playing: Playing, shown: Shown, ways: Ways, scratch: Scratch) -> None:
    """Show a game as it stands, in which nothing has happened."""
    state = at(playing.states, game)
    nothing_paid(game, shown, ways)
    if playing.over[game]:
        shown.to_act[game] = NOBODY
        show(state, game, int(playing.final_seats[game]), 0, shown, scratch)
        return
    seat = lowest(acting(state))
    shown.to_act[game] = seat
    show(state, game, seat, legal(state, seat, scratch.actions), shown, scratch)


def step_one(game: int, action: int, playing: Playing, shown: Shown, ways: Ways, scratch: Scratch) -> None:
    """Apply the action in one game, pay, begin anew if that is due, and show the next decision."""
    if playing.over[game] and ways.restart == NEXT_STEP and action != LEAVE:
        nothing_paid(game, shown, ways)
        begin_one(game, playing, shown, ways, scratch)
        return
    if playing.over[game] or action == LEAVE:
        rest(game, playing, shown, ways, scratch)
        return
    state = at(playing.states, game)
    seat = lowest(acting(state))
    apply(state, seat, action)
    nothing_paid(game, shown, ways)
    if ways.opponents == SELF and not ways.skip_forced:
        mask = settle(state, playing.rngs[game], scratch)
        if mask != OVER:
            show_plainly(state, game, mask, shown)
            if ways.by_points:
                pay(game, playing, shown, ways, scratch)
            return
        count = 0
    else:
        count = advance(game, playing, ways, scratch)
    if count:
        following = lowest(acting(state))
        shown.to_act[game] = following
        show(state, game, following, count, shown, scratch)
        if ways.by_points:
            pay(game, playing, shown, ways, scratch)
        return
    pay(game, playing, shown, ways, scratch)
    shown.ended[game] = 1
    playing.final_seats[game] = seat
    observe(state, seat, playing.final_features[game])
    if ways.restart == AT_ONCE:
        begin_one(game, playing, shown, ways, scratch)
    else:
        playing.over[game] = 1
        shown.to_act[game] = NOBODY
        show(state, game, seat, 0, shown, scratch)


def begin(
    first: int, last: int, which: NDArray[np.int8], playing: Playing, shown: Shown, ways: Ways, scratch: Scratch
) -> None:
    """Begin those games anew that ``which`` names, and show the others as they stand."""
    for game in range(first, last):
        if which[game]:
            nothing_paid(game, shown, ways)
            begin_one(game, playing, shown, ways, scratch)
        else:
            rest(game, playing, shown, ways, scratch)


def step(first: int, last: int, chosen: Actions, playing: Playing, shown: Shown, ways: Ways, scratch: Scratch) -> None:
    """Apply the chosen action in each game."""
    for game in range(first, last):
        step_one(game, chosen[game], playing, shown, ways, scratch)


def step_at_random(
    first: int, last: int, before: Shown, playing: Playing, shown: Shown, ways: Ways, scratch: Scratch
) -> None:
    """Apply a random legal action in each game, as ``before`` lists them; one that begins in the next step begins."""
    for game in range(first, last):
        count = int(before.counts[game])
        action = before.legal[game, below(playing.choices[game], count)] if count else LEAVE
        if action == LEAVE and ways.restart == NEXT_STEP:
            action = 0  # whatever is chosen for an ended game lets it begin
        step_one(game, action, playing, shown, ways, scratch)


def choose_randomly(first: int, last: int, playing: Playing, shown: Shown, ways: Ways, chosen: Actions) -> None:
    """Write a random legal action for each row; LEAVE where there is none."""
    rows = shown.counts.shape[0] // playing.over.shape[0]
    for row in range(first * rows, last * rows):
        count = int(shown.counts[row])
        chosen[row] = shown.legal[row, below(playing.choices[row // rows], count)] if count else LEAVE


def show_together(game: int, playing: Playing, shown: Shown, ways: Ways, scratch: Scratch) -> None:
    """Show every seat's decision in a game, and the features of those that have none."""
    state = at(playing.states, game)
    mask = 0 if playing.over[game] else acting(state)
    for seat in range(ways.seats):
        row = game * ways.seats + seat
        may = (mask >> seat) & 1
        shown.to_act[row] = may
        show(state, row, seat, legal(state, seat, scratch.actions) if may else 0, shown, scratch)


def begin_together(
    first: int, last: int, which: NDArray[np.int8], playing: Playing, shown: Shown, ways: Ways, scratch: Scratch
) -> None:
    """Begin those games anew that ``which`` names, and show all."""
    for game in range(first, last):
        nothing_paid(game, shown, ways)
        if which[game]:
            lay_out(game, playing, ways, scratch)
            settle(at(playing.states, game), playing.rngs[game], scratch)
        show_together(game, playing, shown, ways, scratch)


def step_together(
    first: int, last: int, chosen: Actions, playing: Playing, shown: Shown, ways: Ways, scratch: Scratch
) -> None:
    """Let all seats that may act do what they chose, having seen the same state."""
    for game in range(first, last):
        state = at(playing.states, game)
        nothing_paid(game, shown, ways)
        if playing.over[game]:
            if ways.restart == NEXT_STEP:
                lay_out(game, playing, ways, scratch)
                settle(state, playing.rngs[game], scratch)
            show_together(game, playing, shown, ways, scratch)
            continue
        mask = acting(state)
        for seat in range(ways.seats):
            if (mask >> seat) & 1 and (acting(state) >> seat) & 1:
                apply(state, seat, chosen[game * ways.seats + seat])
        over = settle(state, playing.rngs[game], scratch) == OVER
        if over or ways.by_points:
            pay(game, playing, shown, ways, scratch)
        if over:
            shown.ended[game] = 1
            for seat in range(ways.seats):
                observe(state, seat, playing.final_features[game * ways.seats + seat])
            if ways.restart == AT_ONCE:
                lay_out(game, playing, ways, scratch)
                settle(state, playing.rngs[game], scratch)
            else:
                playing.over[game] = 1
        show_together(game, playing, shown, ways, scratch)


INLINED = (clear_mask, show, show_plainly, nothing_paid, step_one)
BOUND = (
    *(clear_mask, show, show_plainly, chosen_by_opponent, advance),
    *(lay_out, begin_one, pay, nothing_paid, rest, step_one),
    *(begin, step, step_at_random, choose_randomly, show_together, begin_together, step_together),
)
"""The loops in the order in which they call each other."""
