"""Tetrathedral: run pawns over a board of triangles; four in a larger triangle win."""

from pathlib import Path

from tetracade.engine.game import Earlier, Game, Option, Strength, Tuning, Undo
from tetracade.engine.words import words_of
from tetracade.games.tetrathedral import hints, marks, notation, positions, refusals, rules, state, svg, teaching, words
from tetracade.games.tetrathedral.board import PAWNS
from tetracade.games.tetrathedral.box import BOX
from tetracade.games.tetrathedral.facts import facts, figures

GAME = Game(
    name="tetrathedral",
    title="Tetrathedral",
    version=2,
    tagline="Roll, run along the triangles and build one big triangle out of four.",
    seats=(2,),
    fields=state.FIELDS,
    rules=rules,
    words=words_of(notation, refusals, words, marks, teaching),
    hints=hints,
    positions=positions,
    box=BOX,
    facts=facts,
    figures=figures,
    svg=svg,
    actions=state.ACTIONS,
    outcomes=state.OUTCOMES,
    feature_table=state.FEATURE_TABLE,
    longest=state.LONGEST,
    options=(
        Option("pawns", PAWNS, PAWNS[0], "TH2", "how many pawns each side has"),
        Option(
            "lines",
            ("all", "strips"),
            "all",
            "TH5",
            "the straight lines you can move along: all twelve, or the six along the rows of triangles",
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
    undo=Undo(
        "A roll follows every move, so there is never anything to undo.",
        bots=False,
        screen=False,
        online=False,
    ),
    earlier=(Earlier(1),),  # version 2 has matches (TH11), and the same rules
    folder=Path(__file__).parent,
)
