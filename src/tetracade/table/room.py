"""A room: a table with the people round it, made of its log and of nothing else.

Commands check and change the room and add lines to its log; ``opening.folded`` makes the same room from the lines.
Nothing here reads a clock, a file or a socket: times come in as arguments, seeds from a function the room was given.
"""

from collections.abc import Callable
from typing import Any

from tetracade.engine.contract import OVER
from tetracade.engine.game import Game
from tetracade.engine.kernel import kernel_of, seats_of
from tetracade.table import log
from tetracade.table.clock import Clock
from tetracade.table.dealing import Damaged, Dealing
from tetracade.table.ending import ending_of
from tetracade.table.fair import FairDealer, commitment_of
from tetracade.table.log import Chair, Line
from tetracade.table.seating import Denied, Seating
from tetracade.table.series import series_after
from tetracade.table.table import IllegalAction, Table
from tetracade.table.text_cleaning import one_line
from tetracade.table.undo import may_undo

ASKING = (log.Started, log.Acted, log.Undone, log.Resigned, log.StoodIn, log.Back)
"""Lines after which it is to be seen anew who may do what."""


class Room:
    """One table and its people. ``fresh`` are the lines that nobody has stored yet."""

    def __init__(self, opened: log.Opened, find: Callable[[str], Game], seeds: dict[int, bytes]) -> None:
        self.opened = opened
        self.game = find(opened.game)
        if self.game.version != opened.version:
            raise Damaged(f"it was played by version {opened.version} of {self.game.title}, not {self.game.version}")
        self.settings = opened.settings
        self.seating = Seating(opened.chairs)
        self.seeds = seeds
        self.new_seed: Callable[[], bytes] | None = None
        self.lines: list[Line] = []
        self.spans: list[tuple[int, int, int]] = []
        """By number: the game it belongs to, and from where to where its lines stand in the table's log."""
        self.fresh: list[Line] = []
        self.phase = "waiting"
        self.game_number = 0
        self.options = dict(opened.options)
        self.commitment = opened.commitment
        self.series = opened.series
        """How the series stands to which the games belong; empty without one."""
        self.words: list[str] = [""] * len(opened.chairs)
        self.dealing = Dealing(None)
        self.table: Table | None = None
        self.clock: Clock | None = None
        self.asked: log.Asked | None = None
        self.waiting: list[int] = []
        self.asked_at: dict[int, int] = {}
        """By acting seat: the number since which its offers are what they are."""
        self.offered: dict[int, list[int]] = {}
        """By acting seat: its legal actions."""
        self.played_out = False
        """Whether the rules have ended the game."""
        self._mask: int | None = None
        """Who acts, where that is known from the last step."""
        self._turn_ended = False
        """Whether the last step has ended its seat's turn."""
        self.timing_secret = False
        """Whether it must not be seen who is asked now."""
        self.undone: set[int] = set()
        """Numbers of actions that were taken back."""
        self.asides = 0
        """How many lines there are beside actions, since the present game began or the table was set up."""
        self.ended: log.Ended | None = None
        self._note(opened, 0)

    # ---- what it is ------------------------------------------------------------------------------------------------

    @property
    def number(self) -> int:
        """How many lines the log has; the number of the latest update."""
        return len(self.lines)

    @property
    def acting(self) -> tuple[int, ...]:
        """The seats that are to act."""
        return tuple(self.offered)

    def may_undo(self, seat: int) -> bool:
        """Whether the seat may ask to take back its last action."""
        if self.table is None or self.phase != "playing" or self.settings["undo"] == "off" or self.timing_secret:
            return False
        if self.seating[seat].resigned:
            return False
        return self.asked is None and may_undo(self.table, seat)

    def seed_shown(self) -> str:
        """The seed of the dealing, once the game is over."""
        return self.ended.seed if self.ended is not None else ""

    # ---- commands --------------------------------------------------------------------------------------------------

    def sit(self, holder: int, seat: int | None, name: str, word: str, now: float) -> int:
        """Take an open seat; returns it."""
        self._in("waiting", "The game has started; seats can't change now.")
        seat = self.seating.open_seat(seat)
        self._add(log.Sat(seat=seat, chair=Chair(name=name, holder=holder, word=one_line(word))))
        self.start_if_full(now)
        return seat

    def leave(self, seat: int) -> None:
        """Give up the seat before the start."""
        self._in("waiting", "The game has started. Resign, or let a bot take over.")
        if self.seating[seat].open:
            raise Denied("wrong_phase", "That seat is empty.")
        self._add(log.Left(seat=seat))

    def fill(self, level: int, now: float) -> None:
        """Put bots on the open seats and start."""
        self._in("waiting", "The game has already started.")
        for seat in range(len(self.seating)):
            if self.seating[seat].open:
                self._add(log.Sat(seat=seat, chair=Chair(level=level)))
        self._begin(now)

    def bring_word(self, holder: int, word: str) -> None:
        """Give all seats of the holder this word for the dealing, before the start."""
        self._in("waiting", "The game has already started.")
        held = self.seating.held_by(holder)
        if not held:
            raise Denied("forbidden", "You have no seat to bring a word for.")
        for seat in held:
            self._add(log.Worded(seat=seat, word=one_line(word)))

    def start_if_full(self, now: float) -> None:
        """Begin the first game once nobody is missing, unless it is to be started by hand."""
        if self.phase == "waiting" and self.seating.full and self.settings.get("start") != "later":
            self._begin(now)

    def act(self, seat: int, action: int | str, number: int, now: float, *, auto: bool = False) -> None:
        """Do an action; Denied with the rule if it may not be."""
        table = self._playing()
        chosen = self.checked_act(seat, action, number)
        spent = self.clock.spent(seat, now) if self.clock else 0.0
        lag = self.clock.excused(seat, now) if self.clock and self.clock.by_turns else 0.0
        self._step(table, seat, chosen)
        drawn = self.dealing.taken()
        self._add(log.Acted(seat=seat, action=chosen, outcomes=drawn, spent=spent, lag=lag, auto=auto), now)
        self._end_if_over(now)

    def checked_act(self, seat: int, action: int | str, number: int) -> int:
        """The action's number; Denied if the seat may not do it, or was asked anew after this number."""
        table = self._playing()
        if seat in self.offered and number < self.asked_at.get(seat, 0):
            raise Denied("stale", "The game has moved on. Look again.")
        if number > self.number:
            raise Denied("stale", f"There is no number {number} yet; the latest is {self.number}.")
        try:
            chosen = self.game.words.action_of(action) if isinstance(action, str) else action
        except ValueError as error:
            raise Denied("illegal", str(error)) from None
        if chosen in self.offered.get(seat, ()):
            return chosen
        try:
            refusal = table.why_not(chosen, seat)
        except IllegalAction as error:
            raise Denied("illegal", error.reason, error.rule, error.places) from None
        if refusal is None:
            raise Damaged("what is offered and what is legal differ")
        code = "illegal" if seat in self.offered else "not_your_turn"
        raise Denied(code, refusal.reason, refusal.rule, refusal.places)

    def resign(self, seat: int, now: float, *, late: bool = False) -> None:
        """Give the game up; it ends when only one is left who has not."""
        self._playing()
        if self.seating[seat].resigned:
            raise Denied("wrong_phase", "You have already resigned.")
        spent = self.clock.spent(seat, now) if self.clock else 0.0
        self._add(log.Resigned(seat=seat, late=late, spent=spent), now)
        self._end_if_over(now)

    def ask_undo(self, seat: int, now: float) -> None:
        """Ask to take back the last action; done at once where nobody else is to be asked."""
        self._playing()
        if self.settings["undo"] == "off":
            raise Denied("switched_off", "Undo is off at this table.")
        if not self.may_undo(seat):
            raise Denied("nothing_to_undo", "There is nothing you can undo.")
        others = self.seating.persons_but(self.seating[seat].holder)
        if others and self.settings["undo"] == "ask":
            self._add(log.Asked(what="undo", seat=seat))
        else:
            self._add(log.Undone(seat=seat), now)

    def ask_rematch(self, seat: int, word: str, now: float) -> None:
        """Ask for another game, or agree to it."""
        self._in("over", "The game isn't over yet.")
        series = self.game.series
        if self.series and series is not None and series.over(self.series):
            raise Denied("wrong_phase", "The series is over.")
        if self.asked is not None:
            self.reply(seat, "rematch", True, now, word)
            return
        self._add(log.Asked(what="rematch", seat=seat, word=one_line(word)))
        self._rematch_if_agreed(now)

    def reply(self, seat: int, to: str, yes: bool, now: float, word: str = "") -> None:
        """Agree or not to what another seat asks."""
        if self.asked is None or self.asked.what != to:
            raise Denied("wrong_phase", "Nobody is asking for that now.")
        if seat not in self.waiting:
            raise Denied("wrong_phase", "You have already replied, or weren't asked.")
        asker = self.asked.seat
        self._add(log.Replied(what=to, seat=seat, yes=yes, word=one_line(word)))
        if to == "rematch":
            self._rematch_if_agreed(now)
        elif yes and not self.waiting:
            self._add(log.Undone(seat=asker), now)

    def stand_in(self, seat: int, level: int) -> None:
        """Let a bot play for a person who is away."""
        self._playing()
        if not self.seating[seat].person or self.seating[seat].played_by:
            raise Denied("wrong_phase", "A bot is already playing there.")
        self._add(log.StoodIn(seat=seat, level=level))

    def back(self, seat: int) -> None:
        """Give the seat back to its person."""
        if self.seating[seat].stand_in:
            self._add(log.Back(seat=seat))

    def say(self, seat: int, text: str) -> None:
        """Add to the chat."""
        if not self.settings["chat"]:
            raise Denied("switched_off", "Chat is off at this table.")
        self._add(log.Said(seat=seat, text=text))

    def late(self, now: float) -> list[int]:
        """The seats whose time is up."""
        return self.clock.late(now) if self.clock and self.phase == "playing" else []

    # ---- the log ---------------------------------------------------------------------------------------------------

    def fold(self, line: Line, now: float) -> None:
        """Let a line of the log happen again."""
        if isinstance(line, log.Opened):
            raise Damaged("a room is opened twice")
        if isinstance(line, log.Started):
            if self.phase == "playing" or line.game != self.game_number + 1:
                raise Damaged("a game begins in the middle of another")
            self._lay_out(line.game, line.options, line.outcomes)
            if self.seating.words != line.words:
                raise Damaged("the words are not those of the seats")
        elif isinstance(line, log.Acted):
            if self.table is None or self.phase != "playing":
                raise Damaged("an action without a game")
            self.dealing.recorded.extend(line.outcomes)
            if line.action not in self.offered.get(line.seat, ()):
                raise Damaged("an action that is not allowed")
            self._step(self.table, line.seat, line.action)
            if self.dealing.recorded or self.dealing.taken() != line.outcomes:
                raise Damaged("outcomes that are not due")
        self._note(line, now)

    def resume(self, now: float) -> None:
        """Let clocks that run begin now: nobody pays for the time in which there was no server."""
        if self.clock is not None:
            self.clock.since = dict.fromkeys(self.clock.since, now)

    def _step(self, table: Table, seat: int, action: int) -> None:
        """Let the seat act, and note who acts then and whether its turn is over."""
        ends = self.clock is not None and kernel_of(self.game).ends_turn(table.state, seat, action)
        self._mask = table.step(seat, action)
        self._turn_ended = ends or seat not in seats_of(self._mask)

    def _add(self, line: Line, now: float = 0.0) -> None:
        self.fresh.append(line)
        self._note(line, now)

    def _note(self, line: Line, now: float) -> None:
        """Let the line change everything but the table's own state."""
        start = self.spans[-1][2] if self.spans and self.spans[-1][0] == self.game_number else 0
        seating = self.seating
        if isinstance(line, log.Acted):  # first, as most lines are
            if self.clock is not None:
                self.clock.acted(line.seat, line.spent, line.lag, ends=self._turn_ended)
            if self.asked is not None:
                self.asked, self.waiting = None, []
        elif isinstance(line, log.Sat):
            seating.sit(line.seat, line.chair)
        elif isinstance(line, log.Left):
            seating.clear(line.seat)
        elif isinstance(line, log.Worded):
            seating[line.seat].word = line.word
        elif isinstance(line, log.Started):
            self._started(line)
            start = 0
        elif isinstance(line, log.Undone):
            if self.table is None:
                raise Damaged("an undo without a game")
            self.table.undo()
            if self.clock is not None:
                self.clock.take_back()
            self.undone.add(
                max(n for n, old in enumerate(self.lines, 1) if isinstance(old, log.Acted) and n not in self.undone)
            )
            self.asked, self.waiting = None, []
        elif isinstance(line, log.Resigned):
            if self.clock is not None:
                self.clock.charge(line.seat, line.spent)
            seating[line.seat].resigned = True
        elif isinstance(line, log.StoodIn):
            seating[line.seat].stand_in = line.level
        elif isinstance(line, log.Back):
            seating[line.seat].stand_in = 0
        elif isinstance(line, (log.Asked, log.Replied)):
            self._ask_or_reply(line)
        elif isinstance(line, log.Ended):
            self.phase, self.ended, self.clock, self.series = "over", line, None, line.series
            self.offered, self.timing_secret = {}, False
            self.asked, self.waiting = None, []
            for seat in line.winners:
                seating[seat].wins += 1
        self.asides = 0 if isinstance(line, log.Started) else self.asides + (not isinstance(line, log.Acted))
        self.lines.append(line)
        until = len(self.table.entries) if self.table is not None else 0
        self.spans.append((self.game_number, min(start, until), until))
        if isinstance(line, ASKING):
            self._ask_seats(now)

    def _started(self, line: log.Started) -> None:
        self.phase, self.ended, self.game_number = "playing", None, line.game
        self.commitment, self.words = line.commitment, line.words
        self.asked, self.waiting = None, []
        self.asked_at, self.offered = {}, {}
        wanted = self.settings.get("clock")
        self.clock = Clock(len(self.seating), **wanted, by_turns=line.by_turns) if wanted else None

    def _ask_or_reply(self, line: log.Asked | log.Replied) -> None:
        place = self.seating[line.seat]
        if isinstance(line, log.Asked):
            self.asked = line
            self.waiting = self.seating.persons_but(place.holder)
            if line.what == "rematch":
                self.waiting = [
                    seat
                    for seat, other in enumerate(self.seating.places)
                    if other.person and other.holder != place.holder
                ]
        elif line.yes:
            self.waiting = [seat for seat in self.waiting if self.seating[seat].holder != place.holder]
        else:
            self.asked, self.waiting = None, []
        if line.what == "rematch":
            place.word = line.word

    def _ask_seats(self, now: float) -> None:
        """Note since which number each acting seat's offers are what they are, and let the clocks of persons run."""
        if self.table is None or self.phase != "playing":
            self.offered, self.timing_secret = {}, False
            return
        kernel = kernel_of(self.game)
        state = self.table.state
        mask, self._mask = self._mask, None
        if mask is None:
            mask = kernel.acting(state)
        self.played_out = mask == OVER
        offered = {seat: kernel.legal(state, seat) for seat in seats_of(mask)}
        self.timing_secret = bool(offered) and kernel.timing_secret(state)
        last = self.lines[-1]
        for seat, legal in offered.items():
            mine = isinstance(last, (log.Acted, log.Undone)) and last.seat == seat
            if mine or self.offered.get(seat) != legal:
                self.asked_at[seat] = self.number
        self.offered = offered
        if self.clock is not None:
            asked = [] if self.timing_secret else [seat for seat in offered if not self.seating[seat].played_by]
            self.clock.run(asked, now)
            self.clock.rest(offered)

    # ---- games -----------------------------------------------------------------------------------------------------

    def _begin(self, now: float) -> None:
        number = self.game_number + 1
        commitment = self.ended.next if self.ended is not None else self.opened.commitment
        if number not in self.seeds:
            raise Damaged("the seed of the next game is missing")
        series = self.game.series
        taken = series.options(self.series) if self.series and series is not None else {}
        self._lay_out(number, {**self.options, **taken}, [])
        drawn, words = self.dealing.taken(), self.seating.words
        self._add(
            log.Started(
                game=number,
                commitment=commitment,
                words=words,
                outcomes=drawn,
                options=self.options,
                by_turns=True,
            ),
            now,
        )
        self._end_if_over(now)

    def _lay_out(self, number: int, options: dict[str, Any], outcomes: list[int]) -> None:
        """Set the game up anew, everybody one seat on after the first."""
        if number > 1:
            self.seating.next_game(rotate=not self.series)
        self.options = dict(options)
        seed = self.seeds.get(number)
        self.dealing = Dealing(FairDealer(seed, self.seating.words) if seed else None)
        self.dealing.recorded.extend(outcomes)
        self.table = Table(self.game, len(self.seating), options, dealer=self.dealing)
        if outcomes and (self.dealing.recorded or self.dealing.taken() != outcomes):
            raise Damaged("outcomes that are not due")

    def _rematch_if_agreed(self, now: float) -> None:
        if self.asked is not None and self.asked.what == "rematch" and not self.waiting:
            self._begin(now)

    def _end_if_over(self, now: float) -> None:
        if self.table is None or self.phase != "playing":
            return
        if self.offered and not any(place.resigned for place in self.seating.places):
            return
        ending = ending_of(self.table, self.seating, self.lines)
        if ending is None:
            return
        if self.new_seed is None:
            raise Damaged("nobody gives seeds")
        next_seed = self.new_seed()
        self.seeds[self.game_number + 1] = next_seed
        self._add(
            log.Ended(
                seed=self.seeds[self.game_number].hex(),
                points=list(ending.points),
                winners=list(ending.winners),
                reason=ending.reason,
                breakdown=list(ending.breakdown),
                next=commitment_of(next_seed),
                series=series_after(self.table, self.series, ending.winners),
            ),
            now,
        )

    def _playing(self) -> Table:
        if self.table is None or self.phase != "playing":
            raise Denied("wrong_phase", "The game has not started." if self.phase == "waiting" else "The game is over.")
        return self.table

    def _in(self, phase: str, otherwise: str) -> None:
        if self.phase != phase:
            raise Denied("wrong_phase", otherwise)
