"""TetraTrax: tiles dropped into a tower, points for touching the other's."""

from pathlib import Path

from tetracade.engine.game import Game, Option
from tetracade.engine.words import complete
from tetracade.games.tetratrax import hints, positions, rules, svg, words
from tetracade.games.tetratrax.board import COLUMNS, FEWEST_ROWS, MOST_ROWS, STANDS, TILES_A_SIDE
from tetracade.games.tetratrax.facts import facts

GAME = Game(
    name="tetratrax",
    title="TetraTrax",
    version=1,
    tagline="Drop tiles into the tower and touch your rival's.",
    seats=(2,),
    fields=rules.FIELDS,
    rules=rules,
    words=complete(words),
    hints=hints,
    positions=positions,
    facts=facts,
    svg=svg,
    actions=len(STANDS) * COLUMNS,
    outcomes=2,
    features=rules.FEATURES,
    longest=1 + 2 * TILES_A_SIDE,
    options=(
        Option("rows", range(FEWEST_ROWS, MOST_ROWS + 1), 12, "TX2", "how many rows high the tower is"),
        Option("starter", ("lot", "white", "black"), "lot", "TX1", "who starts: drawn by lot, or the seat named"),
    ),
    folder=Path(__file__).parent,
)
