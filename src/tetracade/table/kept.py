"""A room that is kept, not played: it needs another version of its game. Its log is read without the rules."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from tetracade.engine.contract import SPECTATOR
from tetracade.engine.earlier import Earlier, Needs
from tetracade.engine.game import Game
from tetracade.table import log
from tetracade.table.fair import proof_lines
from tetracade.table.heading import HIDDEN_POSITION, written_heading
from tetracade.table.log import Line
from tetracade.table.narration import sees
from tetracade.table.past import Entry
from tetracade.table.record import BadRecord, cut_record, replayed
from tetracade.table.seating import Seating
from tetracade.table.series import moved_on


class KeptRoom:
    """What a log tells without the rules of its game: who sits there, how far it came, and the games as records."""

    def __init__(self, lines: Sequence[Line], find: Callable[[str], Game], needs: Needs) -> None:
        first = lines[0]
        if not isinstance(first, log.Opened):
            raise TypeError("the log does not begin with the opening of a room")
        self.needs = needs
        self.opened = first
        self.settings = first.settings
        self.lines = lines
        self.phase = "waiting"
        self.latest = 0
        """The number of the latest game; 0 if none has begun."""
        try:
            self.game: Game | None = find(first.game)
        except LookupError:
            self.game = None
        self.seating = Seating(first.chairs)
        series = before = first.series
        for line in lines:
            if isinstance(line, log.Sat):
                self.seating.sit(line.seat, line.chair)
            elif isinstance(line, log.Left):
                self.seating.clear(line.seat)
            elif isinstance(line, log.Started):
                if line.game > 1:
                    self.seating.next_game(rotate=moved_on(self.game, before, series))
                self.phase, self.latest, before = "playing", line.game, series
            elif isinstance(line, log.Ended):
                self.phase, series = "over", line.series

    @property
    def title(self) -> str:
        """What the game is called."""
        return self.opened.game if self.game is None else self.game.title

    def record(self, number: int, eye: int, sees_all_after: bool) -> str | None:
        """The game of this number as text, as its own version reads it; None if the room has not played it.

        What the viewer may not see is a question mark: where today's rules cannot tell, everything is.
        """
        started, lines = self._lines_of(number)
        if started is None:
            return None
        ended = next((line for line in lines if isinstance(line, log.Ended)), None)
        all_open = ended is not None and sees_all_after
        entries = list(_entries(started, lines))
        written = [self._written(entry) for entry in entries]
        if not all_open:
            shown = self._seen(started, written, eye)
            written = [
                line if seen else f"{line.partition(' ')[0]} ?" for line, seen in zip(written, shown, strict=True)
            ]
        options = {name: _value_written(started.options[name]) for name in self._in_order(started.options)}
        heading = written_heading(self.opened.game, self.opened.version, len(started.words), options, self.opened.box)
        proof = proof_lines(started.commitment, started.words, ended.seed if ended is not None and all_open else "")
        return "\n".join([*heading, *self._begun(number, all_open), *written]) + "\n" + proof

    def _begun(self, number: int, all_open: bool) -> list[str]:
        """Return the lines that say where the game began, if not from its set-up."""
        beginning = self.opened.beginning if number == 1 else None
        if beginning is None:
            return []
        if beginning.position:
            return [f"position {beginning.position}" if all_open else HIDDEN_POSITION]
        _, kept = cut_record(beginning.record)
        return kept if all_open else [f"{line.partition(' ')[0]} ?" for line in kept]

    def _in_order(self, options: Mapping[str, Any]) -> list[str]:
        """The names of the options as a record lists them: in the game's order, where today's game has them."""
        order = [] if self.game is None else [option.name for option in self.game.options]
        return sorted(options, key=lambda name: order.index(name) if name in order else len(order))

    def _lines_of(self, number: int) -> tuple[log.Started | None, list[Line]]:
        """The line with which this game started, and those that followed until the next."""
        started: log.Started | None = None
        following: list[Line] = []
        for line in self.lines:
            if isinstance(line, log.Started):
                if started is not None:
                    break
                started = line if line.game == number else None
            elif started is not None:
                following.append(line)
        return started, following

    def _written(self, entry: Entry) -> str:
        """The entry as a line of a record; where the notation of its version is not known, by its number."""
        who = "*" if entry.seat < 0 else str(entry.seat)
        game = self.game
        if game is None or not self._same_numbers(game):
            return f"{who} #{entry.id}"
        return f"{who} {(game.words.outcome_notation if entry.seat < 0 else game.words.notation)(entry.id)}"

    def _same_numbers(self, game: Game) -> bool:
        """Whether its actions and outcomes are numbered as today's."""
        same_box = self.opened.box.partition(" ")[0] == game.box_mark
        version = self.opened.version
        return same_box and (version == game.version or game.version_before(version) is not None)

    def _seen(self, started: log.Started, written: Sequence[str], eye: int) -> Iterable[bool]:
        """Of each entry whether the viewer sees it."""
        nothing = [False] * len(written)
        if self.game is None or not self._same_numbers(self.game):
            return nothing
        today = game = self.game
        earlier = game.version_before(self.opened.version) or Earlier(game.version)
        try:
            options = {name: _value_written(value) for name, value in earlier.read(started.options).items()}
            heading = written_heading(game.name, game.version, len(started.words), options, game.box_line)
            table = replayed("\n".join([*heading, *written]), lambda _: today)
        except BadRecord:  # today's rules cannot walk through it
            return nothing
        return [sees(table, eye, index) for index in range(len(written))]


def _entries(started: log.Started, lines: Sequence[Line]) -> Iterator[Entry]:
    """The actions and outcomes of a game that were not taken back."""
    acted: list[log.Acted] = []
    for line in lines:
        if isinstance(line, log.Acted):
            acted.append(line)
        elif isinstance(line, log.Undone):
            del acted[-line.count :]
    for outcome in started.outcomes:
        yield Entry(SPECTATOR, outcome)
    for line in acted:
        yield Entry(line.seat, line.action)
        for outcome in line.outcomes:
            yield Entry(SPECTATOR, outcome)


def _value_written(value: Any) -> str:
    """An option's value as records write it."""
    if isinstance(value, list):
        return ",".join(_value_written(item) for item in value)
    return str(value).lower() if isinstance(value, bool) else str(value)
