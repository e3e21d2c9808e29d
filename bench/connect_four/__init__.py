"""Connect four: the yardstick of the engine and the tutorial for adding a game; not a product."""

from pathlib import Path

from bench.connect_four import rules, words
from tetracade.engine.game import Game, Tuning
from tetracade.engine.words import complete

GAME = Game(
    name="connect_four",
    title="Connect four",
    version=1,
    tagline="Four in a row, in a rack of seven columns.",
    seats=(2,),
    fields=rules.FIELDS,
    rules=rules,
    words=complete(words),
    actions=rules.COLUMNS,
    outcomes=0,
    feature_table=rules.FEATURE_TABLE,
    longest=rules.COLUMNS * rules.ROWS,
    tuning=Tuning(greed=0.0),
    folder=Path(__file__).parent,
)
