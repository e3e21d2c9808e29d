"""What speaks for a move in Tetrathedral, held to what the rules then allow."""

from itertools import chain

import pytest

import tetracade
from tests.games.tetrathedral.reading import GAME, KERNEL
from tests.suites.reasons import Case, Checks, cases, everything, hold
from tetracade.engine.contract import State
from tetracade.engine.wording import WORDS
from tetracade.games.tetrathedral.board import INDEX, LINES, NAMES, SIDES, SPACES, neighbours, path
from tetracade.games.tetrathedral.notation import SEAT_NAMES
from tetracade.games.tetrathedral.state import MOST_ROLLS, MOVING, OUT, WON
from tetracade.table.narration import reasons_for

NAMED = r"([A-H\d, or]+|[A-H\d, and]+)"
LINES_TRIED = (
    "red=C7,D7,B8 blue=A1,H9 act=red roll=2",
    "red=C7,D7,B8 blue=D9,D10,B9 act=red roll=3",
    "red=C7,D7,D8,D11 blue=B5 act=red roll=2",
    "red=B2,F8,E8 blue=C7,D7,D8,D11 act=red roll=4",
    "red=D10,E3 blue=C7,D7,D8,D11 act=red roll=1",
)


def pawns(state: State, seat: int) -> set[int]:
    return {int(space) for space in state.pawns[seat][: state.in_play[seat]]}


def moves(state: State, seat: int) -> dict[int, list[int]]:
    """What the seat could do if it were its turn, by roll; bringing pawns back left out."""
    tried, found = KERNEL.states()[0], {}
    for roll in range(1, SIDES + 1):
        tried.setfield(state, state.dtype)
        tried.phase, tried.turn, tried.roll = MOVING, seat, roll
        found[roll] = [action for action in KERNEL.legal(tried, seat) if action // len(SPACES) != OUT]
    return found


def ways(state: State, seat: int) -> int:
    """How many moves there are with one roll or another."""
    return len(set(chain(*moves(state, seat).values())))


def winning(state: State, seat: int) -> set[tuple[str, int]]:
    """Where the seat's next move could win, with each roll that makes it."""
    tried, found = KERNEL.states()[0], set()
    for roll, action in ((roll, action) for roll, each in moves(state, seat).items() for action in each):
        tried.setfield(state, state.dtype)
        tried.phase, tried.turn, tried.roll = MOVING, seat, roll
        KERNEL.apply(tried, seat, action)
        if tried.phase == WON:
            found.add((NAMES[action % len(SPACES)], roll))
    return found


def reached(state: State, seat: int, space: int) -> set[int]:
    """The rolls with which the seat could land there."""
    return {roll for roll, each in moves(state, seat).items() if space in {action % len(SPACES) for action in each}}


def triangles() -> list[set[int]]:
    """The spaces of every bigger triangle that wins (TH9)."""
    found = [{INDEX[space], *(INDEX[near] for near in neighbours(space))} for space in SPACES]
    return [four for four in found if len(four) == 4 and not any(SPACES[space].on_ring for space in four)]


def together(state: State, seat: int) -> int:
    return max(len(four & pawns(state, seat)) for four in triangles())


def ends(case: Case) -> tuple[int, int]:
    start, end = divmod(case.action, len(SPACES))
    return start, end


def spaces_in(said: str) -> set[str]:
    return set(said.replace(" and ", ", ").replace(" or ", ", ").split(", "))


def leaves(case: Case, rival: str, left: str) -> bool:
    seat = SEAT_NAMES.index(rival)
    assert seat == 1 - case.seat
    return case.then.in_play[seat] == int(left.replace("no", "0").split()[-1]) == case.was.in_play[seat] - 1


def keeps_from_closing(case: Case, rival: str, said: str) -> bool:
    was, now = winning(case.was, 1 - case.seat), winning(case.then, 1 - case.seat)
    places = spaces_in(said)
    return SEAT_NAMES[1 - case.seat] == rival and places <= {at for at, _ in was} - {at for at, _ in now}


def threatens_to_close(case: Case, places: str, rolls: str) -> bool:
    was, now = winning(case.was, case.seat), winning(case.then, case.seat)
    said = {int(roll) for roll in spaces_in(rolls)}
    return not now <= was and {at for at, _ in now} == spaces_in(places) and {roll for _, roll in now} == said


def brings_together(case: Case, number: str) -> bool:
    return together(case.then, case.seat) == WORDS.index(number) > together(case.was, case.seat)


def next_to_others(case: Case) -> bool:
    """It touches another pawn of the seat along an edge or at a corner."""
    start, end = ends(case)
    near = neighbours(SPACES[end])
    touching = {*near, *chain.from_iterable(map(neighbours, near))}
    return bool((pawns(case.was, case.seat) - {start}) & {INDEX[space] for space in touching})


def in_the_way(case: Case, rival: str) -> bool:
    """A triangle of which the rival holds two, and the seat nothing so far, can't be closed now without a capture."""
    own, theirs = pawns(case.was, case.seat), pawns(case.then, 1 - case.seat)
    return rival == SEAT_NAMES[1 - case.seat] and any(
        ends(case)[1] in four and len(four & theirs) >= 2 and not four & own for four in triangles()
    )


def towards_the_middle(case: Case) -> bool:
    """More spaces lie on the lines through the end than on those through the start."""
    start, end = (sum(len(path(SPACES[space], line)) for line in LINES) for space in ends(case))
    return end > start


def threatens_to_capture(case: Case, said: str) -> bool:
    end = ends(case)[1]
    own = [action for each in moves(case.then, case.seat).values() for action in each if action // len(SPACES) == end]
    prey = {NAMES[action % len(SPACES)] for action in own} & {NAMES[at] for at in pawns(case.then, 1 - case.seat)}
    return prey == spaces_in(said)


def out_of_reach(case: Case, rival: str) -> bool:
    return not reached(case.then, SEAT_NAMES.index(rival), ends(case)[1])


def gets_out_of_reach(case: Case, rival: str) -> bool:
    return out_of_reach(case, rival) and bool(reached(case.was, SEAT_NAMES.index(rival), ends(case)[0]))


CHECKS: Checks = {
    "closes four and wins": lambda case: case.then.phase == WON and case.then.turn == case.seat,
    r"leaves (\w+) (only \d+|no) pawns? in play": leaves,
    rf"keeps (\w+) from closing four on {NAMED}": keeps_from_closing,
    rf"threatens to close four on {NAMED} with an? ([\d, or]+)": threatens_to_close,
    r"brings (two|three|four) pawns together": brings_together,
    "brings a pawn back into play": lambda case: case.then.in_play[case.seat] == case.was.in_play[case.seat] + 1,
    "comes in from the rim, where no triangle counts": lambda case: (
        [SPACES[at].on_ring for at in ends(case)] == [True, False]
    ),
    "moves next to your other pawns": next_to_others,
    r"gets out of (\w+)’s reach": gets_out_of_reach,
    r"stays out of (\w+)’s reach": out_of_reach,
    r"stands in the way of (\w+)’s pawns": in_the_way,
    "goes towards the middle, where most lines meet": towards_the_middle,
    r"keeps (two|three) of your pawns together": lambda case, number: (
        together(case.was, case.seat) == together(case.then, case.seat) == WORDS.index(number)
    ),
    rf"threatens to capture on {NAMED}": threatens_to_capture,
    "opens more ways for your pawns": lambda case: ways(case.then, case.seat) > ways(case.was, case.seat),
}


@pytest.mark.rule("TH4", "TH7", "TH9")
def test_every_reason_is_true() -> None:
    tried = chain(*(everything(GAME, line) for line in LINES_TRIED), cases(GAME, 8, each=0.05))
    hold(tried, CHECKS)


@pytest.mark.rule("TH10")
def test_nothing_is_threatened_with_the_last_roll() -> None:
    table = tetracade.position("tetrathedral", f"{LINES_TRIED[0]} rolls={MOST_ROLLS}")
    for action in table.legal_ids(0):
        assert not any("threatens" in reason for reason in reasons_for(table, 0, action))


@pytest.mark.rule("TH6")
def test_an_eight_is_an_eight() -> None:
    """From G10 to C6 it is nine spaces: only an 8 goes that far."""
    table = tetracade.position("tetrathedral", "red=B4,B5,B6,G10 blue=H9,H8,H7,H6 act=blue roll=1 side=4")
    said = [(mark.place, mark.cause) for mark in GAME.dangers(table.view(1))]
    assert said == [("C6", "Red completes a formation on C6 with an 8.")]
