"""A room: a table with the people around it, made from its log and nothing else.

Commands check and change the room and add lines to its log; ``opening.folded`` makes the same room from those lines.
Nothing here reads a clock, a file or a socket: times are passed in, and seeds come from a function given to the room.
"""

from collections.abc import Callable

from tetracade.engine.game import Game
from tetracade.table import log
from tetracade.table.choice import action_id, denied
from tetracade.table.dealing import Damaged
from tetracade.table.ending import ending_of
from tetracade.table.fair import commitment_of
from tetracade.table.log import Chair, Line
from tetracade.table.room_state import RoomState
from tetracade.table.seating import Denied
from tetracade.table.series import series_after, series_of
from tetracade.table.table import Table
from tetracade.table.text_cleaning import one_line
from tetracade.table.undo import NOTHING, PASSED, TakeBack, take_back_of


class Room(RoomState):
    """One table and its people, with the commands that change it."""

    def __init__(self, opened: log.Opened, find: Callable[[str], Game], seeds: dict[int, bytes]) -> None:
        super().__init__(opened, find, seeds)
        self.new_seed: Callable[[], bytes] | None = None

    def may_undo(self, seat: int) -> bool:
        """Whether the seat may undo, or ask to."""
        return self.settings["undo"] != "off" and self.question.asked is None and self.take_back_of(seat).actions > 0

    def take_back_of(self, seat: int) -> TakeBack:
        """Return what the seat may take back now."""
        table, place = self.current.table, self.seating.places[seat]
        if table is None or self.phase != "playing" or self.turns.timing_secret or place.resigned:
            return NOTHING
        together = not self.seating.has_rivals(place.holder)
        if not together and seat not in self.turns.offered:
            return PASSED
        return take_back_of(table, seat, self.seating.persons, together=together)

    def undo_is_stale(self, seat: int, number: int) -> bool:
        """Whether the seat's holder has decided something else since this number, or something was taken back."""
        held = self.seating.held_by(self.seating[seat].holder)
        since = self.log.lines[number:]
        return any(type(line) is log.Undone or (type(line) is log.Acted and line.seat in held) for line in since)

    # ---- commands --------------------------------------------------------------------------------------------------

    def sit(self, holder: int, seat: int | None, name: str, word: str, now: float, birthday: str = "") -> int:
        """Take an open seat, and return it."""
        self._in("waiting", "The game has started; seats can't change now.")
        seat = self.seating.open_seat(seat)
        self._add(log.Sat(seat=seat, chair=Chair(name=name, holder=holder, word=one_line(word), birthday=birthday)))
        self.start_if_full(now)
        return seat

    def leave(self, seat: int) -> None:
        """Give up a seat before the start."""
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
        """Begin the first game once all seats are taken, unless the creator starts it."""
        if self.phase == "waiting" and self.seating.full and self.settings.get("start") != "later":
            self._begin(now)

    def act(self, seat: int, action: int | str, number: int, now: float, *, auto: bool = False) -> None:
        """Do an action; Denied, with the rule, if it isn't allowed."""
        table = self._playing()
        chosen = self.chosen(seat, action, number)
        current, clock = self.current, self.current.clock
        spent = clock.spent(seat, now) if clock else 0.0
        lag = clock.excused(seat, now) if clock and clock.by_turns else 0.0
        current.step(table, seat, chosen)
        drawn = current.dealing.taken()
        self._add(log.Acted(seat=seat, action=chosen, outcomes=drawn, spent=spent, lag=lag, auto=auto), now)
        self._end_if_over(now)

    def chosen(self, seat: int, action: int | str, number: int) -> int:
        """Return the action's id; Denied if the seat may not take it, or was asked again after this number."""
        table = self._playing()
        turns = self.turns
        if seat in turns.offered and number < turns.asked_at.get(seat, 0):
            raise Denied("stale", "The game has moved on. Look again.")
        if number > self.number:
            raise Denied("stale", f"There is no number {number} yet; the latest is {self.number}.")
        chosen, offered = action_id(self.game, action), turns.offered
        if chosen in offered.get(seat, ()):
            return chosen
        refusal = table.why_not(chosen, seat)
        if refusal is None:
            raise Damaged("what is offered and what is legal differ")
        raise denied(refusal, "illegal" if seat in offered else "not_your_turn")

    def resign(self, seat: int, now: float, *, late: bool = False) -> None:
        """Resign. The game ends when only one seat is left that hasn't."""
        self._playing()
        if self.seating[seat].resigned:
            raise Denied("wrong_phase", "You have already resigned.")
        spent = self.clock.spent(seat, now) if self.clock else 0.0
        self._add(log.Resigned(seat=seat, late=late, spent=spent), now)
        self._end_if_over(now)

    def ask_undo(self, seat: int, now: float) -> None:
        """Take back the seat's last decision, with what bots answered; ask first if there is someone to ask."""
        self._playing()
        if self.settings["undo"] == "off":
            raise Denied("switched_off", "Undo is off at this table.")
        if self.question.asked is not None:
            raise Denied("nothing_to_undo", "The others haven't answered the last question yet.")
        found = self.take_back_of(seat)
        if not found.actions:
            raise Denied("nothing_to_undo", found.reason)
        others = self.seating.persons_but(self.seating[seat].holder)
        if others and self.settings["undo"] == "ask":
            self._add(log.Asked(what="undo", seat=seat))
        else:
            self._add(log.Undone(seat=found.seat, count=found.actions), now)

    def ask_rematch(self, seat: int, word: str, now: float) -> None:
        """Ask for another game, or agree to it."""
        self._in("over", "The game isn't over yet.")
        if self.series and series_of(self.game).over(self.series):
            raise Denied("wrong_phase", "The series is over.")
        if self.question.asked is not None:
            self.reply(seat, "rematch", True, now, word)
            return
        self._add(log.Asked(what="rematch", seat=seat, word=one_line(word)))
        self._rematch_if_agreed(now)

    def reply(self, seat: int, to: str, yes: bool, now: float, word: str = "") -> None:
        """Say yes or no to what another seat asks."""
        if self.question.asked is None or self.question.asked.what != to:
            raise Denied("wrong_phase", "Nobody is asking for that now.")
        if seat not in self.question.waiting:
            raise Denied("wrong_phase", "You have already replied, or weren't asked.")
        asker = self.question.asked.seat
        self._add(log.Replied(what=to, seat=seat, yes=yes, word=one_line(word)))
        if to == "rematch":
            self._rematch_if_agreed(now)
        elif yes and not self.question.waiting:
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

    def cheer(self, seat: int, how: str) -> None:
        """Cheer the winners, once in each way."""
        self._in("over", "The game isn't over yet.")
        ended = self.current.ended
        if ended is None or not ended.winners:
            raise Denied("wrong_phase", "Nobody has won.")
        if seat in ended.winners:
            raise Denied("wrong_phase", "You have won: the others cheer you.")
        ways = [cheer.how for cheer in self.game.cheers]
        if how not in ways:
            raise Denied("malformed", f"In {self.game.title} you can cheer like this: {', '.join(ways)}.")
        if (seat, how) not in self.current.cheers:
            self._add(log.Cheered(seat=seat, how=how))

    def late(self, now: float) -> list[int]:
        """The seats whose time is up."""
        return self.clock.late(now) if self.clock and self.phase == "playing" else []

    # ---- games -----------------------------------------------------------------------------------------------------

    def _add(self, line: Line, now: float = 0.0) -> None:
        self.log.fresh.append(line)
        self.note(line, now)

    def _begin(self, now: float) -> None:
        number, ended = self.current.game_number + 1, self.current.ended
        commitment = ended.next if ended is not None else self.opened.commitment
        if number not in self.seeds:
            raise Damaged("the seed of the next game is missing")
        taken = series_of(self.game).options(self.series) if self.series else {}
        settled = self.game.settled(self.current.options, self.seating.birthdays)
        self.lay_out(number, {**settled, **taken}, [])
        drawn, words = self.current.dealing.taken(), self.seating.words
        self._add(
            log.Started(
                game=number,
                commitment=commitment,
                words=words,
                outcomes=drawn,
                options=self.current.options,
                by_turns=True,
            ),
            now,
        )
        self._end_if_over(now)

    def _rematch_if_agreed(self, now: float) -> None:
        if self.question.asked is not None and self.question.asked.what == "rematch" and not self.question.waiting:
            self._begin(now)

    def _end_if_over(self, now: float) -> None:
        table = self.current.table
        if table is None or self.phase != "playing" or (self.turns.offered and not self.seating.anyone_resigned):
            return
        ending = ending_of(table, self.seating, self.log.lines)
        if ending is None:
            return
        if self.new_seed is None:
            raise Damaged("nobody gives seeds")
        next_seed = self.new_seed()
        self.seeds[self.current.game_number + 1] = next_seed
        self._add(
            log.Ended(
                seed=self.seeds[self.current.game_number].hex(),
                points=list(ending.points),
                winners=list(ending.winners),
                reason=ending.reason,
                breakdown=list(ending.breakdown),
                next=commitment_of(next_seed),
                series=series_after(table, self.series, ending.winners),
            ),
            now,
        )

    def _playing(self) -> Table:
        table = self.current.table
        if table is None or self.phase != "playing":
            raise Denied(
                "wrong_phase", "The game hasn't started yet." if self.phase == "waiting" else "The game is over."
            )
        return table

    def _in(self, phase: str, otherwise: str) -> None:
        if self.phase != phase:
            raise Denied("wrong_phase", otherwise)
