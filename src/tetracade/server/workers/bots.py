"""The bots. They think in separate processes, in slices of time that are shared out fairly, and with a deadline.

After every slice the process goes back to the queue (``shares``) for the next, so a bot that a person is waiting for
starts to think after one slice at most. The deadline runs from the moment the bot is asked. After that the best move
found so far is played or, if there is none yet, the one that looks best at a glance.
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
"""How long a process thinks about one job before it goes back to the queue; it may overrun by one step."""
MOST_BEGUN = 24
"""Once a process has this many unfinished thoughts, it starts new ones only for bots that a person is waiting for."""
RESTART_SECONDS = 1.0
"""How long to wait before replacing a process that never answered."""
NOTHING = -1

logger = logging.getLogger("tetracade.bots")


def at_a_glance(table: Table, seat: int, legal: list[int] | None = None) -> int:
    """Return the action that the game's own rating puts first, at random among equals."""
    kernel = kernel_of(table.game)
    legal = legal or kernel.legal(table.state, seat)
    ratings = kernel.rate(table.redealt(seat, secrets.randbits(62)).state, seat, legal)
    best = [action for action, rating in zip(legal, ratings, strict=True) if rating == max(ratings)]
    return secrets.choice(best)


class Thought:
    """A decision that a bot has been asked to make."""

    def __init__(self, id: int, table: Table, seat: int, level: int, claim: Claim) -> None:
        self.id = id
        self.table, self.seat, self.level = table, seat, level
        self.claim = claim
        self.best = NOTHING
        self.answer: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        self.process: _Process | None = None
        """The process that began it."""
        self.timer: asyncio.TimerHandle | None = None
        self.hurried = False

    def job(self) -> Job:
        """Return the job for a process, with nothing in it that the seat can't know."""
        redealt = self.table.redealt(self.seat, secrets.randbits(62))
        return Job(
            game=self.table.game.name,
            box=self.table.game.box_mark,
            seats=self.table.seats,
            options=self.table.options,
            state=bytes(redealt.state.tobytes()),
            seat=self.seat,
            level=self.level,
            seed=secrets.randbits(62),
        )

    def end(self, action: int) -> None:
        """Answer with this action, unless it has been answered or dropped already."""
        if not self.answer.done():
            self.answer.set_result(action)

    def answer_by(self, when: float) -> None:
        """Answer by this time at the latest, with the best action found."""
        if self.timer is not None and self.timer.when() <= when:
            return
        if self.timer is not None:
            self.timer.cancel()
        self.timer = asyncio.get_running_loop().call_at(when, self._late)

    def _late(self) -> None:
        self.hurried = True
        self.end(self.best)


class _Process:
    """One bot process and its unfinished thoughts."""

    def __init__(self, worker: Worker) -> None:
        self.worker = worker
        self.begun: dict[int, Thought] = {}
        """By id, the least recent first."""
        self.forget: list[int] = []
        self.answered = False

    def give_up(self, thought: Thought) -> None:
        """Drop a thought, here and in the process."""
        if self.begun.pop(thought.id, None) is not None:
            self.forget.append(thought.id)
        thought.process = None


class Bots:
    """The bot processes. If there are none, bots play what looks best at a glance."""

    def __init__(self, settings: Settings, metrics: Metrics) -> None:
        self._most = settings.workers
        self._seconds = {True: settings.bot_seconds, False: max(settings.bot_seconds, settings.bots_alone_seconds)}
        self._arguments = (settings.bot, *settings.more_games)
        self.metrics = metrics
        self._decoder = msgspec.json.Decoder(Progress)
        self._count = 0
        self._queue: Shares[Thought] = Shares()
        self._thoughts: dict[str, set[Thought]] = {}
        """By the table's id."""
        self._arrived = asyncio.Event()
        self._turns = Turns()
        self._serving: set[asyncio.Task[None]] = set()
        self.processes: set[_Process] = set()
        self._idle = 0

    def open(self) -> None:
        """Start the first process, so that it is ready when needed. The others start when there is work for them."""
        if self._most:
            self._start_process()

    async def close(self) -> None:
        """End all processes; unfinished thoughts get no answer."""
        self._most = 0
        for task in self._serving:
            task.cancel()
        await asyncio.gather(*self._serving, return_exceptions=True)

    @asynccontextmanager
    async def move(self, table: Table, seat: int, level: int, claim: Claim) -> AsyncIterator[int | None]:
        """Give the bot's action, together with a turn in the event loop in which to play it.

        There is always an answer, whatever happens to the process. It is None only if the seat no longer has a choice.
        """
        action = await self.choose(table, seat, level, claim)
        async with self._turns.turn(claim):
            legal = kernel_of(table.game).legal(table.state, seat) if seat in table.acting else []
            if legal and action not in legal:
                self.metrics.count("bot_fallbacks")
                action = at_a_glance(table, seat, legal)
            yield action if legal else None

    async def choose(self, table: Table, seat: int, level: int, claim: Claim) -> int:
        """Return the best action found by the deadline; NOTHING if none was found or there are no processes."""
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
        """Reconsider the priority and deadline of this table's bots, because a person has arrived."""
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
        """Forget a thought that has been answered or is no longer needed, and free its process for others."""
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
        """Keep one process busy, and replace it if it fails."""
        while self._most:
            try:
                process = _Process(await Worker.start(MODULE, self._arguments))
            except OSError:
                logger.exception("couldn't start a bot process")
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
        """Give the process one slice after another; raise NoAnswer if it hangs or dies."""
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
        """Return the thought that this process should continue or begin, if there is one."""

        def here(thought: Thought) -> bool:
            return thought.process is process

        def here_or_new(thought: Thought) -> bool:
            return thought.process is process or thought.process is None

        if len(process.begun) < MOST_BEGUN:
            return self._queue.take(True, here_or_new) or self._queue.take(False, here_or_new)
        others = [thought for thought in process.begun.values() if not thought.claim.person_waits()]
        found = self._queue.take(True, here_or_new if others else here)
        if found is not None and found.process is None:
            process.give_up(others[-1])  # it starts over wherever there is room
            self._arrived.set()
        if found is None and others:
            found = next((thought for thought in others if self._queue.discard(thought)), None)
        return found

    async def _think(self, process: _Process, thought: Thought) -> None:
        """Let the process think about this for one slice, then answer or go back to the queue."""
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
            thought.end(thought.best)  # never retried: it may be what killed the process
            raise
        process.answered = True
        if progress.error:
            logger.warning("bot failed", extra={"why": progress.error, "game": thought.table.game.name})
        if thought.process is not process:  # it was answered or dropped in the meantime
            return
        thought.best = progress.action if progress.action != NOTHING else thought.best
        if progress.done or progress.error:
            process.begun.pop(thought.id, None)
            thought.end(thought.best)
        else:
            self._queue.add(thought, thought.claim)
