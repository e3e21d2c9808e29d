"""The search for Retro Tetro's lost board: what it counts, what it changes, and that a board is live."""

import json
import os
import random
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from bench import live_boards as live
from bench.board_search import changed, picture, places_of, plausible, revalued, step_of, stepped
from bench.boards import Found, batches
from tetracade.games.retro_tetro.box import GOLD, MEEPLES, SYMBOLS, Worth

STANDARD = live.FOLDER / "box.toml"
ALIKE = Path(__file__).parents[2] / "docs" / "lab" / "boards" / "valley-four-gold.toml"
"""A board whose sides are alike."""

LIVE = """
import sys
from pathlib import Path
from bench import live_boards as live
from tetracade.games.retro_tetro import points
state = live.KERNEL.states()[0]
live.KERNEL.start(state, 1, live.GAME.option_numbers(live.GAME.option_values({})))
for path in sys.argv[1:]:
    live.lay_out(live.parts_of(Path(path)))
    print(points.meeple_points(state, 0), points.meeples_visible(state, 0))
"""


def test_a_board_is_laid_out_while_the_process_runs(tmp_path: Path) -> None:
    parts = live.parts_of(STANDARD)
    text = STANDARD.read_text(encoding="utf-8")
    other = tmp_path / "other.toml"
    start = text.index('board = """')
    end = text.index('"""', start + 12)
    other.write_text(text[:start] + text[start:end].replace(" d ", " a ") + text[end:], encoding="utf-8")
    run = subprocess.run(
        [sys.executable, "-c", LIVE, str(STANDARD), str(other), str(STANDARD)],
        capture_output=True,
        text=True,
        check=True,
        cwd=Path(__file__).parents[2],
        env={name: value for name, value in os.environ.items() if name != "NUMBA_DISABLE_JIT"},
    )
    usual = sum(MEEPLES.find(mark) + 1 for row in parts.board for mark in row)
    meeples = sum(mark in MEEPLES for row in parts.board for mark in row)
    fewer = usual - 3 * sum(mark == "d" for row in parts.board for mark in row)
    assert run.stdout.split() == [str(each) for total in (usual, fewer, usual) for each in (total, meeples)]


def test_shares_that_rise_are_added_up() -> None:
    found = Found(passed={"2": [10, 5, 6, 0], "3": [9, 9, 8, 8]}, games={"2": [10, 10, 10, 10], "3": [10] * 4})
    assert found.rises() == pytest.approx(0.1)


def test_levels_without_games_count_for_nothing() -> None:
    found = Found(passed={"2": [0, 5, 0]}, games={"2": [0, 10, 0]})
    assert found.rises() == 0


def test_worths_are_over_tables_without_objectives_and_the_spread_is_the_worst() -> None:
    kept = [[2, 120, 0], [2, 116, 0], [1, 61, 0]] + [[1, 60, 0]] * 5
    found = Found(totals=[60, 61, 50, 70], kept=kept, without=[4, 200])
    assert found.worths() == [10, 8, 11, 10, 10, 10, 10, 10]
    assert found.spread() == pytest.approx(1 - 8 / (79 / 8))
    assert found.over == 0.5


def test_changes_keep_meeples_and_gold_and_both_sides_alike() -> None:
    parts, luck = live.parts_of(ALIKE), random.Random(1)
    changes = set()
    for _ in range(300):
        other = changed(parts, luck)
        for marks in (MEEPLES, GOLD):
            assert Counter(mark for row in other.board for mark in row if mark in marks) == Counter(
                mark for row in parts.board for mark in row if mark in marks
            )
        assert other.left_halves == other.right_halves or other.left_halves == parts.left_halves
        for marks in (MEEPLES, GOLD, SYMBOLS):
            there = set(places_of(other.board, marks))
            assert there == {(row, parts.columns - 1 - column) for row, column in there}
        changes.add(
            (
                other.left_halves != parts.left_halves,
                len(places_of(other.board, SYMBOLS)) - len(places_of(parts.board, SYMBOLS)),
                other.board != parts.board,
            )
        )
    assert changes >= {(True, 0, False), (False, 2, True), (False, -2, True), (False, 0, True)}


def test_a_board_with_a_symbol_above_the_line_or_hardly_a_lit_row_is_not_printed() -> None:
    parts = live.parts_of(ALIKE)
    board = [list(row) for row in parts.board]
    assert plausible(parts)
    assert not plausible(parts._replace(left_halves=(), right_halves=()))
    (row, column), (gold, _) = places_of(board, SYMBOLS)[0], places_of(board, GOLD)[0]
    high, low = [list(each) for each in board], [list(each) for each in board]
    high[row][column], high[parts.line][column] = high[parts.line][column], high[row][column]
    low[gold], low[0] = low[0], low[gold]
    assert not plausible(parts._replace(board=tuple(map(tuple, high))))
    assert not plausible(parts._replace(board=tuple(map(tuple, low))))


def test_objectives_without_a_printed_value_are_worth_what_the_others_are() -> None:
    parts = live.parts_of(STANDARD)
    parts = parts._replace(objectives=(Worth(4, 2), Worth(2, 2), Worth(1, 1), *parts.objectives[3:]))
    found = revalued(parts, [5.0, 10.0, 20.0, 10.0, 10.0, 9.0, 10.0, 11.0])
    assert found.objectives[:3] == (Worth(8, 2), Worth(2, 2), Worth(1, 1))
    assert found.objectives[5:] == parts.objectives[5:]


def test_a_step_is_gone_on_from(tmp_path: Path) -> None:
    parts, other = live.parts_of(STANDARD), live.parts_of(ALIKE)
    assert stepped(parts, json.loads(json.dumps(step_of(other, 7, 1.5)))) == parts._replace(
        board=other.board, left_halves=other.left_halves, right_halves=other.right_halves, objectives=other.objectives
    )


def test_a_picture_is_what_a_box_holds(tmp_path: Path) -> None:
    parts = live.parts_of(STANDARD)
    lines = picture(parts).splitlines()
    path = tmp_path / "same.toml"
    path.write_text(
        'game = "retro_tetro"\nboard = """\n'
        + "\n".join(lines[: parts.rows])
        + '\n"""\n'
        + "\n".join(lines[parts.rows :])
    )
    assert live.parts_of(path) == parts


def test_everything_is_played_in_turn_until_there_is_enough_of_it() -> None:
    found = Found(passed={bot: [0] * 12 for bot in "234"}, games={bot: [0] * 12 for bot in "234"})
    for what in batches(found, 20, 10):
        if isinstance(what, tuple):
            found.games[what[0]][what[1] - 1] += 10
        elif what:
            found.totals += [0] * 10
        else:
            found.without = [40, 0]
    assert all(each == [20] * 12 for each in found.games.values())
    assert len(found.totals) == 10
