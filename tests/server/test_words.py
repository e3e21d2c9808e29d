"""Words that seats add to the dealing: whatever they are, the dealing can be checked, and the record has its lines."""

from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from tests.server.running import Running, bearer
from tests.server.test_secrecy import SETTINGS
from tests.server.test_tables import HERE, OPEN
from tetracade import games
from tetracade.cli import main
from tetracade.table.fair import FairDealer, commitment_of, proof_lines, verified
from tetracade.table.log import Chair
from tetracade.table.opening import folded, opened
from tetracade.table.record import replayed
from tetracade.table.room import Room
from tetracade.table.table import Table

SEED = bytes(range(32))
GAME = games.find("tetrathedral")
ODD = (
    "good luck ",
    " a\u2028b",
    "a\rb",
    "a\x0bb",
    "x\u2028# seed 00",
    "x\n# seed 00",
    "\u3000",
    "\x85",
    "a  b",
    "\ud800",
)
ANY = st.text(st.characters(exclude_categories=()), max_size=64) | st.sampled_from(ODD)
STORED = st.text(max_size=64).map(lambda word: word.replace("\n", " ")) | st.sampled_from(
    [word.replace("\n", " ") for word in ODD[:-1]]
)
"""What older logs may hold."""


def records(room: Room) -> str:
    assert room.table is not None
    return room.table.record() + proof_lines(room.current.commitment, room.current.words, room.current.seed_shown)


@settings(max_examples=150, deadline=None)
@given(ANY, ANY, ANY)
@example("good luck ", "x\u2028# seed 00", "a\rb")
def test_whatever_the_words_are_every_game_verifies_and_has_no_line_more(first: str, second: str, third: str) -> None:
    chairs = [Chair(holder=0, name="A", word=first), Chair()]
    room = opened(GAME, {}, chairs, SETTINGS, lambda: SEED)
    room.sit(1, None, "B", second, 0.0)
    room.resign(0, 0.0)
    checked = [records(room)]
    room.ask_rematch(0, third, 0.0)
    room.ask_rematch(1, second, 0.0)
    room.resign(1, 0.0)
    checked.append(records(room))
    for text in checked:
        assert verified(text, games.find).fair is True
        assert verified(text.replace("\n", "\r\n"), games.find).fair is True, "sent through a system of other line ends"
        assert len(text.splitlines()) == text.count("\n")
        assert text.count("\n# seed ") == 1
    assert folded(room.log.lines, games.find, dict(room.seeds), 0.0).current.words == room.current.words


@settings(max_examples=150, deadline=None)
@given(st.tuples(STORED, STORED))
@example(("good luck ", "x\u2028# seed 00"))
@example(("a\r", "a\rb"))
def test_words_of_older_logs_are_read_as_they_were_dealt_with(words: Sequence[str]) -> None:
    table = Table(GAME, 2, {}, dealer=FairDealer(SEED, words))
    text = table.record() + proof_lines(commitment_of(SEED), words, SEED.hex())
    assert verified(text, games.find).fair is True
    assert replayed(text, games.find).entries == table.entries


@pytest.mark.parametrize("word", ODD[:-1])
def test_the_command_line_verifies_whatever_the_words_are(
    word: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = [word.replace("\n", " "), ""]
    table = Table(GAME, 2, {}, dealer=FairDealer(SEED, words))
    file = tmp_path / "record.txt"
    text = table.record() + proof_lines(commitment_of(SEED), words, SEED.hex())
    file.write_bytes(text.encode())
    with pytest.raises(SystemExit) as ending:
        main(["verify", str(file)])
    assert ending.value.code == 0, capsys.readouterr().out


def test_words_come_in_clean_by_every_way(server: Running) -> None:
    table = server.create([HERE, OPEN], game="tetratrax", word=" a\u2028b ")
    key = server.sit(table, "Grace", word="x\r\n# seed 00")
    assert server.state(table, key)["proof"]["words"] == ["a b", "x # seed 00"]
    assert server.do(table, key, do="resign")["ok"]
    assert server.do(table, key, do="rematch", id="1", word="c\x0bd\t")["ok"]
    assert server.do(table, table["token"], do="rematch", id="2", word="\u3000")["ok"]
    assert server.state(table, key)["proof"]["words"] == ["c d", ""]
    assert server.do(table, key, do="resign", id="3")["ok"]
    record = server.http.get(f"/api/tables/{table['table']}/record", headers=bearer(key)).text
    assert server.http.post("/api/verify", content=record).json()["fair"]
