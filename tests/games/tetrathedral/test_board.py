"""The board: spaces, names, lines and formations, against what geometry says."""

from itertools import pairwise

import pytest

from docs.tetrathedral_board import PICTURE, picture
from tests.games.tetrathedral.reading import PERPENDICULAR_HEADINGS, STRIP_HEADINGS, walked
from tetracade.games.tetrathedral.board import (
    FORMATIONS,
    INDEX,
    LINES,
    NAMES,
    NUMBER_OF,
    PERPENDICULARS,
    RING,
    ROW_SIZES,
    ROWS,
    SIDE,
    SPACES,
    STRIPS,
    WAYS,
    Space,
    neighbours,
    path,
)
from tetracade.games.tetrathedral.box import PARTS

INNER = PARTS.inner_side


@pytest.mark.rule("TH1")
def test_the_board_is_a_hexagon_of_triangles() -> None:
    upper = [2 * (SIDE + row) + 1 for row in range(SIDE)]
    assert list(ROW_SIZES) == upper + upper[::-1]
    assert len(SPACES) == len(set(SPACES)) == sum(ROW_SIZES) == 6 * SIDE**2
    assert all(1 - SIDE <= part <= SIDE for space in SPACES for part in space)
    assert all(sum(space) in (1, 2) for space in SPACES)


@pytest.mark.rule("TH1")
def test_the_ring_is_what_lies_outside_the_inner_hexagon() -> None:
    inner = [index for index, space in enumerate(SPACES) if all(1 - INNER <= part <= INNER for part in space)]
    assert len(inner) == 6 * INNER**2
    assert sorted([*RING, *inner]) == list(range(len(SPACES)))


@pytest.mark.rule("TH1")
def test_the_ring_takes_rows_at_top_and_bottom_and_the_ends_of_the_others() -> None:
    names, wide = {NAMES[index] for index in RING}, SIDE - INNER
    for row, size in zip(ROWS, ROW_SIZES, strict=True):
        whole = row in ROWS[:wide] + ROWS[len(ROWS) - wide :]
        ends = [*range(1, 2 * wide + 1), *range(size - 2 * wide + 1, size + 1)]
        numbers = range(1, size + 1) if whole else ends
        assert {name for name in names if name[0] == row} == {f"{row}{number}" for number in numbers}


@pytest.mark.rule("TH1")
def test_names_go_from_the_top_row_down_and_from_left_to_right() -> None:
    first, last = ROW_SIZES[0], f"{ROWS[-1]}{ROW_SIZES[-1]}"
    assert (NAMES[0], NAMES[first - 1], NAMES[first], NAMES[-1]) == ("A1", f"A{first}", "B1", last)
    for name, space in zip(NAMES, SPACES, strict=True):
        assert space.a == SIDE - ROWS.index(name[0])
        left = sum(other.a == space.a and other.b - other.c < space.b - space.c for other in SPACES)
        assert int(name[1:]) == left + 1
    assert SPACES[NUMBER_OF["A1"]] == Space(SIDE, 1 - SIDE, 1)
    assert SPACES[NUMBER_OF[last]] == Space(1 - SIDE, SIDE, 0)


@pytest.mark.rule("TH1")
def test_rows_of_the_upper_half_begin_with_a_triangle_that_points_up() -> None:
    for row in ROWS:
        assert SPACES[NUMBER_OF[f"{row}1"]].points_up == (row in ROWS[:SIDE])


@pytest.mark.rule("TH1")
def test_the_picture_in_the_documentation_is_what_its_program_draws() -> None:
    assert PICTURE.read_text() == picture()
    for name in NAMES:
        assert f">{name}</text>" in picture()


@pytest.mark.rule("TH5")
def test_twelve_lines_leave_a_space_six_of_them_along_strips() -> None:
    assert (len(STRIPS), len(PERPENDICULARS), len(set(LINES))) == (6, 6, 12)


@pytest.mark.rule("TH5")
@pytest.mark.parametrize("name", NAMES)
def test_every_line_is_a_straight_walk_through_the_plane(name: str) -> None:
    def along(lines: tuple[object, ...]) -> set[tuple[str, ...]]:
        found = (path(SPACES[NUMBER_OF[name]], line) for line in LINES if line in lines)
        return {tuple(NAMES[INDEX[space]] for space in met) for met in found}

    assert along(STRIPS) == {walked(name, heading) for heading in STRIP_HEADINGS}
    assert along(PERPENDICULARS) == {walked(name, heading) for heading in PERPENDICULAR_HEADINGS}


@pytest.mark.rule("TH5")
def test_a_strip_goes_from_edge_to_edge() -> None:
    for space in SPACES:
        for line in STRIPS:
            way = (space, *path(space, line))
            assert all(after in neighbours(before) for before, after in pairwise(way))


@pytest.mark.rule("TH5")
def test_a_perpendicular_crosses_edges_and_corners_in_turn() -> None:
    for space in SPACES:
        for line in PERPENDICULARS:
            way = (space, *path(space, line))
            edges = [after in neighbours(before) for before, after in pairwise(way)]
            assert all(edge != then for edge, then in pairwise(edges))


@pytest.mark.rule("TH5")
def test_two_lines_to_the_same_space_are_one_way_of_the_same_length() -> None:
    lengths: dict[tuple[str, str], set[int]] = {}
    for name in NAMES:
        for heading in STRIP_HEADINGS + PERPENDICULAR_HEADINGS:
            for length, end in enumerate(walked(name, heading), 1):
                lengths.setdefault((name, end), set()).add(length)
    assert all(len(found) == 1 for found in lengths.values())
    assert {(NAMES[way.start], NAMES[way.end]): {way.length} for way in WAYS} == lengths


@pytest.mark.rule("TH9")
def test_a_formation_is_a_space_with_its_three_neighbours_off_the_ring() -> None:
    inside = {space for index, space in enumerate(SPACES) if index not in RING}
    middles = [space for space in inside if inside.issuperset(neighbours(space))]
    assert len(FORMATIONS) == len({frozenset(spaces) for spaces in FORMATIONS}) == len(middles)
    for middle, *others in FORMATIONS:
        assert {SPACES[other] for other in others} == set(neighbours(SPACES[middle]))
        assert not set(RING) & {middle, *others}


@pytest.mark.rule("TH9")
def test_along_strips_the_middle_is_entered_only_over_one_of_its_neighbours() -> None:
    for middle, *others in FORMATIONS:
        for way in WAYS:
            if way.end == middle and way.strip:
                assert {way.start, *way.between} & set(others)
