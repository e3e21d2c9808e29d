"""Every timer of the server through its whole life, in a time that the test moves."""

import sqlite3
import time

from tests.server.running import MovedTime, running, somewhere
from tests.server.test_storage import all_written, first


def test_the_date_that_files_get_is_the_one_the_source_tells() -> None:
    ahead = 1000 * 86400.0
    with somewhere() as data, running(data, moved=MovedTime(wall=ahead)) as server:
        before = time.time() + ahead
        first(server)
        all_written(server)
        created, touched = sqlite3.connect(data).execute("SELECT created, touched FROM tables").fetchone()
        assert before <= created <= touched <= time.time() + ahead


def test_who_says_nothing_for_ten_seconds_is_told_to_say_hello() -> None:
    with somewhere() as data, running(data, moved=MovedTime()) as server, server.line() as line:
        server.move(9)
        assert line.ask(do="ping")["error"]["code"] == "malformed"
        server.move(1)
        assert line.ended() == 1008
