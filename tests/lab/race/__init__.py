"""Race: a game so small that everything about it can be worked out exactly. For the lab's tests."""

from pathlib import Path

from tests.lab.race import rules, words
from tetracade.engine.game import Game

GAME = Game(
    name="race",
    title="Race",
    version=1,
    tagline="First to the third space.",
    seats=(2,),
    fields=rules.FIELDS,
    rules=rules,
    words=words,  # type: ignore[arg-type]  # completed by the game
    actions=2,
    outcomes=2,
    longest=20,
    folder=Path(__file__).parent,
)
