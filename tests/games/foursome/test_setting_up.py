"""Foursome's board, cards, seats and deal (FS1 to FS5)."""

import itertools
import re

import pytest

import tetracade
from tests.games.foursome.reading import GAME, KERNEL, part, read
from tetracade.engine.contract import CHANCE, State
from tetracade.games.foursome import board
from tetracade.games.foursome.board import (
    CARDS,
    COLUMNS,
    COPIES,
    KIND_AT,
    KIND_NAMES,
    LINE_SPACES,
    LINES,
    NAMES,
    ROWS,
    SPACE_NAMES,
    SPECIAL_NAMES,
)
from tetracade.games.foursome.box import CHARACTERS, PARTS, SPACES, SPECIALS
from tetracade.games.foursome.notation import card_said
from tetracade.games.foursome.state import LOT


def begun(seats: int, **options: str) -> State:
    state = KERNEL.states()[0]
    KERNEL.start(state, seats, GAME.option_numbers(GAME.option_values(options)))
    return state


@pytest.mark.rule("FS1")
def test_the_board_is_the_one_in_the_rules() -> None:
    picture = re.findall(rf"^[1-9][0-9]? +((?:[RB][A-T] ?){{{COLUMNS}}})$", GAME.rules_text(), re.M)
    assert [label for row in picture for label in row.split()] == [KIND_NAMES[kind] for kind in KIND_AT]
    assert [tuple(row.split()) for row in picture] == list(PARTS.board)
    assert KIND_NAMES[KIND_AT[SPACE_NAMES.index("J2")]] == PARTS.board[1][9]


@pytest.mark.rule("FS1")
def test_each_character_is_twice_on_red_and_twice_on_black() -> None:
    labels = [KIND_NAMES[kind] for kind in KIND_AT]
    assert {label: labels.count(label) for label in labels} == {
        colour + letter: 2 for colour in "RB" for letter in "ABCDEFGHIJKLMNOPQRST"
    }
    assert sum(label[0] == "R" for label in labels) == sum(label[0] == "B" for label in labels) == len(labels) / 2


@pytest.mark.rule("FS1")
def test_the_colours_lie_like_a_chessboard() -> None:
    first = KIND_NAMES[KIND_AT[0]][0]
    for space in range(SPACES):
        row, column = divmod(space, COLUMNS)
        assert (KIND_NAMES[KIND_AT[space]][0] == first) == ((row + column) % 2 == 0)


@pytest.mark.rule("FS1")
def test_no_line_shows_a_character_twice() -> None:
    for line in LINE_SPACES:
        assert len({KIND_NAMES[KIND_AT[space]][1] for space in line}) == 4


@pytest.mark.rule("FS13")
def test_the_lines_are_all_fours_of_connected_spaces() -> None:
    across, down, diagonal = ROWS * (COLUMNS - 3), COLUMNS * (ROWS - 3), 2 * (COLUMNS - 3) * (ROWS - 3)
    assert across + down + diagonal == LINES
    assert len({tuple(sorted(line)) for line in LINE_SPACES.tolist()}) == LINES
    for line in LINE_SPACES.tolist():
        steps = {(b // COLUMNS - a // COLUMNS, b % COLUMNS - a % COLUMNS) for a, b in itertools.pairwise(line)}
        assert len(steps) == 1
        assert steps <= {(0, 1), (1, 0), (1, 1), (-1, 1)}


def test_the_lines_through_a_space_are_those_that_contain_it() -> None:
    for space in range(SPACES):
        through = {line for line in range(LINES) if space in LINE_SPACES[line]}
        assert set(board.LINES_AT[space][: board.LINE_COUNT[space]].tolist()) == through


@pytest.mark.rule("FS2")
def test_cards_and_chips_are_those_of_the_box() -> None:
    cards = dict(zip(KIND_NAMES, COPIES.tolist(), strict=True))
    assert {name: cards.pop(name) for name in SPECIALS} == dict(zip(SPECIALS, PARTS.specials, strict=True))
    assert cards == {colour + letter: 2 for colour in "RB" for letter in CHARACTERS}
    state = begun(2)
    assert state.deck.tolist() == COPIES.tolist()
    assert state.deck_size == sum(COPIES) == CARDS
    assert state.chips.tolist() == [PARTS.chips] * 4


@pytest.mark.rule("FS3")
def test_there_are_two_sets_of_names_and_the_house_set_is_usual() -> None:
    house, rulebook = NAMES
    assert len(set(house)) == len(set(rulebook)) == 20
    assert [name[0] for name in house] == list(CHARACTERS)
    printed = set(rulebook) - set(house)
    assert printed == set(PARTS.printed_names.values())
    assert len(set(rulebook) & set(house)) == len(CHARACTERS) - len(PARTS.printed_names)
    assert tetracade.new("foursome", seed=1).options["names"] == "house"


@pytest.mark.rule("FS3")
def test_the_chosen_names_are_said() -> None:
    assert SPECIAL_NAMES == ("Joker card", "Major Woody")
    for names, said, special in (
        ("house", "Red, Anna Log", "Joker card"),
        ("rulebook", "Red, Anita Kock", "Major Woody"),
    ):
        view = read(f"names={names} phase=pick").view(1)
        assert card_said(view, 0) == said
        assert special in GAME.words.hidden_text(view, -1)
        assert tetracade.new("foursome", seed=1, names=names).view().names == board.NAME_SETS.index(names)


@pytest.mark.rule("FS4")
@pytest.mark.parametrize("seats", [1, 5, 7, 9])
def test_no_other_number_of_players_sits_down(seats: int) -> None:
    with pytest.raises(tetracade.BadOption, match="2, 3, 4, 6, 8 seats"):
        tetracade.new("foursome", seats=seats)


@pytest.mark.rule("FS4", "FS5")
@pytest.mark.parametrize(
    ("seats", "colours"),
    [
        (2, ["amber", "blue"]),
        (3, ["amber", "blue", "clover"]),
        (4, ["amber", "blue", "clover", "damson"]),
        (6, ["amber", "blue", "clover"] * 2),
        (8, ["amber", "blue", "clover", "damson"] * 2),
    ],
)
def test_each_seat_places_its_own_or_its_teams_colour(seats: int, colours: list[str]) -> None:
    for seat, colour in enumerate(colours):
        hands = "/".join("RK" if each == seat else "-" for each in range(seats))
        table = read(f"seats={seats} active={seat} hands={hands}")
        table.play("RK@A1")
        assert part(table, colour) == "A1"


@pytest.mark.rule("FS5")
@pytest.mark.parametrize(("seats", "cards"), [(2, 5), (3, 5), (4, 5), (6, 3), (8, 3)])
def test_cards_are_dealt_one_at_a_time_clockwise_from_the_first(seats: int, cards: int) -> None:
    state = begun(seats, first="2")
    order = []
    while state.held.sum() < seats * cards:
        order.append(int(state.actor))
        KERNEL.resolve(state, KERNEL.outcomes(state)[0][-1])
    assert order == [(1 + turn) % seats for turn in range(seats)] * cards
    assert state.held.tolist() == [cards] * seats + [0] * (8 - seats)
    assert GAME.words.position(state).split()[3:7] == ["phase=pick", "ended=no", "active=1", "actor=1"]
    assert state.deck_size == CARDS - seats * cards


@pytest.mark.rule("FS5")
def test_the_lot_gives_each_seat_the_same_chance_to_go_first() -> None:
    state = begun(3)
    assert KERNEL.acting(state) == CHANCE
    assert KERNEL.outcomes(state) == ([LOT, LOT + 1, LOT + 2], [1, 1, 1])
    KERNEL.resolve(state, LOT + 2)
    assert state.active == 2


@pytest.mark.rule("FS5")
def test_the_table_may_name_who_goes_first() -> None:
    assert tetracade.new("foursome", seats=4, first="3", seed=1).state.active == 2
    assert begun(4, first="5").active == 0  # counted round the table


@pytest.mark.rule("FS5", "FS11")
def test_turns_go_clockwise() -> None:
    table = read("seats=3 active=2 hands=RA/RB/RC")
    table.play("RC@J8")
    assert table.state.active == 0


@pytest.mark.rule("FS5")
def test_hands_are_hidden() -> None:
    table = read("seats=2 hands=RK,WILD/BP")
    assert table.view(0).as_dict()["hand"] == [11, 41, 0, 0, 0, 0]
    assert "hand" not in table.view().as_dict()
    assert table.view(1).hand[0, 0] == 0
    assert table.view(1).held[0] == 2
