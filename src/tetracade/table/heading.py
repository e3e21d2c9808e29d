"""What stands in a record before its actions and outcomes: the game and its version, the seats, the options."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from tetracade.engine.game import Game
from tetracade.table.needs import Needs, check_box

FORMAT = 1
HEADS = ("game", "box", "seats", "option", "position")
HIDDEN_POSITION = "position ?"
"""The line for those who may not see it: it would show every hand."""
NumberedLine = tuple[int, str]


class BadRecord(ValueError):
    """The text isn't a record of a game; the message says on which line, and why."""


class OtherRules(BadRecord):
    """Nothing is wrong with the record, but it needs another version of its game, or another box."""


class Heading(NamedTuple):
    """What a record was set up with, in today's words."""

    game: Game
    seats: int
    options: dict[str, Any]
    began: NumberedLine | None
    """The position in which the game began; None for its set-up."""


def written_heading(game: str, version: int, seats: int, options: Mapping[str, str], box: str) -> list[str]:
    """The first lines of a record; the options' values as records write them, and the box if it isn't the standard."""
    boxes = [f"box {box}"] if box else []
    lines = [f"tetracade {FORMAT}", f"game {game} {version}", *boxes, f"seats {seats}"]
    return lines + [f"option {name}={value}" for name, value in options.items()]


def read_heading(lines: Sequence[NumberedLine], find: Callable[[str], Game]) -> tuple[Heading, Sequence[NumberedLine]]:
    """The heading and the lines after it; BadRecord where it isn't whole, OtherRules if they aren't here."""
    if not lines or lines[0][1] != f"tetracade {FORMAT}":
        raise BadRecord(f"line 1: a record begins with 'tetracade {FORMAT}'")
    game: Game | None = None
    version, seats, box, place = 0, None, "", 1
    options: dict[str, NumberedLine] = {}
    began: NumberedLine | None = None
    for number, line in lines[1:]:
        head, _, rest = line.partition(" ")
        if head not in HEADS and game is not None:
            break
        place += 1
        try:
            if head == "game":
                name, _, said = rest.partition(" ")
                game = find(name)
                if not said.isdecimal():
                    raise BadRecord(f"the version of a game is a number, as in 'game {game.name} {game.version}'")
                version = int(said)
            elif game is None:
                raise BadRecord("the line 'game NAME VERSION' comes first")
            elif head == "box":
                box = rest
            elif head == "seats":
                seats = int(rest)
            elif head == "position":
                began = number, rest
            else:
                name, _, value = rest.partition("=")
                options[name] = number, value
        except (ValueError, LookupError) as error:
            raise BadRecord(f"line {number}: {error}") from None
    if game is None:
        raise BadRecord(f"line {lines[-1][0]}: the record ends before its line 'game NAME VERSION'")
    try:
        check_box(game, box)
        values = _options(game, version, options)
    except Needs as error:
        raise OtherRules(error.of_a_record) from None
    if seats is None:
        raise BadRecord(f"line {lines[-1][0]}: the record ends before its line 'seats NUMBER'")
    return Heading(game, seats, values, began), lines[place:]


def _options(game: Game, version: int, given: Mapping[str, NumberedLine]) -> dict[str, Any]:
    """The options as today's rules take them; Needs if they need another version."""
    as_written = {name: value for name, (_, value) in given.items()}
    known = {option.name: option for option in game.options}
    values: dict[str, Any] = {}
    for name, value in game.options_then(version, as_written).items():
        if name not in given:  # it did not have this option
            values[name] = value
            continue
        try:
            if name not in known:
                raise BadRecord(f"{game.title} has no option {name!r}")
            values[name] = known[name].read(value)
        except ValueError as error:
            raise BadRecord(f"line {given[name][0]}: {error}") from None
    return values
