"""Hints for bots in Retro Tetro, and the bot they make."""

import pytest

from tests.games.retro_tetro.greedy import played
from tests.games.retro_tetro.invariants import check_game
from tests.games.retro_tetro.reading import KERNEL, read
from tetracade.engine.arrays import as_rules_see
from tetracade.games.retro_tetro import hints
from tetracade.games.retro_tetro.board import CARDS_PLAYED


def best(line: str) -> str:
    """The action that looks best to seat 0."""
    table = read(line)
    actions = table.legal(0)
    ratings = KERNEL.rate(table.state, 0, [action.id for action in actions])
    return actions[ratings.index(max(ratings))].notation


def value(line: str, action: str) -> float:
    """What the action looks worth to seat 0."""
    table = read(line)
    return KERNEL.rate(table.state, 0, [next(each.id for each in table.legal(0) if each.notation == action)])[0]


def test_a_symbol_of_its_shape_is_worth_more_than_any_other() -> None:
    assert value("played=IO", "I1@F") > value("played=IO", "I1@A")
    assert value("played=IO", "I1@F") > value("played=2I", "21@F")


def test_a_half_row_in_reach_is_filled() -> None:
    assert value("boards=O1@A,O1@C played=2L", "22@E") > value("boards=O1@A,O1@C played=2L", "22@G")


def test_a_meeple_is_not_covered_for_nothing() -> None:
    assert value("boards=P@B,P@B played=2I", "22@G") > value("boards=P@B,P@B played=2I", "22@B")
    covered_in = "boards=32@A,22@B,32@C,P@I played=VI"
    assert value(covered_in, "I1@A") > value(covered_in, "V1@B")  # over B3, which stays open, not onto it


def test_gold_is_sought_unless_the_level_forbids_it() -> None:
    high = "boards=I2@A,I2@A,P@A played=2I"
    assert value(high, "22@A") > value(high + " level=7", "22@A") + 2


def test_squares_missing_in_a_half_row() -> None:
    state = as_rules_see(read("boards=O1@A,22@C,31@G,32@H played=23").state)
    assert hints.missing_in_half(state, 0, 1, 0) == 2  # D2 and E2
    assert hints.missing_in_half(state, 0, 1, 1) == 4
    state = as_rules_see(read("boards=32@B,31@A played=23").state)
    assert hints.missing_in_half(state, 0, 1, 0) == -1  # A2 is closed for good


def test_what_the_hand_allows() -> None:
    blocked = read("hands=IO,23 phase=playing aside=IIIIOOOO")
    rated = zip(blocked.legal(0), KERNEL.rate(blocked.state, 0, KERNEL.legal(blocked.state, 0)), strict=True)
    assert {action.notation: rating for action, rating in rated}["play:IO"] == -2.0  # only the penalty


@pytest.mark.parametrize(("line", "objective"), [("dealt=1,5/2,3", "keep:1"), ("dealt=5,7/2,3", "keep:7")])
def test_the_objective_that_brings_more_is_kept(line: str, objective: str) -> None:
    assert best(f"boards=-/- objectives=yes phase=keeping {line}") == objective


def test_the_bot_averages_40_points_alone_without_objectives() -> None:
    assert played(200, 0).points.mean() >= 45  # 1,000 games: see greedy.py


@pytest.mark.rule("RT24")
@pytest.mark.parametrize("level", range(1, 13))
def test_the_bot_passes_every_level(level: int) -> None:
    found = played(40, level)
    assert found.passed.any()
    assert found.points.min() > 0


@pytest.mark.rule("RT9", "RT10", "RT12", "RT13")
@pytest.mark.parametrize("seed", range(12))
def test_every_position_of_random_games_holds_together(seed: int) -> None:
    assert check_game(seed) >= CARDS_PLAYED * 3
