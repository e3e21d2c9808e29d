"""TETRAD: match four cards to four pockets in a pattern while action cards move the board."""

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
    tagline="Collect four cards that form a pattern before somebody moves the board.",
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
            "patterns that count; name none and the dealer chooses",
            many=True,
        ),
        Option(
            "deals",
            ("lot", *(name.lower() for name in SEAT_NAMES)),
            "lot",
            "TD11",
            "who deals: whoever has the first birthday in the year; drawn by lot if you name nobody or an empty seat",
        ),
        Option("deck", tuple(deck.name for deck in DECKS), DECKS[0].name, "TD5", "the images on the cards"),
        Option(
            "claims",
            CLAIM_NAMES,
            CLAIM_NAMES[0],
            "TD26",
            "assisted: you're offered true claims only; strict: spot your own wins, and you may be wrong; "
            "unannounced: strict, and the FRONT VIEW isn't announced (TD9, TD27)",
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
