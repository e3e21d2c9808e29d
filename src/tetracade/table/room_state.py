"""How the lines of a log change a room, with one function for each kind of line.

Checking commands and adding lines is the job of ``room.Room``.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from tetracade.engine.game import Game
from tetracade.engine.kernel import kernel_of
from tetracade.table import log
from tetracade.table.clock import Clock
from tetracade.table.current_game import CurrentGame
from tetracade.table.dealing import Damaged
from tetracade.table.log import Line
from tetracade.table.needs import Needs, check_box
from tetracade.table.question import Question
from tetracade.table.room_log import RoomLog
from tetracade.table.seating import Seating
from tetracade.table.series import moved_on
from tetracade.table.table import Table
from tetracade.table.turns import Turns

ASKING = frozenset({log.Started, log.Acted, log.Undone, log.Resigned, log.StoodIn, log.Back})
"""Lines that can change who may do what."""


class RoomState:
    """A room as its log makes it: people, lines, the current game, whose turn it is, and any open question."""

    def __init__(self, opened: log.Opened, find: Callable[[str], Game], seeds: dict[int, bytes]) -> None:
        self.opened = opened
        self.game = game_of(opened, find)
        self.settings = opened.settings
        self.seeds = seeds
        self.phase = "waiting"
        self.series = opened.series
        """The state of the series these games belong to; empty without one."""
        self.series_begun = opened.series
        """The same when the current game began."""
        self.seating = Seating(opened.chairs)
        self.log = RoomLog()
        self.current = CurrentGame(self.game, opened, self.options_then(opened.options))
        self.turns = Turns()
        self.question = Question()
        self._kernel = kernel_of(self.game)
        self.note(opened, 0)

    @property
    def number(self) -> int:
        """The number of the latest line."""
        return len(self.log.lines)

    @property
    def table(self) -> Table | None:
        """The table of the current game; None before the first."""
        return self.current.table

    @property
    def clock(self) -> Clock | None:
        """The clock of the current game; None if it has none, or is over."""
        return self.current.clock

    @property
    def acting(self) -> tuple[int, ...]:
        """The seats that act now."""
        return self.turns.acting

    def options_then(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """Options of this room's log, as today's rules take them; Needs if they need another version."""
        return self.game.options_then(self.opened.version, given)

    def fold(self, line: Line, now: float) -> None:
        """Let a line of the log happen again; raise Damaged if it can't follow the lines before it."""
        repeat = _REPEATS.get(type(line))
        if repeat is not None:
            repeat(self, line)
        self.note(line, now)

    def resume(self, now: float) -> None:
        """Let running clocks start now, so that no one pays for the time without a server."""
        if self.clock is not None:
            self.clock.since = dict.fromkeys(self.clock.since, now)

    def note(self, line: Line, now: float) -> None:
        """Let the line change everything except the table's state, which an action has already changed."""
        kind = type(line)
        change = _CHANGES.get(kind)
        if change is not None:
            change(self, line)
        current = self.current
        self.log.add(line, current.game_number, len(current.table.entries) if current.table is not None else 0)
        if kind in ASKING:
            self._ask_seats(now)

    def lay_out(self, number: int, options: dict[str, object], outcomes: list[int]) -> None:
        """Set up the table for the game with this number; after the first, everyone moves one seat on."""
        if number > 1:
            self.seating.next_game(rotate=moved_on(self.game, self.series_begun, self.series))
            self.series_begun = self.series
        self.current.lay_out(options, self.seeds.get(number), self.seating.words, outcomes, self.beginning_of(number))

    def beginning_of(self, number: int) -> log.Beginning | None:
        """Where the game with this number begins; None for its set-up, as all games but the first."""
        return self.opened.beginning if number == 1 else None

    def _ask_seats(self, now: float) -> None:
        """Work out who is offered what, and run people's clocks."""
        table, turns, clock = self.current.table, self.turns, self.current.clock
        if table is None or self.phase != "playing":
            turns.stop()
            return
        last = self.log.lines[-1]
        acted = last.seat if isinstance(last, (log.Acted, log.Undone)) else None
        turns.ask(self._kernel, table.state, self.current.take_mask(table), self.number, acted)
        if clock is not None:
            offered = turns.offered
            asked = [] if turns.timing_secret else [seat for seat in offered if not self.seating[seat].played_by]
            clock.run(asked, now)
            clock.rest(offered)


def game_of(opened: log.Opened, find: Callable[[str], Game]) -> Game:
    """The game of this room; Needs if there is none of this name, or it has another box here."""
    try:
        game = find(opened.game)
    except LookupError:
        raise Needs(f"the game {opened.game}", "no such game") from None
    check_box(game, opened.box)
    return game


def game_needed(lines: Sequence[Line], find: Callable[[str], Game]) -> Needs:
    """What the room of these lines needs; Damaged if it needs nothing that isn't here."""
    opened = lines[0]
    try:
        if isinstance(opened, log.Opened):
            game = game_of(opened, find)
            for line in lines:
                if isinstance(line, log.Opened | log.Started):
                    game.options_then(opened.version, line.options)
    except Needs as needs:
        return needs
    raise Damaged("it needs nothing that is not here")


# ---- what a line repeats at the table when it is folded ------------------------------------------------------------


def _open_again(_: RoomState, __: log.Opened) -> None:
    raise Damaged("a room is opened twice")


def _start_again(room: RoomState, line: log.Started) -> None:
    if room.phase == "playing" or line.game != room.current.game_number + 1:
        raise Damaged("a game begins in the middle of another")
    room.lay_out(line.game, room.options_then(line.options), line.outcomes)
    if room.seating.words != line.words:
        raise Damaged("the words are not those of the seats")


def _act_again(room: RoomState, line: log.Acted) -> None:
    table, current = room.table, room.current
    if table is None or room.phase != "playing":
        raise Damaged("an action without a game")
    current.dealing.recorded.extend(line.outcomes)
    if line.action not in room.turns.offered.get(line.seat, ()):
        raise Damaged("an action that is not allowed")
    current.step(table, line.seat, line.action)
    current.check_outcomes(line.outcomes)


_REPEATS: dict[type, Callable[..., None]] = {
    log.Opened: _open_again,
    log.Started: _start_again,
    log.Acted: _act_again,
}


# ---- what a line changes -------------------------------------------------------------------------------------------


def _acted(room: RoomState, line: log.Acted) -> None:
    room.current.charge_action(line)
    if room.question.asked is not None:
        room.question.close()


def _sat(room: RoomState, line: log.Sat) -> None:
    room.seating.sit(line.seat, line.chair)


def _left(room: RoomState, line: log.Left) -> None:
    room.seating.clear(line.seat)


def _worded(room: RoomState, line: log.Worded) -> None:
    room.seating[line.seat].word = line.word


def _started(room: RoomState, line: log.Started) -> None:
    room.phase = "playing"
    room.current.start(line, room.settings.get("clock"))
    room.turns.start()
    room.question.close()


def _undone(room: RoomState, line: log.Undone) -> None:
    room.current.take_back(line.seat, line.count)
    room.log.take_back(line.count)
    room.question.close()


def _resigned(room: RoomState, line: log.Resigned) -> None:
    if room.clock is not None:
        room.clock.charge(line.seat, line.spent)
    room.seating[line.seat].resigned = True


def _stood_in(room: RoomState, line: log.StoodIn) -> None:
    room.seating[line.seat].stand_in = line.level


def _back(room: RoomState, line: log.Back) -> None:
    room.seating[line.seat].stand_in = 0


def _asked(room: RoomState, line: log.Asked) -> None:
    room.question.ask(line, room.seating)
    _bring_word(room, line)


def _replied(room: RoomState, line: log.Replied) -> None:
    room.question.reply(line, room.seating)
    _bring_word(room, line)


def _bring_word(room: RoomState, line: log.Asked | log.Replied) -> None:
    if line.what == "rematch":
        room.seating[line.seat].word = line.word


def _ended(room: RoomState, line: log.Ended) -> None:
    room.phase, room.series = "over", line.series
    room.current.end(line)
    room.turns.stop()
    room.question.close()
    if len(line.winners) < max(2, len(room.seating)):  # all of several: a draw, which nobody wins
        for seat in line.winners:
            room.seating[seat].wins += 1


def _cheered(room: RoomState, line: log.Cheered) -> None:
    room.current.cheers.append((line.seat, line.how))


_CHANGES: dict[type, Callable[..., None]] = {
    log.Acted: _acted,
    log.Sat: _sat,
    log.Left: _left,
    log.Worded: _worded,
    log.Started: _started,
    log.Undone: _undone,
    log.Resigned: _resigned,
    log.StoodIn: _stood_in,
    log.Back: _back,
    log.Asked: _asked,
    log.Replied: _replied,
    log.Ended: _ended,
    log.Cheered: _cheered,
}
"""By kind of line. The others, Opened and Said, are only kept."""
