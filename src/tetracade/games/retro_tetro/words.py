"""Retro Tetro in words: sentences, endings, drawings."""

from typing import NamedTuple

from tetracade.engine.contract import SPECTATOR
from tetracade.engine.drawing import width, wrapped
from tetracade.engine.fields import View
from tetracade.engine.wording import counted
from tetracade.games.retro_tetro.board import (
    CARD_NAMES,
    CARDS_PLAYED,
    COLUMN_NAMES,
    COLUMNS,
    GOLD,
    HALF,
    HAZARD,
    HEIGHT,
    HIGHLIGHTED,
    KIND_OF,
    LEAST,
    LETTERS,
    LEVEL_POINTS,
    LINE,
    MEASURE_TEXTS,
    MEEPLE,
    MOST,
    NO_LEAST,
    NO_MOST,
    OBJECTIVE_TEXTS,
    PAIRS,
    PINK,
    PINK_SPACE,
    ROWS,
    SHAPE_NAMES,
    SHAPES,
    SPECIAL,
    STANDS,
    SYMBOL,
    WILD,
    stand_name,
)
from tetracade.games.retro_tetro.box import MEASURES, MEEPLES
from tetracade.games.retro_tetro.drops import (
    HAZARD_LOSS,
    PINK_COINS,
    half_rows_filled,
    resting_row,
    specials_covered,
    symbols_matched,
)
from tetracade.games.retro_tetro.points import (
    GOLD_POINTS,
    columns_above,
    gold_covered,
    measured,
    meeple_points,
    objective_points,
    passes,
    points_of,
)
from tetracade.games.retro_tetro.rules import PENALTY, receiver
from tetracade.games.retro_tetro.state import ASIDE, CARD, DONE, DRAWN, FIRST, KEEP, OBJECTIVES_DEALT, PAY

BOARD, BETWEEN = 2 * COLUMNS + 3, 3
"""Columns that a board takes in a drawing, and those between two boards."""
COLOURS = (
    "black on white",
    "black on bright_yellow",
    "black on dark_orange",
    "black on cyan",
    "black on yellow",
    "white on purple",
    "black on green",
    "white on blue",
    "black on hot_pink",
)


def text(view: View, seat: int, action: int) -> str:
    """What the seat does, with the coins it brings."""
    if action < DONE:
        return _drop_text(view, seat, action)
    if action == DONE:
        return "drops no pink square"
    if action < PAY:
        return f"can't place a shape, pays {PENALTY} coins and sets {_article(action - ASIDE)} aside"
    if action == PAY:
        return f"can't place a shape, pays {PENALTY} coins and has no piece to set aside"
    if action < KEEP:
        return f"plays the card {_card_text(action - CARD)}"
    return f"keeps objective {action - KEEP + 1}: {OBJECTIVE_TEXTS[action - KEEP]}"


def outcome_text(view: View, outcome: int) -> str:
    """Who starts, or what a seat is dealt or draws."""
    if outcome >= FIRST:
        return f"{seat_name(outcome - FIRST)} is drawn to play the first card"
    who = seat_name(receiver(view.as_state))
    if outcome < DRAWN:
        return f"{who} is dealt objective {outcome + 1}: {OBJECTIVE_TEXTS[outcome]}"
    return f"{who} gets the card {_card_text(outcome - DRAWN)}"


def hidden_text(view: View, seat: int) -> str:
    """What others are told about a card or an objective they can't see."""
    if seat != SPECTATOR:
        return "keeps an objective"
    what = "an objective" if view.phase == OBJECTIVES_DEALT else "a card"
    return f"{seat_name(receiver(view.as_state))} gets {what}"


def touches(action: int) -> tuple[str, ...]:
    """A shape, its stand and the column of its left edge; or the one card or button."""
    if action < DONE:
        stand = STANDS[action // COLUMNS]
        column = f"column:{COLUMN_NAMES[action % COLUMNS]}"
        if stand.kind == PINK:
            return (f"shape:{LETTERS[PINK]}", column)
        return (f"shape:{LETTERS[stand.kind]}", f"stand:{stand_name(stand)}", column)
    if action == DONE:
        return ("done",)
    if action < PAY:
        return (f"aside:{LETTERS[action - ASIDE]}",)
    if action == PAY:
        return ("pay",)
    return (f"card:{CARD_NAMES[action - CARD]}",) if action < KEEP else (f"objective:{action - KEEP + 1}",)


def ending(view: View) -> str:
    """Who kept which objective (RT5); in the campaign, what the level asked for (RT22)."""
    if view.level:
        return _level_ended(view)
    if not view.objectives:
        return f"all {CARDS_PLAYED} cards have been played"
    kept = [OBJECTIVE_TEXTS[view.objective[seat] - 1] for seat in range(view.seats)]
    if view.seats == 1:
        return f"all {CARDS_PLAYED} cards have been played; the objective was “{kept[0]}”"
    whose = ", ".join(f"{seat_name(seat)} “{text}”" for seat, text in enumerate(kept))
    return f"all {CARDS_PLAYED} cards have been played; objectives: {whose}"


def aims(view: View) -> tuple[str, ...]:
    """What the level asks for and how much is done, as far as the viewer can tell (RT22, RT24)."""
    return tuple(goal.said for goal in _goals(view)) if view.level else ()


def breakdown(view: View, seat: int) -> dict[str, int]:
    """Points from coins, columns, gold, meeples and, if in play, the objective (RT14)."""
    state = view.as_state
    parts = {
        "coins": int(view.coins[seat]),
        "columns": int(columns_above(state, seat)),
        "gold": GOLD_POINTS * int(gold_covered(state, seat)),
        "meeples": int(meeple_points(state, seat)),
    }
    if view.objectives:
        parts["objective"] = int(objective_points(state, seat, view.objective[seat]))
    return parts


def drawing(view: View) -> str:
    """The boards in colour, up to three side by side, then each seat's coins, pieces left and cards."""
    abreast = max(1, min((width.get() + BETWEEN) // (BOARD + BETWEEN), 2 if view.seats == 4 else 3))
    lines = [
        line
        for first in range(0, view.seats, abreast)
        for line in _boards(view, range(first, min(first + abreast, view.seats)))
    ]
    for seat in range(view.seats):
        mark = ">" if view.waiting > 0 and view.waiting >> seat & 1 else " "
        pieces = " ".join(f"{LETTERS[shape]}x{view.supply[seat, shape]}" for shape in range(SHAPES))
        pinks = f", {view.pinks[seat]} pink" if view.advanced else ""
        said = f"{counted(view.coins[seat], 'coin')}{pinks}, pieces {pieces}{_own(view, seat)}"
        lines += wrapped(f"{mark} {seat_name(seat)}: {said}")
    if view.level:
        lines += wrapped(f"  level {view.level} asks for: {', '.join(aims(view))}")
    if view.shown:
        lines.append(f"  card in play: {_card_text(view.shown - 1)} ({view.turn + 1} of {CARDS_PLAYED})")
    return "\n".join(lines)


def seat_name(seat: int) -> str:
    """The seat's number, from 1."""
    return f"Player {seat + 1}"


class _Goal(NamedTuple):
    """One thing that a level asks for: how far it is, and how it was missed, if it was."""

    said: str
    missed: str


def _goals(view: View) -> list[_Goal]:
    """The level's points and requirements."""
    state = view.as_state
    goals = [_at_least("points", points_of(state, 0), int(LEVEL_POINTS[view.level]))]
    for measure in range(len(MEASURES)):
        least, most = int(LEAST[view.level, measure]), int(MOST[view.level, measure])
        if least != NO_LEAST:
            goals.append(_at_least(MEASURE_TEXTS[measure], measured(state, 0, measure), least))
        if most != NO_MOST:
            goals.append(_at_most(MEASURE_TEXTS[measure], measured(state, 0, measure), most))
    return goals


def _at_least(what: str, have: int, least: int) -> _Goal:
    if have >= least:
        return _Goal(f"{have} {what} ({least} needed)", "")
    return _Goal(f"{have} of {least} {what}", f"{have} of {least} {what} ({least - have} short)")


def _at_most(what: str, have: int, most: int) -> _Goal:
    missed = f"{have - most} too many {what} ({have}, at most {most})" if have > most else ""
    return _Goal(f"at most {most} {what}, {have} so far", missed)


def _level_ended(view: View) -> str:
    goals = _goals(view)
    if passes(view.as_state, 0):
        reached = ", ".join(goal.said for goal in goals)
        return f"all {CARDS_PLAYED} cards have been played; level {view.level} is passed: {reached}"
    missed = ", ".join(goal.missed for goal in goals if goal.missed)
    return f"all {CARDS_PLAYED} cards have been played; level {view.level} is failed: {missed}"


def _boards(view: View, seats: range) -> list[str]:
    """These seats' boards, side by side."""
    lines = [f"   {'   '.join(seat_name(seat).ljust(2 * COLUMNS + 3) for seat in seats)}"]
    for row in reversed(range(ROWS)):
        cells = ("".join(_cell(view, seat, row, column) for column in range(COLUMNS)) for seat in seats)
        lines.append("   ".join(f"{row + 1:>2} {board}" for board in cells))
        if row == LINE:
            lines.append("   ".join("   [green]" + "─" * (2 * COLUMNS) + "[/]" for _ in seats))
    lines.append("   ".join("   " + "".join(f"{name} " for name in COLUMN_NAMES) for _ in seats))
    return lines


def _own(view: View, seat: int) -> str:
    """What only the viewer knows, or everything once the game is over."""
    said = ""
    if seat == view.seat and view.held[seat]:
        said += ", cards " + " ".join(CARD_NAMES[view.hand[seat, place] - 1] for place in range(view.held[seat]))
    elif view.held[seat]:
        said += f", {view.held[seat]} {'card' if view.held[seat] == 1 else 'cards'}"
    if view.objective[seat]:
        said += f", objective {view.objective[seat]}"
    return said


def _cell(view: View, seat: int, row: int, column: int) -> str:
    drop = view.board[seat, row, column]
    if drop:
        kind = view.kinds[seat, drop - 1] - 1
        return f"[{COLOURS[kind]}]{LETTERS[kind]} [/]"
    if GOLD[row, column]:
        return "[bold yellow]* [/]"
    if MEEPLE[row, column]:
        return f"[bold red]{MEEPLES[int(MEEPLE[row, column]) - 1]} [/]"
    if SYMBOL[row, column] >= 0:
        return f"[bold]{LETTERS[int(SYMBOL[row, column])]} [/]"
    if view.advanced and SPECIAL[row, column]:
        return "[hot_pink]p [/]" if SPECIAL[row, column] == PINK_SPACE else "[bold red]! [/]"
    return "[green]- [/]" if HIGHLIGHTED[row, column // HALF] else "[dim]. [/]"


def _drop_text(view: View, seat: int, action: int) -> str:
    state, stand, column = view.as_state, action // COLUMNS, action % COLUMNS
    row = int(resting_row(state, seat, stand, column))
    places = " ".join(f"{COLUMN_NAMES[column + x]}{row + y + 1}" for x, y in STANDS[stand].squares)
    piece = _article(int(KIND_OF[stand]))
    if row + int(HEIGHT[stand]) > ROWS:
        return f"drops {piece} on {places}"
    coins, why = coins_of_drop(view, seat, action)
    return (
        f"drops {piece} on {places} for {counted(coins, 'coin')} ({', '.join(why)})"
        if why
        else f"drops {piece} on {places}"
    )


def coins_of_drop(view: View, seat: int, action: int) -> tuple[int, list[str]]:
    """The coins that a drop brings, and what for."""
    state, stand, column = view.as_state, action // COLUMNS, action % COLUMNS
    row = int(resting_row(state, seat, stand, column))
    why = []
    symbols, half_rows = symbols_matched(stand, column, row), half_rows_filled(state, seat, stand, column, row)
    if symbols:
        why.append("its symbol" if symbols == 1 else f"{symbols} symbols")
    if half_rows:
        why.append("a half row" if half_rows == 1 else f"{half_rows} half rows")
    coins = int(symbols + half_rows)
    if view.advanced:
        spaces = specials_covered(stand, column, row, PINK_SPACE)
        if spaces and STANDS[stand].kind == PINK:
            coins += PINK_COINS
            why.append("a pink space")
        elif spaces:
            why.append("a pink square gained")
        for _ in range(specials_covered(stand, column, row, HAZARD)):
            coins -= max(0, min(HAZARD_LOSS, view.coins[seat] + coins))
            why.append("a hazard")
    return coins, why


def _card_text(card: int) -> str:
    if card == WILD:
        return "? (any shape)"
    first, second = PAIRS[card]
    return f"{CARD_NAMES[card]} ({SHAPE_NAMES[first]} or {SHAPE_NAMES[second]})"


def _article(kind: int) -> str:
    name = SHAPE_NAMES[kind]
    return f"{'an' if name in ('I', 'O', 'S', 'L') else 'a'} {name}"
