"""Unannounced, every seat sees the board from its own side; programs and files keep the front's names (TD27)."""

import re
from fractions import Fraction

import numpy as np
import pytest

from tests.games.tetrad.tables import GAME, played, read
from tetracade import Table
from tetracade.cli.play import do, shown
from tetracade.engine.contract import SPECTATOR
from tetracade.games.tetrad.board import POCKETS, pocket_name, quarter_turns
from tetracade.games.tetrad.box import pocket
from tetracade.games.tetrad.sides import front_of, name_seen, seen_at, side_of
from tetracade.games.tetrad.state import ACTIONS
from tetracade.table.narration import told

LINE = "claims=unannounced dealer=red act=red hands=17,18,19,20,blocker/21,22,23,24/25,26,27,28/9,10,11,12"
FRONT = np.arange(1, POCKETS + 1).reshape(4, 4)
"""The images of LINE as they lie, seen from the front."""


def cards_drawn(table: Table, seat: int) -> list[list[int]]:
    """The images on the board as this viewer's drawing shows them."""
    board = table.drawing(seat).partition("patterns")[0]
    found = [int(card) for card in re.findall(r"(\d+) [A-Z]", board)]
    return np.array(found).reshape(4, 4).tolist()


@pytest.mark.rule("TD27")
@pytest.mark.parametrize("seats", range(1, 9))
def test_a_seat_sees_the_board_from_the_side_it_sits_nearest_to(seats: int) -> None:
    for places in range(seats):
        way_round = Fraction(4 * places, seats)  # in quarters of the table, from the dealer's place
        nearest = min(range(5), key=lambda side: (abs(way_round - side), -side))
        assert quarter_turns(seats, places) == nearest % 4


@pytest.mark.rule("TD27")
def test_four_seats_draw_the_board_turned_as_they_sit() -> None:
    table = read(LINE)
    assert cards_drawn(table, 0) == FRONT.tolist()
    assert cards_drawn(table, 1)[3][0] == 1, "the dealer's left neighbour sees A1 at the bottom left"
    for seat in range(4):
        assert cards_drawn(table, seat) == np.rot90(FRONT, seat).tolist()


@pytest.mark.rule("TD27")
def test_the_dealer_sits_at_the_front_whoever_it_is() -> None:
    table = read(LINE.replace("dealer=red", "dealer=green"))
    assert [side_of(table.view(seat)) for seat in range(4)] == [2, 3, 0, 1]


@pytest.mark.rule("TD27")
def test_pockets_are_called_as_the_viewer_sees_them() -> None:
    table = read(LINE)
    names = np.array([pocket_name(number) for number in range(POCKETS)]).reshape(4, 4)
    for seat in range(4):
        view, turned = table.view(seat), np.rot90(np.arange(POCKETS).reshape(4, 4), seat).ravel()
        assert [front_of(view, place) for place in range(POCKETS)] == turned.tolist()
        assert [name_seen(view, number) for number in turned.tolist()] == names.ravel().tolist()
        assert sorted(seen_at(view, number) for number in range(POCKETS)) == list(range(POCKETS))


@pytest.mark.rule("TD27")
@pytest.mark.parametrize("claims", ["assisted", "strict"])
def test_announced_everyone_sees_the_front(claims: str) -> None:
    table = read(LINE.replace("unannounced", claims))
    assert all(cards_drawn(table, seat) == FRONT.tolist() for seat in range(4))


@pytest.mark.rule("TD27")
def test_one_move_is_told_to_each_in_their_own_names_and_noted_in_the_front_s() -> None:
    table = played(LINE, "use blocker A1")
    heard = {seat: told(table, seat, 0)[-1] for seat in (SPECTATOR, 0, 1, 2, 3)}
    assert {seat: line.text for seat, line in heard.items()} == {
        SPECTATOR: "uses BLOCKER on A1, over FORBIDDEN FRUIT",
        0: "uses BLOCKER on A1, over FORBIDDEN FRUIT",
        1: "uses BLOCKER on A4, over FORBIDDEN FRUIT",
        2: "uses BLOCKER on D4, over FORBIDDEN FRUIT",
        3: "uses BLOCKER on D1, over FORBIDDEN FRUIT",
    }
    assert {(line.action, line.notation, line.touches) for line in heard.values()} == {
        (GAME.words.action_of("use blocker A1"), "use blocker A1", ("hand:blocker", "pocket:A1"))
    }


@pytest.mark.rule("TD27", "TD22", "TD24")
@pytest.mark.parametrize(
    ("card", "action", "texts"),
    [
        ("swap-two", "use swap-two A1 B1", ["SWAP TWO: A1 and B1", "SWAP TWO: A3 and A4", "SWAP TWO: C4 and D4"]),
        (
            "panel-swap",
            "use panel-swap",
            ["the left and right panels", "the upper and lower panels", "the left and right panels"],
        ),
        ("corner-rotation", "use corner-rotation", ["counter-clockwise"] * 3),
    ],
)
def test_what_moves_the_board_is_told_as_the_viewer_sees_it(card: str, action: str, texts: list[str]) -> None:
    table = played(LINE.replace("blocker", card), action)
    for seat, text in enumerate(texts):
        assert text in told(table, seat, 0)[-1].text


@pytest.mark.rule("TD27", "TD26")
def test_a_wrong_claim_is_told_from_where_one_sits() -> None:
    line = LINE.replace(
        "act=red hands=17,18,19,20,blocker/21,22,23,24", "act=blue hands=20,21,22,23/1,2,free-space,4,30"
    )
    table = played(line, "claim A1 B1 D1 *B2")
    assert told(table, 1, 0)[-1].text == (
        "claims A1 B3 A3 A4 with FREE SPACE on B3, but these pockets don't form a pattern".replace(
            "A1 B3 A3", "A1 A3 B3"
        )
    )
    assert told(table, 0, 0)[-1].text.startswith("claims A1 B1 D1 B2 with FREE SPACE on B2")


@pytest.mark.rule("TD27", "TD18")
def test_a_refusal_names_the_viewer_s_pocket_and_lights_the_right_one() -> None:
    line = (
        LINE.replace("act=red", "act=blue").replace("21,22,23,24", "21,22,23,24,blocker").replace(",blocker/", "/", 1)
    )
    table = read(line + " board=1b,2,3,4/5,6,7,8/9,10,11,12/13,14,15,16")
    refusal = table.why_not("use blocker A1", 1)
    assert refusal is not None
    assert (refusal.reason, refusal.places) == ("A4 already has a BLOCKER.", ("pocket:A1",))
    missing = table.why_not("claim A1 B1 C1 D1", 1)
    assert missing is not None
    assert (missing.reason, missing.places) == ("A4 is blocked.", ("pocket:A1",))


@pytest.mark.rule("TD27", "TD7")
def test_the_board_is_laid_out_as_each_seat_sees_it() -> None:
    table = read(LINE.replace("blocker", "the-bomb"))
    since = len(table.entries) + 1
    table.play("use the-bomb")
    for seat, places in ((1, ["A4", "A3", "A2", "A1"]), (0, ["A1", "B1", "C1", "D1"])):
        assert [line.split(" on ")[1] for line in table.story(seat, since)[:4]] == places


@pytest.mark.rule("TD27")
@pytest.mark.parametrize("seat", range(4))
def test_the_terminal_takes_what_it_shows(seat: int) -> None:
    view = read(LINE).view(seat)
    for action in range(0, ACTIONS, 7):
        written = GAME.notation_seen(view, action)
        assert GAME.action_seen(view, written.lower()) == action
        assert (written == GAME.words.notation(action)) or seat
    with pytest.raises(ValueError, match="'use blocker Z9' isn't an action"):
        GAME.action_seen(view, "use blocker Z9")


@pytest.mark.rule("TD27")
def test_a_move_typed_in_one_s_own_names_lands_where_one_sees_it() -> None:
    line = (
        LINE.replace("act=red", "act=blue").replace("21,22,23,24", "21,22,23,24,blocker").replace(",blocker/", "/", 1)
    )
    table = read(line)
    assert "use blocker A4" in {shown(table, action) for action in table.legal(1)}
    assert do(table, 1, "use blocker a4")
    assert int(table.state.blocked) == 1 << 1, "image 1 lies on A1 of the front"
    assert table.entries[-1].id == GAME.words.action_of("use blocker A1")


@pytest.mark.rule("TD27", "TD9")
def test_free_spaces_are_marked_for_the_dealer_alone_and_for_all_at_the_end() -> None:
    table = read(LINE.replace("17,18,19,20,blocker", "1,2,5,6,30"))
    assert ["*" in table.drawing(seat).partition("patterns")[0] for seat in range(-1, 4)] == [0, 1, 0, 0, 0]
    assert ["★" in table.svg(seat) for seat in range(-1, 4)] == [0, 1, 0, 0, 0]
    table.play("claim A1 B1 A2 B2")
    for seat in range(-1, 4):
        assert "*" in table.drawing(seat).partition("patterns")[0]
        assert "★" in table.svg(seat)


@pytest.mark.rule("TD27")
def test_a_finished_game_is_drawn_and_told_from_the_front() -> None:
    table = read(LINE.replace("9,10,11,12", "1,2,5,6"), "29", "29", "30")
    since = len(table.entries)
    table.play("use blocker D4")
    heard = [f"Red uses BLOCKER on {place}, over SLING" for place in ("D4", "D1", "A1", "A4")]
    assert [table.story(seat, since)[0] for seat in range(4)] == heard
    for action in ("draw", "discard 29", "draw", "discard 29", "draw", "claim A1 B1 A2 B2"):
        table.play(action)
    assert table.over
    assert [table.story(seat, since)[0] for seat in range(4)] == heard[:1] * 4
    assert all("claims A1 B1 A2 B2: pattern 2" in table.story(seat)[-1] for seat in range(4))
    assert [cards_drawn(table, seat) for seat in range(4)] == [FRONT.tolist()] * 4


@pytest.mark.rule("TD27")
def test_a_picture_is_turned_as_the_drawing_is() -> None:
    table = read(LINE)
    for seat in range(4):
        numbers = re.findall(r">(\d+)</text>", table.svg(seat))
        images = [int(number) for number in numbers if number not in "1234"] or []
        turned = [card for card in np.rot90(FRONT, seat).ravel().tolist() if str(card) not in "1234"]
        assert images[: len(turned)] == turned


def test_the_terminal_s_pockets_are_the_record_s() -> None:
    assert [pocket(pocket_name(number)) for number in range(POCKETS)] == list(range(POCKETS))
