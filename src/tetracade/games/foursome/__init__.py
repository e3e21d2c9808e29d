"""Foursome: four chips in a row, cards read aloud, and answers out of turn."""

from pathlib import Path

from tetracade.engine.game import Earlier, Game, Option, Strength, Tuning, Undo
from tetracade.engine.words import words_of
from tetracade.games.foursome import hints, marks, notation, positions, refusals, rules, state, svg, teaching, words
from tetracade.games.foursome.board import MOST_SEATS, NAME_SETS
from tetracade.games.foursome.box import BOX
from tetracade.games.foursome.facts import facts, figures, teams

FIRST = ("lot", *(str(seat + 1) for seat in range(MOST_SEATS)))

GAME = Game(
    name="foursome",
    title="Foursome",
    version=2,
    tagline="Read your card aloud, get four chips in a row, and watch out for whoever’s got it.",
    seats=(2, 3, 4, 6, 8),
    default_seats=4,
    fields=state.FIELDS,
    rules=rules,
    words=words_of(notation, refusals, words, marks, teaching),
    hints=hints,
    positions=positions,
    box=BOX,
    teams=teams,
    facts=facts,
    figures=figures,
    svg=svg,
    actions=state.ACTIONS,
    outcomes=state.OUTCOMES,
    feature_table=state.FEATURE_TABLE,
    longest=state.LONGEST,
    options=(
        Option("names", NAME_SETS, "house", "FS3", "the characters' names: ours, or with four from the rulebook"),
        Option(
            "first",
            FIRST,
            "lot",
            "FS5",
            "who goes first: drawn at random, or the player with this number, counting round",
        ),
        Option(
            "steal",
            state.STEAL_NAMES,
            "first",
            "FS9",
            "when you may STEAL the card that was read: first, before Got it; after, only if nobody has got it",
        ),
    ),
    tuning=Tuning(
        strengths=(
            Strength(30, 0.03, gaze=True, memory=0.3),
            Strength(40, 0.18, gaze=True, memory=0.6),
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
    undo=Undo(
        "Every turn shows a card to everyone, so there is hardly ever anything to undo.",
        bots=False,
        screen=False,
        online=False,
    ),
    earlier=(Earlier(1, {"steal": "after"}),),
    folder=Path(__file__).parent,
)
