"""Why an action isn't allowed in Retro Tetro: the rule's number, a sentence, and the places concerned."""

from tetracade.engine.contract import CHANCE
from tetracade.engine.fields import View
from tetracade.engine.game import Refusal
from tetracade.games.retro_tetro.board import (
    CARD_NAMES,
    CARDS_PLAYED,
    COLUMN_NAMES,
    COLUMNS,
    LETTERS,
    PIECES_A_SHAPE,
    PINK,
    ROWS,
    SHAPE_NAMES,
    SHAPES,
    SHOWN_SHAPES,
    STANDS,
    WILD,
)
from tetracade.games.retro_tetro.drops import resting_row
from tetracade.games.retro_tetro.notation import drop_notation, squares_of
from tetracade.games.retro_tetro.state import (
    ASIDE,
    CARD,
    DONE,
    DRAWING,
    ENDED,
    KEEP,
    KEEPING,
    LOT,
    OBJECTIVES_DEALT,
    PAY,
    PLACING,
    PLAYING,
)


def why_not(view: View, seat: int, action: int) -> Refusal:
    """Why this action, which isn't legal, isn't."""
    if view.phase == ENDED:
        return Refusal("RT7", f"The game is over: all {CARDS_PLAYED} cards have been played.")
    if view.waiting == CHANCE:
        if view.phase == LOT:
            return Refusal("RT6", "Who plays the first card hasn't been drawn yet.")
        if view.phase == OBJECTIVES_DEALT:
            return Refusal("RT5", "Objectives are being dealt.")
        return (
            Refusal("RT7", "A card is being drawn.")
            if view.phase == DRAWING
            else Refusal("RT6", "Cards are being dealt.")
        )
    if action >= KEEP:
        return _no_objective(view, seat, action - KEEP + 1)
    if view.phase == KEEPING and view.level:
        return Refusal("RT23", "First choose an objective; then the cards are dealt.")
    if view.phase == KEEPING:
        return Refusal("RT5", "First everyone keeps an objective; then the cards are dealt.")
    if action >= CARD:
        return _no_card(view, seat, action - CARD)
    if view.phase == PLAYING:
        active = (view.first + view.turn) % view.seats
        if seat == active:
            return Refusal("RT7", "No card is in play yet. Play one first.")
        return Refusal("RT7", f"No card is in play yet. Player {active + 1} plays one first.")
    if not view.waiting >> seat & 1:
        return Refusal("RT8", "You've already placed for this card, and a placement stands.")
    if view.pinking >> seat & 1:
        if action // COLUMNS < len(STANDS) and STANDS[action // COLUMNS].kind == PINK:
            return _no_drop(view, seat, action)
        return Refusal("RT21", "Your piece is placed. Now drop a pink square, or finish without one.")
    if action < DONE and STANDS[action // COLUMNS].kind != PINK:
        return _no_piece(view, seat, action)
    if action <= DONE:
        reason = "First place a piece for this card, then a pink square."
        return Refusal("RT21", reason if view.pinks[seat] else "You have no pink square to drop.", ("shape:P",))
    return _not_aside(view, seat, action)


def _no_objective(view: View, seat: int, objective: int) -> Refusal:
    rule = "RT23" if view.level else "RT5"
    place = (f"objective:{objective}",)
    if not view.objectives:
        if view.level:
            return Refusal(rule, f"Level {view.level} has no objectives.", place)
        return Refusal(rule, "This game has no objectives.", place)
    if view.phase != KEEPING:
        return Refusal(rule, "Objectives are chosen before the cards are dealt, and you keep yours.", place)
    if not view.waiting >> seat & 1:
        return Refusal(rule, "You've already kept an objective.", place)
    return Refusal(rule, f"Objective {objective} isn't one of the two you were dealt.", place)


def _no_card(view: View, seat: int, card: int) -> Refusal:
    name = CARD_NAMES[card]
    if view.phase == PLACING:
        return Refusal("RT7", "A card is in play. The next one comes once everyone has placed.", (f"card:{name}",))
    active = (view.first + view.turn) % view.seats
    if active != seat:
        return Refusal("RT7", f"It's Player {active + 1}'s turn to play a card.", (f"card:{name}",))
    return Refusal("RT7", f"You don't have the card {name}.", (f"card:{name}",))


def _no_piece(view: View, seat: int, action: int) -> Refusal:
    kind = STANDS[action // COLUMNS].kind
    place = (f"shape:{LETTERS[kind]}",)
    if not SHOWN_SHAPES[view.shown - 1] >> kind & 1:
        return Refusal("RT7", f"The card shows {_shown(view)}, not {SHAPE_NAMES[kind]}.", place)
    if view.supply[seat, kind] == 0:
        reason = f"You've used all {PIECES_A_SHAPE} of this shape: {SHAPE_NAMES[kind]}."
        return Refusal("RT2", reason, place)
    return _no_drop(view, seat, action)


def _no_drop(view: View, seat: int, action: int) -> Refusal:
    """Why the piece can't go there: it sticks out, or touches one of the same shape."""
    number, column = action // COLUMNS, action % COLUMNS
    stand, shape = STANDS[number], f"shape:{LETTERS[STANDS[number].kind]}"
    if column + stand.width > COLUMNS:
        reason = "The piece would stick out past column J."
        return Refusal("RT9", reason, (shape, f"column:{COLUMN_NAMES[column]}"))
    row = int(resting_row(view.as_state, seat, number, column))
    squares = [(column + x, row + y) for x, y in stand.squares]
    if row + stand.height > ROWS:
        inside = tuple(_name(x, y) for x, y in squares if y < ROWS)
        reason = f"The piece would reach row {row + stand.height}; the board ends at row {ROWS}."
        return Refusal("RT9", reason, (shape, *inside))
    for drop in range(1, view.dropped[seat] + 1):
        other = squares_of(view, seat, drop)
        beside = any(abs(x - a) + abs(y - b) == 1 for x, y in squares for a, b in other)
        if view.kinds[seat, drop - 1] == stand.kind + 1 and beside:
            places = tuple(_name(x, y) for x, y in other)
            reason = (
                f"It would touch a piece of the same shape: {drop_notation(view, seat, drop)} on {' '.join(places)}."
            )
            return Refusal("RT10", reason, (shape, *places))
    raise ValueError("this drop is legal")


def _not_aside(view: View, seat: int, action: int) -> Refusal:
    shapes = int(SHOWN_SHAPES[view.shown - 1])
    if action < PAY:
        shape = action - ASIDE
        place = (f"aside:{LETTERS[shape]}",)
        if not shapes >> shape & 1:
            return Refusal("RT11", f"The card shows {_shown(view)}, not {SHAPE_NAMES[shape]}.", place)
        if view.supply[seat, shape] == 0:
            return Refusal("RT11", f"You have none of this shape left to set aside: {SHAPE_NAMES[shape]}.", place)
        return Refusal("RT11", "You can place a shape from the card, so you must.", place)
    left = any(shapes >> shape & 1 and view.supply[seat, shape] for shape in range(SHAPES))
    if left:
        return Refusal(
            "RT11", "You still have a shape from the card: place one, or set one aside if none fits.", ("pay",)
        )
    raise ValueError("paying is legal")


def _shown(view: View) -> str:
    if view.shown - 1 == WILD:
        return "any shape"
    names = [SHAPE_NAMES[shape] for shape in range(SHAPES) if SHOWN_SHAPES[view.shown - 1] >> shape & 1]
    return " and ".join(names)


def _name(x: int, y: int) -> str:
    return f"{COLUMN_NAMES[x]}{y + 1}"
