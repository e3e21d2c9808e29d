"""A lesson's room: an ordinary live room that nothing stores, nobody else can open, and no bot plays in."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from tetracade.engine.game import Game
from tetracade.server.api import messages as m
from tetracade.server.rooms.live_room import LiveRoom
from tetracade.server.rooms.log_writer import LogWriter
from tetracade.server.rooms.sealed_answers import SealedAnswers
from tetracade.server.rooms.viewer import Who
from tetracade.server.storage.intents import Intent
from tetracade.server.storage.storage import Lane
from tetracade.table import log
from tetracade.table.lessons import RunningLesson, course_of, lesson_of

if TYPE_CHECKING:
    from tetracade.server.rooms.rooms import Rooms

LEARNER = Who(0, may_sit=True, may_watch=True)
TABLE_ID = "lesson"
"""What a lesson calls its table; no table has this id."""


class NoWriter(LogWriter):
    """Keeps nothing: what happens in a lesson is told at once."""

    @property
    def stirs(self) -> bool:
        """False: the script plays the other seats."""
        return False

    @property
    def flying(self) -> bool:
        """False: nothing is on its way to the disk."""
        return False

    def add(self, lines: list[log.Line], first: int, command: str | None) -> list[Intent]:
        """Return nothing to store."""
        return []

    def add_seeds_and_phase(self, today: float) -> list[Intent]:
        """Return nothing to store."""
        return []

    def submit(self, wanted: list[Intent], done: Callable[[Exception | None], None]) -> None:
        """Call ``done`` at once."""
        done(None)

    submit_unseen = submit


class NeverSealed(SealedAnswers):
    """No wait: the only person here is the one who is asked."""

    def open_if_due(self, stored: list[tuple[int, int, int, str]] | None = None) -> None:
        """Begin no wait."""


class LessonRoom(LiveRoom):
    """A live room that runs a lesson. It is freed with the connection it was made for."""

    def __init__(self, rooms: "Rooms", game: Game, number: int, new_seed: Callable[[], bytes]) -> None:
        self.running = RunningLesson(game, lesson_of(game, number), new_seed)
        self._number = number
        super().__init__(rooms, Lane(TABLE_ID), self.running.room, False, 0.0)
        self.writer = NoWriter(rooms.store, Lane(TABLE_ID), self.room)
        self.sealed = NeverSealed(self)
        self.presenter.lesson = self._info
        self._last = number == len(course_of(game)) - 1
        self.room.log.take_fresh()

    def act(self, seat: int, action: int | str, number: int, command: str = "") -> list[Intent]:
        """Let the learner take the step, and the script answer."""
        self.running.act(seat, action, number, self.now)
        return []

    def _info(self) -> m.LessonInfo:
        running, step = self.running, self.running.step
        return m.LessonInfo(
            lesson=self._number,
            title=running.lesson.title,
            step=running.place,
            steps=len(running.lesson.steps),
            text=step.text if step is not None else "",
            praise=running.praise,
            lit=list(step.lit) if step is not None else [],
            last=self._last,
        )
