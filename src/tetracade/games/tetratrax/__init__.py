"""TetraTrax: drop tiles into a tower and score for touching your rival's."""

from pathlib import Path

from tetracade.engine.game import Earlier, Game, Option, Strength, Tuning, Undo
from tetracade.engine.words import words_of
from tetracade.games.tetratrax import (
    hints,
    marks,
    notation,
    outlook,
    positions,
    refusals,
    rules,
    state,
    svg,
    teaching,
    words,
)
from tetracade.games.tetratrax.board import FEWEST_ROWS, MOST_ROWS, USUAL_ROWS
from tetracade.games.tetratrax.box import BOX
from tetracade.games.tetratrax.facts import facts, figures

GAME = Game(
    name="tetratrax",
    title="TetraTrax",
    version=2,
    tagline="Drop tiles into the tower and touch your rival's.",
    seats=(2,),
    fields=state.FIELDS,
    rules=rules,
    words=words_of(notation, refusals, words, marks, teaching),
    hints=hints,
    tuning=Tuning(
        strengths=(*Tuning().strengths[:4], Strength(15_000, proof=1_000_000, horizon=0)),
        first_master=Tuning().strengths[-1],
    ),
    outlook=outlook,
    scored=True,
    match_keeps=positions.match_keeps,
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
        Option("rows", range(FEWEST_ROWS, MOST_ROWS + 1), USUAL_ROWS, "TX2", "how many rows the tower has"),
        Option(
            "starter", ("lot", "white", "black"), "lot", "TX1", "who goes first: drawn at random, or the seat you name"
        ),
        Option(
            "handicap",
            range(state.MOST_HANDICAP + 1),
            0,
            "TX11",
            "points that whoever goes first has from the start, because going second is better",
        ),
    ),
    undo=Undo(
        "Against a bot, or with both players at one screen, you can undo whole turns. Online, a drop stands.",
        online=False,
    ),
    earlier=(Earlier(1, {"handicap": 0}),),
    folder=Path(__file__).parent,
)
