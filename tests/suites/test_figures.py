"""A number of the box is nowhere but in the box: words take it from there, by its name in braces, and code derives it.

Figures say what they count, in their value ("3 free spaces") or in their name (``tiles_a_side``). So a number that was
written down is found by standing before that word, in digits or spelled out.
"""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.suites.every import GAMES, TESTS
from tetracade.engine.box import FILE
from tetracade.engine.game import Game
from tetracade.engine.wording import spelled

WEB = TESTS.parent / "web/src/games"
SOURCES = (".py", ".toml", ".md", ".ts", ".svelte")
NUMBERS = {spelled(number): number for number in range(1, 13)}
ITEM = re.compile(r"(\d+|[a-z]+) ([A-Za-z-]+(?: [A-Za-z]+)*)")
BETWEEN = r"(?!(?:and|else|if|in|of|with) )[a-z]+ "
"""A word that may stand between a number and what it counts."""
BOXED = {name: game for name, game in GAMES.items() if (game.folder / FILE).exists()}

every_box = pytest.mark.parametrize("game", BOXED.values(), ids=BOXED.keys())


def numbers_of(game: Game) -> Iterator[tuple[int, str]]:
    """What the figures count, each with how many there are."""
    for name, value in game.figures().items():
        if (count := number_said(value)) is not None:
            yield count, name.partition("_a_")[0].replace("_", " ")
            continue
        items = [ITEM.fullmatch(item) for item in re.split(", | and ", value)]
        for item in items:
            if item and all(items) and (count := number_said(item[1])) is not None:
                yield count, item[2]


def number_said(said: str) -> int | None:
    """The number that this is, in figures or as a word."""
    return int(said) if said.isdigit() else NUMBERS.get(said)


def pattern_of(count: int, what: str) -> re.Pattern[str]:
    """The number before what it counts, with a word between them at most."""
    one = re.escape(what.removesuffix("s"))
    return re.compile(rf"(?<![\w.])(?:{count}|{spelled(count)}) (?:{BETWEEN})?{one}s?\b", re.IGNORECASE)


def written_down(game: Game, text: str) -> list[str]:
    """The figures of the box that a text holds."""
    plain = text.replace("_", " ")
    patterns = [pattern_of(count, what) for count, what in numbers_of(game) if count > 1 and len(what) > 1]
    return sorted({found[0] for pattern in patterns for found in pattern.finditer(plain)})


def files_of(game: Game) -> list[Path]:
    """Everything written for the game, apart from its box."""
    folders = (game.folder, TESTS / "games" / game.name, WEB / game.name)
    found = [file for folder in folders for file in sorted(folder.rglob("*")) if file.suffix in SOURCES]
    return [file for file in found if file.name != FILE]


@every_box
def test_no_figure_of_the_box_is_written_down(game: Game) -> None:
    found = {file.name: written_down(game, file.read_text(encoding="utf-8")) for file in files_of(game)}
    assert {name: figures for name, figures in found.items() if figures} == {}


@pytest.mark.parametrize(
    ("name", "text", "found"),
    [
        ("retro_tetro", "The turn passes. After 24 cards, points are counted.", ["24 cards"]),
        ("retro_tetro", "The turn passes. After {cards_a_game} cards, points are counted.", []),
        ("foursome", "With two players, three foursomes win. You have two.", ["three foursomes"]),
        ("foursome", "Four chips in a row are a foursome.", []),
        ("tetratrax", "def test_the_tower_is_eight_columns_wide() -> None:", ["eight columns"]),
        ("tetrathedral", "Blue's eight pawns stand in the top row.", ["eight pawns"]),
        ("tetrad", "Stars mark the 3 free spaces.", ["3 free spaces"]),
    ],
)
def test_what_is_written_down_is_found(name: str, text: str, found: list[str]) -> None:
    assert written_down(BOXED[name], text) == found
