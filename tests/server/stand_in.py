"""Bots for tests: they hang, die, fail, cheat, forge, or take the first action."""

import os
import threading
from typing import NoReturn

from tetracade.engine.game import Game
from tetracade.table.table import Action, Table


class First:
    """Takes the first legal action."""

    def choose(self, table: Table, seat: int) -> Action:
        return table.legal(seat)[0]


class Hanging:
    """Never answers."""

    def choose(self, table: Table, seat: int) -> Action:
        threading.Event().wait()
        raise AssertionError("unreachable")


class Dying:
    """Ends its process."""

    def choose(self, table: Table, seat: int) -> NoReturn:
        os._exit(3)


class Failing:
    """Raises, and prints rubbish."""

    def choose(self, table: Table, seat: int) -> Action:
        print("{}")
        raise RuntimeError("no idea")


class Cheating:
    """Answers with something that is not legal."""

    def choose(self, table: Table, seat: int) -> Action:
        return Action(table.game, 10**6, seat, table.view(seat))


class Forging:
    """Writes an answer to another question before its own."""

    def choose(self, table: Table, seat: int) -> Action:
        found = table.legal(seat)[0]
        os.write(1, b'{"id":1000000,"action":%d}\n' % found.id)
        return found


def first(game: Game, level: int) -> First:
    return First()


def hanging(game: Game, level: int) -> Hanging:
    return Hanging()


def dying(game: Game, level: int) -> Dying:
    return Dying()


def failing(game: Game, level: int) -> Failing:
    return Failing()


def cheating(game: Game, level: int) -> Cheating:
    return Cheating()


def forging(game: Game, level: int) -> Forging:
    return Forging()
