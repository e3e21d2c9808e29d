"""Reads tables from one line of text, as FEN does for chess, and refuses positions that no game can reach."""

import re
from collections.abc import Mapping
from typing import Any

from tetracade.engine.chance import Dealer
from tetracade.engine.contract import CHANCE, OVER, State
from tetracade.engine.game import BadOption, Game
from tetracade.engine.kernel import kernel_of, seats_of
from tetracade.table.table import Table

UNREADABLE = (ValueError, LookupError, TypeError, OverflowError, AssertionError, StopIteration)
"""What reading a line that is no position may raise."""


class BadPosition(ValueError):
    """The text isn't a position of the game, or no game can reach it; the message says why, in one line."""


def positioned(
    game: Game, text: str, dealer: Dealer, seats: int | None, options: Mapping[str, Any], *, checked: bool = False
) -> Table:
    """Return the table that the line describes; seats and options it doesn't show are as given, or the usual ones.

    Checking that a game can reach it takes a while; ``checked`` says that this was done before.
    """
    if not isinstance(text, str):
        raise BadPosition(f"a position is one line of text, not {type(text).__name__}")
    parts = _parts_of(game, text)
    state = _read(game, text, parts)
    count = int(state.seats)
    if count not in game.seats or seats not in (None, count):
        given = "" if seats is None else f"; {seats} were given"
        raise BadPosition(f"{game.title} has {', '.join(map(str, game.seats))} seats; the position has {count}{given}")
    values = _options(game, state, options)
    if not checked:
        _check(game, state)
        _check_as_written(game, state, text, parts)
    return Table.at(game, count, values, bytes(state.tobytes()), dealer, game.words.position(state))


def _parts_of(game: Game, text: str) -> dict[str, str]:
    kernel = kernel_of(game)
    blank = kernel.states()[0]
    kernel.start(blank, game.checked_seats(None), game.option_numbers(game.option_values({})))
    written = game.words.position(blank)
    if "=" not in written:  # a line without names is read in one go
        return {}
    known = [part.partition("=")[0] for part in written.split()]
    parts: dict[str, str] = {}
    for part in text.split():
        name, equals, value = part.partition("=")
        if not equals or name not in known:
            raise BadPosition(f"{part!r} isn't part of a {game.title} position; the parts are {', '.join(known)}")
        if name in parts:
            raise BadPosition(f"{name} is there twice")
        parts[name] = value
    return parts


def _read(game: Game, text: str, parts: Mapping[str, str]) -> State:
    state = game.layout.zeros(1)[0]
    try:
        game.words.read_position(state, text)
    except UNREADABLE as error:
        for name in parts:  # the line can be read once the wrong part is left out
            rest = " ".join(f"{other}={parts[other]}" for other in parts if other != name)
            try:
                game.words.read_position(game.layout.zeros(1)[0], rest)
            except UNREADABLE:
                continue
            raise BadPosition(f"{name}={parts[name]} can't be read ({_sentence(error)})") from None
        raise BadPosition(f"this is no position of {game.title} ({_sentence(error)})") from None
    return state


def _sentence(error: BaseException) -> str:
    return f"{error.args[0]!r} is missing" if isinstance(error, KeyError) else " ".join(str(error).split())


def _check_as_written(game: Game, state: State, text: str, parts: Mapping[str, str]) -> None:
    """Refuse a part that isn't there when the state is written again, because it says more than can be true."""
    written = game.words.position(state)
    if not parts and written != text:
        raise BadPosition(f"{text!r} isn't possible; it was read as {written!r}")
    again = dict(part.split("=", 1) for part in written.split() if parts)
    for name, value in parts.items():
        if _items(value) != _items(again[name]):
            raise BadPosition(f"{name}={value} isn't possible; it was read as {name}={again[name]}")


def _items(value: str) -> list[str]:
    """Return what the value lists, in any order; numbers are equal however they are written."""
    return sorted(
        item.rstrip(".").lstrip("0") or "0" for item in re.split(r"[,/]", value.lower()) if item not in ("", "-")
    )


def _options(game: Game, state: State, given: Mapping[str, Any]) -> dict[str, Any]:
    """Return the options that the state shows, together with those given."""
    try:
        shown = game.positions.options_of(state) if game.positions is not None else {}
    except UNREADABLE:
        raise BadPosition(f"the options in this {game.title} position aren't possible") from None
    game.option_values(given)
    for name, value in given.items():
        if name in shown and shown[name] != value:
            raise BadOption(f"{name}={value!r} was given, but the position has {name}={shown[name]!r}")
    return {**given, **shown}


def _check(game: Game, state: State) -> None:
    """Refuse a state that no game can reach: first by the game's own checks, then if the seat to act can't."""
    try:
        fault = game.positions.fault_of(state) if game.positions is not None else ""
    except UNREADABLE as error:
        fault = f"this is no position of {game.title} ({_sentence(error)})"
    if fault:
        raise BadPosition(fault)
    kernel = kernel_of(game)
    mask = kernel.acting(state)
    if mask == CHANCE:
        if not kernel.outcomes(state)[0]:
            raise BadPosition("an outcome is due, but none is possible")
    elif mask != OVER:
        seats = int(state.seats)
        for seat in seats_of(mask) or (seats,):
            if seat >= seats:
                raise BadPosition(f"seat {seat} is next to act, but the seats are 0 to {seats - 1}")
            if not kernel.legal(state, seat):
                raise BadPosition(f"{game.words.seat_name(seat)} is next to act, but has no legal action")
