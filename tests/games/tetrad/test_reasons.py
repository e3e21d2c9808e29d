"""What speaks for a play in TETRAD, held to hands, patterns and piles counted out one by one."""

from itertools import chain

import pytest

from tests.games.tetrad.tables import GAME, KERNEL
from tests.suites.reasons import Case, Checks, cases, everything, hold
from tetracade.engine.chance import generator
from tetracade.engine.contract import CHANCE, State
from tetracade.games.tetrad.board import (
    CARDS,
    FREE_SPACE,
    FREE_SPACES,
    HAND,
    PATTERN_OF_PLACEMENT,
    PLACES,
    POCKETS,
    pocket_name,
    suggested,
)
from tetracade.games.tetrad.notation import SEAT_NAMES
from tetracade.games.tetrad.state import CHOOSE, CLAIM, DISCARD, DRAWING, PLACE, TAKE, USE_BLOCKER, USE_SKIP

FAR = HAND + 1
TRIED = (
    "hands=2,3,14,blocker,20/5,6,7,21 known=-/5,6,7 step=1 patterns=1 discard=25",
    "hands=2,3,14,blocker,20/5,6,7,21 known=-/5,6,7 step=1 discard=25",
    "hands=1,2,3,4,20/17,18,19,21 step=1 patterns=1 discard=25",
    "phase=taking hands=1,2,3,20/17,18,19,21 patterns=1 discard=4",
    "phase=taking hands=1,2,3,20 seats=1 patterns=1 discard=25",
    "phase=taking hands=1,2,3,20 seats=1 patterns=1 discard=25 claims=strict",
)
REDEALS = 1000


def cards(state: State, seat: int) -> set[int]:
    return {int(card) for card in state.hand[seat] if card}


def rows(state: State) -> list[list[int]]:
    """The pockets of every place where a pattern that counts may lie."""
    return [
        places
        for places, pattern in zip(PLACES.tolist(), PATTERN_OF_PLACEMENT.tolist(), strict=True)
        if state.patterns >> (pattern - 1) & 1
    ]


def lacks(state: State, hand: set[int]) -> int:
    """How many cards are missing from the nearest pattern, every way to use FREE SPACE tried (TD18, TD19)."""
    best = FAR
    stars = [number for number in range(POCKETS) if pocket_name(number) in FREE_SPACES]
    for places in rows(state):
        for star in (-1, *(stars if FREE_SPACE in hand else ())):
            missing = [at for at in places if at != star and (int(state.top[at]) not in hand or blocked(state, at))]
            if not any(blocked(state, at) for at in missing):
                best = min(best, len(missing))
    return best


def blocked(state: State, pocket: int) -> bool:
    return not state.top[pocket] or bool(state.blocked >> state.top[pocket] & 1)


def winning_pockets(state: State, rival: str) -> set[int]:
    """The pockets whose card would complete a pattern with what everyone knows that the rival holds."""
    known = {int(card) for card in state.known[SEAT_NAMES.index(rival)] if card}
    has = {at for at in range(POCKETS) if int(state.top[at]) in known and not blocked(state, at)}
    missing = [set(places) - has for places in rows(state)]
    return {at for each in missing if len(each) == 1 for at in each if not blocked(state, at)}


def short(case: Case, number: str) -> bool:
    was, now = (lacks(state, cards(state, case.seat)) for state in (case.was, case.then))
    return now == int(number) < was


def as_close(case: Case) -> bool:
    was, now = (lacks(state, cards(state, case.seat)) for state in (case.was, case.then))
    return now == was


def may_help(case: Case) -> bool:
    """In some deal that the seat can't tell from this one, the pile has a card that brings it nearer."""
    own = cards(case.was, case.seat)
    tried = KERNEL.states()[0]
    for sample in range(REDEALS):
        tried.setfield(case.was, case.was.dtype)
        KERNEL.redeal(tried, case.seat, generator(1, sample))
        pile = [card for card in range(1, CARDS) if tried.pile[card]]
        if any(lacks(case.was, own | {card}) < lacks(case.was, own) for card in pile):
            return True
    return False


def nobody_else_sees(case: Case) -> bool:
    others = [seat for seat in range(case.was.seats) if seat != case.seat]
    outcomes, _ = KERNEL.outcomes(case.then)
    unseen = not any(KERNEL.sees_outcome(case.then, outcome, other) for outcome in outcomes for other in others)
    return case.then.phase == DRAWING and bool(others) and unseen


def covers_a_stranger(case: Case) -> bool:
    pocket = case.action - (PLACE if case.action >= PLACE else USE_BLOCKER)
    return int(case.was.top[pocket]) not in cards(case.was, case.seat)


def discards_a_stranger(case: Case) -> bool:
    return case.action - DISCARD + 1 not in case.was.top.tolist()


def moves_the_board(case: Case) -> bool:
    return as_close(case) and case.was.top.tolist() != case.then.top.tolist()


CHECKS: Checks = {
    "wins the game": lambda case: case.then.winner == case.seat + 1,
    "suits so many players, by the chart": lambda case: case.action - CHOOSE + 1 in suggested(case.was.seats),
    r"stops (\w+)’s three": lambda case, rival: (
        bool(winning_pockets(case.was, rival)) and not winning_pockets(case.then, rival)
    ),
    r"leaves (\w+) fewer ways to win": lambda case, rival: (
        0 < len(winning_pockets(case.then, rival)) < len(winning_pockets(case.was, rival))
    ),
    "completes your pattern": lambda case: short(case, "0"),
    r"leaves you (\d) cards? short of a pattern": short,
    "keeps every card you need": as_close,
    "may bring a card you need, and nobody else sees it": lambda case: may_help(case) and nobody_else_sees(case),
    "may bring a card you need": may_help,
    r"costs (\w+) a turn": lambda case, who: case.action - USE_SKIP == SEAT_NAMES.index(who) != case.seat,
    "moves the board and leaves you as close to a pattern as before": moves_the_board,
    "brings a card that nobody else sees": nobody_else_sees,
    "brings a new card": lambda case: case.was.seats == 1 and case.then.phase == DRAWING,
    "brings a card you can see, not a chance": lambda case: (
        case.action == TAKE and int(case.was.discard[case.was.discards - 1]) in cards(case.then, case.seat)
    ),
    "brings new images onto the board": lambda case: KERNEL.acting(case.then) == CHANCE,
    "throws away a card that isn’t on the board": discards_a_stranger,
    "covers a card that you don’t hold": covers_a_stranger,
}


@pytest.mark.rule("TD13", "TD18", "TD19", "TD21", "TD26")
def test_every_reason_is_true() -> None:
    hold(chain(*(everything(GAME, line) for line in TRIED), cases(GAME, 24, each=0.06)), CHECKS)


@pytest.mark.rule("TD26")
def test_a_wrong_claim_is_not_recommended_for_winning() -> None:
    line = "hands=1,2,3,20,21/17,18,19,22 step=1 patterns=1 discard=25 claims=strict"
    claims = [case for case in everything(GAME, line) if case.action >= CLAIM]
    hold(claims, {})
