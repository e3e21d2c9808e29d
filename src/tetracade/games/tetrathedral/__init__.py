"""Tetrathedral: run pawns over a board of triangles; four in a larger triangle win."""

from pathlib import Path

from tetracade.engine.game import Game, Option, Strength, Tuning
from tetracade.engine.words import words_of
from tetracade.games.tetrathedral import hints, notation, positions, refusals, rules, state, svg, words
from tetracade.games.tetrathedral.facts import facts

GAME = Game(
    name="tetrathedral",
    title="Tetrathedral",
    version=1,
    tagline="Roll, run along the triangles and build one big triangle out of four.",
    seats=(2,),
    fields=state.FIELDS,
    rules=rules,
    words=words_of(notation, refusals, words),
    hints=hints,
    positions=positions,
    facts=facts,
    svg=svg,
    actions=state.ACTIONS,
    outcomes=state.OUTCOMES,
    features=state.FEATURES,
    longest=state.LONGEST,
    options=(
        Option("pawns", (8, 4), 8, "TH2", "how many pawns each side has"),
        Option(
            "lines",
            ("all", "strips"),
            "all",
            "TH5",
            "the straight lines you can move along: all twelve, or the six along strips",
        ),
        Option(
            "starter",
            ("roll-off", "red", "blue"),
            "roll-off",
            "TH3",
            "who moves first: the higher roll, or the seat you name",
        ),
    ),
    tuning=Tuning(
        strengths=(
            Strength(1, 0.3, 1),
            Strength(1, 0.5, 1),
            Strength(1, 0.7, 1),
            Strength(1, 0.9, 1),
            Strength(1, 1.0, 3),
        ),
    ),
    folder=Path(__file__).parent,
)
