"""Names and chat: any script, nothing that hides or turns round what stands beside it."""

import json

import pytest

from tests.server.running import Running
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


VIETNAMESE = "Nguye\u0302\u0303n"
HEBREW = "\u05e9\u05c1\u05bc\u05b7\u05ab"
TIBETAN = "\u0f66\u0f90\u0fb3\u0f74\u0f7e"
THAI = "\u0e1b\u0e39\u0e48"


@pytest.mark.parametrize("name", [VIETNAMESE, HEBREW, TIBETAN, THAI])
def test_letters_keep_the_marks_that_their_script_needs(name: str) -> None:
    assert clean(name) == name


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ("a" + "".join(map(chr, range(0x300, 0x317))), "a\u0300\u0301\u0302\u0303"),
        ("a" + "\u0301" * 23, "a\u0301"),
        ("a" + "\u200d".join(map(chr, range(0x300, 0x317))), "a\u0300\u200d\u0301\u200d\u0302\u200d\u0303"),
        ("a\u0300\u0301\u0302\u0303\u20dd\u20ddb\u0300", "a\u0300\u0301\u0302\u0303b\u0300"),
    ],
)
def test_a_heap_of_marks_does_not_paint_over_its_neighbours(given: str, kept: str) -> None:
    assert clean(given) == kept


def test_words_and_chat_are_rid_of_heaps_of_marks_too(server: Running) -> None:
    heap = "a" + "".join(map(chr, range(0x300, 0x317)))
    table = server.create([{"kind": "here", "name": heap}, {"kind": "here", "name": heap}], word=heap)
    assert server.do(table, table["token"], do="chat", text=heap)["ok"]
    now = server.state(table, table["token"])
    assert {*now["proof"]["words"], *(seat["name"] for seat in now["seats"])} == {heap[:5]}
    shown = json.dumps(now["story"], ensure_ascii=False)
    assert heap[:5] in shown
    assert heap[:6] not in shown
