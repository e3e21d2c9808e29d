"""Matches of Tetrathedral: who moves first changes with the seats, or is rolled for anew (TH11)."""

import pytest

import tetracade
from tests.table.test_match import finish
from tetracade.engine.match import Match


@pytest.mark.rule("TH11")
def test_in_tetrathedral_a_named_starter_changes_with_the_seats_and_a_roll_off_is_rolled_anew() -> None:
    match = tetracade.match("tetrathedral", games=2, seed=1, starter="red")
    finish(match.next())
    assert match.player_in(0) == 0
    again = tetracade.match("tetrathedral", games=2, seed=1, starter="red")
    table = again.next()
    table = finish(table)
    again.add(table)
    table = again.next()
    assert (table.options["starter"], again.player_in(0)) == ("red", 1)
    rolled = tetracade.match("tetrathedral", games=2, seed=1)
    rolled.add(finish(rolled.next()))
    assert rolled.next().options["starter"] == "roll-off"


@pytest.mark.rule("TH11")
def test_a_draw_is_half_a_game_each() -> None:
    series = Match(tetracade.game("tetrathedral"))
    line = "match of tetrathedral; games 2; won 1/2,3/2; points 0,0; played 2"
    assert series.told_with(line, 0) == "2 of 2 games played: Red ½, Blue 1½; Blue wins the match"
