"""A small game for the server's tests: hidden hands, hidden draws, a free gesture, a question with a secret answer."""

from pathlib import Path

from tests.server.magpie import rules, words
from tetracade.engine.game import Game, Option

GAME = Game(
    name="magpie",
    title="Magpie",
    version=1,
    tagline="Show cards, bury cards, snatch cards.",
    seats=(2, 3),
    fields=rules.FIELDS,
    rules=rules,
    words=words,
    actions=rules.PASS + 1,
    outcomes=rules.KINDS,
    feature_table=rules.FEATURE_TABLE,
    longest=200,
    options=(Option("quiet", (False, True), False, "MP5", "play without the question"),),
    folder=Path(__file__).parent,
)
