"""What a bot is, and the two simplest ones. A bot thinks about a redealt state, never about the live one."""

from dataclasses import dataclass
from typing import Protocol

from tetracade.engine.chance import below, generator
from tetracade.engine.contract import State
from tetracade.engine.kernel import Kernel, kernel_of
from tetracade.table.table import Action, Table

RANDOM_STREAM = 1 << 40
"""The random bot's own numbers: not those with which a dealer of the same seed deals."""


@dataclass(frozen=True)
class Finding:
    """What a bot thinks of one action: the result it expects, how sure it is, and how it might go on."""

    action: Action
    value: float
    """Expected payoff from 0 to 1: the chance to win, or the share of the best result."""
    margin: float
    """The expected payoff is within this of the value, nineteen times out of twenty; 0 where nothing is sampled."""
    weight: float
    """The share of the thinking that went into this action."""
    line: tuple[str, ...]
    """The expected continuation, in notation, beginning with the action."""


class Bot(Protocol):
    """Something that plays."""

    name: str

    def choose(self, table: Table, seat: int) -> Action:
        """The action the bot takes for the seat."""

    def choose_number(self, table: Table, seat: int) -> int:
        """Its number, without the words."""

    def explain(self, table: Table, seat: int, most: int = 5) -> list[Finding]:
        """The best few actions, the best first."""

    def reseed(self, seed: int) -> None:
        """Begin anew with this seed, as if just made."""


class Thinking(Protocol):
    """A decision that is thought out bit by bit, as bots that have ``thinking(table, seat, seed)`` do it."""

    @property
    def best(self) -> int:
        """The number of the best action so far; -1 while there is none."""

    def go_on(self, seconds: float) -> bool:
        """Think on for about so long; whether all is thought out."""


class NothingToChoose(ValueError):
    """The seat does not act now."""


def known_state(table: Table, seat: int, seed: int) -> tuple[Kernel, State]:
    """A copy of the table's state in which all the seat cannot know is drawn anew."""
    if seat not in table.acting:
        raise NothingToChoose(f"seat {seat} has nothing to choose; acting: {table.acting or 'nobody'}")
    return kernel_of(table.game), table.redealt(seat, seed).state


def offered(table: Table, seat: int, number: int) -> Action:
    """The action of this number as the table lists it."""
    return table.offered(seat, [number])[0]


class RandomBot:
    """Takes any legal action, each equally likely."""

    name = "random"

    def __init__(self, seed: int = 0) -> None:
        self.reseed(seed)

    def reseed(self, seed: int) -> None:
        """Begin anew with this seed, as if just made."""
        self._rng = generator(seed, RANDOM_STREAM)

    def choose(self, table: Table, seat: int) -> Action:
        """Any legal action."""
        return offered(table, seat, self.choose_number(table, seat))

    def choose_number(self, table: Table, seat: int) -> int:
        """Any legal action's number."""
        kernel, state = known_state(table, seat, seed=0)
        legal = kernel.legal(state, seat)
        return legal[int(below(self._rng, len(legal)))]

    def explain(self, table: Table, seat: int, most: int = 5) -> list[Finding]:
        """Nothing: chance has no opinion."""
        return []


class GreedyBot:
    """Takes what looks best at a glance, by the game's own hints."""

    name = "greedy"

    def reseed(self, seed: int) -> None:
        """Change nothing: it draws no lots."""

    def choose(self, table: Table, seat: int) -> Action:
        """The action with the best rating; the first of equals."""
        return offered(table, seat, self.choose_number(table, seat))

    def choose_number(self, table: Table, seat: int) -> int:
        """That action's number."""
        kernel, state = known_state(table, seat, seed=0)
        legal = kernel.legal(state, seat)
        ratings = kernel.rate(state, seat, legal)
        return legal[ratings.index(max(ratings))]

    def explain(self, table: Table, seat: int, most: int = 5) -> list[Finding]:
        """The actions with the best ratings; a glance knows no results, so all values are even."""
        kernel, state = known_state(table, seat, seed=0)
        legal = kernel.legal(state, seat)
        ratings = dict(zip(legal, kernel.rate(state, seat, legal), strict=True))
        best = sorted(legal, key=lambda number: -ratings[number])[:most]
        even = 1 / table.seats
        return [
            Finding(action, even, 1.0, 1 / len(legal), (action.notation,))
            for action in (offered(table, seat, number) for number in best)
        ]
