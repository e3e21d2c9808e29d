"""Lessons: positions, words and what is to be done, from a game's ``lessons.toml``, run in an ordinary room.

A lesson begins in a position, or after the entries of a record, and has a few steps. Each step asks for an action,
given by notation; ``*`` stands for any letters, so one pattern may mean many actions. Whatever else is legal gets an
answer that the file has prepared; what is illegal is refused by the rules. After the action the other seats do what
the script says. A figure of the box is named in braces, as in ``rules.md``.
"""

import re
from collections.abc import Callable, Mapping
from fnmatch import fnmatchcase
from functools import cache
from typing import Any

import msgspec
from msgspec import Struct

from tetracade.engine.chance import RecordedDealer, no_dealer
from tetracade.engine.game import Game
from tetracade.table.log import Beginning, Chair
from tetracade.table.opening import opened
from tetracade.table.position import positioned
from tetracade.table.record import replayed
from tetracade.table.room import Room
from tetracade.table.seating import Denied
from tetracade.table.table import Table

FILE = "lessons.toml"
SAYS = "says "
"""Begins a pattern of an action's words, such as ``says *for 1 coin*``; others are patterns of its notation."""
REPLY = re.compile(r"(\d) (.+)")
"""A reply that names its seat."""
WINS = "wins"
"""In place of an action: whatever ends the game with the learner as the only winner."""
SETTINGS: Mapping[str, Any] = {
    "spectators": "none",
    "clock": None,
    "chat": False,
    "undo": "off",
    "hints": False,
    "away_after": 60,
    "games": 1,
}


class Wrong(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A tempting action, legal or not, and what to say about it."""

    do: str
    say: str


class Step(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One thing to do."""

    text: str
    """What to do, in 25 words at most."""
    do: list[str]
    """The actions that will do, as patterns of notations or words; or ``["wins"]``."""
    otherwise: str = ""
    """What to say about any other legal action; empty only where every legal action will do."""
    lit: list[str] = []
    """Places to light up, as touches name them."""
    wrong: list[Wrong] = []
    replies: list[str] = []
    """What the others do then, in order: a notation, with the seat before it where several may act."""
    praise: str = ""
    """What to say once it is done."""
    rules: list[str] = []
    """The rules that it teaches."""


class Lesson(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A lesson: where it begins, whose seat it is, and its steps."""

    title: str
    position: str = ""
    """Where it begins; or else:"""
    record: str = ""
    """What was played before it begins."""
    seat: int = 0
    options: dict[str, Any] = {}
    dealt: list[str] = []
    """Outcomes that come up, in order, by notation."""
    steps: list[Step] = []


class Opening(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What a course opens with: theme and goal in one picture."""

    text: str
    """What the game is about and what wins, in a sentence or two."""
    diagram: str
    """The picture that shows it, by its name in ``diagrams.toml``."""


class Course(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """All lessons of a game, in order."""

    opening: Opening | None = None
    first_game: dict[str, Any] = {}
    """Options of the guided game that follows the lessons; the usual ones where it says nothing."""
    lesson: list[Lesson] = []


@cache
def written_course(game: Game) -> Course:
    """Return what the game's file holds; nothing without one, or with a box that the lessons were not written for."""
    return Course() if game.box_mark else msgspec.convert(game.data_in(FILE), Course)


def course_of(game: Game) -> tuple[Lesson, ...]:
    """Return the game's lessons, in order; none if it has none."""
    return tuple(written_course(game).lesson)


def basic_rules(game: Game) -> list[str]:
    """Return the rules that the paragraph ``Basic rules: …`` of ``rules.md`` lists, by number."""
    text = (game.folder / "rules.md").read_text(encoding="utf-8")
    found = re.search(r"^Basic rules: (.*)$", text, re.MULTILINE)
    return re.findall(r"[A-Z]{2}\d+", found[1]) if found else []


def lesson_table(game: Game, lesson: Lesson, *, checked: bool = True) -> Table:
    """Return a table as it is when the lesson begins; without ``checked``, BadPosition if no game can reach it."""
    dealer = RecordedDealer([game.words.outcome_of(notation) for notation in lesson.dealt])
    if lesson.record:
        return replayed(lesson.record, lambda _: game, dealer)
    return positioned(game, lesson.position, dealer, None, lesson.options, checked=checked)


def lesson_of(game: Game, number: int) -> Lesson:
    """Return one of the game's lessons, counted from 0; Denied says which there are."""
    course = course_of(game)
    if not 0 <= number < len(course):
        without = f"{game.title} has no lessons" + (" for another box than the standard one" if game.box_mark else "")
        said = f"{game.title} has lessons 0 to {len(course) - 1}" if course else without
        raise Denied("unknown_game", f"There is no lesson {number}; {said}.")
    return course[number]


def fits(patterns: list[str], notation: str, text: str) -> bool:
    """Whether one of the patterns describes an action with this notation and these words."""
    return any(
        fnmatchcase(text, pattern.removeprefix(SAYS)) if pattern.startswith(SAYS) else fnmatchcase(notation, pattern)
        for pattern in patterns
    )


class RunningLesson:
    """A lesson that somebody is in the middle of, in a room of its own."""

    def __init__(self, game: Game, lesson: Lesson, new_seed: Callable[[], bytes]) -> None:
        self.lesson = lesson
        self.place = 0
        """The step that is to be done; one past the last when the lesson is done."""
        self.room = self._opened(game, new_seed)

    @property
    def step(self) -> Step | None:
        """The step that is to be done; None when the lesson is done."""
        steps = self.lesson.steps
        return steps[self.place] if self.place < len(steps) else None

    @property
    def praise(self) -> str:
        """What to say about the step before."""
        return self.lesson.steps[self.place - 1].praise if self.place else ""

    def act(self, seat: int, action: int | str, number: int, now: float) -> None:
        """Let the learner do what the step asks for, then the others what the script says; Denied says why not."""
        room, step = self.room, self.step
        if step is None or seat != self.lesson.seat:
            raise Denied("not_your_turn", "This lesson is done." if step is None else "Play your own seat here.")
        chosen = room.chosen(seat, action, number)
        answer = self.answer(chosen)
        if answer:
            raise Denied("lesson", answer)
        room.act(seat, chosen, number, now)
        for reply in step.replies:
            said = REPLY.fullmatch(reply)
            room.act(int(said[1]) if said else room.acting[0], said[2] if said else reply, room.number, now)
        self.place += 1

    def answer(self, action: int) -> str:
        """Return what the step says to this legal action; empty if it is what is asked for."""
        step, game = self.step, self.room.game
        table = self.room.table
        if step is None or table is None:
            return ""
        seat = self.lesson.seat
        notation, text = game.words.notation(action), game.words.text(table.view(seat), seat, action)
        for wrong in step.wrong:
            if fits([wrong.do], notation, text):
                return wrong.say
        done = self._wins(action) if step.do == [WINS] else fits(step.do, notation, text)
        return "" if done else step.otherwise or step.text

    def _wins(self, action: int) -> bool:
        table = self.room.table
        if table is None:
            return False
        after = Table.at(table.game, table.seats, table.options, table.state.tobytes(), no_dealer)
        try:
            after.step(self.lesson.seat, action)
        except ValueError:  # an outcome is due, so nothing is won yet
            return False
        return after.result is not None and list(after.result.winners) == [self.lesson.seat]

    def _opened(self, game: Game, new_seed: Callable[[], bytes]) -> Room:
        lesson = self.lesson
        table = lesson_table(game, lesson)
        beginning = Beginning(position=lesson.position, record=lesson.record, dealt=tuple(lesson.dealt))
        chairs = [Chair(holder=0) if seat == lesson.seat else Chair(level=1) for seat in range(table.seats)]
        room = opened(game, table.options, chairs, dict(SETTINGS), new_seed, beginning=beginning)
        room.start_if_full(0.0)
        return room
