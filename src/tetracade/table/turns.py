"""Whose turn it is in a room: the seats that act, what each of them is offered, and since when."""

from tetracade.engine.contract import OVER, State
from tetracade.engine.kernel import Kernel, seats_of


class Turns:
    """The offers of the seats that act now."""

    def __init__(self) -> None:
        self.offered: dict[int, list[int]] = {}
        """By acting seat: its legal actions."""
        self.asked_at: dict[int, int] = {}
        """By acting seat: the number at which it got these offers."""
        self.played_out = False
        """Whether the rules have ended the game."""
        self.timing_secret = False
        """Whether it must stay secret who is asked now."""

    @property
    def acting(self) -> tuple[int, ...]:
        """The seats that act now."""
        return tuple(self.offered)

    def start(self) -> None:
        """Forget the previous game's offers."""
        self.asked_at, self.offered = {}, {}

    def stop(self) -> None:
        """Withdraw all offers."""
        self.offered, self.timing_secret = {}, False

    def ask(self, kernel: Kernel, state: State, mask: int, number: int, acted: int | None) -> None:
        """Offer each seat of the mask its legal actions; seats with new offers count as asked at this number.

        The seat that has just acted or undone counts as asked again, whatever it is offered.
        """
        self.played_out = mask == OVER
        offered = {seat: kernel.legal(state, seat) for seat in seats_of(mask)}
        self.timing_secret = bool(offered) and kernel.timing_secret(state)
        before, self.offered = self.offered, offered
        for seat, legal in offered.items():
            if seat == acted or before.get(seat) != legal:
                self.asked_at[seat] = number
