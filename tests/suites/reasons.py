"""Reasons held to the rules: each sentence that a game may give for an action has a test of what it says."""

import random
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, NamedTuple

import tetracade
from tests.suites.every import set_ups, some
from tetracade.bots.bot import GreedyBot
from tetracade.engine.chance import SeededDealer
from tetracade.engine.contract import State
from tetracade.engine.fields import View
from tetracade.engine.game import Game
from tetracade.engine.kernel import kernel_of
from tetracade.table.narration import effects_of, reasons_for
from tetracade.table.table import Table

AT_EACH = 4
"""Actions looked at where a seat acts: what a greedy bot would do, and some others."""


class Case(NamedTuple):
    """An action at a table, with the records and the seat's own views before it and right after it."""

    table: Table
    seat: int
    action: int
    before: View
    after: View
    was: State
    then: State

    @property
    def game(self) -> Game:
        """The game."""
        return self.table.game


Checks = Mapping[str, Callable[..., bool]]
"""By a pattern that matches a whole reason: whether it is true of a case, given what the pattern's groups caught."""


def case(table: Table, seat: int, action: int) -> Case:
    """The action tried on a copy of the table's record."""
    kernel = kernel_of(table.game)
    tried = kernel.states(2)
    tried[0] = tried[1] = table.state
    kernel.apply(tried[1], seat, action)
    after, _ = effects_of(table.game, table.view(seat), action)
    return Case(table, seat, action, table.view(seat), after, tried[0], tried[1])


def cases(game: Game, games: int, each: float = 0.2, luck: float = 0.5, **options: Any) -> Iterator[Case]:
    """Actions in games of every set-up, or of one, played greedily but for a share left to luck."""
    greedy = GreedyBot()
    for seed in range(some(games)):
        pick = random.Random(seed)
        set_up = pick.choice(set_ups(game))
        if options:
            set_up = set_up._replace(options=options)
        table = Table(game, set_up.seats, set_up.options, dealer=SeededDealer(seed))
        for _ in range(400):
            if not table.acting:
                break
            seat = pick.choice(table.acting)
            legal, best = table.legal_ids(seat), greedy.choose_number(table, seat)
            if pick.random() < each:
                for action in {best, *pick.sample(legal, min(AT_EACH - 1, len(legal)))}:
                    yield case(table, seat, action)
            table.step(seat, best if pick.random() > luck else pick.choice(legal))


def everything(game: Game, line: str) -> Iterator[Case]:
    """Every action in a position."""
    table = tetracade.position(game.name, line)
    for seat in table.acting:
        for action in table.legal_ids(seat):
            yield case(table, seat, action)


def hold(found: Iterable[Case], checks: Checks) -> None:
    """Fail where a reason is false, where nothing says how to check it, and where a kind of reason never comes up."""
    met = Counter[str]()
    for one in found:
        for reason in reasons_for(one.table, one.seat, one.action):
            if reason == "is all you can do":
                assert len(one.table.legal_ids(one.seat)) == 1
                continue
            matching = [(pattern, match) for pattern in checks if (match := re.fullmatch(pattern, reason))]
            assert matching, f"nothing says what {reason!r} means"
            pattern, match = matching[0]
            what = one.game.words.text(one.before, one.seat, one.action)
            assert checks[pattern](one, *match.groups()), f"{what} {reason}: {one.table.position()}"
            met[pattern] += 1
    assert not set(checks) - set(met), f"never given: {set(checks) - set(met)}"
