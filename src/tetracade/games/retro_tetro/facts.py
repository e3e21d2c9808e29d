"""What's in Retro Tetro's box, as plain data for whoever draws the game."""

from typing import Any

from tetracade.engine.wording import counted, listed
from tetracade.games.retro_tetro import board
from tetracade.games.retro_tetro.box import MEASURES, MEEPLES, NOTHING, PARTS, TWICE, Level

SPECIAL_MARKS = (NOTHING, "p", "!")
"""How the page's board shows a plain square, a pink space and a hazard."""
SIDES = ("left", "right")


def facts() -> dict[str, Any]:
    """The arcade board from the bottom row, its highlighted half rows, the shapes with their stands, and the cards."""
    return {
        "columns": board.COLUMN_NAMES,
        "rows": board.ROWS,
        "line": board.LINE,
        "cards_played": board.CARDS_PLAYED,
        "standard": [list(row) for row in board.MARKS],
        "advanced": [[SPECIAL_MARKS[special] for special in row] for row in board.SPECIAL.tolist()],
        "halves": [[side for side, lit in zip(SIDES, row, strict=True) if lit] for row in board.HIGHLIGHTED.tolist()],
        "meeples": MEEPLES,
        "shapes": [
            {
                "letter": letter,
                "name": board.SHAPE_NAMES[kind],
                "stands": [[list(square) for square in stand.squares] for stand in board.STANDS if stand.kind == kind],
            }
            for kind, letter in enumerate(board.LETTERS)
        ],
        "cards": list(board.CARD_NAMES),
        "objectives": list(board.OBJECTIVE_TEXTS),
        "campaign": {
            "levels": [
                {"points": level.points, "asks": _asks(level), "goals": _goals(level)} for level in board.CAMPAIGN
            ],
            "first_lives": PARTS.first_lives,
            "most_lives": PARTS.most_lives,
            "life_after": list(PARTS.life_after),
            "objective_from": PARTS.objective_from,
        },
    }


def figures() -> dict[str, str]:
    """What ``rules.md``, lessons and diagrams take from the box."""
    half, names = board.HALF, board.COLUMN_NAMES
    symbols = sum(mark in board.LETTERS for row in board.MARKS for mark in row)
    meeples = int(board.MEEPLE.sum())
    return {
        "columns": str(board.COLUMNS),
        "last_column": names[-1],
        "rows": str(board.ROWS),
        "line": str(board.LINE),
        "above_line": str(board.LINE + 1),
        "symbols": counted(symbols, "symbol"),
        "gold": counted(len(board.GOLD_SQUARES), "gold square"),
        "meeples": counted(len(board.MEEPLE_SQUARES), "meeple"),
        "meeple_points": str(meeples),
        "halves": counted(int(board.HIGHLIGHTED.sum()), "highlighted half row"),
        "board": _picture(),
        "pieces": str(PARTS.pieces * board.SHAPES),
        "pieces_a_shape": str(PARTS.pieces),
        "cards": str(int(board.CARD_COUNTS.sum())),
        "each_pair": counted(PARTS.each_pair, "card"),
        "pairs": str(len(board.PAIRS) * PARTS.each_pair),
        "wild": str(PARTS.wild),
        "lives": str(PARTS.most_lives),
        "coins": str(PARTS.coins),
        "pink_squares": str(PARTS.pink_squares),
        "put_back": str(int(board.CARD_COUNTS.sum()) - PARTS.played),
        "cards_a_game": str(PARTS.played),
        "left_half": f"A to {names[half - 1]}",
        "right_half": f"{names[half]} to {names[-1]}",
        "half": str(half),
        "objective_rows": "\n".join(
            f"| {number}: {text}. | ![](diagram:objective-{number}) |"
            for number, text in enumerate(board.OBJECTIVE_TEXTS, 1)
        ),
        "never": _never(),
        "pink_spaces": _places(PARTS.pink_spaces),
        "hazards": _places(PARTS.hazards),
        "levels": str(board.LEVELS),
        "first_lives": counted(PARTS.first_lives, "life", "lives"),
        "life_after": listed([str(level) for level in PARTS.life_after] or ["none"]),
        "objective_from": str(PARTS.objective_from),
        "before_objective": str(PARTS.objective_from - 1),
        "campaign": "\n".join(
            f"| {number} | {level.points} | {_asks(level)} |" for number, level in enumerate(board.CAMPAIGN, 1)
        ),
    }


def _name(place: tuple[int, int]) -> str:
    return f"{board.COLUMN_NAMES[place[1]]}{place[0] + 1}"


def _places(places: tuple[tuple[int, int], ...]) -> str:
    return listed([_name(place) for place in places] or ["no square"])


def _picture() -> str:
    """The board as text, from the top row, with the green line and the highlighted halves, and what the marks mean."""
    lines = []
    for row in reversed(range(board.ROWS)):
        lit = [side for side, half in zip(SIDES, board.HIGHLIGHTED[row].tolist(), strict=True) if half]
        said = f"highlighted: {' and '.join(lit)}" if lit else ""
        lines.append(f"{row + 1:>2}   {' '.join(board.MARKS[row])}      {said}".rstrip())
        if row == board.LINE:
            lines.append("---- green line ----")
    notes = ("a b c d  a meeple worth 1 2 3 4", "*        a gold square", "others   the symbol of that shape")
    return "\n".join([*lines, f"     {' '.join(board.COLUMN_NAMES)}", "", *notes])


def _never() -> str:
    """The meeples at the edge, which never count as enclosed."""
    edges = ((0, board.ROWS - 1), (0, board.COLUMNS - 1))
    places = [(row, column) for row, column in board.MEEPLE_SQUARES.tolist() if row in edges[0] or column in edges[1]]
    return f", so {_places(tuple(places))} never {'scores' if len(places) == 1 else 'score'}" if places else ""


def _asks(level: Level) -> str:
    """What a level asks for, in words."""
    parts = [_least(name, level.least[name]) for name in MEASURES if name in level.least]
    for name in MEASURES:
        if name in level.most:
            most = level.most[name]
            parts.append(f"no {_ONE[name]}" if most == 0 else f"no more than {counted(most, _ONE[name], _MANY[name])}")
    return listed(parts or ["nothing more"])


def _goals(level: Level) -> list[dict[str, Any]]:
    """What a level asks for beside points: what is counted, how many, and whether that is the most or the least."""
    return [
        {"counts": name, "number": bound[name], "most": bound is level.most}
        for bound in (level.least, level.most)
        for name in MEASURES
        if name in bound
    ]


_ONE = {
    "pairs": "pair of shapes in contact",
    "trios": "trio of shapes connected",
    "columns": "column above the green line",
    "meeples": "visible meeple",
    "coins": "coin",
    "gold": "gold square covered",
    "half_rows": "half row",
    "full_rows": "full row",
}
_MANY = {
    "pairs": "pairs of shapes in contact",
    "trios": "trios of shapes connected",
    "columns": "columns above the green line",
    "meeples": "visible meeples",
    "coins": "coins",
    "gold": "gold squares covered",
    "half_rows": "half rows",
    "full_rows": "full rows",
}


def _least(name: str, count: int) -> str:
    if name in ("pairs", "trios"):
        shapes = "two" if name == "pairs" else "three"
        if count == TWICE:
            return f"the same {shapes} shapes {_TOGETHER[name]}, in two separate places"
        return f"{shapes} different shapes {_TOGETHER[name]}"
    return counted(count, _ONE[name], _MANY[name])


_TOGETHER = {"pairs": "touching", "trios": "hanging together"}
