"""Tic-tac-toe: three in a line."""

from pathlib import Path

from tetracade.engine.game import Game
from tetracade.engine.words import complete
from tetracade.games.tic_tac_toe import rules, words

GAME = Game(
    name="tic_tac_toe",
    title="Tic-tac-toe",
    version=1,
    tagline="Three marks in a line.",
    seats=(2,),
    fields=rules.FIELDS,
    rules=rules,
    words=complete(words),
    actions=rules.SQUARES,
    outcomes=0,
    longest=rules.SQUARES,
    folder=Path(__file__).parent,
)
