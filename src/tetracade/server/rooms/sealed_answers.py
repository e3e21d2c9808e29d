"""The equal wait: where no one may see who is asked, or who hesitates, everyone is asked at once, for the same time.

The rules may ask one seat after another. Here everyone who might be asked answers in advance, and no one hears of an
answer until the time is up. Then the answers take effect in the order of the rules. Anyone who stayed silent passes,
which is the first action that such a state lists.
"""

import asyncio
from collections import Counter
from typing import TYPE_CHECKING
from weakref import ref

from tetracade.engine.contract import CHANCE, OVER
from tetracade.engine.kernel import kernel_of, seats_of
from tetracade.server.storage.intents import Intent, NewPledge, NoPledges
from tetracade.server.workers.bots import at_a_glance
from tetracade.table import log
from tetracade.table.choice import action_id, denied
from tetracade.table.room import Room
from tetracade.table.seating import Denied
from tetracade.table.table import Table

if TYPE_CHECKING:
    from tetracade.server.rooms.live_room import LiveRoom


def asked_in(room: Room) -> dict[int, list[int]]:
    """Return the seats that would be asked if all before them pass, and what each may answer."""
    kernel = kernel_of(room.game)
    if room.table is None:
        return {}
    states = kernel.states()
    states[0] = room.table.state
    state = states[0]
    asked: dict[int, list[int]] = {}
    while kernel.acting(state) not in (CHANCE, OVER) and kernel.timing_secret(state):
        seat = seats_of(kernel.acting(state))[0]
        if seat in asked:
            break
        asked[seat] = kernel.legal(state, seat)
        kernel.apply(state, seat, asked[seat][0])
    return asked


class SealedAnswers:
    """One room's equal wait, while there is one."""

    def __init__(self, live: "LiveRoom") -> None:
        self._live = ref(live)
        self.number = -1
        """The number of the line that led to the question; -1 while nothing is asked."""
        self.asked: dict[int, list[int]] = {}
        self.answers: dict[int, int] = {}
        self.commands: dict[int, str] = {}
        """By seat: the command with the answer."""
        self.counts: Counter[str] = Counter()
        """What to add to the server's counters when the wait is over."""
        self._timer: asyncio.TimerHandle | None = None
        self._closing = False
        self._countdown: tuple[float, float] | None = None
        """When people's time to answer ends, and how long it is; None if only bots are asked."""

    @property
    def live(self) -> "LiveRoom":
        """The live room. The reference is weak, so that the room is freed when it is dropped."""
        live = self._live()
        if live is None:
            raise ReferenceError("the table has left the memory")
        return live

    @property
    def open(self) -> bool:
        """Whether answers are held back."""
        return self.number >= 0

    def open_if_due(self, stored: list[tuple[int, int, int, str]] | None = None) -> None:
        """Begin a wait if the game calls for one; ``stored`` are answers from before a restart."""
        room = self.live.room
        if self.open or self._closing or not room.turns.timing_secret:
            return
        game_lines = log.Acted | log.Started | log.Undone
        self.number = max(n for n, line in enumerate(room.log.lines, 1) if isinstance(line, game_lines))
        self.asked = asked_in(room)
        for number, seat, action, command in stored or []:
            if number == self.number and action in self.asked.get(seat, []):
                self.answers[seat], self.commands[seat] = action, command
        persons = False
        for seat, legal in self.asked.items():
            if not room.seating[seat].played_by:
                persons = True
            elif seat not in self.answers and room.table is not None:
                self.answers[seat] = at_a_glance(room.table, seat, legal)
        settings = self.live.rooms.settings
        chosen: float = room.settings.get("reaction", settings.reaction_seconds)
        wait = chosen if persons else settings.reaction_bots_seconds
        loop = self.live.rooms.loop
        self._timer = loop.call_later(wait, self.live.guarded(self.close))
        self._countdown = (loop.time() + wait, wait) if persons else None  # who is asked, and that, is no secret
        self._show()

    def table_for(self, seat: int) -> Table | None:
        """Return the table as it will be once all before the seat have passed; None if the seat is no longer asked."""
        if self.live.room.table is None or seat not in self.asked or seat in self.answers:
            return None
        table = self.live.room.table.copy()
        for earlier, legal in self.asked.items():
            if earlier == seat:
                break
            table.play(legal[0], earlier)
        return table

    def answer(self, seat: int, action: int | str, number: int, command: str) -> list[Intent]:
        """Hold back the seat's answer, and return what is to be stored."""
        room = self.live.room
        if room.table is None or not self.open:
            raise Denied("wrong_phase", "There is nothing to answer now.")
        if not self.number <= number <= room.number:
            raise Denied("stale", "The game has moved on. Look again.")
        chosen = action_id(room.game, action)
        if self.answers.get(seat) == chosen:
            return []
        if seat in self.answers:
            raise Denied("not_your_turn", "You have answered. Waiting for the others.")
        if chosen not in self.asked.get(seat, []):
            refusal = (self.table_for(seat) or room.table).why_not(chosen, seat)
            if refusal is None:
                raise Denied("not_your_turn", "There is nothing for you to answer now.")
            raise denied(refusal)
        self.answers[seat], self.commands[seat] = chosen, command
        self._show()
        # The wait never ends early, even if everyone has answered and all but one are bots. Spectators, and players who
        # weren't asked, would learn how long that person thought, and so whether there was a choice to make.
        return [NewPledge(self.live.id, self.number, seat, chosen, command)]

    def close(self) -> None:
        """End the wait, and let the answers take effect."""
        room = self.live.room
        answers, commands = self.answers, self.commands
        self.cancel()
        self._closing = True
        done: set[int] = set()
        while room.turns.timing_secret and room.acting[0] not in done:
            seat = room.acting[0]
            done.add(seat)
            legal = room.turns.offered[seat]
            action = answers.get(seat, legal[0])
            room.act(seat, action if action in legal else legal[0], room.number, self.live.now)
            self.live.flush(command=commands.get(seat))
        self._closing = False
        self.live.flush(extra=[NoPledges(self.live.id)])
        self.live.rooms.stir(self.live)

    def cancel(self) -> None:
        """Forget the wait."""
        if self._timer is not None:
            self._timer.cancel()
        self.number, self.asked, self.answers, self.commands, self._timer = -1, {}, {}, {}, None
        self._countdown = None
        for name, by in self.counts.items():
            self.live.rooms.metrics.count(name, by)
        self.counts.clear()
        self._show()

    def _show(self) -> None:
        """Offer each seat what it may still answer."""
        waiting = {seat: legal for seat, legal in self.asked.items() if seat not in self.answers}
        self.live.presenter.held = waiting if self.open else None
        self.live.presenter.countdown = self._countdown
