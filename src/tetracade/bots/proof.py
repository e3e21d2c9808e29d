"""The end of an open game, proved: which action is best, and with what lead the game then ends.

Who wins is proved first, which takes a fraction of the states; then by how much.
"""

from collections.abc import Generator, Iterator

import numpy as np

from tetracade.bots import exact
from tetracade.bots.bot import AT_LEAST, AT_MOST
from tetracade.bots.loops import Search, Thought, loops_of
from tetracade.engine.arrays import as_rules_see
from tetracade.engine.contract import State
from tetracade.engine.kernel import Kernel

ROWS = 1 << 18
"""Rows of the table of states; sixteen times as many make no difference."""

SLICE = 50_000
"""How many states one step looks at: some 50 milliseconds of TetraTrax."""

SEATS = 2


def provable(kernel: Kernel, state: State) -> bool:
    """Whether the end can be searched exactly: two seats, nothing hidden, and the game tells futures apart."""
    return (
        kernel.nothing_hidden
        and int(state.seats) == SEATS
        and int(kernel.functions["future"](as_rules_see(state))) != exact.NO_KEY
    )


class Proof:
    """Looks for the action that ends with the best lead, until that is proved or enough states were looked at."""

    def __init__(self, kernel: Kernel) -> None:
        game, depth = kernel.game, kernel.game.longest + 1
        self._kernel = kernel
        self._proving = exact.Proving(
            states=kernel.states(depth),
            actions=np.zeros((depth, game.actions), np.int64),
            ratings=np.zeros((depth, game.actions), np.float64),
            table=np.zeros((ROWS, exact.COLUMNS), np.int64),
            credit=np.zeros((SEATS, game.actions), np.float64),
            counters=np.zeros(2, np.int64),
        )
        self._state = kernel.states()

    def root(self, state: State, seat: int, states: int) -> None:
        """Start over at this state, from which the seat acts, with so many states for ``steps`` to look at."""
        self._proving.table[:, exact.KEY] = exact.NO_KEY
        self._proving.credit[:] = 0.0
        self._state[0] = state
        self._seat = seat
        self._left = states
        legal = self._kernel.legal(state, seat)
        ratings = dict(zip(legal, self._kernel.rate(state, seat, legal), strict=True))
        self._actions = sorted(legal, key=lambda action: -ratings[action])
        self.leads: dict[int, int] = {}
        """By action the seat's lead at the end: exact for the best, at most so much for the others."""
        self._bounds: dict[int, str] = {}
        self.proved = False
        self.wins = False
        """Whether the best action so far wins for sure; by how much is settled once all is proved."""

    def steps(self) -> Iterator[None]:
        """Find out who wins, then by how much; each step looks at a slice of states."""
        settled = yield from self._compare(-1, 1)
        if not settled:
            return
        best = max(self.leads.values())
        self.wins = best > 0
        if best == 0:
            self.proved = True
            return
        self._actions.sort(key=lambda action: -self.leads.get(action, -1))
        self.proved = yield from self._compare(0 if self.wins else -exact.FAR, exact.FAR)

    def _compare(self, low: int, high: int) -> Generator[None, None, bool]:
        """Compare the actions with the best so far, one by one, between these bounds; return whether that is done."""
        leads: dict[int, int] = {}
        for action in self._actions:
            first = not leads
            found = yield from self._lead_after(action, low, high if first else low + 1)
            if found is not None and not first and low < found < high:
                found = yield from self._lead_after(action, low, high)
            if found is None:
                return False
            leads[action] = found
            self.leads = leads
            self._bounds[action] = AT_MOST if found <= low else AT_LEAST if found >= high else ""
            low = max(low, found)
            if low >= high:
                break
        return True

    def thoughts(self) -> list[Thought]:
        """Every action compared, the best first: 1 for a win, a half for a draw, 0 for a loss.

        While none is compared, all in the order of their hints.
        """
        if not self.leads:
            return [Thought(action, 0, 0.5, 0) for action in self._actions]
        best_first = sorted(self.leads.items(), key=lambda found: -found[1])
        return [Thought(action, 1, worth_of(lead), 0, lead, self._bounds[action]) for action, lead in best_first]

    def _lead_after(self, action: int, low: int, high: int) -> Generator[None, None, int | None]:
        """The seat's lead at the end after this action, exact between these bounds; None if the states run out."""
        proving, solve = self._proving, loops_of(self._kernel.game)["solve"]
        least, most = (low, high) if self._seat == 0 else (-high, -low)
        while self._left > 0:
            proving.states[0] = self._state[0]
            self._kernel.apply(proving.states[0], self._seat, action)
            proving.counters[exact.LOOKED] = 0
            proving.counters[exact.MAY_LOOK] = allowed = min(SLICE, self._left)
            found = int(solve(proving, 0, least, most))
            looked = int(proving.counters[exact.LOOKED])
            self._left -= max(looked, 1)
            yield
            if looked <= allowed:
                return found if self._seat == 0 else -found
        return None


def worth_of(lead: int) -> float:
    """What a lead is worth."""
    return 1.0 if lead > 0 else 0.5 if lead == 0 else 0.0


class ProofFirst:
    """A proof, if the states suffice for that or at least for a win; another search if not."""

    def __init__(self, proof: Proof, other: Search) -> None:
        self._proof = proof
        self._other = other

    def steps(self) -> Iterator[None]:
        """Look for the proof, then search on without one."""
        yield from self._proof.steps()
        if not self._proof.proved and not self._proof.wins:
            yield from self._other.steps()

    def thoughts(self) -> list[Thought]:
        """What was proved; else what the other search found, or before it began, what was compared so far."""
        found = self._other.thoughts()
        return found if found and not (self._proof.proved or self._proof.wins) else self._proof.thoughts()
