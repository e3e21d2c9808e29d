"""Pocket: a game whose only decision changes nothing, to see how much of the uncertainty a hidden card makes."""

from pathlib import Path

from tests.lab.pocket import rules, words
from tetracade.engine.game import Game

GAME = Game(
    name="pocket",
    title="Pocket",
    version=1,
    tagline="Guess what the other holds.",
    seats=(2,),
    fields=rules.FIELDS,
    rules=rules,
    words=words,  # type: ignore[arg-type]  # completed by the game
    actions=2,
    outcomes=4,
    longest=3,
    folder=Path(__file__).parent,
)
