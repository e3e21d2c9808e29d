"""Retro Tetro on the boards: where pieces land, coins and points where they're earned, and how everybody stands."""

from tetracade.engine.contract import SPECTATOR
from tetracade.engine.fields import View
from tetracade.engine.words import Mark
from tetracade.games.retro_tetro.board import (
    CARD_NAMES,
    COLUMN_NAMES,
    COLUMNS,
    GOLD,
    HALF,
    HAZARD,
    HIGHLIGHTED,
    LETTERS,
    LINE,
    MEEPLE,
    PINK,
    PINK_SPACE,
    SPECIAL,
    STANDS,
    SYMBOL,
    stand_name,
)
from tetracade.games.retro_tetro.drops import HAZARD_LOSS, PINK_COINS, resting_row
from tetracade.games.retro_tetro.points import GOLD_POINTS
from tetracade.games.retro_tetro.rules import PENALTY, receiver
from tetracade.games.retro_tetro.state import ASIDE, CARD, DONE, DRAWN, FIRST, KEEP, PAY
from tetracade.games.retro_tetro.words import breakdown


def marks(before: View, after: View, seat: int, what: int) -> tuple[Mark, ...]:
    """A drop with its coins and points, a card that is played, drawn or kept, a penalty."""
    if seat == SPECTATOR:
        return (_drawn(before, what),)
    hand = f"seat:{seat}"
    if what < 0 or what >= KEEP:  # RT5: others don't see which objective
        return (Mark("card", hand, 0, "objective", "" if what < 0 else str(what - KEEP + 1)),)
    if what < DONE:
        return tuple(_drop(before, seat, what))
    if what == DONE:
        return ()
    if what < CARD:
        piece = LETTERS[what - ASIDE] if what < PAY else ""
        return (Mark("coin", hand, -PENALTY, "penalty", piece),)
    return (Mark("card", "shown", 0, "played", CARD_NAMES[what - CARD], (hand, "shown")),)


def standing(view: View, seat: int) -> dict[str, int]:
    """The points as things stand, as far as the viewer can tell: others' objectives are secret (RT5, RT14)."""
    return breakdown(view, seat)


def _drawn(before: View, what: int) -> Mark:
    if what >= FIRST:
        return Mark("starts", f"seat:{what - FIRST}")
    hand = f"seat:{receiver(before.as_state)}"
    if what < 0:
        return Mark("card", hand, 0, "drawn", "", ("deck", hand))
    thing = CARD_NAMES[what - DRAWN] if what >= DRAWN else str(what + 1)
    return Mark("card", hand, 0, "drawn", thing, ("deck", hand))


def _drop(before: View, seat: int, action: int) -> list[Mark]:
    """The squares covered, then what they bring in the order of the rules (RT12–RT16)."""
    number, column = divmod(action, COLUMNS)
    stand = STANDS[number]
    row = int(resting_row(before.as_state, seat, number, column))
    squares = [(column + x, row + y) for x, y in stand.squares]

    def place(x: int, y: int) -> str:
        return f"square:{seat}:{COLUMN_NAMES[x]}{y + 1}"

    found = [Mark("fall", place(x, y), thing=stand_name(stand)) for x, y in squares]
    found += [Mark("coin", place(x, y), 1, "symbol") for x, y in squares if SYMBOL[y, x] == stand.kind]
    for y in sorted({y for _, y in squares}):
        for side in range(2):
            half = range(side * HALF, (side + 1) * HALF)
            new = {x for x, level in squares if level == y}
            gaps = {x for x in half if not before.board[seat, y, x]}
            if HIGHLIGHTED[y, side] and gaps and gaps <= new:
                found += [Mark("line", place(x, y), 0, "half row") for x in half]
                found.append(Mark("coin", place(side * HALF + HALF // 2, y), 1, "half row"))
    coins = before.coins[seat] + sum(mark.amount for mark in found)
    if before.advanced:
        for x, y in squares:
            if SPECIAL[y, x] == PINK_SPACE and stand.kind == PINK:
                found.append(Mark("coin", place(x, y), PINK_COINS, "pink space"))
                coins += PINK_COINS
            elif SPECIAL[y, x] == PINK_SPACE:
                found.append(Mark("pink", place(x, y), 1, "pink space"))
        for x, y in squares:
            if SPECIAL[y, x] == HAZARD:
                lost = max(0, min(HAZARD_LOSS, coins))
                found.append(Mark("coin", place(x, y), -lost, "hazard"))
                coins -= lost
    found += [Mark("point", place(x, y), GOLD_POINTS, "gold") for x, y in squares if GOLD[y, x]]
    found += [Mark("point", place(x, y), -int(MEEPLE[y, x]), "meeple") for x, y in squares if MEEPLE[y, x]]
    for x in sorted({x for x, _ in squares}):
        top = max(y for column, y in squares if column == x)
        if before.heights[seat, x] <= LINE <= top:
            found.append(Mark("point", place(x, top), 1, "column"))
    return found
