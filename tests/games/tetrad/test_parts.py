"""TETRAD's parts and setting up, rule by rule (TD1 to TD12)."""

import re
import tomllib
from collections import Counter
from itertools import combinations

import pytest

import tetracade
from tests.games.tetrad.tables import GAME, KERNEL, Draws, board, discards, hand, offered, played, read, refused
from tetracade import BadOption, Table
from tetracade.engine.contract import CHANCE
from tetracade.games.tetrad.board import (
    ACTION_NAMES,
    CHOICES,
    COPIES,
    DECKS,
    DRAW_CARDS,
    FREE_SPACES,
    LEVELS,
    PATTERN_OF_PLACEMENT,
    PLACES,
    SUGGESTED,
    WAYS_OF,
    level,
    patterns_of,
    pocket_name,
    suggested,
    ways,
)
from tetracade.games.tetrad.box import pocket
from tetracade.games.tetrad.notation import SEAT_NAMES


def begun(seats: int, **options: object) -> Table:
    """A new table that Red deals, unless told otherwise."""
    return tetracade.new("tetrad", seats=seats, seed=3, **{"deals": "red", **options})  # type: ignore[arg-type]


@pytest.mark.rule("TD1")
def test_only_the_top_of_a_stack_is_in_play() -> None:
    row = "board=1.20,2,3,4/5,6,7,8/9,10,11,12/13,14,15,16"
    assert not offered(read(f"{row} hands=1,2,3,4,30"), "claim")
    assert offered(read(f"{row} hands=20,2,3,4,30"), "claim") == {"claim A1 B1 C1 D1"}


@pytest.mark.rule("TD1")
def test_pockets_are_named_by_column_and_row_from_the_top_left() -> None:
    names = [pocket_name(number) for number in range(16)]
    assert names[:5] == ["A1", "B1", "C1", "D1", "A2"]
    assert names[-1] == "D4"
    assert [pocket(name) for name in names] == list(range(16))


@pytest.mark.rule("TD1")
def test_everybody_sees_stacks_to_the_bottom_and_what_the_gameboard_pile_holds() -> None:
    table = read("board=1.20.21b,2,3,4/5,6,7,8/9,10,11,12/13,14,15,16 hands=1,2,3,4/5,6,7,8")
    view = table.view(1)
    assert (view.top[0], view.under[21], view.under[20], view.under[1]) == (21, 20, 1, 0)
    assert view.board_pile == sum(1 << card for card in (17, 18, 19, *range(22, 31)))


@pytest.mark.rule("TD1")
def test_the_turn_goes_clockwise_to_the_next_seat() -> None:
    table = read("hands=1,2,3,30,29/-/-")
    table.play("discard 30")
    assert table.acting == (1,)
    assert played("act=green hands=-/-/1,2,3,30,29", "discard 30").acting == (0,)


@pytest.mark.rule("TD2")
def test_16_of_30_different_gameboard_cards_lie_on_the_board() -> None:
    table = begun(3)
    lying = set(board(table).values())
    pile = {card for card in range(31) if int(table.state.board_pile) >> card & 1}
    assert len(lying) == 16
    assert len(pile) == 14
    assert lying | pile == set(range(1, 31))


@pytest.mark.rule("TD3")
def test_the_draw_cards_are_those_of_the_box() -> None:
    file = tomllib.loads((GAME.folder / "box.toml").read_text())
    cards = {name.replace("_", " "): count for name, count in file["action_cards"].items()}
    assert {ACTION_NAMES[card]: int(COPIES[card]) for card in ACTION_NAMES} == cards
    assert COPIES[1:31].tolist() == [file["image_cards"]] * 30
    assert COPIES.sum() == DRAW_CARDS


@pytest.mark.rule("TD3")
def test_a_new_game_draws_from_all_of_them() -> None:
    table = begun(1)
    table.play("choose 1")
    dealt = [entry.id for entry in table.entries if entry.seat < 0][-5:]
    assert len(dealt) == 5
    assert table.state.pile_size == DRAW_CARDS - 5
    state = KERNEL.states()[0]
    GAME.words.read_position(state, "phase=dealing seats=1 hands=-")
    ids, weights = KERNEL.outcomes(state)
    assert len(ids) == 38
    assert sum(weights) == DRAW_CARDS


def shape_of(places: tuple[int, ...]) -> int:
    """The pattern that four connected pockets form, by its neighbours and straight threes."""
    cells = [(place // 4, place % 4) for place in places]
    near = sorted(sum(abs(a - c) + abs(b - d) == 1 for c, d in cells) for a, b in cells)
    if near == [2, 2, 2, 2]:
        return 2
    if near == [1, 1, 1, 3]:
        return 3
    if near != [1, 1, 2, 2]:
        return 0
    most_in_line = max(*Counter(row for row, _ in cells).values(), *Counter(at for _, at in cells).values())
    return {4: 1, 2: 4, 3: 5}[most_in_line]


def is_connected(places: tuple[int, ...]) -> bool:
    reached, frontier = {places[0]}, [places[0]]
    while frontier:
        here = frontier.pop()
        for other in set(places) - reached:
            if abs(other // 4 - here // 4) + abs(other % 4 - here % 4) == 1:
                reached.add(other)
                frontier.append(other)
    return len(reached) == 4


@pytest.mark.rule("TD4")
def test_the_patterns_have_113_places_8_9_24_24_48() -> None:
    assert WAYS_OF == (8, 9, 24, 24, 48)
    assert sum(WAYS_OF) == 113


@pytest.mark.rule("TD4")
def test_the_places_are_all_connected_fours_each_under_its_shape() -> None:
    expected = {(shape_of(places), places) for places in combinations(range(16), 4) if is_connected(places)}
    generated = {
        (int(pattern), tuple(places.tolist())) for pattern, places in zip(PATTERN_OF_PLACEMENT, PLACES, strict=True)
    }
    assert generated == expected


@pytest.mark.rule("TD5")
def test_thirty_different_images_each_with_its_story_and_drawing() -> None:
    images = DECKS[0].images
    assert len({image.name for image in images}) == 30
    assert len({image.icon for image in images}) == 30
    assert "ROMAN SOLDIER" in {image.name for image in images}
    for image in images:
        assert image.description.endswith(".")
        assert any(sign.isdigit() for sign in image.reference)
        assert image.icon == image.icon.lower()
        assert " " not in image.icon


CHART = """
    1 113 12345
    2 105 2345
    3 104 1345
    4 96 345
    5 89 1235 1245
    6 81 235 245
    7 80 135 145
    8 72 35 45
    9 65 1234 125
    10 57 234 25
    11 56 134 15
    12 48 34 5
    13 41 123 124
    14 33 23 24
    15 32 13 14
    16 24 3 4
    17 17 12
    18 9 2
    19 8 1
"""
"""The rulebook's chart: the level, the places, the choices."""


@pytest.mark.rule("TD6")
def test_the_derived_levels_are_those_of_the_chart() -> None:
    derived = {
        ("".join(map(str, patterns_of(choice))), level(choice), ways(choice)) for choice in range(1, CHOICES + 1)
    }
    printed = set()
    for line in CHART.split("\n"):
        if line.strip():
            number, places, *choices = line.split()
            printed |= {(choice, int(number), int(places)) for choice in choices}
    assert derived == printed
    assert (CHOICES, LEVELS) == (31, 19)


@pytest.mark.rule("TD6")
@pytest.mark.parametrize("seats", range(1, 9))
def test_the_chart_suggests_levels_by_the_number_of_players(seats: int) -> None:
    first, last = {1: (12, 19), 2: (12, 19), 3: (12, 19), 7: (1, 5), 8: (1, 5)}.get(seats, (6, 11))
    assert {level(choice) for choice in suggested(seats)} == set(range(first, last + 1))
    assert all(first <= level(choice) <= last for choice in suggested(seats))
    assert len(SUGGESTED) == 3
    with pytest.raises(ValueError, match="1 to 8 players"):
        suggested(9)


@pytest.mark.rule("TD7")
def test_pockets_fill_row_by_row_from_the_top_left_one_outcome_each() -> None:
    table = begun(1)
    laid = [GAME.words.outcome_notation(entry.id) for entry in table.entries]
    assert laid == [f"board {card}" for card in board(table).values()]
    assert list(board(table))[:5] == ["A1", "B1", "C1", "D1", "A2"]


@pytest.mark.rule("TD7")
def test_each_card_not_yet_laid_is_as_likely_as_another() -> None:
    state = KERNEL.states()[0]
    KERNEL.start(state, 1, GAME.option_numbers(GAME.option_values({})))
    for left in range(30, 14, -1):
        assert KERNEL.acting(state) == CHANCE
        ids, weights = KERNEL.outcomes(state)
        assert weights == [1] * left
        KERNEL.resolve(state, ids[left // 2])
    assert KERNEL.acting(state) == 1


@pytest.mark.rule("TD8")
def test_the_dealer_chooses_one_of_31_before_any_card_is_dealt() -> None:
    table = begun(4, deals="green")
    assert table.acting == (2,)
    assert len(table.legal()) == len(offered(table, "choose ")) == 31
    assert sum(int(size) for size in table.state.hand_size) == 0
    assert table.state.pile_size == DRAW_CARDS
    table.play("choose 2+4")
    assert patterns_of(int(table.state.patterns)) == (2, 4)


@pytest.mark.rule("TD8")
def test_a_pattern_not_chosen_does_not_win() -> None:
    line = "hands=1,2,3,4,30/-"
    assert offered(read(f"{line} patterns=1"), "claim") == {"claim A1 B1 C1 D1"}
    table = read(f"{line} patterns=2+3+4+5")
    assert not offered(table, "claim")
    assert refused(table, "claim A1 B1 C1 D1") == ("TD8", "That's pattern 1, which doesn't count in this game.")


@pytest.mark.rule("TD8")
def test_nothing_else_is_done_before_the_choice_and_none_is_made_after_it() -> None:
    table = begun(2)
    assert refused(table, "draw")[0] == "TD8"
    table.play("choose 5")
    assert refused(table, "choose 4") == ("TD8", "The patterns for this game are already chosen: 5.")


@pytest.mark.rule("TD8")
def test_the_table_may_have_chosen_beforehand() -> None:
    table = begun(2, patterns=[2, 4])
    assert patterns_of(int(table.state.patterns)) == (2, 4)
    assert offered(table) <= {"draw", "take"}


@pytest.mark.rule("TD9")
def test_the_free_spaces_are_those_of_the_box_and_everybody_sees_them() -> None:
    table = read("hands=1,2,3,30/5,6,7,8")
    for seat in (-1, 0, 1):
        assert re.findall(r"\*\d+", table.drawing(seat)) == [f"*{1 + pocket(name)}" for name in FREE_SPACES]


@pytest.mark.rule("TD9")
def test_the_announcement_is_made_once_the_board_is_laid_unless_the_table_plays_unannounced() -> None:
    for seat in (-1, 0, 1):
        told = [line for line in begun(2).story(seat) if f"the free spaces are {', '.join(FREE_SPACES)}" in line]
        assert len(told) == 1
        assert "FRONT VIEW" in told[0]
        assert not [line for line in begun(2, claims="unannounced").story(seat) if "free space" in line]


@pytest.mark.rule("TD9")
def test_announced_is_the_default_and_unannounced_comes_with_strict_claims() -> None:
    option = next(option for option in GAME.options if option.name == "claims")
    assert (option.default, option.values) == ("assisted", ("assisted", "strict", "unannounced"))
    wrong = "claims=unannounced hands=1,2,3,8,30/-"
    assert not offered(read(wrong.replace("unannounced", "assisted")), "claim")
    assert offered(read(wrong), "claim") == {"claim A1 B1 C1 D2"}


@pytest.mark.rule("TD10")
def test_four_cards_each_one_at_a_time_from_the_dealers_left_then_one_is_flipped() -> None:
    table = Table(GAME, 3, {"deals": "blue", "patterns": [1]}, dealer=(draws := Draws(1)))
    line = "phase=dealing dealer=blue act=blue hands=-/-/-"
    cards = [str(card) for card in range(1, 14)]
    state = KERNEL.states()[0]
    GAME.words.read_position(state, line)
    for card in cards:
        KERNEL.resolve(state, GAME.words.outcome_of(f"card {card}"))
    table.state.setfield(state, KERNEL.states().dtype)
    assert not draws.next
    assert [hand(table, seat) for seat in (2, 0, 1)] == [cards[0:12:3], cards[1:12:3], cards[2:12:3]]
    assert discards(table) == ["13"]
    assert table.acting == (2,)


@pytest.mark.rule("TD10", "TD13")
def test_an_action_card_flipped_may_not_be_taken() -> None:
    state = KERNEL.states()[0]
    GAME.words.read_position(state, "phase=flipping hands=1,2,3,4/5,6,7,8 dealer=blue act=blue")
    KERNEL.resolve(state, GAME.words.outcome_of("card skip"))
    table = read(GAME.words.position(state))
    assert offered(table) == {"draw"}
    assert refused(table, "take")[0] == "TD13"


@pytest.mark.rule("TD10")
def test_what_is_dealt_is_seen_by_its_owner_alone() -> None:
    table = begun(2, patterns=[1])
    for viewer, other in ((0, 1), (1, 0)):
        story = table.story(viewer)
        assert sum(line == f"{SEAT_NAMES[other]} is dealt a card" for line in story) == 4
        assert sum(line.startswith(f"{SEAT_NAMES[viewer]} is dealt") for line in story) == 4
        assert f"{SEAT_NAMES[viewer]} is dealt a card" not in story


@pytest.mark.rule("TD11")
@pytest.mark.parametrize("dealer", range(4))
def test_the_seat_to_the_dealers_left_goes_first(dealer: int) -> None:
    table = begun(4, deals=SEAT_NAMES[dealer].lower(), patterns=[1])
    assert table.acting == ((dealer + 1) % 4,)


@pytest.mark.rule("TD11")
def test_the_dealer_is_drawn_by_lot_with_equal_chances_unless_named() -> None:
    state = KERNEL.states()[0]
    KERNEL.start(state, 5, GAME.option_numbers(GAME.option_values({})))
    ids, weights = KERNEL.outcomes(state)
    assert [GAME.words.outcome_notation(seat) for seat in ids] == [
        f"dealer {name}" for name in ("red", "blue", "green", "gold", "violet")
    ]
    assert weights == [1] * 5
    KERNEL.resolve(state, ids[3])
    assert state.dealer == 3
    assert begun(5, deals="violet").state.dealer == 4


@pytest.mark.rule("TD11")
def test_a_game_won_scores_one_and_a_drawn_one_nobody() -> None:
    won = played("hands=1,2,3,4,30/-", "claim A1 B1 C1 D1")
    assert won.result is not None
    assert (won.result.points, won.result.winners) == ((1, 0), (0,))
    drawn = played("act=blue turns=399 hands=1,2,3,29/5,6,7,8,30", "discard 30")
    assert drawn.result is not None
    assert (drawn.result.points, drawn.result.winners) == ((0, 0), ())


@pytest.mark.rule("TD12")
def test_one_to_eight_play() -> None:
    assert GAME.seats == tuple(range(1, 9))
    for seats in (0, 9):
        with pytest.raises(BadOption):
            tetracade.new("tetrad", seats=seats)


@pytest.mark.rule("TD12")
def test_alone_a_skip_can_only_be_held_or_discarded() -> None:
    table = read("hands=1,2,3,skip,30")
    assert not offered(table, "use")
    assert "discard skip" in offered(table)
    for seat in ("red", "blue"):
        assert refused(table, f"use skip {seat}")[0] == "TD12"


@pytest.mark.rule("TD12")
def test_alone_the_result_is_the_win_and_its_turns_and_fewer_are_better() -> None:
    worth = []
    for turns in (0, 11):
        table = played(f"turns={turns} hands=1,2,3,4,30", "claim A1 B1 C1 D1")
        assert table.result is not None
        assert table.result.reason.endswith(f"in turn {turns + 1}")
        worth.append(KERNEL.payoff(table.state)[0])
    lost = played("turns=199 hands=1,2,3,4,30", "discard 30")
    assert lost.result is not None
    assert lost.result.points == (0,)
    assert 1 == worth[0] > worth[1] > KERNEL.payoff(lost.state)[0] == 0
