"""Bots of one's own: found by name, in the arena, the terminal and the server, and whole after pickling."""

import pickle
from pathlib import Path
from typing import Any

import pytest

import tetracade
from tests.server.running import GENEROUS, running, somewhere
from tests.server.test_tables import BOT, HERE, finished
from tetracade import Table
from tetracade.bots.levels import bot_named, bot_names
from tetracade.engine.game import BadOption
from tetracade.lab.arena import Contest, play_one

HERE_NOW = "tests.bots.test_own"
OTHER = "tests.server.stand_in:First"


class Last:
    """Takes the last legal action, by notation."""

    def choose(self, table: Table, seat: int) -> str:
        assert not table.entries  # nothing that happened can be read from the table
        return table.legal(seat)[-1].notation


class Seeded:
    """Takes an action that depends on its seed and on how often it was asked."""

    def __init__(self, seed: int) -> None:
        self.number = seed

    def choose(self, table: Table, seat: int) -> int:
        self.number += 1
        legal = table.legal_ids(seat)
        return legal[self.number % len(legal)]


class Cheating:
    """Chooses what is not legal."""

    def choose(self, table: Table, seat: int) -> int:
        return tetracade.game("tetratrax").words.action_of("D2@A")


def test_a_class_with_choose_plays_in_an_arena() -> None:
    contest = Contest("tetratrax", (f"{HERE_NOW}:Last", "random"), 2, 2)
    assert play_one(contest, 0) is not None
    table = tetracade.new("tetratrax", starter="white")
    assert tetracade.bot("tetratrax", f"{HERE_NOW}:Last").choose(table, 0) == table.legal(0)[-1]


def test_a_bot_that_an_installed_package_names_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "lasting" not in bot_names()
    package = tmp_path / "lasting-1.0.dist-info"
    package.mkdir()
    (package / "METADATA").write_text("Metadata-Version: 2.1\nName: lasting\nVersion: 1.0\n")
    (package / "entry_points.txt").write_text(f"[tetracade.bots]\nlasting = {HERE_NOW}:Last\n")
    monkeypatch.syspath_prepend(tmp_path)
    assert "lasting" in bot_names()
    table = tetracade.new("tetratrax", starter="white")
    assert tetracade.bot("tetratrax", "lasting").choose(table, 0) == table.legal(0)[-1]


def test_a_module_in_the_folder_one_is_in_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "my_own_bot.py").write_text("class Mine:\n    def choose(self, table, seat):\n        return 0\n")
    monkeypatch.chdir(tmp_path)
    assert bot_named(tetracade.game("tetratrax"), "my_own_bot:Mine").name == "my_own_bot:Mine"


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("nobody", "the bots are random, greedy, beginner"),
        ("no_such_module:Bot", "No module named 'no_such_module'"),
        (f"{HERE_NOW}:Nobody", "has no attribute 'Nobody'"),
        (f"{HERE_NOW}:Path", "a bot is a class with choose"),
        (f"{HERE_NOW}:HERE_NOW", "a bot is a class with choose"),
    ],
)
def test_what_is_no_bot_is_said(name: str, says: str) -> None:
    with pytest.raises(BadOption, match=says):
        bot_named(tetracade.game("tetratrax"), name)


def test_a_bot_that_chooses_what_is_not_legal_is_told_why() -> None:
    table = tetracade.new("tetratrax", starter="white")
    with pytest.raises(BadOption, match="chose D2@A: The domino goes in lying flat"):
        tetracade.bot("tetratrax", f"{HERE_NOW}:Cheating").choose(table, 0)


@pytest.mark.parametrize("level", ["random", "greedy", "1", f"{HERE_NOW}:Seeded"])
def test_bots_go_on_alike_after_pickling_and_begin_alike_after_reseeding(level: str) -> None:
    table = tetracade.new("tetratrax", starter="white", seed=1)
    one: Any = tetracade.bot("tetratrax", level, seed=3)
    first = [one.choose_number(table, 0) for _ in range(4)]
    two = pickle.loads(pickle.dumps(one))
    assert [one.choose_number(table, 0) for _ in range(4)] == [two.choose_number(table, 0) for _ in range(4)]
    one.reseed(3)
    assert [one.choose_number(table, 0) for _ in range(4)] == first


def test_the_server_plays_with_a_class_that_its_operator_names() -> None:
    with somewhere() as data, running(data, workers=1, bot=OTHER, bot_seconds=GENEROUS) as server:
        table = server.create([HERE, BOT], game="tetratrax")
        finished(server, table, {0: table["token"]})
        assert server.rooms.metrics.counts["bot_fallbacks"] == 0
