"""Tables in positions written in one line, with draws as the test says them."""

from collections.abc import Iterable, Sequence

import tetracade
from tetracade import SeededDealer, Table
from tetracade.engine.kernel import kernel_of
from tetracade.games.tetrad.board import FREE_SPACES, POCKETS, pocket_name
from tetracade.games.tetrad.box import COLUMNS, SIDE
from tetracade.games.tetrad.notation import card_notation

GAME = tetracade.game("tetrad")
KERNEL = kernel_of(GAME)


STAR = FREE_SPACES[0]
"""A free space."""
PLAIN = next(name for name in map(pocket_name, range(POCKETS)) if name not in FREE_SPACES)
"""A pocket that is none."""


def row_of(pocket: str) -> list[str]:
    """The pockets in the same row."""
    return [f"{column}{pocket[1:]}" for column in COLUMNS]


def images(pockets: Iterable[str]) -> str:
    """The images that lie on these pockets where 1 to 16 lie in their order, as a hand lists them."""
    return ",".join(str(number + 1) for number in range(POCKETS) if pocket_name(number) in pockets)


def row_but(pocket: str) -> str:
    """The images of the pocket's row, without its own."""
    return images([name for name in row_of(pocket) if name != pocket])


def claim_with_free_space(pocket: str) -> str:
    """The claim of the pocket's row in which FREE SPACE lies on that pocket."""
    return "claim " + " ".join(f"*{name}" if name == pocket else name for name in row_of(pocket))


def laid(**cards: str) -> str:
    """A board on which 1 to 16 lie in their order, but for what is said of a pocket."""
    names = [pocket_name(number) for number in range(POCKETS)]
    stacks = [cards.get(name, str(number)) for number, name in enumerate(names, 1)]
    return "board=" + "/".join(",".join(stacks[row : row + SIDE]) for row in range(0, POCKETS, SIDE))


class Draws:
    """Deals what a test has written down, in order, then from a seed."""

    def __init__(self, seed: int) -> None:
        self.next: list[str] = []
        self._then = SeededDealer(seed)

    def __call__(self, ids: Sequence[int], weights: Sequence[int], /) -> int:
        if not self.next:
            return self._then(ids, weights)
        outcome = GAME.words.outcome_of(self.next.pop(0))
        assert outcome in ids, f"{GAME.words.outcome_notation(outcome)} cannot be drawn"
        return outcome


def read(line: str, *draws: str, seed: int = 1) -> Table:
    """A table in this position; the next outcomes are those given, written without their kind: 17, the-bomb."""
    state = KERNEL.states()
    GAME.words.read_position(state[0], line)
    dealer = Draws(seed)
    table = tetracade.new("tetrad", seats=int(state[0].seats), dealer=dealer)
    table.state.setfield(state[0], state.dtype)
    dealer.next += [draw if " " in draw else f"card {draw}" for draw in draws]
    return table


def played(line: str, *actions: str, draws: Sequence[str] = ()) -> Table:
    """The table after these actions by whoever acts."""
    table = read(line, *draws)
    for action in actions:
        table.play(action)
    return table


def offered(table: Table, kind: str = "") -> set[str]:
    """The notation of all legal actions that begin like this."""
    names = [action.notation for action in table.legal()]
    assert len(set(names)) == len(names), "an action is listed twice"
    return {name for name in names if name.startswith(kind)}


def refused(table: Table, action: str, seat: int | None = None) -> tuple[str, str]:
    """The rule and the reason for which the action is not allowed."""
    refusal = table.why_not(action, table.acting[0] if seat is None and table.acting else seat or 0)
    assert refusal is not None, f"{action} is allowed"
    return refusal.rule, refusal.reason


def hand(table: Table, seat: int) -> list[str]:
    return [card_notation(int(card)) for card in table.state.hand[seat] if card]


def known(table: Table, seat: int) -> list[str]:
    return [card_notation(int(card)) for card in table.state.known[seat] if card]


def discards(table: Table) -> list[str]:
    return [card_notation(int(card)) for card in table.state.discard if card]


def board(table: Table) -> dict[str, int]:
    """The top card of every pocket."""
    return {pocket_name(number): int(table.state.top[number]) for number in range(16)}
