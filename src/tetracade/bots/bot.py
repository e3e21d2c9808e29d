"""What a bot is, and the two simplest ones. Bots think about a redealt state, never about the real one."""

from dataclasses import dataclass
from typing import Protocol

from tetracade.engine.chance import below, generator
from tetracade.engine.contract import State
from tetracade.engine.kernel import Kernel, kernel_of
from tetracade.table.table import Action, Table

RANDOM_STREAM = 1 << 40
"""The random bot's own stream, so that it doesn't share a dealer's numbers when they have the same seed."""

AT_LEAST = "at least"
AT_MOST = "at most"
"""How far a lead is known that isn't known exactly."""


@dataclass(frozen=True)
class Finding:
    """What a bot thinks of an action: the result it expects, how sure it is, and how play might go on."""

    action: Action
    value: float
    """The expected payoff, from 0 to 1: the chance to win, or the share of the best result."""
    margin: float
    """Half the 95 % interval around the value; 0 where nothing is sampled."""
    weight: float
    """The share of the search spent on this action."""
    line: tuple[str, ...]
    """The expected continuation in notation, starting with the action."""
    lead: int | None = None
    """With which lead the seat ends if all play their best from here on, where that is proved."""
    bound: str = ""
    """How far that lead is known: empty if exactly, else ``AT_LEAST`` or ``AT_MOST``. Actions that are no better than
    the best one have just that proved."""

    @property
    def proof(self) -> str:
        """What is proved, in words; empty if nothing is."""
        if self.lead is None:
            return ""
        by = f"by {self.bound} {abs(self.lead)}" if self.bound else f"by {abs(self.lead)}"
        if self.bound == AT_MOST:
            if self.lead < 0:
                return f"proved: loses by {AT_LEAST} {-self.lead}"
            return f"proved: no better than {'a draw' if self.lead == 0 else f'a win by {self.lead}'}"
        if self.lead == 0:
            return "proved: a draw"
        return f"proved: wins {by}" if self.lead > 0 else f"proved: loses {by}"


class Bot(Protocol):
    """Something that plays."""

    name: str

    def choose(self, table: Table, seat: int) -> Action:
        """The action the bot chooses for the seat."""

    def choose_number(self, table: Table, seat: int) -> int:
        """The number of that action, without its words."""

    def explain(self, table: Table, seat: int, most: int = 5) -> list[Finding]:
        """Findings about the best few actions, best first."""

    def reseed(self, seed: int) -> None:
        """Start over with this seed, as if just created."""


class Thinking(Protocol):
    """A decision in progress; bots with ``thinking(table, seat, seed)`` return one, to be worked on bit by bit."""

    @property
    def best(self) -> int:
        """The number of the best action so far; -1 while there is none."""

    def go_on(self, seconds: float) -> bool:
        """Think for about this long; return whether the decision is complete."""


class NothingToChoose(ValueError):
    """It isn't the seat's turn."""


def known_state(table: Table, seat: int, seed: int) -> tuple[Kernel, State]:
    """The game's kernel and a copy of the state in which everything the seat can't know is drawn anew."""
    if seat not in table.acting:
        raise NothingToChoose(f"seat {seat} has nothing to choose now; it's the turn of {table.acting or 'nobody'}")
    return kernel_of(table.game), table.redealt(seat, seed).state


def offered(table: Table, seat: int, number: int) -> Action:
    """The legal action with this number, as the table lists it."""
    return table.offered(seat, [number])[0]


class RandomBot:
    """Chooses a random legal action, each equally likely."""

    name = "random"

    def __init__(self, seed: int = 0) -> None:
        self.reseed(seed)

    def reseed(self, seed: int) -> None:
        """Start over with this seed, as if just created."""
        self._rng = generator(seed, RANDOM_STREAM)

    def choose(self, table: Table, seat: int) -> Action:
        """A random legal action."""
        return offered(table, seat, self.choose_number(table, seat))

    def choose_number(self, table: Table, seat: int) -> int:
        """The number of a random legal action."""
        kernel, state = known_state(table, seat, seed=0)
        legal = kernel.legal(state, seat)
        return legal[int(below(self._rng, len(legal)))]

    def explain(self, table: Table, seat: int, most: int = 5) -> list[Finding]:
        """Nothing: a random bot has no opinion."""
        return []


class GreedyBot:
    """Chooses what looks best at a glance, going by the game's ``rate``."""

    name = "greedy"

    def reseed(self, seed: int) -> None:
        """Change nothing: this bot uses no randomness."""

    def choose(self, table: Table, seat: int) -> Action:
        """The action with the best rating, the first of equals."""
        return offered(table, seat, self.choose_number(table, seat))

    def choose_number(self, table: Table, seat: int) -> int:
        """The number of that action."""
        kernel, state = known_state(table, seat, seed=0)
        legal = kernel.legal(state, seat)
        ratings = kernel.rate(state, seat, legal)
        return legal[ratings.index(max(ratings))]

    def explain(self, table: Table, seat: int, most: int = 5) -> list[Finding]:
        """The actions with the best ratings; a glance predicts no results, so all values are equal."""
        kernel, state = known_state(table, seat, seed=0)
        legal = kernel.legal(state, seat)
        ratings = dict(zip(legal, kernel.rate(state, seat, legal), strict=True))
        best = sorted(legal, key=lambda number: -ratings[number])[:most]
        even = 1 / table.seats
        return [
            Finding(action, even, 1.0, 1 / len(legal), (action.notation,))
            for action in (offered(table, seat, number) for number in best)
        ]
