"""Retro Tetro positions: the options they show, and what is wrong with one that no game can reach."""

from typing import Any

from tetracade.games.retro_tetro.board import (
    CARD_NAMES,
    CARDS,
    CARDS_PLAYED,
    LETTERS,
    LEVELS,
    PIECES_A_SHAPE,
    SHAPES,
)
from tetracade.games.retro_tetro.box import OBJECTIVES
from tetracade.games.retro_tetro.state import ENDED, KEEPING, PLACING


def options_of(state: Any) -> dict[str, Any]:
    """The options that the state shows; a level of the campaign sets the others itself."""
    if int(state.level):
        return {"level": int(state.level)}
    return {"level": 0, "objectives": bool(state.objectives), "advanced": bool(state.advanced)}


def fault_of(state: Any) -> str:
    """Why no game can reach this state; empty if one can."""
    return _cards_wrong(state) or _seats_wrong(state) or _turn_wrong(state)


def _cards_wrong(state: Any) -> str:
    for card in range(CARDS):
        if int(state.bag[card]) < 0:
            return f"there aren't that many {CARD_NAMES[card]} cards"
    dealt: list[int] = []
    for seat in range(int(state.seats)):
        bits = int(state.dealt[seat])
        mine = [number for number in range(1, OBJECTIVES + 1) if bits >> (number - 1) & 1]
        dealt += mine
        kept = int(state.objective[seat])
        if kept and kept not in mine and not int(state.level):  # a level may let one choose from all
            return f"seat {seat + 1} keeps objective {kept}, which it wasn't dealt"
    twice = next((number for number in dealt if dealt.count(number) > 1), None)
    return "" if twice is None else f"objective {twice} was dealt twice"


def _seats_wrong(state: Any) -> str:
    for seat in range(int(state.seats)):
        for shape in range(SHAPES):
            if int(state.supply[seat, shape]) < 0:
                return f"seat {seat + 1} has only {PIECES_A_SHAPE} pieces of shape {LETTERS[shape]}"
        earned = int(state.symbol_coins[seat]) + int(state.row_coins[seat])
        if int(state.coins[seat]) > earned:
            return f"seat {seat + 1} has {int(state.coins[seat])} coins, but its board earned {earned}"
    return ""


def _turn_wrong(state: Any) -> str:
    seats, phase = int(state.seats), int(state.phase)
    if not 0 <= int(state.level) <= LEVELS or (int(state.level) and seats > 1):
        return f"level={int(state.level)}: levels are 1 to {LEVELS}, for one seat"
    if not 0 <= int(state.first) < seats:
        return f"first={int(state.first) + 1}: the seats are 1 to {seats}"
    if phase == PLACING and (int(state.turn) < 0 or not int(state.shown)):
        return "phase=placing, but no card is in play"
    if not 0 <= int(state.turn) <= CARDS_PLAYED:
        return f"a game has {CARDS_PLAYED} cards"
    if phase == KEEPING and not int(state.objectives):
        return "phase=keeping, but the game has no objectives"
    if (phase == ENDED) != (int(state.waiting) == 0):
        return "wait=- goes with phase=ended and no other phase"
    if int(state.waiting) >= 1 << seats or int(state.pinking) >= 1 << seats:
        return f"wait and pinking name seats 1 to {seats}"
    return ""
