"""Every game's spaces as tables: ``python -m docs.feature_tables`` writes them into docs/learning.md anew."""

from pathlib import Path

import tetracade
from tetracade.engine.game import Game

PAGE = Path(__file__).with_name("learning.md")
BEGIN, END = "<!-- spaces -->", "<!-- /spaces -->"


def tables() -> str:
    """All games, each with its sizes and its feature table."""
    return "\n\n".join(_table(tetracade.game(name)) for name in tetracade.game_names())


def _table(game: Game) -> str:
    seats = ", ".join(map(str, game.seats))
    lines = [
        f"### {game.title}",
        "",
        f"`{game.name}`: {seats} seats, {game.actions:,} actions, {game.features:,} features, "
        f"{game.outcomes} outcomes of chance.",
        "",
        "| feature | from | shape | bounds | meaning |",
        "|---|---|---|---|---|",
    ]
    for part in game.feature_table:
        shape = " × ".join(map(str, part.shape)) or "1"
        lines.append(f"| `{part.name}` | {part.offset} | {shape} | {part.low} to {part.high} | {part.meaning} |")
    return "\n".join(lines)


def written() -> str:
    """The page with the tables as they are now."""
    text = PAGE.read_text(encoding="utf-8")
    head, _, rest = text.partition(BEGIN)
    _, _, tail = rest.partition(END)
    return f"{head}{BEGIN}\n\n{tables()}\n\n{END}{tail}"


if __name__ == "__main__":
    PAGE.write_text(written(), encoding="utf-8")
