"""Why an action isn't allowed in Foursome: the rule's number, a sentence, and the places concerned."""

from tetracade.engine.fields import View
from tetracade.engine.game import Refusal
from tetracade.games.foursome.board import (
    COLOURS,
    KIND_AT,
    KIND_NAMES,
    LINE_NAMES,
    LINE_SPACES,
    REMOVE,
    SPACE_NAMES,
    STEAL,
    SWAP_RED,
    WILD,
)
from tetracade.games.foursome.box import CHARACTERS, SPACES
from tetracade.games.foursome.lines import colour_of
from tetracade.games.foursome.notation import card_said, owner_of, place_of, seat_name, swap_spaces
from tetracade.games.foursome.rules import is_used
from tetracade.games.foursome.state import (
    ASKED,
    DEAL,
    DISCARDING,
    ENDED,
    FIRST_ASKED,
    GOT_IT,
    LOCKED,
    NOPE,
    OFF,
    ON_STEAL,
    ON_WILD,
    REPLACING,
    SWAPPING,
    TAKE,
    TAKING,
)


def why_not(view: View, seat: int, action: int) -> Refusal:
    """Why this action, which isn't legal, isn't."""
    if view.phase == ENDED:
        return Refusal("FS15", "The game is over.")
    if view.phase < FIRST_ASKED:
        if view.phase <= DEAL:
            return Refusal("FS5", "The cards haven’t been dealt yet.")
        return Refusal("FS6", f"{seat_name(view.actor)} is picking a card.")
    if view.actor != seat:
        return _not_asked(view, seat)
    if view.phase == GOT_IT:
        return _no_got_it(view, action)
    if view.phase == ASKED:
        return _no_answer(view, seat, action)
    if view.phase == TAKE:
        return _no_foursome(view, action)
    return _no_play(view, seat, action)


def _not_asked(view: View, seat: int) -> Refusal:
    who = seat_name(view.actor)
    state = view.as_state
    if view.phase == TAKE:
        return Refusal("FS14", f"{who} is choosing which foursome to take.", (place_of(view.claim),))
    if seat != view.active and colour_of(state, seat) == colour_of(state, view.active):
        return Refusal("FS10", f"You can’t play on your teammate’s turn. {who} is up.")
    if view.phase == GOT_IT:
        return Refusal("FS8", f"{who} has got it and places a chip first.")
    if view.phase == ASKED:
        return Refusal("FS9", f"{who} is being asked for a STEAL.")
    return Refusal("FS11", f"It’s {who}’s turn to play a card.")


def _no_got_it(view: View, action: int) -> Refusal:
    said = card_said(view, view.called)
    card = _card(view.called)
    if action < ON_WILD and KIND_AT[action] == view.called:
        said = f"{SPACE_NAMES[action]} is covered. Put your chip on the open space."
        return Refusal("FS8", said, (place_of(action),))
    return Refusal("FS8", f"You’ve got {said}: play it at once, on one of its open spaces.", (card,))


def _no_answer(view: View, seat: int, action: int) -> Refusal:
    space = action % SPACES
    if not ON_STEAL <= action < OFF:
        return Refusal("FS9", f"Answer {card_said(view, view.called)} with a STEAL or “Nope”.")
    if not _held(view, seat, STEAL):
        return Refusal("FS9", "You hold no STEAL.")
    if _held(view, seat, view.called):
        said = card_said(view, view.called)
        reason = (
            f"You hold {said} yourself, so you can’t steal it. Say “Nope”; you’ve got it unless somebody steals it."
        )
        return Refusal("FS9", reason, (_card(view.called),))
    if KIND_AT[space] != view.called:
        reason = f"{SPACE_NAMES[space]} isn’t a space of {card_said(view, view.called)}, the card that was read."
        return Refusal("FS9", reason, (place_of(space),))
    return Refusal("FS9", f"{SPACE_NAMES[space]} is covered.", (place_of(space),))


def _no_foursome(view: View, action: int) -> Refusal:
    if action < TAKING:
        return Refusal("FS14", "First choose which foursome to take.", (place_of(view.claim),))
    line = action - TAKING
    colour = (view.board[view.claim] - 1) % COLOURS
    spaces = [int(space) for space in LINE_SPACES[line]]
    places = tuple(place_of(space) for space in spaces)
    if any(view.board[space] not in (colour + 1, colour + LOCKED) for space in spaces):
        return Refusal("FS13", f"{LINE_NAMES[line]} doesn’t have four of {owner_of(view, colour + 1)}’s chips.", places)
    return Refusal("FS14", f"More than one chip of {LINE_NAMES[line]} is already locked.", places)


def _no_play(view: View, seat: int, action: int) -> Refusal:
    if action >= TAKING:
        return Refusal("FS14", "There’s no foursome to choose now.", (f"line:{LINE_NAMES[action - TAKING]}",))
    if action == NOPE:
        return Refusal("FS11", "“Nope” answers somebody else’s card. On your own turn, play or discard one.")
    if action >= DISCARDING:
        return _no_discard(view, seat, action - DISCARDING)
    if action >= REPLACING:
        return _no_replacement(view, seat, action - REPLACING)
    if action >= SWAPPING:
        return _no_swap(view, seat, *swap_spaces(action))
    space = action % SPACES
    if action >= OFF:
        return _no_removal(view, seat, space)
    if action >= ON_STEAL:
        return Refusal("FS9", "You can’t play STEAL on your own turn.", (_card(STEAL),))
    kind, number = (WILD, "FS17") if action >= ON_WILD else (int(KIND_AT[space]), "FS11")
    if not _held(view, seat, kind):
        return _not_held(view, number, kind)
    said = f"{SPACE_NAMES[space]} is covered by {owner_of(view, view.board[space])}’s chip."
    return Refusal(number, said, (place_of(space),))


def _no_discard(view: View, seat: int, kind: int) -> Refusal:
    if not _held(view, seat, kind):
        return _not_held(view, "FS12", kind)
    return Refusal("FS12", "You can discard only when none of your cards can be played.", (_card(kind),))


def _no_replacement(view: View, seat: int, kind: int) -> Refusal:
    if not _held(view, seat, kind):
        return _not_held(view, "FS16", kind)
    if not is_used(view.as_state, kind):
        return Refusal("FS16", f"{card_said(view, kind)} isn’t used yet: it has an open space.", (_card(kind),))
    return Refusal("FS16", "The deck is empty, so you can’t replace a card.", (_card(kind),))


def _no_removal(view: View, seat: int, space: int) -> Refusal:
    if not _held(view, seat, REMOVE):
        return _not_held(view, "FS18", REMOVE)
    if view.board[space] == 0:
        return Refusal("FS18", f"There’s no chip on {SPACE_NAMES[space]}.", (place_of(space),))
    return _is_locked(space)


def _no_swap(view: View, seat: int, own: int, other: int) -> Refusal:
    colour = int(KIND_AT[own]) // len(CHARACTERS)
    chip = colour_of(view.as_state, seat) + 1
    if not _held(view, seat, SWAP_RED + colour):
        return _not_held(view, "FS19", SWAP_RED + colour)
    if view.board[own] not in (chip, chip - 1 + LOCKED):
        return Refusal("FS19", f"You have no chip on {SPACE_NAMES[own]}.", (place_of(own),))
    if view.board[own] >= LOCKED:
        return _is_locked(own)
    if view.board[other] in (chip, chip - 1 + LOCKED, 0):
        return Refusal("FS19", f"There’s no chip of another colour on {SPACE_NAMES[other]}.", (place_of(other),))
    return _is_locked(other)


def _is_locked(space: int) -> Refusal:
    return Refusal("FS13", f"The chip on {SPACE_NAMES[space]} is locked in a foursome.", (place_of(space),))


def _not_held(view: View, number: str, kind: int) -> Refusal:
    return Refusal(number, f"You don’t hold {card_said(view, kind)}.", (_card(kind),))


def _held(view: View, seat: int, kind: int) -> bool:
    return any(view.hand[seat, place] == kind + 1 for place in range(view.held[seat]))


def _card(kind: int) -> str:
    return f"card:{KIND_NAMES[kind]}"
