"""TETRAD: four cards that match four pockets in a pattern, and action cards that move the board."""

from pathlib import Path

from tetracade.engine.game import Game, Option, Strength, Tuning
from tetracade.engine.words import words_of
from tetracade.games.tetrad import hints, notation, positions, refusals, rules, series, state, svg, words
from tetracade.games.tetrad.board import DECKS, PATTERNS, SEATS
from tetracade.games.tetrad.claims import CLAIM_NAMES
from tetracade.games.tetrad.facts import facts
from tetracade.games.tetrad.notation import SEAT_NAMES

GAME = Game(
    name="tetrad",
    title="TETRAD",
    version=1,
    tagline="Gather four cards that lie in a pattern, before somebody moves the board.",
    seats=tuple(range(1, SEATS + 1)),
    default_seats=4,
    fields=state.FIELDS,
    rules=rules,
    words=words_of(notation, refusals, words),
    hints=hints,
    positions=positions,
    series=series,
    facts=facts,
    svg=svg,
    actions=state.ACTIONS,
    outcomes=state.OUTCOMES,
    features=state.FEATURES,
    longest=state.LONGEST,
    options=(
        Option(
            "patterns",
            range(1, PATTERNS + 1),
            [],
            "TD8",
            "patterns that count; with none named here the dealer chooses",
            many=True,
        ),
        Option(
            "deals",
            ("lot", *(name.lower() for name in SEAT_NAMES)),
            "lot",
            "TD11",
            "who deals: who has the first birthday in the year; by lot if nobody is named, or nobody sits there",
        ),
        Option("deck", tuple(deck.name for deck in DECKS), DECKS[0].name, "TD5", "which images the cards show"),
        Option(
            "claims",
            CLAIM_NAMES,
            CLAIM_NAMES[0],
            "TD26",
            "assisted: only true claims are offered; strict: players find their own wins and may be wrong; "
            "unannounced: strict, and nobody has announced the FRONT VIEW (TD9, TD27)",
        ),
    ),
    tuning=Tuning(
        strengths=(Strength(40, 0.3), Strength(60, 0.5), Strength(100, 0.7), Strength(200, 0.85), Strength(600)),
        temperature=20.0,
        doubt=0.1,
        greed=1.0,
        horizon=0,
        exploration=0.4,
    ),
    folder=Path(__file__).parent,
)
