"""Names and chat: any script, nothing that hides or turns round what stands beside it."""

import pytest

from tetracade.server.rooms.commands import clean
from tetracade.table.seating import Denied

FAMILY = "\U0001f468\u200d\U0001f469\u200d\U0001f467"
PERSIAN = "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645"
SINHALA = "\u0dc1\u0dca\u200d\u0dbb\u0dd3"
HEART = "\u2764\ufe0f\u200d\U0001f525"


@pytest.mark.parametrize("name", [FAMILY, PERSIAN, SINHALA, HEART, f"Ada {FAMILY}"])
def test_joiners_stay_where_they_join(name: str) -> None:
    assert clean(name) == name


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ("A\u200dd\u200ca", "Ada"),
        ("\u200dAda\u200c", "Ada"),
        (f"{PERSIAN}\u200c", PERSIAN),
        (f"{PERSIAN}\u200d\u200d{PERSIAN}", PERSIAN + PERSIAN),
        ("A\u202eda\u2066", "A da"),
        ("A\u0000\u200b\ufeffda", "A da"),
    ],
)
def test_joiners_that_join_nothing_controls_and_changes_of_direction_go(given: str, kept: str) -> None:
    assert clean(given) == kept


@pytest.mark.parametrize(
    "name", ["", " ", "\u200d", "\u200c\u200d", "\u3164", "\u2800 \u2800", "\ufe0f", "\u0301", "\u202e"]
)
def test_a_name_must_show_something(name: str) -> None:
    with pytest.raises(Denied):
        clean(name)
