"""Why an action isn't allowed in TetraTrax: the rule's number, a sentence, and the places concerned."""

from tetracade.engine.fields import View
from tetracade.engine.game import Refusal
from tetracade.games.tetratrax.board import COLUMN_NAMES, COLUMNS, HEIGHT, LETTERS, STANDS
from tetracade.games.tetratrax.box import KINDS
from tetracade.games.tetratrax.notation import SEAT_NAMES, places_of
from tetracade.games.tetratrax.rules import resting_row
from tetracade.games.tetratrax.state import BY_LOT, NOBODY


def why_not(view: View, seat: int, action: int) -> Refusal:
    """Why this drop isn't allowed."""
    number, column = action // COLUMNS, action % COLUMNS
    stand = STANDS[number]
    tile = f"tile:{LETTERS[stand.kind]}"
    if view.turn == NOBODY:
        return Refusal("TX10", "The game is over: nobody can play.")
    if view.turn == BY_LOT:
        return Refusal("TX1", "Who goes first hasn't been drawn yet.")
    if view.turn != seat:
        return Refusal("TX5", f"It's {SEAT_NAMES[view.turn]}'s turn.")
    if KINDS[stand.kind] == "domino" and stand.width == 1:
        return Refusal("TX4", "The domino goes in lying flat, never upright.", (tile,))
    if view.left[seat, stand.kind] == 0:
        return Refusal("TX3", f"You have no {KINDS[stand.kind]} left.", (tile,))
    if column + stand.width > COLUMNS:
        return Refusal(
            "TX2", f"The tile would stick out past column {COLUMN_NAMES[-1]}.", (tile, f"column:{COLUMN_NAMES[column]}")
        )
    top = resting_row(view.as_state, number, column) + int(HEIGHT[number])
    return Refusal(
        "TX5",
        f"The tile would reach row {top}; the tower ends at row {view.rows}.",
        (tile, *places_of(view, action)),
    )
