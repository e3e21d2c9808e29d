"""What bots are told of Foursome at a glance."""

import numpy as np
import pytest

from tests.games.foursome.reading import KERNEL, read
from tetracade import Table
from tetracade.engine.arrays import as_rules_see
from tetracade.games.foursome import hints
from tetracade.games.foursome.board import COLOURS, LINE_SPACES, LINES, SPACE_NAMES
from tetracade.games.foursome.box import SPACES
from tetracade.games.foursome.open_lines import CHIPS, HOLDER, SHUT, code_of


def best(line: str) -> str:
    table = read(line)
    seat = table.acting[0]
    legal = table.legal()
    ratings = KERNEL.rate(table.state, seat, [action.id for action in legal])
    return legal[int(np.argmax(ratings))].notation


def test_a_line_tells_whose_it_may_become_and_how_many_chips_it_has() -> None:
    state = as_rules_see(read("hands=RA/RB amber=A1x,B1x,C1,D1 blue=J8").state)
    codes = [code_of(state, line) for line in range(LINES)]
    assert codes[0] == SHUT  # A1-D1 has two locked
    assert (HOLDER[codes[2]], CHIPS[codes[2]]) == (0, 2)  # C1-F1
    assert sum(HOLDER[code] == 1 and CHIPS[code] == 1 for code in codes) == 3  # the lines through J8
    assert codes.count(0) == sum(not state.board[spaces].any() for spaces in LINE_SPACES)


def test_known_cards_are_counted() -> None:
    state = as_rules_see(read("hands=RK,RK,BP/RA read=RK,RK/-").state)
    assert [hints.known_held(state, 0, kind) for kind in (10, 35)] == [2, 0]


@pytest.mark.parametrize(
    ("line", "action"),
    [
        ("hands=RK,BB/RA amber=B1,C1,D1", "RK@A1"),  # complete
        ("hands=RK,BB/RA blue=B1,C1,D1", "RK@A1"),  # block
        ("hands=RK,BB,WILD/RA amber=B1,C1,D1 blue=J2,J3,J4", "RK@A1"),  # the own one first
        ("hands=RK,BB,WILD/RA amber=B1,C1,D1 blue=J2,J3,J4 foursomes=0,2", "BB@J1"),  # but not if the other wins
        ("hands=REMOVE,BN/RA blue=B1,C1,D1", "REMOVE@D1"),  # no card to block with
        ("hands=RK,BN,STEAL/RA amber=A7,A6 blue=A1,B8", "REPLACE:RK"),  # a new card for nothing
        ("phase=asked actor=1 called=RK hands=RK/STEAL", "NOPE"),  # not for little
        ("phase=asked actor=1 called=RK hands=RK/STEAL blue=B1,C1,D1", "STEAL@A1"),
        ("hands=SWAP-RED,BN/RA amber=J8,A2,A3,A4 blue=A1", "SWAP@J8-A1"),
        ("phase=take claim=D1 amber=A1,B1,C1,D1,E1,F1,G1", "TAKE@A1-D1"),  # leaves D1-G1
        ("hands=RK,STEAL/RA blue=A1,B8 deck=-", "DISCARD:RK"),
    ],
)
def test_the_best_rated_action_is_the_sensible_one(line: str, action: str) -> None:
    assert best(line) == action


def test_ratings_win_against_chance() -> None:
    pick = np.random.default_rng(1)
    wins = 0.0
    for game in range(40):
        table = read("hands=-/-")
        table = Table(table.game, 2, dealer=lambda ids, weights: ids[int(pick.integers(len(ids)))])
        while not table.over:
            seat = table.acting[0]
            legal = KERNEL.legal(table.state, seat)
            if seat == game % 2:
                table.play(legal[int(np.argmax(KERNEL.rate(table.state, seat, legal)))], seat)
            else:
                table.play(legal[int(pick.integers(len(legal)))], seat)
        wins += KERNEL.payoff(table.state)[game % 2]
    assert wins >= 36


def prospects_by_definition(board: list[int], colour: int, space: int, gone: int, worth: tuple[int, ...]) -> int:
    total = 0
    for line in LINE_SPACES:
        if space not in line:
            continue
        chips = [board[other] for other in line if other not in (space, gone) and board[other]]
        own = all((chip - 1) % COLOURS == colour for chip in chips)
        if own and sum(chip > COLOURS for chip in chips) <= 1:
            total += worth[len(chips)]
    return total


def test_prospects_agree_with_their_definition_on_any_board() -> None:
    """Boards need not be reachable: codes of lines hold for whatever lies there."""
    rng = np.random.default_rng(4)
    state = read("hands=RA/RB").state
    for density in (0.2, 0.4, 0.7):
        board = np.where(rng.random(SPACES) < density, rng.integers(1, 2 * COLOURS + 1, SPACES), 0)
        board[rng.random(SPACES) < density / 2] = 1 + int(rng.integers(COLOURS))  # so that some lines are nearly full
        state.board[:] = board
        for space in range(SPACES):
            gone = int(rng.integers(-1, SPACES))
            for how, worth in ((hints.PLACING, (1, 4, 16, 400)), (hints.REMOVING, (1, 4, 120, 0))):
                found = hints.prospects(as_rules_see(state), space, gone, how)
                assert [hints.to(found, colour) for colour in range(COLOURS)] == [
                    prospects_by_definition(board.tolist(), colour, space, gone, worth) for colour in range(COLOURS)
                ], (density, SPACE_NAMES[space])
