"""Analyses kept on disk: answered at once, never mistaken for another, and cleared away."""

import os
import time
from dataclasses import replace
from pathlib import Path

import pytest

from tests.analysis.playing import played
from tests.suites.every import GAMES
from tetracade.analysis import CHEAPEST, Analysing, Analysis, analyse, keeping
from tetracade.analysis.keeping import clear, digest_of, keep, kept
from tetracade.engine.cache import Sources

GAME = GAMES["tetratrax"]


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(keeping.VARIABLE, str(tmp_path / "kept"))
    return tmp_path / "kept"


@pytest.fixture(scope="module")
def found() -> Analysis:
    return analyse(played(GAME, 1, rows=10), setting=CHEAPEST)


def test_a_second_analysis_is_answered_without_a_step(home: Path) -> None:
    table = played(GAME, 1, rows=10)
    steps: list[int] = []

    def count(done: int, _: int) -> None:
        steps.append(done)

    first = analyse(table, setting=CHEAPEST, seed=3, progress=count)
    once = len(steps)
    again = analyse(table.record(), setting=CHEAPEST, seed=3, progress=count)
    assert (once, len(steps)) == (2 * len(table.entries) + 1, once)
    assert again == first
    assert [file.name for file in home.iterdir()] == [f"{first.digest}.json"]


def test_anything_else_has_another_digest(monkeypatch: pytest.MonkeyPatch) -> None:
    record = played(GAME, 1, rows=10).record()
    digests = [
        digest_of(GAME, record, CHEAPEST, 0),
        digest_of(GAME, played(GAME, 2, rows=10).record(), CHEAPEST, 0),
        digest_of(GAME, record, CHEAPEST, 1),
        digest_of(GAME, record, replace(CHEAPEST, redeals=2), 0),
        digest_of(GAME, record, replace(CHEAPEST, name="other"), 0),
    ]
    monkeypatch.setattr(keeping, "sources_of", lambda _: Sources("other", "rules, box or engine"))
    digests.append(digest_of(GAME, record, CHEAPEST, 0))
    assert len(set(digests)) == len(digests)


def test_a_new_scale_or_other_code_of_ours_has_another_digest(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    record = played(GAME, 1, rows=10).record()
    scale, code = tmp_path / "luck.toml", tmp_path / "keeping.py"
    monkeypatch.setattr(keeping, "file_of", lambda _: scale)
    monkeypatch.setattr(keeping, "__file__", str(code))
    digests = [digest_of(GAME, record, CHEAPEST, 0)]
    for file, text in ((scale, "luck = 0.3"), (code, "pass"), (code, "pass  # once more")):
        file.write_text(text)
        digests.append(digest_of(GAME, record, CHEAPEST, 0))
    assert len(set(digests)) == 4


@pytest.mark.parametrize("content", [b"", b"{", b'{"game": 1}'])
def test_a_damaged_file_is_made_again(home: Path, found: Analysis, content: bytes) -> None:
    keep(found)
    assert kept(found.digest) == found
    (home / f"{found.digest}.json").write_bytes(content)
    assert kept(found.digest) is None
    keep(found)
    assert kept(found.digest) == found


def test_a_file_under_a_wrong_name_is_not_believed(home: Path, found: Analysis) -> None:
    keep(found)
    other = "0" * 64
    (home / f"{found.digest}.json").rename(home / f"{other}.json")
    assert kept(other) is None


def test_what_is_old_or_too_much_goes(home: Path, found: Analysis, monkeypatch: pytest.MonkeyPatch) -> None:
    now = time.time()
    ages = {"new.json": 10.0, "used.json": 20.0, "older.json": 30.0, "oldest.json": keeping.LASTING + 9}
    ages |= {"begun.part": 5.0, "left.part": keeping.HALF_WRITTEN + 9}
    home.mkdir()
    for name, age in ages.items():
        (home / name).write_bytes(b"x" * 100)
        os.utime(home / name, (now - age, now - age))
    clear(home)
    assert {file.name for file in home.iterdir()} == {"new.json", "used.json", "older.json", "begun.part"}
    monkeypatch.setattr(keeping, "MOST_BYTES", 300)
    clear(home)
    assert {file.name for file in home.iterdir()} == {"new.json", "used.json", "begun.part"}
    keep(found)
    assert kept(found.digest) is None, "larger than all the room there is"


def test_whoever_asks_keeps_it_from_going(home: Path, found: Analysis) -> None:
    keep(found)
    file = home / f"{found.digest}.json"
    os.utime(file, (1.0, 1.0))
    assert kept(found.digest) == found
    clear(home)
    assert file.exists()


def test_nothing_is_kept_where_nothing_is_named(monkeypatch: pytest.MonkeyPatch, found: Analysis) -> None:
    monkeypatch.setenv(keeping.VARIABLE, "")
    assert keeping.folder() is None
    keep(found)
    assert kept(found.digest) is None
    monkeypatch.delenv(keeping.VARIABLE)
    monkeypatch.setenv("TETRACADE_CACHE", "somewhere")
    assert keeping.folder() == Path("somewhere/analyses")


def test_a_folder_that_cannot_be_written_harms_nobody(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv(keeping.VARIABLE, str(tmp_path / "file"))
    table = played(GAME, 1, rows=10)
    assert analyse(table, setting=CHEAPEST).digest == Analysing(table, CHEAPEST).digest
