"""Retro Tetro: one card for all, and everyone drops a shape on a board of their own."""

from pathlib import Path

from tetracade.engine.game import Earlier, Game, Option, Strength, Tuning, Undo
from tetracade.engine.words import words_of
from tetracade.games.retro_tetro import (
    hints,
    marks,
    notation,
    outlook,
    positions,
    refusals,
    rules,
    series,
    state,
    svg,
    teaching,
    words,
)
from tetracade.games.retro_tetro.board import LEVELS
from tetracade.games.retro_tetro.box import BOX
from tetracade.games.retro_tetro.facts import facts, figures

GAME = Game(
    name="retro_tetro",
    title="Retro Tetro",
    version=2,
    tagline="One card, a shape for everyone: build your arcade board higher and smarter than the rest.",
    seats=(1, 2, 3, 4),
    default_seats=2,
    fields=state.FIELDS,
    rules=rules,
    words=words_of(notation, refusals, words, marks, teaching),
    hints=hints,
    outlook=outlook,
    scored=True,
    together=True,
    positions=positions,
    series=series,
    box=BOX,
    facts=facts,
    figures=figures,
    svg=svg,
    actions=state.ACTIONS,
    outcomes=state.OUTCOMES,
    feature_table=state.FEATURE_TABLE,
    longest=state.LONGEST,
    options=(
        Option(
            "level", range(LEVELS + 1), 0, "RT22", "level of the solo campaign, or 0 to play outside it", seats=(1,)
        ),
        Option(
            "starter",
            ("lot", "first", "second", "third", "fourth"),
            "lot",
            "RT6",
            "who plays the first card: drawn at random, or the seat you name, if somebody sits there",
        ),
        Option(
            "objectives",
            (False, True),
            True,
            "RT5",
            "everyone keeps a secret objective; switch it off for a first game",
        ),
        Option("advanced", (False, True), False, "RT18", "play the advanced side, with pink spaces and hazards"),
    ),
    tuning=Tuning(
        strengths=(Strength(5, 0.4), Strength(8, 0.6), Strength(12, 0.8), Strength(25, 0.95), Strength(100)),
        temperature=2.0,
        greed=1.0,
        exploration=0.5,
    ),
    undo=Undo(
        "Alone or against bots, you can undo the card you play for everyone, but never a placement.",
        screen=False,
        online=False,
    ),
    earlier=(Earlier(1, unplayable=({},)),),  # objective 5 paid 2, and groups of levels 1 and 2 could touch
    folder=Path(__file__).parent,
)
