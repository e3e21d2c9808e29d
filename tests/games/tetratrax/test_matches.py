"""Matches of TetraTrax: seats change, games won count, then points (TX12)."""

import pytest

import tetracade
from tests.table.test_match import finish
from tetracade import BadOption
from tetracade.engine.match import Match


@pytest.mark.rule("TX12")
def test_players_change_seats_after_each_game_and_the_seat_that_began_begins_again() -> None:
    match = tetracade.match("tetratrax", games=4, seed=3)
    first = match.next()
    began = first.acting[0]
    assert [match.player_in(seat) for seat in (0, 1)] == [0, 1]
    match.add(finish(first))
    second = match.next()
    assert [match.player_in(seat) for seat in (0, 1)] == [1, 0]
    assert second.acting == (began,)  # so the other player begins
    assert second.options["starter"] == ("white", "black")[began]


@pytest.mark.rule("TX12")
@pytest.mark.parametrize("games", [3, 5])
def test_a_match_for_two_is_an_even_number_of_games(games: int) -> None:
    with pytest.raises(BadOption, match=f"even number of games.* choose {games - 1} or {games + 1}"):
        tetracade.match("tetratrax", games=games)


@pytest.mark.rule("TX12")
def test_games_won_count_then_the_sum_of_points() -> None:
    series = Match(tetracade.game("tetratrax"))
    for won, points, says in (
        ("3/2,1/2", "3,9", "White 1½, Black ½; White wins the match"),
        ("1,1", "3,9", "White 1, Black 1; Black wins the match on points"),
        ("1,1", "4,4", "White 1, Black 1; the match is a draw"),
    ):
        line = f"match of tetratrax; games 2; won {won}; points {points}; played 2"
        assert series.over(line)
        assert series.told_with(line, 0) == f"2 of 2 games played: {says}"


@pytest.mark.rule("TX12")
def test_a_draw_is_half_a_game_each_and_points_add_up_by_player() -> None:
    match = tetracade.match("tetratrax", games=2, seed=5)
    sums = [0, 0]
    while not match.over:
        table = finish(match.next(), match.saved.count("1"))
        assert table.result is not None
        for seat, points in enumerate(table.result.points):
            sums[match.player_in(seat)] += points
        match.add(table)
    standing = Match(match.game).read(match.saved)
    assert sum(standing.won) == 2
    assert list(standing.points) == sums
    drawn = tetracade.position("tetratrax", "rows=10 tower=- act=white")
    line = Match(drawn.game).begun({}, 2, 2)
    after = Match(drawn.game).after(line, drawn.state, (0,))  # White's rival has resigned
    assert [int(won) for won in Match(drawn.game).read(after).won] == [1, 0]
