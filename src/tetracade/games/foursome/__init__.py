"""Foursome: four chips in a row, cards read aloud, answers out of turn."""

from pathlib import Path

from tetracade.engine.game import Game, Option, Strength, Tuning
from tetracade.games.foursome import hints, positions, rules, svg, words
from tetracade.games.foursome.board import ACTIONS, CARDS, MOST_SEATS, NAME_SETS, OUTCOMES
from tetracade.games.foursome.facts import facts

FIRST = ("lot", *(str(seat + 1) for seat in range(MOST_SEATS)))
MOST_FOURSOMES = 5
"""In one game: two colours with two each, or four with one each, and the last."""

GAME = Game(
    name="foursome",
    title="Foursome",
    version=1,
    tagline="Read your card aloud, put four chips in a row, and mind who has got it.",
    seats=(2, 3, 4, 6, 8),
    fields=rules.FIELDS,
    rules=rules,
    words=words,
    hints=hints,
    positions=positions,
    facts=facts,
    svg=svg,
    actions=ACTIONS,
    outcomes=OUTCOMES,
    features=rules.FEATURES,
    # The lot and every card; from each card picked after the deal, six answers and a play; naming foursomes.
    longest=1 + CARDS + (CARDS - 8 * 3) * 7 + MOST_FOURSOMES,
    options=(
        Option("names", NAME_SETS, "house", "FS3", "the characters' names: the house's, or four of the rulebook's"),
        Option(
            "first", FIRST, "lot", "FS5", "who goes first: drawn by lot, or the player of this number, counted round"
        ),
    ),
    default_seats=4,
    tuning=Tuning(
        strengths=(
            Strength(30, 0.2),
            Strength(30, 0.32),
            Strength(50, 0.5),
            Strength(150, 0.7),
            Strength(7000, heats=True),
        ),
        temperature=15.0,
        doubt=0.25,
        greed=1.0,
        horizon=50,
        exploration=0.3,
    ),
    folder=Path(__file__).parent,
)
