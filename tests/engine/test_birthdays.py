"""Birthdays as people write them, and who has the first one in the year."""

import pytest

import tetracade
from tetracade.engine.birthdays import birthday_of, first_birthday


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("12-24", "12-24"),
        ("1-5", "01-05"),
        ("24 Dec", "12-24"),
        ("December 24", "12-24"),
        ("the 3rd of march", "03-03"),
        ("29 feb", "02-29"),
        ("  ", ""),
        ("", ""),
    ],
)
def test_a_birthday_is_read_generously(said: str, meant: str) -> None:
    assert birthday_of(said) == meant


@pytest.mark.parametrize("said", ["13-01", "02-30", "31 June", "24", "soon", "00-00", "24 Foo"])
def test_what_is_no_day_of_the_year_is_refused(said: str) -> None:
    with pytest.raises(ValueError, match="isn't a birthday; write month and day like 12-24, or 24 Dec"):
        birthday_of(said)


def test_the_first_in_the_year_is_found_among_those_told() -> None:
    assert first_birthday(["06-01", "02-28", "11-30"]) == 1
    assert first_birthday(["", "06-01", "01-31"]) == 2
    assert first_birthday(["", "03-03", "03-03"]) == 1
    assert first_birthday(["", ""]) is None


def test_a_game_puts_the_seat_in_where_its_option_asks_for_it() -> None:
    game = tetracade.game("tetrad")
    options = {"deals": "birthday", "deck": "sea"}
    assert game.asks_birthdays(options)
    assert not game.asks_birthdays({"deals": "lot"})
    assert game.settled(options, ["", "05-05", "04-04"]) == {"deals": "green", "deck": "sea"}
    assert game.settled(options, ["", ""]) == {"deals": "lot", "deck": "sea"}
    assert game.settled({"deals": "red"}, ["12-12", "01-01"]) == {"deals": "red"}
