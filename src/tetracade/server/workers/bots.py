"""The bots: thought out in processes of their own, in slices by fair shares, with a deadline.

Each process gets slices of thinking; between two of them the queue of those who wait is looked at anew (``shares``), so
a person's bot waits for one slice at most before it is thought about. The deadline counts from the moment the bot is
asked. Past it the best it has found counts; if it has found nothing, what looks best at a glance.
"""

import asyncio
import logging
import secrets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import msgspec

from tetracade.engine.kernel import kernel_of
from tetracade.server.metrics import Metrics
from tetracade.server.settings import Settings
from tetracade.server.workers.bot_worker import Job, Progress, Slice
from tetracade.server.workers.pool import NoAnswer, Worker, note_replaced
from tetracade.server.workers.shares import Claim, Shares
from tetracade.server.workers.turns import Turns
from tetracade.table.table import Table

MODULE = "tetracade.server.workers.bot_worker"
SLICE_SECONDS = 0.1
"""How long a process thinks about one job before it is asked what comes next; it may take a step more."""
MOST_BEGUN = 24
"""Thoughts that a process has begun and not ended; with as many, nothing begins but bots for whom a person waits."""
RESTART_SECONDS = 1.0
"""Pause before a process is started in the place of one that never answered."""
NOTHING = -1

logger = logging.getLogger("tetracade.bots")


def at_a_glance(table: Table, seat: int, legal: list[int] | None = None) -> int:
    """The action that looks best at once, by the game's own rating; equals are drawn by lot."""
    kernel = kernel_of(table.game)
    legal = legal or kernel.legal(table.state, seat)
    ratings = kernel.rate(table.redealt(seat, secrets.randbits(62)).state, seat, legal)
    best = [action for action, rating in zip(legal, ratings, strict=True) if rating == max(ratings)]
    return secrets.choice(best)


class Thought:
    """A decision that a bot is asked for."""

    def __init__(self, id: int, table: Table, seat: int, level: int, claim: Claim) -> None:
        self.id = id
        self.table, self.seat, self.level = table, seat, level
        self.claim = claim
        self.best = NOTHING
        self.answer: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        self.process: _Process | None = None
        """Where it was begun."""
        self.timer: asyncio.TimerHandle | None = None
        self.hurried = False

    def job(self) -> Job:
        """What a process gets to think about: nothing in it that the seat cannot know."""
        redealt = self.table.redealt(self.seat, secrets.randbits(62))
        return Job(
            game=self.table.game.name,
            seats=self.table.seats,
            options=self.table.options,
            state=bytes(redealt.state.tobytes()),
            seat=self.seat,
            level=self.level,
            seed=secrets.randbits(62),
        )

    def end(self, action: int) -> None:
        """Answer with this, if it is not answered or given up yet."""
        if not self.answer.done():
            self.answer.set_result(action)

    def answer_by(self, when: float) -> None:
        """Answer with the best at this time, if not before."""
        if self.timer is not None and self.timer.when() <= when:
            return
        if self.timer is not None:
            self.timer.cancel()
        self.timer = asyncio.get_running_loop().call_at(when, self._late)

    def _late(self) -> None:
        self.hurried = True
        self.end(self.best)


class _Process:
    """One bot process, and what it has begun."""

    def __init__(self, worker: Worker) -> None:
        self.worker = worker
        self.begun: dict[int, Thought] = {}
        """By id, the one it left alone for longest first."""
        self.forget: list[int] = []
        self.answered = False

    def give_up(self, thought: Thought) -> None:
        """Forget what was thought, here and in the process."""
        if self.begun.pop(thought.id, None) is not None:
            self.forget.append(thought.id)
        thought.process = None


class Bots:
    """A number of bot processes. Without any, bots act at a glance."""

    def __init__(self, settings: Settings, metrics: Metrics) -> None:
        self._most = settings.workers
        self._seconds = {True: settings.bot_seconds, False: max(settings.bot_seconds, settings.bots_alone_seconds)}
        self._arguments = (settings.bot, *settings.more_games)
        self.metrics = metrics
        self._decoder = msgspec.json.Decoder(Progress)
        self._count = 0
        self._queue: Shares[Thought] = Shares()
        self._thoughts: dict[str, set[Thought]] = {}
        """By table."""
        self._arrived = asyncio.Event()
        self._turns = Turns()
        self._serving: set[asyncio.Task[None]] = set()
        self.processes: set[_Process] = set()
        self._idle = 0

    def open(self) -> None:
        """Start the first process, so that it is ready when somebody needs it; others start when there is work."""
        if self._most:
            self._start_process()

    async def close(self) -> None:
        """End all processes; what is under way gets no answer."""
        self._most = 0
        for task in self._serving:
            task.cancel()
        await asyncio.gather(*self._serving, return_exceptions=True)

    @asynccontextmanager
    async def move(self, table: Table, seat: int, level: int, claim: Claim) -> AsyncIterator[int | None]:
        """What the bot of this level does, in a turn of the loop's time in which to do it.

        Whatever happens to its process, an answer comes; None only if the seat has nothing to choose any more.
        """
        action = await self.choose(table, seat, level, claim)
        async with self._turns.turn(claim):
            legal = kernel_of(table.game).legal(table.state, seat) if seat in table.acting else []
            if legal and action not in legal:
                self.metrics.count("bot_fallbacks")
                action = at_a_glance(table, seat, legal)
            yield action if legal else None

    async def choose(self, table: Table, seat: int, level: int, claim: Claim) -> int:
        """What a process has found by the deadline; NOTHING if it found nothing, or there is none."""
        if not self._most:
            return NOTHING
        self._count += 1
        thought = Thought(self._count, table, seat, level, claim)
        self._thoughts.setdefault(claim.table_id, set()).add(thought)
        try:
            self._enqueue(thought)
            found = await thought.answer
            if thought.hurried and found != NOTHING:
                self.metrics.count("bot_hurried")
            return found
        finally:
            self._leave(thought)

    def hurry(self, table_id: str) -> None:
        """Look again at what is thought for this table: a person has come."""
        for thought in self._thoughts.get(table_id, ()):
            if thought in self._queue:
                self._queue.sort_anew(thought)
            self._set_deadline(thought)

    def _enqueue(self, thought: Thought) -> None:
        self._queue.add(thought, thought.claim)
        self._set_deadline(thought)
        self._arrived.set()
        if not self._idle and len(self._serving) < self._most:
            self._start_process()

    def _set_deadline(self, thought: Thought) -> None:
        thought.answer_by(asyncio.get_running_loop().time() + self._seconds[thought.claim.person_waits()])

    def _leave(self, thought: Thought) -> None:
        """Forget a thought that is answered, or that nobody needs any more; its process goes on with others."""
        self._queue.discard(thought)
        if thought.timer is not None:
            thought.timer.cancel()
        if thought.process is not None:
            thought.process.give_up(thought)
        of_table = self._thoughts[thought.claim.table_id]
        of_table.discard(thought)
        if not of_table:
            del self._thoughts[thought.claim.table_id]

    def _start_process(self) -> None:
        task = asyncio.get_running_loop().create_task(self._serve())
        self._serving.add(task)
        task.add_done_callback(self._serving.discard)

    async def _serve(self) -> None:
        """Keep one process at work; start another in its place when it is of no use any more."""
        while self._most:
            try:
                process = _Process(await Worker.start(MODULE, self._arguments))
            except OSError:
                logger.exception("no bot process could be started")
                await asyncio.sleep(RESTART_SECONDS)
                continue
            self.processes.add(process)
            try:
                await self._work(process)
            except NoAnswer as error:
                note_replaced(MODULE, error)
                self.metrics.count("bot_replaced")
            finally:
                for thought in list(process.begun.values()):
                    process.give_up(thought)
                self.processes.discard(process)
                self._arrived.set()
                await process.worker.end()
            if not process.answered:
                await asyncio.sleep(RESTART_SECONDS)

    async def _work(self, process: _Process) -> None:
        """Give the process one slice after the other; NoAnswer when it does not answer, or has died."""
        while True:
            thought = self._next(process)
            if thought is None:
                await self._wait_for_work(process)
            else:
                await self._think(process, thought)

    async def _wait_for_work(self, process: _Process) -> None:
        self._arrived.clear()
        self._idle += 1
        arrived = asyncio.ensure_future(self._arrived.wait())
        try:
            await asyncio.wait((arrived, process.worker.gone), return_when=asyncio.FIRST_COMPLETED)
        finally:
            arrived.cancel()
            self._idle -= 1
        if process.worker.gone.done():
            raise NoAnswer("EOFError")

    def _next(self, process: _Process) -> Thought | None:
        """Whose turn it is at this process."""

        def here(thought: Thought) -> bool:
            return thought.process is process

        def here_or_new(thought: Thought) -> bool:
            return thought.process is process or thought.process is None

        if len(process.begun) < MOST_BEGUN:
            return self._queue.take(True, here_or_new) or self._queue.take(False, here_or_new)
        others = [thought for thought in process.begun.values() if not thought.claim.person_waits()]
        found = self._queue.take(True, here_or_new if others else here)
        if found is not None and found.process is None:
            process.give_up(others[-1])  # it begins anew where there is room
            self._arrived.set()
        if found is None and others:
            found = next((thought for thought in others if self._queue.discard(thought)), None)
        return found

    async def _think(self, process: _Process, thought: Thought) -> None:
        """Let the process think about this for a slice, then answer, or put it back into the queue."""
        job = thought.job() if thought.process is None else None
        forget, process.forget = process.forget, []
        thought.process = process
        process.begun.pop(thought.id, None)
        process.begun[thought.id] = thought

        def read(line: bytes) -> Progress:
            progress = self._decoder.decode(line)
            if progress.id != thought.id:
                raise ValueError("an answer to another job")
            return progress

        given = msgspec.json.encode(Slice(id=thought.id, seconds=SLICE_SECONDS, job=job, forget=forget))
        try:
            progress = await process.worker.ask(given, read, self._seconds[False])
        except NoAnswer:
            thought.end(thought.best)  # not to be tried again: it may be what ended the process
            raise
        process.answered = True
        if progress.error:
            logger.warning("bot failed", extra={"why": progress.error, "game": thought.table.game.name})
        if thought.process is not process:  # answered, or given up, while this was thought
            return
        thought.best = progress.action if progress.action != NOTHING else thought.best
        if progress.done or progress.error:
            process.begun.pop(thought.id, None)
            thought.end(thought.best)
        else:
            self._queue.add(thought, thought.claim)
