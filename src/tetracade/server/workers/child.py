"""A child process, started outside the event loop.

A thread starts it and waits for it to end. Starting it in the loop would stop the loop until the child runs: forking a
process of this size and waiting for exec took a tenth of a second on a busy machine.
"""

import asyncio
import contextlib
import socket
import subprocess
import sys
import threading
from asyncio import StreamReader, StreamWriter
from collections.abc import Callable
from typing import Any

LINE_LIMIT = 1 << 26


class Child:
    """One child process, with its input and output."""

    def __init__(self, pid: int, kill: Callable[[], None], reader: StreamReader, writer: StreamWriter) -> None:
        self.pid = pid
        self.reader = reader
        self.writer = writer
        self.gone: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        """Done when the process has ended."""
        self._kill = kill

    async def end(self) -> None:
        """End the process at once, whatever it does."""
        with contextlib.suppress(ProcessLookupError):
            self._kill()
        try:
            await self.gone
        finally:  # also if nobody waits for it any more
            self.writer.close()


if sys.platform == "win32":

    async def start(words: list[str]) -> Child:
        """Start a process and return it."""
        pipe = subprocess.PIPE
        process = await asyncio.create_subprocess_exec(*words, stdin=pipe, stdout=pipe, limit=LINE_LIMIT)
        if process.stdin is None or process.stdout is None:
            raise OSError("the process has no pipes")
        child = Child(process.pid, process.kill, process.stdout, process.stdin)
        asyncio.ensure_future(process.wait()).add_done_callback(lambda _: child.gone.set_result(None))
        return child

else:

    async def start(words: list[str]) -> Child:
        """Start a process and return it. One socket is both its input and its output."""
        loop = asyncio.get_running_loop()
        started: asyncio.Future[subprocess.Popen[bytes]] = loop.create_future()
        ended = loop.create_future()
        ours, theirs = socket.socketpair()
        threading.Thread(target=_run, args=(words, theirs, loop, started, ended), name="child", daemon=True).start()
        try:
            process = await started
            reader, writer = await asyncio.open_unix_connection(sock=ours, limit=LINE_LIMIT)
        except BaseException:  # if the process starts all the same, it finds its input closed and ends
            ours.close()
            raise
        child = Child(process.pid, process.kill, reader, writer)
        child.gone = ended
        return child


def _run(
    words: list[str],
    theirs: socket.socket,
    loop: asyncio.AbstractEventLoop,
    started: "asyncio.Future[subprocess.Popen[bytes]]",
    ended: "asyncio.Future[None]",
) -> None:
    """Start the process and wait until it ends. Runs in a thread."""

    def tell(future: "asyncio.Future[Any]", result: Any) -> None:
        def told() -> None:
            if future.done():
                return
            if isinstance(result, Exception):
                future.set_exception(result)
            else:
                future.set_result(result)

        with contextlib.suppress(RuntimeError):  # the loop has ended
            loop.call_soon_threadsafe(told)

    try:
        with theirs:
            # In its own session it doesn't get Ctrl+C; the server does, and ends it.
            process = subprocess.Popen(words, stdin=theirs.fileno(), stdout=theirs.fileno(), start_new_session=True)
    except Exception as error:
        tell(started, error)
        return
    tell(started, process)
    process.wait()
    tell(ended, None)
