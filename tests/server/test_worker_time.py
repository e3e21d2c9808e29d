"""Every timer of worker processes through its whole life, in a time that the test moves."""

import asyncio
import os
import signal
import socket
from collections.abc import Awaitable, Callable

import pytest

from tests.server.running import GENEROUS, MovedLoop, MovedTime, Running, running, somewhere
from tests.server.test_sent_records import record
from tetracade.server.metrics import Metrics
from tetracade.server.settings import Settings
from tetracade.server.workers.bots import RESTART_SECONDS, Bots
from tetracade.server.workers.child import Child
from tetracade.server.workers.jobs import BEAT, READY
from tetracade.server.workers.pool import FIRST_SIGN_SECONDS, SILENCE_SECONDS, START_SECONDS, NoAnswer, Worker
from tetracade.server.workers.records import REST_SECONDS

JOB_SECONDS = 10.0
ANSWER = b"done\n"


class Scripted:
    """A worker without a process: the test says what a process would, and moves the time."""

    def __init__(self, loop: MovedLoop, worker: Worker, theirs: socket.socket) -> None:
        self.loop, self.worker, self.theirs = loop, worker, theirs
        self.asked: asyncio.Task[bytes] | None = None

    async def says(self, line: bytes) -> None:
        """Let the process say this, and the server hear it."""
        self.theirs.sendall(line)
        await self.move(0)

    async def move(self, seconds: float) -> None:
        """Let so much time pass at once, and the timers run that were due."""
        self.loop.ahead += seconds
        for _ in range(20):
            await asyncio.sleep(0)

    async def lasts(self, seconds: float, every: float = SILENCE_SECONDS - 1) -> None:
        """Let so much time pass with signs of life."""
        while seconds > 0:
            await self.move(min(every, seconds))
            await self.says(BEAT)
            seconds -= every

    async def ask(self) -> None:
        """Ask the process for something."""
        self.asked = asyncio.ensure_future(self.worker.ask(b"job", bytes, JOB_SECONDS))
        await self.move(0)

    @property
    def waits(self) -> bool:
        """Whether the answer is still waited for."""
        return self.asked is not None and not self.asked.done()

    async def answer(self) -> bytes:
        """What was answered; NoAnswer if it was given up."""
        assert self.asked is not None
        return await asyncio.wait_for(self.asked, GENEROUS)

    @property
    def is_given_up(self) -> bool:
        """Whether the process is of no use any more, now and not after some real time."""
        return self.asked is not None and self.asked.done() and isinstance(self.asked.exception(), NoAnswer)


def scripted(play: Callable[[Scripted], Awaitable[None]]) -> None:
    """Run this with a worker that has just been asked for something."""

    async def run() -> None:
        loop = asyncio.get_running_loop()
        assert isinstance(loop, MovedLoop)
        ours, theirs = socket.socketpair()
        reader, writer = await asyncio.open_unix_connection(sock=ours)
        with theirs:
            script = Scripted(loop, Worker(Child(0, lambda: None, reader, writer)), theirs)
            await script.ask()
            await play(script)
            writer.close()

    with asyncio.Runner(loop_factory=MovedLoop) as runner:
        runner.run(run())


def test_a_new_process_has_a_minute_for_its_first_sign_of_life() -> None:
    async def play(process: Scripted) -> None:
        await process.move(FIRST_SIGN_SECONDS - 2)
        assert process.waits
        await process.move(3)
        assert process.is_given_up

    scripted(play)


def test_a_process_that_gives_signs_of_life_has_two_minutes_more_to_get_ready() -> None:
    async def play(process: Scripted) -> None:
        await process.lasts(START_SECONDS + JOB_SECONDS - 2)
        assert process.waits
        await process.move(3)
        assert process.is_given_up

    scripted(play)


def test_a_busy_process_that_is_silent_for_five_seconds_counts_as_stopped() -> None:
    async def play(process: Scripted) -> None:
        await process.says(BEAT)
        await process.move(SILENCE_SECONDS - 1)
        assert process.waits
        await process.says(BEAT)
        await process.move(SILENCE_SECONDS - 1)
        assert process.waits, "each sign of life counts anew"
        await process.move(2)
        assert process.is_given_up

    scripted(play)


def test_a_process_that_is_ready_has_the_job_s_own_time_each_time() -> None:
    async def play(process: Scripted) -> None:
        await process.says(READY + ANSWER)
        assert await process.answer() == ANSWER
        await process.ask()
        await process.lasts(JOB_SECONDS - 2)
        assert process.waits
        await process.says(ANSWER)
        assert await process.answer() == ANSWER
        await process.move(1000)  # it has nothing to do: no timer runs
        await process.ask()
        await process.lasts(JOB_SECONDS - 2)
        assert process.waits, "each job has its own time"
        await process.move(3)
        assert process.is_given_up

    scripted(play)


# ---- in a server ---------------------------------------------------------------------------------------------------


def read(server: Running) -> int:
    """The status of the answer to a record."""
    return server.http.post("/api/verify", content=record()).status_code


def processes(server: Running) -> int:
    """How many processes read records."""
    return int(server.inside(lambda: len(server.records._pool._all)))


def test_the_process_that_reads_records_ends_a_minute_after_the_last() -> None:
    with somewhere() as data, running(data, moved=MovedTime()) as server:
        for _ in range(2):
            assert read(server) == 200
            server.move(REST_SECONDS - 2)
            assert processes(server) == 1, "each record counts anew"
        server.move(3)
        server.until(lambda: not server.records._pool._all)
        assert read(server) == 200, "another starts when it is needed"


def test_a_stopped_process_that_reads_records_is_replaced_after_five_seconds() -> None:
    with somewhere() as data, running(data, moved=MovedTime(), record_seconds=1000.0) as server:
        assert read(server) == 200
        (worker,) = server.inside(lambda: list(server.records._pool._all))
        os.kill(worker.process.pid, signal.SIGSTOP)
        asked = asyncio.run_coroutine_threadsafe(
            server.records.read("here", record().encode(), None), server.rooms.loop
        )
        server.until(lambda: not server.records._pool._free)
        server.move(SILENCE_SECONDS - 2)
        assert not asked.done()
        server.move(3)
        assert "in time" in str(asked.exception(GENEROUS))
        assert read(server) == 200
        assert server.inside(lambda: worker not in server.records._pool._all)


def test_a_bot_process_that_cannot_start_is_tried_again_each_second(monkeypatch: pytest.MonkeyPatch) -> None:
    starts = 0

    async def failing(module: str, arguments: tuple[str, ...]) -> Worker:
        nonlocal starts
        starts += 1
        raise OSError("no more processes")

    async def run() -> None:
        loop = asyncio.get_running_loop()
        assert isinstance(loop, MovedLoop)
        bots = Bots(Settings(data=somewhere_else, workers=1), Metrics())
        bots.open()
        for number in range(1, 5):
            for _ in range(5):
                await asyncio.sleep(0)
            assert starts == number
            loop.ahead += RESTART_SECONDS / 2
            await asyncio.sleep(0)
            assert starts == number
            loop.ahead += RESTART_SECONDS / 2
        await bots.close()

    with somewhere() as somewhere_else, asyncio.Runner(loop_factory=MovedLoop) as runner:
        monkeypatch.setattr(Worker, "start", failing)
        runner.run(run())
