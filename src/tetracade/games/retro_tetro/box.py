"""Retro Tetro's box, read and checked."""

import re
from pathlib import Path
from string import ascii_uppercase
from typing import NamedTuple

from tetracade.engine.box import Page
from tetracade.engine.boxes import settle

SYMBOLS = "23VIOTSL"
MEEPLES = "abcd"
GOLD = "*"
NOTHING = "."
PAIRS = len(SYMBOLS) * (len(SYMBOLS) - 1) // 2
OBJECTIVE_KEYS = (
    "half_row_coins",
    "symbol_coins",
    "side_pieces",
    "pieces_across",
    "meeples_enclosed",
    "pieces_above",
    "open_squares_below",
    "covered_squares_above",
)
OBJECTIVES = len(OBJECTIVE_KEYS)
MEASURES = ("pairs", "trios", "columns", "meeples", "coins", "gold", "half_rows", "full_rows")
TWICE = 2
"""Pairs and trios are counted no further."""
MOST_SEATS = 4
FEWEST_COLUMNS, MOST_COLUMNS = 6, 10
"""An I fits into no narrower half; three boards fit side by side into 80 columns of text."""
FEWEST_ROWS, MOST_ROWS = 6, 15
"""A record holds a column's squares in 15 bits."""
MOST_PIECES = 4
"""Contacts are counted in words of 16 bits."""
EVERY_TURN = 12
"""One, two, three or four players play equally many cards only if their number is a multiple of this."""
MOST_PLAYED = 36
MOST_SPECIAL = 12
MOST_LEVELS = 12


class Worth(NamedTuple):
    """What an objective is worth."""

    points: int
    for_every: int


class Level(NamedTuple):
    """One level of the campaign: its points, and the least and most allowed of each measure."""

    points: int
    least: dict[str, int]
    most: dict[str, int]


class Parts(NamedTuple):
    """What the box holds."""

    columns: int
    rows: int
    line: int
    board: tuple[tuple[str, ...], ...]
    """From the bottom row up."""
    left_halves: tuple[int, ...]
    right_halves: tuple[int, ...]
    pink_spaces: tuple[tuple[int, int], ...]
    """Row and column, from 0."""
    hazards: tuple[tuple[int, int], ...]
    pieces: int
    coins: int
    pink_squares: int
    each_pair: int
    wild: int
    played: int
    objectives: tuple[Worth, ...]
    covered_gold: int
    first_lives: int
    most_lives: int
    life_after: tuple[int, ...]
    objective_from: int
    levels: tuple[Level, ...]


def read(page: Page) -> Parts:
    """What the box holds; BadBox if no game can be played with it."""
    columns = page.number("columns", FEWEST_COLUMNS, MOST_COLUMNS)
    rows = page.number("rows", FEWEST_ROWS, MOST_ROWS)
    if columns % 2:
        page.wrong(f"columns = {columns}: the number is even, for a row has two halves")
    names = ascii_uppercase[:columns]

    def square_of(name: str) -> tuple[int, int]:
        found = re.fullmatch(r"([A-Z])([0-9]{1,3})", name)
        if found is None:
            raise ValueError("write a column and a row, as in C3")
        if found[1] not in names:
            raise ValueError(f"columns go to {names[-1]}")
        if not 1 <= int(found[2]) <= rows:
            raise ValueError(f"rows go to {rows}")
        return int(found[2]) - 1, names.index(found[1])

    pinks = page.places("pink_spaces", square_of, MOST_SPECIAL, "pink space")
    hazards = page.places("hazards", square_of, MOST_SPECIAL, "hazard")
    if set(pinks) & set(hazards):
        row, column = min(set(pinks) & set(hazards))
        page.wrong(f"hazard {names[column]}{row + 1}: a pink space is there already")
    cards, campaign, objectives = page.page("cards"), page.page("campaign"), page.page("objectives")
    each_pair, wild = cards.number("each_pair", 1, 3), cards.number("wild", 0, 9)
    played = cards.number("played", EVERY_TURN, MOST_PLAYED)
    if played % EVERY_TURN:
        page.wrong(f"cards.played = {played}: a multiple of {EVERY_TURN}, so that all play as many, whoever plays")
    if played > PAIRS * each_pair + wild:
        page.wrong(f"cards.played = {played}: there are only {PAIRS * each_pair + wild} cards")
    levels = page.pages("levels", 1, MOST_LEVELS)
    return Parts(
        columns=columns,
        rows=rows,
        line=page.number("line", 1, rows - 1),
        board=page.picture("board", rows, columns, [NOTHING, GOLD, *MEEPLES, *SYMBOLS])[::-1],
        left_halves=page.numbers("left_halves", 1, rows, rows),
        right_halves=page.numbers("right_halves", 1, rows, rows),
        pink_spaces=pinks,
        hazards=hazards,
        pieces=page.number("pieces", 1, MOST_PIECES),
        coins=page.fact("coins", 0, 999),
        pink_squares=page.fact("pink_squares", MOST_SEATS * len(pinks), 999),
        each_pair=each_pair,
        wild=wild,
        played=played,
        objectives=tuple(_worth(objectives.page(name)) for name in OBJECTIVE_KEYS),
        covered_gold=objectives.number("covered_gold", 0, 9),
        first_lives=campaign.number("first_lives", 0, 9),
        most_lives=campaign.number("most_lives", campaign.number("first_lives", 0, 9), 9),
        life_after=campaign.numbers("life_after", 1, len(levels), len(levels)),
        objective_from=campaign.number("objective_from", 1, MOST_LEVELS + 1),
        levels=tuple(_level(level) for level in levels),
    )


def _worth(page: Page) -> Worth:
    return Worth(page.number("points", 0, 9), page.number("for_every", 1, 9))


def _level(page: Page) -> Level:
    """A level; keys that are missing ask for nothing."""
    found: dict[str, dict[str, int]] = {"at_least": {}, "at_most": {}}
    for key, asked in found.items():
        if page.has(key):
            part = page.page(key)
            for measure in MEASURES:
                if part.has(measure):
                    asked[measure] = part.number(measure, 0, TWICE if measure in ("pairs", "trios") else 99)
    return Level(page.number("points", 0, 999), found["at_least"], found["at_most"])


BOX, PARTS = settle(Path(__file__).parent, read)
