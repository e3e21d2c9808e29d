"""The connection of a server to its database, in a process of its own: ``python -m tests.server.wire DATABASE_PORT``.

It prints the port it listens at. On standard input, ``cut`` cuts all connections in the middle of whatever goes on, and
``delay SECONDS`` holds back everything for so long. It ends with its input. Clients in the same process could keep it
from running, and then the siege would be one of itself.
"""

import asyncio
import sys


class Carrier:
    """Carries connections on to the database."""

    def __init__(self, database: int) -> None:
        self._database = database
        self._open: set[asyncio.StreamWriter] = set()
        self._delay = 0.0

    async def run(self) -> None:
        """Carry, and do what the input says, until it ends."""
        server = await asyncio.start_server(self._carry, "127.0.0.1", 0)
        print(server.sockets[0].getsockname()[1], flush=True)
        told = asyncio.StreamReader()
        await asyncio.get_running_loop().connect_read_pipe(lambda: asyncio.StreamReaderProtocol(told), sys.stdin)
        while line := await told.readline():
            match line.decode().split():
                case ["cut"]:
                    for writer in list(self._open):
                        writer.transport.abort()
                case ["delay", seconds]:
                    self._delay = float(seconds)

    async def _carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            far_reader, far_writer = await asyncio.open_connection("127.0.0.1", self._database)
        except OSError:
            writer.transport.abort()
            return
        self._open |= {writer, far_writer}
        await asyncio.gather(self._pass(reader, far_writer), self._pass(far_reader, writer), return_exceptions=True)
        self._open -= {writer, far_writer}

    async def _pass(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while data := await reader.read(1 << 16):
                if self._delay:
                    await asyncio.sleep(self._delay)
                writer.write(data)
                await writer.drain()
        except OSError:
            pass  # cut; the other half ends as well
        finally:
            writer.transport.abort()


if __name__ == "__main__":
    asyncio.run(Carrier(int(sys.argv[1])).run())
