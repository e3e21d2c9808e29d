"""What a drawing of Retro Tetro needs to know: the arcade board, shapes, cards, objectives and levels."""

from typing import Any

from tetracade.games.retro_tetro import rules
from tetracade.games.retro_tetro.board import (
    ADVANCED,
    CAMPAIGN,
    CARD_NAMES,
    CARDS_PLAYED,
    COLUMN_NAMES,
    FREE_OBJECTIVE,
    LETTERS,
    LINE,
    MEASURE_TEXTS,
    MEASURES,
    MEEPLES,
    OBJECTIVE_TEXTS,
    PICTURES,
    PIECES_A_SHAPE,
    ROWS,
    SHAPE_NAMES,
    SHAPES,
    STANDARD,
    STANDS,
    marks_of,
)
from tetracade.games.retro_tetro.drops import HAZARD_LOSS, PINK_COINS

PHASES = (
    *("lot", "objectives_dealt", "keeping", "cards_dealt"),
    *("playing", "placing", "drawing", "ended"),
)


def facts() -> dict[str, Any]:
    """The facts by name.

    - ``phases``: the numbers of the field ``phase``, by name.
    - ``columns``, ``rows``: the letters of the columns, how many rows. ``line``: rows below the green line.
    - ``standard``: the printed board, rows from the bottom, a mark for each column (a shape's letter, * gold, a to d a
      meeple), then the highlighted halves, "left" and "right" (RT1). ``advanced``: what that side adds, p a pink space,
      ! a hazard (RT19). ``meeples``: the points of each meeple by its mark.
    - ``letters``, ``names``, ``pictures``: the shapes, the pink square last; ``stands``: by letter, each stand in the
      order of its number, as squares [column, row] from its lower left corner; ``pieces``: of each shape (RT2).
    - ``cards``: names of the kinds of card. ``cards_played``: in a game (RT6).
    - ``hazard``, ``pink``: coins that a hazard costs, and that a pink square on a pink space brings (RT20).
      ``penalty``: coins for what cannot be placed (RT11).
    - ``objectives``: what each is worth, in words. ``measures``: what levels ask for, in words, by name.
    - ``levels``: points, and by measure the least and the most (RT24). ``free_objective``: the first level with an
      objective of one's choice (RT23).
    """
    return {
        "phases": {name: getattr(rules, name.upper()) for name in PHASES},
        "columns": COLUMN_NAMES,
        "rows": ROWS,
        "line": LINE,
        "standard": marks_of(STANDARD),
        "advanced": marks_of(ADVANCED),
        "meeples": {mark: points for points, mark in enumerate(MEEPLES, 1)},
        "letters": LETTERS,
        "names": list(SHAPE_NAMES),
        "pictures": {letter: list(picture) for letter, picture in PICTURES.items()},
        "stands": {letter: stands_of(kind) for kind, letter in enumerate(LETTERS)},
        "pieces": dict.fromkeys(LETTERS[:SHAPES], PIECES_A_SHAPE),
        "cards": list(CARD_NAMES),
        "cards_played": CARDS_PLAYED,
        "hazard": HAZARD_LOSS,
        "pink": PINK_COINS,
        "penalty": rules.PENALTY,
        "objectives": list(OBJECTIVE_TEXTS),
        "measures": dict(zip(MEASURES, MEASURE_TEXTS, strict=True)),
        "levels": [{"points": level.points, "least": level.least, "most": level.most} for level in CAMPAIGN],
        "free_objective": FREE_OBJECTIVE,
    }


def stands_of(kind: int) -> list[list[list[int]]]:
    """The stands of a shape, as squares."""
    return [[list(square) for square in stand.squares] for stand in STANDS if stand.kind == kind]
