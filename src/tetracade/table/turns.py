"""Whose turn it is in a room: the seats that act, what each of them is offered, and since when."""

from tetracade.engine.contract import OVER, State
from tetracade.engine.kernel import Kernel, seats_of


class Turns:
    """The offers of the seats that act now."""

    def __init__(self) -> None:
        self.offered: dict[int, list[int]] = {}
        """By acting seat: its legal actions."""
        self.asked_at: dict[int, int] = {}
        """By acting seat: the number since which its offers are what they are."""
        self.played_out = False
        """Whether the rules have ended the game."""
        self.timing_secret = False
        """Whether nobody may see who is asked now."""

    @property
    def acting(self) -> tuple[int, ...]:
        """The seats that act now."""
        return tuple(self.offered)

    def start(self) -> None:
        """Forget the offers of the game before."""
        self.asked_at, self.offered = {}, {}

    def stop(self) -> None:
        """Offer nothing to anybody."""
        self.offered, self.timing_secret = {}, False

    def ask(self, kernel: Kernel, state: State, mask: int, number: int, acted: int | None) -> None:
        """Offer each seat of the mask its legal actions; those who are offered something new are asked at this number.

        The seat that has just acted, or taken an action back, counts as asked anew whatever it is offered.
        """
        self.played_out = mask == OVER
        offered = {seat: kernel.legal(state, seat) for seat in seats_of(mask)}
        self.timing_secret = bool(offered) and kernel.timing_secret(state)
        before, self.offered = self.offered, offered
        for seat, legal in offered.items():
            if seat == acted or before.get(seat) != legal:
                self.asked_at[seat] = number
