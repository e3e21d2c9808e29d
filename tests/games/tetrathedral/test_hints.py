"""Hints for bots: formations, threats by roll, exposure; each against what the rules themselves allow."""

import random

import numpy as np
import pytest

import tetracade
from tests.games.tetrathedral.contest import won_by_looking_ahead
from tests.games.tetrathedral.reading import GAME, KERNEL, read
from tetracade.engine.arrays import as_rules_see
from tetracade.engine.contract import State
from tetracade.games.tetrathedral import hints
from tetracade.games.tetrathedral.board import FORMATIONS, NAMES, NUMBER_OF
from tetracade.games.tetrathedral.rules import wins
from tetracade.games.tetrathedral.state import MOVING, ROLLING, SPACES

AROUND_E8 = next(number for number, spaces in enumerate(FORMATIONS) if NAMES[spaces[0]] == "E8")


def state_of(line: str) -> State:
    """The position as rules see it."""
    return as_rules_see(read(line).state)


def rolls_in(mask: int) -> set[int]:
    """The rolls of a bit mask."""
    return {roll for roll in range(16) if mask >> roll & 1}


def worth(line: str) -> list[float]:
    """What each seat may expect here."""
    out = np.zeros(8)
    assert hints.estimate(state_of(line), out)
    return out[:2].tolist()


def best(line: str) -> str:
    """The move that looks best at a glance."""
    table = read(line)
    actions = KERNEL.legal(table.state, table.acting[0])
    ratings = KERNEL.rate(table.state, table.acting[0], actions)
    return GAME.words.notation(actions[int(np.argmax(ratings))])


def test_winning_rolls_are_told() -> None:
    assert rolls_in(hints.winning_rolls(state_of("red=E7,E9,F7,D8 blue=A1 act=red"), 0)) == {1, 8}
    assert rolls_in(hints.winning_rolls(state_of("red=E7,E9,F7,A5,D8 blue=A1 act=red"), 0)) == {1, 8}
    assert rolls_in(hints.winning_rolls(state_of("red=E7,E9,F7,A5 blue=A1 act=red"), 0)) == {4, 8}
    assert rolls_in(hints.winning_rolls(state_of("red=E7,E9,F7,A5 blue=C7 act=red"), 0)) == set()


@pytest.mark.parametrize("lines", ["all", "strips"])
@pytest.mark.parametrize("pawns", [8, 4])
def test_hints_agree_with_what_the_rules_allow(pawns: int, lines: str) -> None:
    pick = random.Random(pawns)
    threats = 0
    crowded = [name for name in NAMES if name[0] in "CDEF" and 4 <= int(name[1:]) <= 11]
    for _ in range(15):
        triad = pick.sample([NAMES[space] for space in pick.choice(FORMATIONS)], 3)
        spaces = pick.sample([name for name in crowded if name not in triad], 2 * pawns - 3)
        red, blue = triad + spaces[: pawns - 3], spaces[pawns - 3 + pick.randrange(2) :]
        line = f"red={','.join(red)} blue={','.join(blue)} side={pawns} lines={lines} act=red"
        threats += compared(read(line).state)
    assert threats > 0


def compared(found: State) -> int:
    """Compare all hints on this state with the legal moves of every roll; return how many threats there were."""
    states = KERNEL.states()
    threats = 0
    for seat in range(2):
        winning, building = set(), set()
        landing: dict[int, set[int]] = {}
        for roll in range(1, 9):
            states[0] = found
            states[0].turn, states[0].phase, states[0].roll = seat, MOVING, roll
            seen = as_rules_see(states[0])
            held = set(states[0].pawns[seat].tolist())
            for action in KERNEL.legal(states[0], seat):
                start, end = divmod(action, SPACES)
                if start == SPACES:
                    continue
                landing.setdefault(end, set()).add(roll)
                if wins(seen, seat, action):
                    winning.add(roll)
                for spaces in FORMATIONS:
                    if end in spaces and start not in spaces and len(held & set(spaces)) == 2:
                        building.add(roll)
        seen = as_rules_see(found)
        assert rolls_in(hints.winning_rolls(seen, seat)) == winning
        assert rolls_in(hints.building_rolls(seen, seat)) == building
        for pawn in range(int(found.in_play[1 - seat])):
            space = int(found.pawns[1 - seat, pawn])
            assert rolls_in(hints.capturing_rolls(seen, seat, space)) == landing.get(space, set())
        threats += len(winning)
    return threats


def test_a_pawn_is_exposed_to_the_rolls_that_land_on_it() -> None:
    state = state_of("red=E7,E9,F7,H1 blue=E5,H2 act=red")
    assert rolls_in(hints.capturing_rolls(state, 1, NUMBER_OF["E7"])) == {2, 8}


def test_a_winning_move_looks_best() -> None:
    assert best("red=E7,E9,F7,D8,H1 blue=H2,A1 act=red roll=1") == "D8-E8"


def test_a_capture_looks_better_than_a_step_aside() -> None:
    assert best("red=E8,H1 blue=E11,A1 act=red roll=3") == "E8-E11"


def test_breaking_a_triad_looks_better_than_another_capture() -> None:
    assert best("red=G6,H1 blue=E7,E9,F7,H2,A1 act=red roll=1") == "G6-F7"


def test_a_triad_looks_better_than_a_step_aside() -> None:
    assert best("red=E7,E9,G6,H1 blue=A1 act=red roll=1") == "G6-F7"


def test_a_safe_space_of_the_ring_looks_better_than_an_exposed_one() -> None:
    table = read("red=- blue=A1 act=red roll=8")
    actions = KERNEL.legal(table.state, 0)
    ratings = dict(
        zip([GAME.words.notation(action) for action in actions], KERNEL.rate(table.state, 0, actions), strict=True)
    )
    assert ratings["@H5"] > ratings["@A2"]


def test_the_estimate_is_the_result_at_the_end_and_even_before_the_roll_off() -> None:
    assert worth("red=E7,E8,E9,F7 blue=A1 act=won:red") == [1.0, 0.0]
    assert worth("red=A1 blue=E7,E8,E9,F7 act=won:blue") == [0.0, 1.0]
    assert worth("red=A1 blue=E7 act=drawn:red rolls=1000") == [0.5, 0.5]
    assert worth("red=H1,H2,H3,H4 blue=A1,A2,A3,A4 side=4 act=roll-off") == [0.5, 0.5]


def test_the_estimate_is_certain_of_a_win_that_is_rolled() -> None:
    assert worth("red=E7,E9,F7,D8 blue=A1,A2,A3,A4 act=red roll=1") == [1.0, 0.0]
    assert worth("red=E7,E9,F7,D8 blue=A1,A2,A3,A4 act=red roll=2")[0] < 1.0


@pytest.mark.parametrize("side", [8, 4])
@pytest.mark.parametrize("lines", ["all", "strips"])
def test_the_estimate_grows_with_pawns_and_with_threats(side: int, lines: str) -> None:
    tail = f"side={side} lines={lines} act=red"
    even = worth(f"red=H2,H4,H6,H8 blue=A2,A4,A6,A8 {tail}")[0]
    assert 0.4 < even < 0.6
    assert worth(f"red=H2,H4,H6,H8 blue=A2,A4,A6 {tail}")[0] > even
    assert worth(f"red=H2,H4,H6 blue=A2,A4,A6,A8 {tail}")[0] < even
    assert worth(f"red=E7,E8,E9,F8 blue=A2,A4,A6,A8 {tail}")[0] > even
    assert worth(f"red=H2,H4,H6,H8 blue=D7,D8,D9,C8 {tail}")[0] < even


def test_the_estimate_is_the_same_for_both_seats_when_the_board_is_turned() -> None:
    pick = random.Random(2)
    for seed in range(10):
        table = tetracade.new("tetrathedral", seed=seed)
        for _ in range(pick.randrange(1, 60)):
            table.play(pick.choice(table.legal()))
        states = KERNEL.states(2)
        states[0] = table.state
        states[0].phase, states[0].roll, states[0].turn = ROLLING, 0, 0
        line = GAME.words.position(states[0])
        turned = {name: NAMES[SPACES - 1 - index] for index, name in enumerate(NAMES)}
        parts = dict(part.split("=", 1) for part in line.split())
        for seat, other in (("red", "blue"), ("blue", "red")):
            parts[f"{seat}*"] = ",".join(turned.get(name, name) for name in parts[other].split(","))
        there = f"red={parts['red*']} blue={parts['blue*']} act=blue"
        assert worth(there) == pytest.approx(worth(line)[::-1])


def test_looking_one_roll_ahead_with_the_estimate_beats_the_glance() -> None:
    for options in ({}, {"pawns": 4}, {"lines": "strips"}):
        assert won_by_looking_ahead(200, GAME.option_numbers(GAME.option_values(options)), seed=5) >= 120
