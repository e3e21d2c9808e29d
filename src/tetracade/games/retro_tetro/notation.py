"""Retro Tetro in notation: actions, outcomes and positions of one line.

A drop is the shape's letter, the number of its stand and the column of its left edge: ``T2@C``, ``P@C`` for a pink
square. ``play:2T`` plays the card that shows a domino and a T, ``play:?`` a wild. ``aside:T``, ``pay``, ``done`` and
``keep:3`` are the other actions; ``first:2``, ``objective:3`` and ``card:2T`` the outcomes.
"""

import re
from typing import Any

from tetracade.engine.arrays import as_rules_see
from tetracade.engine.contract import CHANCE, OVER
from tetracade.games.retro_tetro.board import (
    CARD_COUNTS,
    CARD_NAMES,
    CARDS_PLAYED,
    COLUMN_NAMES,
    COLUMNS,
    EVERY_OBJECTIVE,
    LETTERS,
    PIECES_A_SHAPE,
    PINK_STAND,
    ROWS,
    SEATS,
    SHAPES,
    STANDS,
    stand_name,
)
from tetracade.games.retro_tetro.box import OBJECTIVES
from tetracade.games.retro_tetro.drops import lay, resting_row
from tetracade.games.retro_tetro.rules import take
from tetracade.games.retro_tetro.state import (
    ASIDE,
    CARD,
    CARDS_DEALT,
    DONE,
    DRAWING,
    DRAWN,
    ENDED,
    FIRST,
    HAND,
    KEEP,
    KEEPING,
    LOT,
    MOST_DROPS,
    OBJECTIVES_DEALT,
    PAY,
    PLACING,
    PLAYING,
)

STAND_NUMBERS = {stand_name(stand): number for number, stand in enumerate(STANDS)}
PHASES = ("lot", "objectives", "keeping", "dealing", "playing", "placing", "drawing", "ended")
_DROP = re.compile(rf"([{LETTERS[:SHAPES]}])([1-9])@([{COLUMN_NAMES}])|(P)@([{COLUMN_NAMES}])")
HELP = "write a drop like T2@C, a card like play:2T or play:?, or one of aside:T, pay, done, P@C, keep:3"


def notation(action: int) -> str:
    """An action as files write it."""
    if action < DONE:
        return f"{stand_name(STANDS[action // COLUMNS])}@{COLUMN_NAMES[action % COLUMNS]}"
    if action == DONE:
        return "done"
    if action < PAY:
        return f"aside:{LETTERS[action - ASIDE]}"
    if action == PAY:
        return "pay"
    if action < KEEP:
        return f"play:{CARD_NAMES[action - CARD]}"
    return f"keep:{action - KEEP + 1}"


def action_of(notation: str) -> int:
    """The action written like this."""
    said = notation.strip().upper()
    drop = _DROP.fullmatch(said)
    if drop is not None:
        letter, number, column, pink, pink_column = drop.groups()
        if pink:
            return PINK_STAND * COLUMNS + COLUMN_NAMES.index(pink_column)
        if letter + number not in STAND_NUMBERS:
            most = sum(LETTERS[stand.kind] == letter for stand in STANDS)
            stands = f"stands 1 to {most}" if most > 1 else "one stand, 1"
            raise ValueError(f"{notation!r}: shape {letter} has {stands}")
        return STAND_NUMBERS[letter + number] * COLUMNS + COLUMN_NAMES.index(column)
    word, _, rest = said.partition(":")
    if said == "DONE":
        return DONE
    if said == "PAY":
        return PAY
    if word == "ASIDE" and len(rest) == 1 and rest in LETTERS[:SHAPES]:
        return ASIDE + LETTERS.index(rest)
    if word == "PLAY" and card_of(rest) >= 0:
        return CARD + card_of(rest)
    if word == "KEEP" and rest in _objective_names():
        return KEEP + int(rest) - 1
    raise ValueError(f"{notation!r} isn't an action; {HELP}")


def outcome_notation(outcome: int) -> str:
    """An outcome as files write it."""
    if outcome < DRAWN:
        return f"objective:{outcome + 1}"
    return f"card:{CARD_NAMES[outcome - DRAWN]}" if outcome < FIRST else f"first:{outcome - FIRST + 1}"


def outcome_of(notation: str) -> int:
    """The outcome written like this."""
    word, _, rest = notation.strip().upper().partition(":")
    if word == "OBJECTIVE" and rest in _objective_names():
        return int(rest) - 1
    if word == "CARD" and card_of(rest) >= 0:
        return DRAWN + card_of(rest)
    if word == "FIRST" and rest in tuple("1234"):
        return FIRST + int(rest) - 1
    raise ValueError(f"{notation!r} isn't an outcome; write one like first:2, objective:3, card:2T or card:?")


def card_of(name: str) -> int:
    """The kind of card with this name, its shapes in either order; -1 if there is none."""
    for known in (name, name[::-1]):
        if known in CARD_NAMES:
            return CARD_NAMES.index(known)
    return -1


def squares_of(state: Any, seat: int, drop: int) -> list[tuple[int, int]]:
    """The squares that a drop, numbered from 1, covers, as (column, row)."""
    return [
        (column, row) for column in range(COLUMNS) for row in range(ROWS) if int(state.board[seat, row, column]) == drop
    ]


def drop_notation(state: Any, seat: int, drop: int) -> str:
    """A drop already on the board, as files write it."""
    squares = squares_of(state, seat, drop)
    left, low = min(column for column, _ in squares), min(row for _, row in squares)
    shifted = tuple((column - left, row - low) for column, row in squares)
    kind = int(state.kinds[seat, drop - 1]) - 1
    stand = next(stand for stand in STANDS if stand.kind == kind and stand.squares == shifted)
    return f"{stand_name(stand)}@{COLUMN_NAMES[left]}"


def position(state: Any) -> str:
    """The state in one line: the table, the cards played, then by seat hands, drops in order, pieces aside, coins."""
    seats = range(int(state.seats))
    played = [CARD_NAMES[int(card) - 1] for card in state.played if int(card)]
    parts = {
        "seats": str(int(state.seats)),
        "side": "advanced" if int(state.advanced) else "standard",
        "objectives": "yes" if int(state.objectives) else "no",
        "level": str(int(state.level)),
        "phase": PHASES[int(state.phase)],
        "first": str(int(state.first) + 1),
        "wait": _bits(int(state.waiting)) if int(state.waiting) >= 0 else "chance",
        "pinking": _bits(int(state.pinking)),
        "played": ",".join(played) or "-",
        "hands": _by_seat(
            ",".join(CARD_NAMES[int(state.hand[seat, place]) - 1] for place in range(int(state.held[seat])))
            for seat in seats
        ),
        "boards": _by_seat(
            ",".join(drop_notation(state, seat, drop) for drop in range(1, int(state.dropped[seat]) + 1))
            for seat in seats
        ),
        "aside": _by_seat(
            "".join(LETTERS[shape] * int(state.aside[seat, shape]) for shape in range(SHAPES)) for seat in seats
        ),
        "coins": "/".join(str(int(state.coins[seat])) for seat in seats),
        "dealt": _by_seat(_bits(int(state.dealt[seat])) for seat in seats),
        "kept": _by_seat(str(int(state.objective[seat]) or "-") for seat in seats),
    }
    return " ".join(f"{name}={value}" for name, value in parts.items())


def read_position(state: Any, line: str) -> None:
    """Fill a record of zeros from such a line; anything left out is as in a new game with a card in play."""
    parts = dict(part.split("=", 1) for part in line.split())
    state = as_rules_see(state)
    boards = parts.get("boards", "-").split("/")
    seats = int(parts.get("seats", str(len(boards))))
    if not 1 <= seats <= SEATS or len(boards) not in (1, seats):
        raise ValueError(f"{line!r}: a position has 1 to {SEATS} seats and a board for each")
    state.seats = seats
    state.advanced = int(parts.get("side", "standard") == "advanced")
    state.level = int(parts.get("level", "0"))
    state.objectives = int(parts.get("objectives", "no") == "yes")
    state.first = int(parts.get("first", "1")) - 1
    state.phase = PHASES.index(parts.get("phase", "placing"))
    played = _items(parts.get("played", "-"), ",")
    for turn, name in enumerate(played):
        state.played[turn] = card_of(name) + 1
    state.turn = len(played) - (state.phase in (PLACING, DRAWING))
    state.shown = state.played[state.turn] if state.phase == PLACING else 0
    state.undealt = EVERY_OBJECTIVE
    _read_seats(state, boards, parts)
    hands = sum(state.held[seat] for seat in range(seats))
    state.drawn = len(played) + hands
    if "hands" not in parts and state.phase in (PLAYING, PLACING, DRAWING, ENDED):
        state.drawn = CARDS_PLAYED  # hands not given: nothing more is drawn
    for card, count in enumerate(CARD_COUNTS.tolist()):
        out = sum(state.played[turn] == card + 1 for turn in range(len(played)))
        out += sum(state.hand[seat, place] == card + 1 for seat in range(seats) for place in range(2))
        state.bag[card] = count - out
    state.waiting = _waiting(state, parts.get("wait"))
    for seat in _items(parts.get("pinking", "-"), ","):
        state.pinking |= 1 << (int(seat) - 1)


def _read_seats(state: Any, boards: list[str], parts: dict[str, str]) -> None:
    """Fill in what each seat has."""
    seats = int(state.seats)
    by_seat = {
        name: (parts.get(name, "-").split("/") * seats)[:seats] for name in ("hands", "aside", "coins", "dealt", "kept")
    }
    for seat in range(seats):
        for shape in range(SHAPES):
            state.supply[seat, shape] = PIECES_A_SHAPE
        names = _items(by_seat["hands"][seat], ",")
        in_play = state.phase in (PLACING, DRAWING) and seat == (state.first + state.turn) % seats
        if len(names) > HAND - in_play:
            raise ValueError(f"hands={parts['hands']}: a hand has two cards, one while a card of it is in play")
        for name in names:
            take(state, seat, card_of(name))
        for name in _items((boards * seats)[seat], ","):
            action = action_of(name)
            stand, column = STANDS[action // COLUMNS], action % COLUMNS
            if column + stand.width > COLUMNS:
                raise ValueError(f"{name}: it would stick out past column J")
            if resting_row(state, seat, action // COLUMNS, column) + stand.height > ROWS:
                raise ValueError(f"{name}: it would stick out of the top")
            if state.dropped[seat] == MOST_DROPS:
                raise ValueError(f"{name}: a board takes {MOST_DROPS} drops")
            lay(state, seat, action // COLUMNS, column)
        for letter in by_seat["aside"][seat].replace("-", ""):
            state.supply[seat, LETTERS.index(letter)] -= 1
            state.aside[seat, LETTERS.index(letter)] += 1
        if by_seat["coins"][seat] != "-":
            state.coins[seat] = int(by_seat["coins"][seat])
        for number in _items(by_seat["dealt"][seat], ","):
            state.dealt[seat] |= 1 << (int(number) - 1)
            state.given += 1
        state.undealt &= ~state.dealt[seat]
        if by_seat["kept"][seat] != "-":
            state.objective[seat] = int(by_seat["kept"][seat])


def _waiting(state: Any, written: str | None) -> int:
    """Who has to act: as written, or as when the phase begins."""
    if written is not None:
        return CHANCE if written == "chance" else sum(1 << (int(seat) - 1) for seat in _items(written, ","))
    if state.phase in (LOT, OBJECTIVES_DEALT, CARDS_DEALT, DRAWING):
        return CHANCE
    if state.phase == ENDED:
        return OVER
    if state.phase == PLAYING:
        return 1 << ((int(state.first) + int(state.turn)) % int(state.seats))
    assert state.phase in (KEEPING, PLACING)
    return int((1 << int(state.seats)) - 1)


def _objective_names() -> tuple[str, ...]:
    return tuple(str(number) for number in range(1, OBJECTIVES + 1))


def _items(text: str, mark: str) -> list[str]:
    return [] if text in ("-", "") else text.split(mark)


def _by_seat(texts: Any) -> str:
    return "/".join(text or "-" for text in texts)


def _bits(mask: int) -> str:
    return ",".join(str(place + 1) for place in range(mask.bit_length()) if mask >> place & 1) or "-"
