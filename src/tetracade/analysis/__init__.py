"""Luck and skill: how much of a game was dealt, how much was played. See docs/luck.md."""

from tetracade.analysis.analysing import Analysing, Cancelled, NotOver, analyse, dealt_luck, own_play
from tetracade.analysis.judge import Judge
from tetracade.analysis.results import Analysis, Better, Chance, Decision, Luck, OwnDecision, OwnPlay, Parts, SeatSum
from tetracade.analysis.scale import Scale, scale_of
from tetracade.analysis.settings import CHEAPEST, DEEP, SETTINGS, USUAL, Setting

__all__ = [
    "CHEAPEST",
    "DEEP",
    "SETTINGS",
    "USUAL",
    "Analysing",
    "Analysis",
    "Better",
    "Cancelled",
    "Chance",
    "Decision",
    "Judge",
    "Luck",
    "NotOver",
    "OwnDecision",
    "OwnPlay",
    "Parts",
    "Scale",
    "SeatSum",
    "Setting",
    "analyse",
    "dealt_luck",
    "own_play",
    "scale_of",
]
