"""Whole games over all seats and options with nothing lost; exact counts from positions; a match played to its end."""

from typing import Any

import pytest

import tetracade
from tests.games.tetrad.long import WAYS, run
from tests.games.tetrad.tables import GAME, KERNEL
from tetracade.engine.game import BadOption
from tetracade.games.tetrad.board import SEATS
from tetracade.games.tetrad.match import Match
from tetracade.games.tetrad.state import LONGEST


@pytest.mark.rule("TD2", "TD3")
@pytest.mark.parametrize("options", WAYS, ids=str)
def test_all_draw_cards_and_gameboard_cards_are_accounted_for_after_every_step(options: dict[str, Any]) -> None:
    for seats in range(1, SEATS + 1):
        assert run(8, seats, options, seed=1, greedy=False).games == 8
        done = run(4, seats, options, seed=2, greedy=True)
        assert (done.games, done.wins) == (4, 4)
        assert done.steps < 4 * LONGEST


@pytest.mark.parametrize(
    ("line", "depth", "count"),
    [
        # 31 choices, then the first card dealt: 38 kinds
        ("phase=choosing seats=1 hands=- patterns=-", 1, 31),
        ("phase=choosing seats=1 hands=- patterns=-", 2, 31 * 38),
        # two cards in order: 38 * 38, less the 5 action cards of which there is one copy
        ("phase=choosing seats=1 hands=- patterns=-", 3, 31 * (38 * 38 - 5)),
        # draw any of 38 kinds (none is used up) or take
        ("phase=taking hands=1,2,3,30 discard=21", 2, 38 + 5),
        # five different images that match nothing: five discards, then draw or take for each
        ("hands=17,18,19,20,21/22,23,24,25", 1, 5),
        ("hands=17,18,19,20,21/22,23,24,25", 2, 5 * 2),
        # 4 discards of images; SWAP TWO: a discard and 120 uses, each with its own discard after it
        ("hands=17,18,19,20,swap-two/22,23,24,25", 1, 5 + 120),
        ("hands=17,18,19,20,swap-two/22,23,24,25", 2, 4 * 2 + 1 + 120),
        # BLOCKER: 16 pockets; SKIP at three: 2 opponents; 5 discards
        ("hands=17,18,19,skip,blocker/-/-", 1, 5 + 2 + 16),
        # NEW GAMEBOARD CARD: 14 cards on 16 pockets
        ("hands=17,18,19,20,new-gameboard-card/22,23,24,25", 3, 14 * 16 + 38 * 5 + 4 * 5),
    ],
)
def test_the_number_of_sequences_from_a_position_is_the_derived_one(line: str, depth: int, count: int) -> None:
    state = KERNEL.states()[0]
    GAME.words.read_position(state, line)
    assert KERNEL.count(state, depth) == count


@pytest.mark.rule("TD11")
def test_a_match_passes_the_deal_to_the_left_and_counts_games_won() -> None:
    match = Match(seats=3, games=4)
    assert match.options == {}, "the table says how the first dealer is found"
    match = match.with_game(dealer=1, winner=2)
    for dealer, winner in ((2, None), (0, 2), (1, 0)):
        assert not match.over
        assert match.dealer == dealer
        match = match.with_game(dealer, winner)
    assert match.over
    assert match.score == (1, 0, 2)


@pytest.mark.rule("TD11")
def test_a_match_has_one_game_unless_told_otherwise_and_a_drawn_game_scores_nobody() -> None:
    match = Match(seats=2, first_dealer=1).with_game(1, None)
    assert match.over
    assert match.score == (0, 0)
    with pytest.raises(BadOption, match="every game of this match has been played"):
        match.with_game(0, 0)


@pytest.mark.rule("TD11")
def test_a_match_is_saved_resumed_and_played_through_tables() -> None:
    match = Match(seats=2, games=3)
    dealers: list[int] = []
    while not match.over:
        table = tetracade.new("tetrad", seats=2, seed=len(dealers), patterns=[3, 4, 5], **match.options)
        while not table.over:
            legal = KERNEL.legal(table.state, table.acting[0])
            ratings = KERNEL.rate(table.state, table.acting[0], legal)
            table.play(legal[ratings.index(max(ratings))])
        dealers.append(int(table.state.dealer))
        winner = next(iter(KERNEL.winners(table.state)), None)
        match = Match.read(match.with_game(dealers[-1], winner).written())
    assert dealers[1:] == [(dealers[0] + 1) % 2, dealers[0]]
    assert sum(match.score) == 3


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "begins with"),
        ("tetrad match 1\nseats 2\ngames 1", "'first' is missing"),
        ("tetrad match 1\nseats 9\ngames 1\nfirst red", "1 to 8 seats"),
        ("tetrad match 1\nseats 2\ngames 0\nfirst red", "at least one game"),
        ("tetrad match 1\nseats 2\ngames 1\nfirst lot\ndrawn", "must be named"),
        ("tetrad match 1\nseats 2\ngames 1\nfirst red\nwon green", "no seat 2"),
        ("tetrad match 1\nseats 2\ngames 1\nfirst red\nwon pink", "line 5"),
        ("tetrad match 1\nseats 2\ngames 1\nfirst red\ndrawn\ndrawn", "can't have 2 results"),
        ("tetrad match 1\nseats two\ngames 1\nfirst red", "two"),
        ("tetrad match 1\nlost", "line 2"),
    ],
)
def test_a_text_that_is_no_match_is_refused_with_a_reason(text: str, why: str) -> None:
    with pytest.raises(BadOption, match=why):
        Match.read(text)


@pytest.mark.rule("TD11")
def test_a_game_dealt_out_of_turn_does_not_count() -> None:
    with pytest.raises(BadOption, match="Blue deals this game, not Red"):
        Match(2, 2, 1).with_game(0, 0)
