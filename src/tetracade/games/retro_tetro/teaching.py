"""Retro Tetro explained while it is played: the goal, how far everyone is, why a drop is good, and what things are."""

from collections import Counter

import numpy as np

from tetracade.engine.contract import SPECTATOR
from tetracade.engine.fields import View
from tetracade.engine.wording import counted, listed, spelled
from tetracade.engine.words import Note
from tetracade.games.retro_tetro.board import (
    CARD_NAMES,
    CARDS_PLAYED,
    COLUMN_NAMES,
    COLUMNS,
    GOLD,
    HALF,
    HAZARD,
    HIGHLIGHTED,
    LETTERS,
    LINE,
    MEEPLE,
    OBJECTIVE_TEXTS,
    PINK,
    PINK_SPACE,
    ROWS,
    SHAPE_NAMES,
    SHAPES,
    SPECIAL,
    SYMBOL,
    WILD,
)
from tetracade.games.retro_tetro.box import OBJECTIVES
from tetracade.games.retro_tetro.drops import HAZARD_LOSS, PINK_COINS, half_rows_filled, resting_row, symbols_matched
from tetracade.games.retro_tetro.marks import marks
from tetracade.games.retro_tetro.points import GOLD_POINTS
from tetracade.games.retro_tetro.rules import PENALTY, legal
from tetracade.games.retro_tetro.state import ACTIONS, ASIDE, CARD, DONE, KEEP, PAY
from tetracade.games.retro_tetro.words import breakdown, coins_of_drop, seat_name

CAUSES = {
    "symbol": Note("Symbol", "A symbol covered by its own shape earns a coin. Covered by another, it is lost.", "RT12"),
    "half row": Note("Half row", "A lit half row earns a coin when all its squares are covered.", "RT13"),
    "gold": Note("Gold", f"A covered gold square is worth {GOLD_POINTS} points at the end.", "RT14"),
    "meeple": Note("Meeple", "A meeple scores its number only if it is still in sight at the end.", "RT14"),
    "column": Note("Over the line", "Each column that rises above the green line is a point at the end.", "RT14"),
    "pink space": Note("Pink space", f"Cover it for a pink square; with a pink square for {PINK_COINS} coins.", "RT20"),
    "hazard": Note(
        "Hazard", f"Whatever covers it costs you {HAZARD_LOSS} coins, or all you have if that’s less.", "RT20"
    ),
}
"""What brings coins and points, as marks name it."""
GAINS = {
    ("point", "gold"): ("a gold square", "{} gold squares"),
    ("point", "column"): ("a column over the green line", "{} columns over the green line"),
}
"""What a drop brings besides coins, once or several times, by the mark's kind and cause."""


def goal(view: View) -> str:
    """What wins; in the campaign, what passes the level."""
    if view.level:
        return f"Pass level {view.level}: reach its points and its goal within {CARDS_PLAYED} cards."
    return "Score most: cover symbols with their shape, fill lit half rows, build high, and leave meeples in sight."


def progress(view: View, seat: int) -> str:
    """The points as they stand, for the viewer's own seat by where they come from; others' objectives are secret."""
    parts = breakdown(view, seat)
    said = f"{sum(parts.values())} points"
    if seat != view.seat:
        return said
    return (
        f"{said}: {', '.join(f'{name} {value}' for name, value in parts.items() if value)}"
        if any(parts.values())
        else said
    )


def reasons(before: View, after: View, seat: int, action: int) -> tuple[str, ...]:
    """How a drop's coins compare with others, the points it brings, and what it leaves alone."""
    if action >= KEEP:
        return ("adds to your other points at the end",)
    if action >= CARD:
        return _offered(after, seat) or ("keeps your other card for later",) * (before.held[seat] > 1)
    if action >= DONE:
        return ("saves your pink square for later",) if action == DONE else _set_aside(before, seat, action)
    shown = marks(before, after, seat, action)
    brought = Counter((mark.kind, mark.cause) for mark in shown if mark.amount > 0)
    said = [
        once if brought[what] == 1 else several.format(spelled(brought[what]))
        for what, (once, several) in GAINS.items()
        if brought[what]
    ]
    coins, _ = coins_of_drop(before, seat, action)
    found = ["earns as many coins as any drop can now"] if coins > 0 and coins == _most_coins(before, seat) else []
    if said:
        found.append(f"brings {listed(said)}")
    more = breakdown(after, seat).get("objective", 0) - breakdown(before, seat).get("objective", 0)
    if more > 0:
        found.append(f"brings {counted(more, 'more point', 'more points')} for your objective")
    if not found and not any(mark.cause == "meeple" for mark in shown):
        found.append("covers no meeple")
    if not _new_gaps(before, after, seat):
        found.append("leaves no gap under it")
    return tuple(found)


def rules_met(before: View, after: View, seat: int, what: int) -> tuple[Note, ...]:
    """Cards for all, falling, and whatever brings coins and points."""
    if seat == SPECTATOR or what < 0:
        return ()
    if what >= KEEP:
        return (_kept(before),)
    if what >= CARD:
        return (_played(before, what - CARD),)
    if what > DONE:
        said = (
            f"Whoever can place no shape of the card pays {PENALTY} coins and sets a piece aside."
            if what < PAY
            else f"Whoever has no piece left of the card’s shapes pays {PENALTY} coins."
        )
        return (Note("Nothing fits" if what < PAY else "Nothing left", said, "RT11", f"seat:{seat}"),)
    found: dict[str, Note] = {}
    shown = marks(before, after, seat, what)
    fallen = [mark.place for mark in shown if mark.kind == "fall"]
    for mark in shown:
        # told above the piece, so that it stays in sight with what it covers
        place = max(fallen, key=_row) if mark.place in fallen and mark.cause != "column" else mark.place
        if mark.kind == "fall":
            said = "A piece falls straight down. Pieces of the same shape may never share an edge."
            found.setdefault("fall", Note("Falling", said, "RT9", place))
        elif mark.cause in CAUSES:
            found.setdefault(mark.cause, _placed(CAUSES[mark.cause], place))
    return tuple(found.values())


def about(view: View, place: str) -> Note | None:
    """A shape, a card, an objective, a square or a column, a pile, coins, or a seat."""
    kind, _, name = place.partition(":")
    name = name.partition("#")[0]
    if kind in ("shape", "stand", "aside") and name and name[0] in LETTERS:
        return _shape(view, LETTERS.index(name[0]), place)
    if kind == "card" and name in CARD_NAMES:
        if name == CARD_NAMES[WILD]:
            return Note("A wild card", "Any shape you still have.", "RT7", place)
        said = "Everyone places one of these two shapes." if view.seats > 1 else "You place one of these two shapes."
        return Note(f"Card {_shapes(name)}", said, "RT7", place)
    if kind == "objective" and name.isdigit() and 1 <= int(name) <= OBJECTIVES:
        return Note(f"Objective {name}", f"{OBJECTIVE_TEXTS[int(name) - 1]}.", "RT17", place)
    if kind == "column" and name in COLUMN_NAMES and name:
        height = view.heights[max(view.seat, 0), COLUMN_NAMES.index(name)]
        return Note(f"Column {name}", f"Covered up to row {height}. Over row {LINE} it scores a point.", "RT14", place)
    if kind == "square":
        return _square(view, name, place)
    if kind == "coins":
        return Note("Coins", "Each coin is a point at the end; ties go to whoever has more.", "RT14", place)
    if kind == "seat" and name.isdigit() and int(name) < view.seats:
        return Note(seat_name(int(name)), f"{progress(view, int(name))}.", "RT14", place)
    if place in ("shown", "deck"):
        said = f"Card {min(view.turn + 1, CARDS_PLAYED)} of {CARDS_PLAYED}."
        if view.seats > 1:
            said += " Whoever’s turn it is plays one for all."
        return Note("The card in play", said, "RT7", place)
    return None


def legend(view: View) -> tuple[Note, ...]:
    """Every mark that is printed on the board, each at a square where it is still to be seen."""
    seat = max(view.seat, 0)
    squares = [(row, column) for row in range(ROWS) for column in range(COLUMNS)]
    open_ones = [at for at in squares if not view.board[seat, at[0], at[1]]]
    found = []
    for cause, table in (("symbol", SYMBOL + 1), ("gold", GOLD), ("meeple", MEEPLE)):
        if at := next((at for at in open_ones if table[at]), None):
            found.append(_placed(CAUSES[cause], _place(seat, *at)))
    if half := next((at for at in open_ones if HIGHLIGHTED[at[0], at[1] // HALF]), None):
        found.append(_placed(CAUSES["half row"], _place(seat, *half)))
    if over := next((at for at in open_ones if at[0] == LINE), None):
        found.append(_placed(CAUSES["column"], _place(seat, *over)))
    if view.advanced:
        for cause, special in (("pink space", PINK_SPACE), ("hazard", HAZARD)):
            if at := next((at for at in open_ones if SPECIAL[at] == special), None):
                found.append(_placed(CAUSES[cause], _place(seat, *at)))
    return tuple(found)


def _kept(view: View) -> Note:
    if view.seats > 1:
        said = "Your objective stays secret until the end, and pays on top of everything else."
        return Note("Your objective", said, "RT5", "objective")
    said = "It pays at the end, on top of everything else."
    return Note("Your objective", said, "RT23" if view.level else "RT5", "objective")


def _played(view: View, card: int) -> Note:
    if card == WILD:
        anything = "Everyone places any shape they have left, all at the same time."
        said = anything if view.seats > 1 else "Any shape that is left goes onto the board."
        return Note("A wild card", said, "RT7", "shown")
    if view.seats > 1:
        said = "Everyone places one of its two shapes, all at the same time."
        return Note("A card for all", said, "RT7", "shown")
    return Note("A card", "One of its two shapes goes onto the board.", "RT7", "shown")


def _offered(view: View, seat: int) -> tuple[str, ...]:
    """What the card just played lets the seat earn."""
    state, actions = view.as_state, np.zeros(ACTIONS, np.int64)
    drops = [divmod(int(action), COLUMNS) for action in actions[: legal(state, seat, actions)] if action < DONE]
    rows = [(stand, column, int(resting_row(state, seat, stand, column))) for stand, column in drops]
    found = []
    if any(symbols_matched(stand, column, row) for stand, column, row in rows):
        found.append("lets you earn a coin for a symbol")
    if any(half_rows_filled(state, seat, stand, column, row) for stand, column, row in rows):
        found.append("lets you fill a half row")
    return tuple(found)


def _most_coins(view: View, seat: int) -> int:
    """The most coins that a drop can bring the seat now."""
    state, actions = view.as_state, np.zeros(ACTIONS, np.int64)
    drops = [int(action) for action in actions[: legal(state, seat, actions)] if action < DONE]
    return max((coins_of_drop(view, seat, action)[0] for action in drops), default=0)


def _set_aside(before: View, seat: int, action: int) -> tuple[str, ...]:
    """What speaks for setting this shape aside, rather than the other one shown."""
    actions = np.zeros(ACTIONS, np.int64)
    left = {
        int(other): before.supply[seat, other - ASIDE]
        for other in actions[: legal(before.as_state, seat, actions)]
        if other < PAY
    }
    if action == PAY or len(left) < 2:
        return ()
    fewer = left[action] > min(left.values())
    return ("sets aside the shape that you have more of",) if fewer else ("costs the same, whichever shape you choose",)


def _new_gaps(before: View, after: View, seat: int) -> bool:
    """Whether open squares have been closed off from above."""

    def gaps(view: View) -> int:
        covered = sum(1 for row in range(ROWS) for column in range(COLUMNS) if view.board[seat, row, column])
        return sum(view.heights[seat, column] for column in range(COLUMNS)) - covered

    return gaps(after) > gaps(before)


def _shape(view: View, shape: int, place: str) -> Note:
    if shape == PINK:
        said = "Drop it after a piece, at most one a turn."
        return Note("Pink square", said, "RT21", place)
    left = view.supply[max(view.seat, 0), shape] if shape < SHAPES else 0
    return Note(f"The {SHAPE_NAMES[shape]}", f"{left} left. You may turn and flip it.", "RT2", place)


def _square(view: View, name: str, place: str) -> Note | None:
    seat, _, square = name.partition(":")
    column, row = square[:1], square[1:]
    known = seat.isdigit() and int(seat) < view.seats and row.isdigit() and 1 <= int(row) <= ROWS
    if not known or not column or column not in COLUMN_NAMES:
        return None
    x, y, board = COLUMN_NAMES.index(column), int(row) - 1, int(seat)
    drop = view.board[board, y, x]
    if drop:
        kind = view.kinds[board, drop - 1] - 1
        return Note(f"A placed {SHAPE_NAMES[kind]}", "The same shape may not share an edge with it.", "RT10", place)
    if view.advanced and SPECIAL[y, x]:
        return _placed(CAUSES["pink space" if SPECIAL[y, x] == PINK_SPACE else "hazard"], place)
    if SYMBOL[y, x] >= 0:
        shape = SHAPE_NAMES[SYMBOL[y, x]]
        return Note(f"Symbol of the {shape}", f"Cover it with the {shape} for a coin.", "RT12", place)
    if MEEPLE[y, x]:
        points = "1 point" if MEEPLE[y, x] == 1 else f"{MEEPLE[y, x]} points"
        return Note(f"Meeple {MEEPLE[y, x]}", f"{points}, if it is still in sight at the end.", "RT14", place)
    if GOLD[y, x]:
        return _placed(CAUSES["gold"], place)
    if HIGHLIGHTED[y, x // HALF]:
        return _placed(CAUSES["half row"], place)
    return Note(f"Square {square}", "Above the green line." if y >= LINE else "Open.", "RT9", place)


def _shapes(card: str) -> str:
    return " or ".join(SHAPE_NAMES[LETTERS.index(letter)] for letter in card)


def _place(seat: int, row: int, column: int) -> str:
    return f"square:{seat}:{COLUMN_NAMES[column]}{row + 1}"


def _row(place: str) -> int:
    return int(place.rpartition(":")[2][1:])


def _placed(note: Note, place: str) -> Note:
    return Note(note.title, note.text, note.rule, place)
