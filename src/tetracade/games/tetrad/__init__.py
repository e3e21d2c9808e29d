"""TETRAD: match four cards to four pockets in a pattern while action cards move the board."""

from pathlib import Path

from tetracade.engine.earlier import Earlier
from tetracade.engine.game import Cheer, Game, Option, Strength, Tuning, Undo
from tetracade.engine.words import words_of
from tetracade.games.tetrad import (
    decks,
    hints,
    marks,
    notation,
    positions,
    refusals,
    rules,
    series,
    sides,
    state,
    svg,
    teaching,
    words,
)
from tetracade.games.tetrad.board import DECKS, PATTERNS, SEATS
from tetracade.games.tetrad.box import BOX
from tetracade.games.tetrad.claims import CLAIM_NAMES
from tetracade.games.tetrad.facts import facts, figures
from tetracade.games.tetrad.notation import SEAT_NAMES

GAME = Game(
    name="tetrad",
    title="TETRAD",
    version=2,
    tagline="Collect four cards that form a pattern before somebody moves the board.",
    seats=tuple(range(1, SEATS + 1)),
    default_seats=4,
    fields=state.FIELDS,
    rules=rules,
    words=words_of(notation, refusals, words, marks, sides, teaching),
    hints=hints,
    positions=positions,
    series=series,
    box=BOX,
    facts=facts,
    figures=figures,
    svg=svg,
    decks=decks,
    cheers=(Cheer("applaud", "Applaud", "applauds"), Cheer("dance", "Join the dance", "joins the TETRAD DANCE")),
    actions=state.ACTIONS,
    outcomes=state.OUTCOMES,
    feature_table=state.FEATURE_TABLE,
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
            ("lot", *(name.lower() for name in SEAT_NAMES), "birthday"),
            "lot",
            "TD11",
            "who deals first: drawn at random, a seat you name, or whoever has the first birthday in the year",
            birthday="birthday",
        ),
        Option(
            "deck",
            tuple(deck.name for deck in DECKS),
            DECKS[0].name,
            "TD5",
            "the pictures on the cards",
            titles=tuple(deck.title for deck in DECKS),
        ),
        Option(
            "claims",
            CLAIM_NAMES,
            CLAIM_NAMES[0],
            "TD26",
            "assisted: you're offered true claims only; strict: spot your own wins, and you may be wrong; "
            "unannounced: strict, the FRONT VIEW isn't announced, and you see the board from your own side (TD27)",
        ),
        Option(
            "memory",
            (False, True),
            False,
            "TD30",
            "play from memory: no list of known cards, just the top discard and what happened since your last turn",
            from_memory=True,
        ),
    ),
    tuning=Tuning(
        strengths=(
            Strength(50, 0.24, gaze=True, memory=0.4),
            Strength(60, 0.5),
            Strength(100, 0.7),
            Strength(200, 0.85),
            Strength(600),
        ),
        temperature=20.0,
        doubt=0.1,
        greed=1.0,
        horizon=0,
        exploration=0.4,
    ),
    earlier=(
        Earlier(
            1,
            options={"memory": False},
            renamed={"deck": {"bible": "testament"}},
            unplayable=({"claims": "unannounced"},),  # everyone saw the board from the front (TD27)
        ),
    ),
    undo=Undo("You can undo within your turn, until a card is drawn or shown."),
    folder=Path(__file__).parent,
)
