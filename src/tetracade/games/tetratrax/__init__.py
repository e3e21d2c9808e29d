"""TetraTrax: drop tiles into a tower and score for touching your rival's."""

from pathlib import Path

from tetracade.engine.game import Game, Option
from tetracade.engine.words import words_of
from tetracade.games.tetratrax import hints, notation, positions, refusals, rules, state, svg, words
from tetracade.games.tetratrax.board import FEWEST_ROWS, MOST_ROWS
from tetracade.games.tetratrax.facts import facts

GAME = Game(
    name="tetratrax",
    title="TetraTrax",
    version=1,
    tagline="Drop tiles into the tower and touch your rival's.",
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
        Option("rows", range(FEWEST_ROWS, MOST_ROWS + 1), 12, "TX2", "how many rows the tower has"),
        Option(
            "starter", ("lot", "white", "black"), "lot", "TX1", "who goes first: drawn by lot, or the seat you name"
        ),
    ),
    folder=Path(__file__).parent,
)
