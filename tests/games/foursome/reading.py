"""Tables of Foursome in a position written in one line, with the cards that will be picked."""

from collections.abc import Sequence

import tetracade
from tetracade import Table
from tetracade.engine.kernel import kernel_of
from tetracade.games.foursome.board import COLOURS, KIND_NAMES
from tetracade.games.foursome.notation import outcome_of

GAME = tetracade.game("foursome")
KERNEL = kernel_of(GAME)


class Cards:
    """A dealer who gives these cards in order, then whatever comes first."""

    def __init__(self) -> None:
        self.coming: list[int] = []

    def __call__(self, ids: Sequence[int], weights: Sequence[int], /) -> int:
        if not self.coming:
            return ids[0]
        card = self.coming.pop(0)
        assert card in ids, f"{KIND_NAMES[card]} is not in the deck"
        return card


def read(line: str, picks: str = "") -> Table:
    """A table in this position; ``picks`` are the cards that will come from the deck.

    Got it comes before STEAL here unless the line says ``steal=first``: most tests are about something else.
    """
    line = line if "steal=" in line else f"steal=after {line}"
    dealer = Cards()
    state = KERNEL.states()
    GAME.words.read_position(state[0], line)
    table = tetracade.new("foursome", seats=int(state[0].seats), first="1", steal=part_of(line, "steal"), dealer=dealer)
    table.state.setfield(state[0], state.dtype)
    dealer.coming = [outcome_of(card) for card in picks.split()]
    return table


def pick(table: Table, *cards: str) -> Table:
    """Let these cards be picked, one after another."""
    for card in cards:
        assert outcome_of(card) in KERNEL.outcomes(table.state)[0], f"{card} is not in the deck"
        KERNEL.resolve(table.state, outcome_of(card))
    return table


def offered(table: Table) -> set[str]:
    """The notations of all that may be done now."""
    return {action.notation for action in table.legal()}


def part(table: Table, name: str) -> str:
    """One part of the position in writing."""
    return part_of(table.position(), name)


def part_of(line: str, name: str) -> str:
    """The same of a line."""
    return dict(each.split("=", 1) for each in line.split())[name]


def foursomes(table: Table) -> list[int]:
    """The foursomes by colour."""
    return [int(table.state.foursomes[colour]) for colour in range(COLOURS)]
