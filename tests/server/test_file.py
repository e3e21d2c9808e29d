"""The file: one server's at a time, for its owner alone, small, and of any earlier schema."""

import asyncio
import shutil
import sqlite3
import stat
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.server.running import running, somewhere
from tests.server.stored import first, open_store
from tests.server.test_protocol import two
from tetracade.server.storage import store
from tetracade.server.storage.intents import NewLine, Value
from tetracade.server.storage.migrations import STEPS, NewerFile, migrate
from tetracade.server.storage.storage import Unusable
from tetracade.server.storage.store import Store

pytestmark = pytest.mark.of_the_file

PIPES: Any = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}


def test_a_file_is_one_server_s_at_a_time_and_others_may_read_it(tmp_path: Path) -> None:
    async def open_twice() -> None:
        kept = open_store(tmp_path / "t.sqlite")
        with pytest.raises(Unusable, match="in use by another server"):
            open_store(tmp_path / "t.sqlite")
        await kept.write([Value("a", b"")])
        reader = sqlite3.connect(tmp_path / "t.sqlite")
        assert reader.execute("SELECT count(*) FROM meta").fetchone() == (1,)
        reader.close()
        await kept.close()
        await open_store(tmp_path / "t.sqlite").close()

    asyncio.run(open_twice())


def test_a_second_server_is_refused_by_whatever_name_it_opens_the_file(tmp_path: Path) -> None:
    async def open_by_other_names() -> None:
        file = tmp_path / "t.sqlite"
        kept = open_store(file)
        (tmp_path / "symbolic.sqlite").symlink_to(file)
        (tmp_path / "hard.sqlite").hardlink_to(file)
        file.rename(tmp_path / "renamed.sqlite")
        for name in ("hard", "renamed"):
            with pytest.raises(Unusable, match="in use by another server"):
                open_store(tmp_path / f"{name}.sqlite")
            assert not (tmp_path / f"{name}.sqlite-wal").exists(), "nothing is put beside it"
        (tmp_path / "renamed.sqlite").rename(file)
        with pytest.raises(Unusable, match="in use by another server"):
            open_store(tmp_path / "symbolic.sqlite")
        await kept.close()
        await open_store(file).close()

    asyncio.run(open_by_other_names())


def test_a_server_that_was_killed_leaves_no_lock(tmp_path: Path) -> None:
    file = tmp_path / "t.sqlite"
    code = f"from pathlib import Path; from tetracade.server.storage.store import Store; Store(Path({str(file)!r}));"
    held = subprocess.Popen([sys.executable, "-c", f"{code} print('held', flush=True); input()"], **PIPES)
    try:
        assert held.stdout is not None
        assert held.stdout.readline() == b"held\n"
        with pytest.raises(Unusable, match="in use by another server"):
            Store(file)
    finally:
        held.kill()
        held.communicate()

    async def open_and_close() -> None:
        await open_store(file).close()

    asyncio.run(open_and_close())


def test_the_log_of_writes_does_not_grow_while_all_write(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    never = largest_log(tmp_path / "never.sqlite")
    monkeypatch.setattr(store, "UNSETTLED", 100)
    assert largest_log(tmp_path / "often.sqlite") < never / 2, "settled some thirty times, it begins anew each time"


def largest_log(data: Path) -> int:
    """The most that SQLite's log of writes grew to while eight wrote 400 lines each."""
    sizes: list[int] = []

    async def write_on(kept: Store, who: str) -> None:
        for number in range(400):
            await kept.write([NewLine(f"{who}{number % 40}", number, b"", None, bytes(60))])
            sizes.append(data.with_name(f"{data.name}-wal").stat().st_size)

    async def all_write() -> None:
        kept = open_store(data)
        await asyncio.gather(*(write_on(kept, who) for who in "abcdefgh"))
        await kept.close()

    asyncio.run(all_write())
    assert sqlite3.connect(data).execute("SELECT count(*) FROM log").fetchone() == (8 * 400,)
    return max(sizes)


def test_a_file_of_any_earlier_schema_is_brought_up_to_date(tmp_path: Path) -> None:
    for known in range(len(STEPS) + 1):
        connection = sqlite3.connect(tmp_path / f"{known}.sqlite", isolation_level=None)
        for number, step in enumerate(STEPS[:known], 1):
            connection.executescript(f"{step}; PRAGMA user_version = {number};")
        assert migrate(connection) == len(STEPS) - known
        names = {row[0] for row in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
        assert {"meta", "tables", "log", "holders", "seeds", "pledges"} <= names
        assert migrate(connection) == 0
        connection.execute("PRAGMA user_version = 1000")
        with pytest.raises(NewerFile):
            migrate(connection)
        connection.close()


def test_a_new_file_and_what_sqlite_keeps_beside_it_are_for_their_owner_alone() -> None:
    with somewhere() as data, running(data) as server:
        two(server)
        modes = {path.name: stat.S_IMODE(path.stat().st_mode) for path in data.parent.iterdir()}
        assert {data.name, f"{data.name}-wal", f"{data.name}-shm"} <= modes.keys()
        assert set(modes.values()) == {0o600}


def test_a_copy_of_the_file_is_a_whole_backup() -> None:
    with somewhere() as data:
        with running(data) as server:
            table, keys = first(server)
        copy = data.parent / "copy.sqlite"
        shutil.copy(data, copy)
        with running(copy) as server:
            assert server.state(table, keys[0])["phase"] == "playing"
