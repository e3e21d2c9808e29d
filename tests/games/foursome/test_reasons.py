"""What speaks for a play in Foursome, held to the rows of the board counted out one by one."""

from collections.abc import Iterator
from itertools import chain

import pytest

from tests.games.foursome.reading import GAME, KERNEL, read
from tests.suites.reasons import Case, Checks, case, cases, hold
from tetracade.engine.contract import State
from tetracade.engine.wording import WORDS
from tetracade.games.foursome.board import COLOURS, LINE_SPACES, SPACES_OF, STEAL
from tetracade.games.foursome.box import SPACES
from tetracade.games.foursome.lines import colour_of
from tetracade.games.foursome.notation import owner_said, swap_spaces
from tetracade.games.foursome.state import LOCKED, NOPE, OFF, REPLACING, SWAPPING, TAKE


def open_rows(state: State, colour: int, space: int = -1) -> list[int]:
    """The chips of each row, through this space, that the colour can still complete by placing (FS13, FS14)."""
    found = []
    for line in LINE_SPACES.tolist():
        chips = [int(state.board[at]) for at in line if state.board[at]]
        if space in (-1, *line) and sum(chip >= LOCKED for chip in chips) < 2:
            found += [len(chips)] * all((chip - 1) % COLOURS == colour for chip in chips)
    return found


def needed(state: State, colour: int) -> int:
    """How many open spaces would give the colour four in a row."""
    return sum(not state.board[at] and 3 in open_rows(state, colour, at) for at in range(SPACES))


def own(case: Case) -> int:
    return int(colour_of(case.was, case.seat))


def longest(state: State, colour: int) -> int:
    return max((chips for chips in open_rows(state, colour) if chips < 4), default=0)


def named(case: Case, who: str) -> int:
    """The colour of whoever is called this."""
    return next(colour for colour in range(COLOURS) if owner_said(case.before, colour) == who)


def four(case: Case) -> bool:
    """A foursome is made, or it is still to be said which (FS13, FS14)."""
    return bool(case.then.foursomes[own(case)] > case.was.foursomes[own(case)] or case.then.phase == TAKE)


def gone(case: Case) -> int:
    """The space of the chip that is removed, or of the rival's that is swapped."""
    return swap_spaces(case.action)[1] if case.action >= SWAPPING else case.action % SPACES


def breaks_up(case: Case, who: str) -> bool:
    colour, space = named(case, who), gone(case)
    was, now = (sum(chips > 1 for chips in open_rows(state, colour, space)) for state in (case.was, case.then))
    return colour != own(case) and was > now


def fewer_chips(case: Case, who: str) -> bool:
    colour = named(case, who)
    was, now = (
        sum(chip > 0 and (chip - 1) % COLOURS == colour for chip in state.board.tolist())
        for state in (case.was, case.then)
    )
    return colour != own(case) and now == was - 1


def trades_a_used_card(case: Case) -> bool:
    return all(case.was.board[at] for at in SPACES_OF[case.action - REPLACING].tolist())


def chip_back(case: Case) -> bool:
    return bool(case.then.chips[own(case)] == case.was.chips[own(case)] + 1)


def moves_away(case: Case, who: str) -> bool:
    """The chip of that colour lies on the other one's space now, and its own has that one's (FS19)."""
    mine, theirs = swap_spaces(case.action)
    colour = named(case, who)
    lay, lies = (int(state.board[at]) - 1 for state, at in ((case.was, theirs), (case.then, mine)))
    return lay % COLOURS == lies % COLOURS == colour != own(case)


def unplayable(case: Case) -> bool:
    """Nothing that the seat may do plays a card: all that is left is replacing and discarding (FS12)."""
    return all(REPLACING <= action < NOPE for action in case.table.legal_ids(case.seat))


CHECKS: Checks = {
    "makes four in a row and wins": lambda case: (
        not KERNEL.acting(case.then) and case.seat in KERNEL.winners(case.then)
    ),
    "makes four in a row": four,
    r"blocks (.+)’s three": lambda case, who: needed(case.then, named(case, who)) < needed(case.was, named(case, who)),
    r"gives you (two|three) of a row of four that is still open": lambda case, number: (
        longest(case.then, own(case)) == WORDS.index(number) > longest(case.was, own(case))
    ),
    "stands in line with your other chips": lambda case: (
        case.action < OFF and max(open_rows(case.then, own(case), case.action % SPACES)) > 1
    ),
    "lies where a row of four is still open": lambda case: (
        case.action < OFF and bool(open_rows(case.then, own(case), case.action % SPACES))
    ),
    "takes a space from your rivals": lambda case: not case.was.board[case.action % SPACES],
    "keeps your STEAL for later": lambda case: STEAL + 1 in case.then.hand[case.seat].tolist(),
    "takes a space out of turn": lambda case: case.was.active != case.seat,
    "trades a card that can’t be played for a new one": trades_a_used_card,
    r"breaks up a row of (.+)’s": breaks_up,
    r"leaves (.+) one chip fewer on the board": fewer_chips,
    r"moves a chip of (.+)’s away from where it lies": moves_away,
    "gives you a chip back": chip_back,
    "throws away a card that can’t be played now": unplayable,
}
RARE = (
    ("hands=SWAP-RED/RA amber=C1 blue=J8", "SWAP@C1-J8"),
    ("hands=REMOVE/RA amber=A1,J8", "REMOVE@J8"),
    ("hands=RK,RK/RA amber=A1,B8", "DISCARD:RK"),
)
"""What games hardly ever come to."""


def rare() -> Iterator[Case]:
    for line, action in RARE:
        table = read(line)
        yield case(table, 0, GAME.words.action_of(action))


@pytest.mark.rule("FS9", "FS13", "FS14", "FS16", "FS18", "FS19")
def test_every_reason_is_true() -> None:
    hold(chain(rare(), cases(GAME, 24, each=0.06)), CHECKS)


@pytest.mark.rule("FS14")
def test_a_row_that_two_locked_chips_have_closed_speaks_for_nothing() -> None:
    """On E1 nothing can become four: three or two locked chips to the left, Blue everywhere else."""
    table = read("hands=WILD/RA amber=A1x,B1x,C1x,D1x blue=F1,D2,E2,F2")
    action = GAME.words.action_of("WILD@E1")
    hold([case(table, 0, action)], {"takes a space from your rivals": CHECKS["takes a space from your rivals"]})
