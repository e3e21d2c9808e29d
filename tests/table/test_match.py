"""The match that every game has: games won, seats that change, a line that it is continued from."""

import random

import pytest

import tetracade
from tetracade import BadOption, Table
from tetracade.engine.match import Match
from tetracade.table.series import series_of


def finish(table: Table, seed: int = 1) -> Table:
    """Play the game to its end at random."""
    pick = random.Random(seed)
    while not table.over:
        table.play(pick.choice(table.legal()))
    return table


def test_a_match_goes_on_from_its_line() -> None:
    match = tetracade.match("tetratrax", games=2, seed=3)
    match.add(finish(match.next()))
    again = tetracade.match("tetratrax", saved=match.saved, seed=4)
    again.add(finish(again.next()))
    assert again.over
    assert "2 of 2 games played" in str(again)
    with pytest.raises(ValueError, match="the match is over"):
        again.next()
    with pytest.raises(BadOption, match="that series is over"):
        tetracade.match("tetratrax", saved=again.saved)
    for line in ("nonsense", match.saved.replace("tetratrax", "tetrad"), match.saved.replace("won ", "won 1/0,")):
        with pytest.raises(BadOption, match="that isn't the standing of a match of TetraTrax"):
            tetracade.match("tetratrax", saved=line)


def test_only_a_finished_table_of_the_match_counts_and_only_once() -> None:
    match = tetracade.match("tetratrax", games=2, seed=3)
    table = match.next()
    with pytest.raises(ValueError, match="only the match's own table counts"):
        match.add(table)
    match.add(finish(table))
    with pytest.raises(ValueError, match="only the match's own table counts"):
        match.add(table)


def test_partners_share_what_their_team_wins() -> None:
    game = tetracade.game("foursome")
    assert [list(team) for team in game.teams(6)] == [[0, 3], [1, 4], [2, 5]]
    match = tetracade.match("foursome", games=3, seats=6, seed=1)
    table = finish(match.next())
    assert table.result is not None
    match.add(table)
    won = Match(game).read(match.saved).won
    assert [won[seat] for seat in range(3)] == [won[seat] for seat in range(3, 6)]
    assert sum(won) == 2


def test_games_with_a_series_of_their_own_keep_it() -> None:
    for name in ("tetrad", "retro_tetro"):
        game = tetracade.game(name)
        assert series_of(game) is game.series
    match = tetracade.match("tetrad", games=2, seats=2, seed=1)
    match.add(finish(match.next()))
    match.next()
    assert match.player_in(0) == 0  # the deal passes, people stay
