"""Several server processes on one PostgreSQL database under load, and one on a file beside them in the same run.

    python -m bench.many                               the table of docs/scaling.md, in about four minutes
    python -m bench.many --game connect_four --tables 200 --pace 4    one of its loads
    python -m bench.many --idle 10000 --sockets 2000   memory with so many idle tables and sockets, two processes

Each load is put on SQLite, then on PostgreSQL with one process and with two. Servers and PostgreSQL are counted apart.
Each table's clients connect to the process that owns it, as behind a proxy that hashes by the table; with
``--anywhere`` they connect to any, so that part of the load is forwarded.
"""

import argparse
import asyncio
import gc
import json
import random
import sys
import time
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from pathlib import Path

import httpx
import uvloop

from bench.server import (
    ROOT,
    SPREAD,
    Beat,
    Disk,
    Json,
    Load,
    Player,
    check_game,
    cpu_seconds,
    has_loaded,
    host,
    late,
    memory,
    serving,
    table,
)
from tests.server.database import Database
from tests.server.running import free_port

STORES = (("sqlite", 1), ("postgres", 1), ("postgres", 2))
"""What each load is put on: the store, and how many processes use it."""
LOADS = (("connect_four", 50, 0.0), ("retro_tetro", 50, 0.0), ("connect_four", 200, 4.0))
"""The game, how many tables, and actions a second at each; 0: as fast as it goes."""


def family(pid: int) -> list[int]:
    """The process and its children."""
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return [pid, *map(int, children)]


def cpu_of_database(pid: int) -> float:
    """CPU time of PostgreSQL, all its processes that are still there."""
    total = 0.0
    for each in family(pid):
        try:
            total += cpu_seconds(each)
        except OSError:
            continue  # it has ended
    return total


@asynccontextmanager
async def cluster(count: int) -> AsyncIterator[tuple[list[Process], list[int], int, Path]]:
    """So many servers on a new database: processes, ports, PostgreSQL's process, and its folder."""
    database = Database(durable=True)
    url = database.create()
    ports = [free_port() for _ in range(count)]
    processes: list[Process] = []
    try:
        for port in ports:
            words = ["-m", "bench.many", "--member", url, str(port)]
            processes.append(
                await asyncio.create_subprocess_exec(
                    sys.executable, *words, cwd=ROOT, stdin=PIPE, stderr=asyncio.subprocess.DEVNULL
                )
            )
        for process, port in zip(processes, ports, strict=True):
            async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}") as http:
                while True:
                    if process.returncode is not None:
                        raise RuntimeError("a server did not start")
                    try:
                        if (await http.get("/health")).is_success:
                            break
                    except httpx.TransportError:
                        await asyncio.sleep(0.05)
        for process in processes:
            await has_loaded(process.pid)
        postmaster = int((database.folder / "data" / "postmaster.pid").read_text().split()[0])
        yield processes, ports, postmaster, database.folder
    finally:
        for process in processes:
            if process.returncode is None:
                process.terminate()
            await process.wait()
        database.end()


@asynccontextmanager
async def one_file(game: str) -> AsyncIterator[tuple[list[Process], list[int], int, Path]]:
    """One server on a file."""
    async with serving(game) as (process, port, folder):
        yield [process], [port], 0, folder


async def measured(store: str, count: int, tables: int, seconds: float, pace: float, game: str, anywhere: bool) -> Json:
    """Load the servers and say how they did."""
    seats = 2 if 2 in check_game(game).seats else check_game(game).checked_seats(None)
    load = Load(pace)
    async with one_file(game) if store == "sqlite" else cluster(count) as (processes, ports, database, folder):
        for number in range(tables):
            mine = ports[number % len(ports)]
            async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{mine}", timeout=60) as http:
                name, tokens = await table(http, game, seats)
            beat = Beat(pace)
            for key in tokens:
                player = Player(load, beat, name, key)
                player.first = key == tokens[0]
                port = random.choice(ports) if anywhere else mine
                await asyncio.get_running_loop().create_connection(lambda player=player: player, "127.0.0.1", port)  # type: ignore[misc]
        gc.collect()
        gc.freeze()
        await asyncio.sleep(max(seconds / 3, SPREAD if pace else 0.0))
        begun, cpu = time.perf_counter(), [cpu_seconds(process.pid) for process in processes]
        in_database = cpu_of_database(database) if database else 0.0
        load.since = begun
        with Disk(folder) as disk:
            await asyncio.sleep(seconds)
        took = time.perf_counter() - begun
        servers = sum(cpu_seconds(process.pid) - old for process, old in zip(processes, cpu, strict=True))
        in_database = cpu_of_database(database) - in_database if database else 0.0
        load.over = True
        held = sum(memory(process.pid) for process in processes)
    if load.wrong:
        raise RuntimeError(f"{len(load.wrong)} times something went wrong, first {load.wrong[0]}")
    return {
        "store": store,
        "processes": len(processes),
        "game": game,
        "tables": tables,
        "pace": pace or "saturated",
        "actions/s": round(len(load.waits) / took),
        "actions per CPU second of the servers": round(len(load.waits) / max(servers, 0.01)),
        "actions per CPU second of PostgreSQL": round(len(load.waits) / in_database) if in_database else None,
        "p50 ms": late(load.waits, 0.5),
        "p99 ms": late(load.waits, 0.99),
        "disk alone p99 ms": late(disk.waits, 0.99),
        "bytes per action and viewer": round(load.received / max(load.updates, 1)),
        "memory MB": round(held),
    }


def in_columns(cells: Iterable[object]) -> str:
    """A row of a Markdown table."""
    return f"| {' | '.join('' if cell is None else str(cell) for cell in cells)} |"


async def idle(tables: int, sockets: int, game: str) -> Json:
    """Memory of two processes with many tables and sockets where nothing happens."""
    setup = {"game": game, "seats": [{"kind": "here", "name": "A"}, {"kind": "open"}]}
    async with cluster(2) as (processes, ports, _, _):
        before = [memory(process.pid) for process in processes]
        made: list[tuple[int, Json]] = []

        async def some(port: int, count: int) -> None:
            async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", timeout=60) as http:
                for _ in range(count):
                    made.append((port, (await http.post("/api/tables", json=setup)).raise_for_status().json()))

        began = time.perf_counter()
        await asyncio.gather(*(some(ports[number % 2], tables // 20) for number in range(20)))
        took = time.perf_counter() - began
        load = Load(0.0)
        for number in range(sockets):
            port, one = made[number % len(made)]
            player = Player(load, Beat(0.0), one["table"], one["token"])
            await asyncio.get_running_loop().create_connection(
                lambda player=player: player,  # type: ignore[misc]
                "127.0.0.1",
                port if number % 2 else random.choice(ports),
            )
        await asyncio.sleep(3.0)
        cpu = [cpu_seconds(process.pid) for process in processes]
        await asyncio.sleep(5.0)
        busy = [(cpu_seconds(process.pid) - old) / 5 for process, old in zip(processes, cpu, strict=True)]
        after = [memory(process.pid) for process in processes]
        wrong, load.over = load.wrong, True
    return {
        "idle tables": len(made),
        "sockets": sockets,
        "lost or refused": len(wrong),
        "such as": wrong[:1],
        "created/s": round(len(made) / took),
        "before MB": [round(each) for each in before],
        "memory MB": [round(each) for each in after],
        "CPU while idle": [f"{each:.1%}" for each in busy],
    }


def main() -> None:
    """Run what was asked for; a row of a table for each load and store."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", help="one load alone: this game")
    parser.add_argument("--tables", type=int, default=50)
    parser.add_argument("--pace", type=float, default=0, help="actions a second at each table; 0: as fast as it goes")
    parser.add_argument("--seconds", type=float, default=9)
    parser.add_argument("--anywhere", action="store_true")
    parser.add_argument("--idle", type=int, default=0)
    parser.add_argument("--sockets", type=int, default=2000)
    parser.add_argument("--member", nargs=2)
    given = parser.parse_args()
    if given.member:
        host(Path("unused"), int(given.member[1]), given.member[0])
    elif given.idle:
        print(json.dumps(uvloop.run(idle(given.idle, given.sockets, given.game or "connect_four"))))
    else:
        headed = False
        for game, tables, pace in [(given.game, given.tables, given.pace)] if given.game else LOADS:
            for store, count in STORES:
                row = uvloop.run(measured(store, count, tables, given.seconds, pace, game, given.anywhere))
                if not headed:
                    print(in_columns(row), in_columns(["---"] * len(row)), sep="\n")
                    headed = True
                print(in_columns(row.values()), flush=True)


if __name__ == "__main__":
    main()
