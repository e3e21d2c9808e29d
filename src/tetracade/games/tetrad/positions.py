"""TETRAD positions: the options they show, and what is wrong with one that no game can reach."""

from typing import Any

from tetracade.games.tetrad.board import (
    ALL_IMAGES,
    CARDS,
    COPIES,
    DECKS,
    FULL,
    HAND,
    POCKETS,
    patterns_of,
    pocket_name,
)
from tetracade.games.tetrad.claims import CLAIM_NAMES
from tetracade.games.tetrad.notation import SEAT_NAMES, card_notation, elsewhere, stack
from tetracade.games.tetrad.state import CHOOSING, FIVE, LAYING, LOT, PLAYING, ROUNDS, SKIPPED, TAKING


def options_of(state: Any) -> dict[str, Any]:
    """The options the state shows; not its patterns, which may have been chosen during the game."""
    return {
        "deck": DECKS[int(state.deck)].name,
        "claims": CLAIM_NAMES[int(state.claims)],
        "memory": bool(state.memory),
    }


def fault_of(state: Any) -> str:
    """Why no game can reach this state; empty if one can."""
    return _board_wrong(state) or _cards_wrong(state) or _hands_wrong(state) or _turn_wrong(state)


def _board_wrong(state: Any) -> str:
    on_board: list[int] = []
    for number in range(POCKETS):
        on_board += stack(state, number)
        if not stack(state, number) and int(state.phase) not in (LOT, LAYING):
            return f"pocket {pocket_name(number)} is empty"
    on_board += [int(state.turned_up)] if state.turned_up else []
    twice = next((card for card in on_board if on_board.count(card) > 1), None)
    if twice is not None:
        return f"gameboard card {twice} is in two places"
    if sum(1 << card for card in on_board) | int(state.board_pile) != ALL_IMAGES:
        return "the gameboard cards are 1 to 30, one of each"
    return ""


def _cards_wrong(state: Any) -> str:
    for card in range(1, CARDS):
        out, piled = elsewhere(state, card), int(state.pile[card])
        if piled < 0 or out + piled != COPIES[card]:
            return f"card {card_notation(card)}: there are {COPIES[card]}, not {out} and {piled} in the draw pile"
    return ""


def _hands_wrong(state: Any) -> str:
    seats, phase, turn = int(state.seats), int(state.phase), int(state.turn)
    for seat in range(seats):
        size, name = int(state.hand_size[seat]), SEAT_NAMES[seat]
        hand = [int(card) for card in state.hand[seat] if card]
        known = [int(card) for card in state.known[seat] if card]
        if any(known.count(card) > hand.count(card) for card in known):
            return f"{name} is known to hold a card that isn't in the hand"
        between = phase in (TAKING, SKIPPED, FIVE) and (size == HAND or (size == FULL and int(state.claims)))
        if phase in (TAKING, SKIPPED, FIVE) and not between:
            return f"{name} holds {size} cards; between turns everyone holds {HAND}"
        if phase == PLAYING and size != (FULL if seat == turn else HAND) and not (size == FULL and int(state.claims)):
            return f"{name} holds {size} cards; whoever is playing holds {FULL}, everyone else {HAND}"
    if any(int(state.hand_size[seat]) for seat in range(seats, len(state.hand_size))):
        return f"there are more hands than the {seats} seats"
    return ""


def _turn_wrong(state: Any) -> str:
    seats, phase = int(state.seats), int(state.phase)
    for name, seat in (("act", int(state.turn)), ("dealer", int(state.dealer))):
        if not 0 <= seat < seats:
            return f"{name}={SEAT_NAMES[seat].lower()}: nobody sits there"
    if not 0 <= int(state.turns) <= ROUNDS * seats:
        return f"turns={int(state.turns)}: a game has at most {ROUNDS} rounds"
    if phase > CHOOSING and not patterns_of(int(state.patterns)):
        return "patterns=-: once patterns are chosen, at least one counts"
    return ""
