"""Several servers at one port: whoever of them is killed, a player sees no more than a reconnect."""

import os
import signal
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import PATIENCE, Opened, Site
from tests.browser.player import drop
from tests.browser.sitting import at_table
from tests.server.database import asked, database
from tetracade.server.storage.postgres import PostgresStore

ALIVE = "SELECT id FROM processes WHERE until > clock_timestamp()"


class SiteOfMany(Site):
    """Two servers at one port, on a database of their own."""

    known: frozenset[str] = frozenset()

    def start(self, reaction: float = 0.05) -> None:
        """Start, and come back when both are there."""
        self.store = database().create()
        PostgresStore(self.store)  # so that there is something to ask
        words = ["serve", "--store", self.store, "--processes", "2", "--port", str(self.port), "--workers", "0"]
        with self._log.open("ab") as log:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "tetracade", *words], stdout=log, stderr=log, start_new_session=True
            )
        self.wait_for_both()
        with urllib.request.urlopen(f"{self.url}/health", timeout=PATIENCE / 1000):
            return

    def wait_for_both(self) -> None:
        """Come back when both are there, and not the same as the last time."""
        until = time.monotonic() + 2 * PATIENCE / 1000
        found: frozenset[str] = frozenset()
        while len(found) != 2 or found == self.known:
            assert time.monotonic() < until, self._log.read_text()[-2000:]
            found = frozenset(name for (name,) in asked(self.store, ALIVE))
        self.known = found

    def kill_one(self, number: int) -> None:
        """End one of the servers at once."""
        assert self._process is not None
        pid = self._process.pid
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
        os.kill(int(children[number]), signal.SIGKILL)

    def kill(self) -> None:
        """End them all at once."""
        if self._process is not None:
            os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait()
            self._process = None


@pytest.mark.timeout(600)
def test_whichever_server_is_killed_play_goes_on_after_a_reconnect(tmp_path: Path, opened: Opened) -> None:
    site = SiteOfMany(tmp_path)
    try:
        site.start()
        page = at_table(site, opened, "tetratrax", "here", "here")
        drop(page)
        for number in (0, 1):  # one of them owns the table
            pieces = page.locator(".tower .piece").count()
            site.kill_one(number)
            expect(page.get_by_text("Connection lost")).to_be_hidden()
            page.wait_for_selector(".doing.mine")
            drop(page, wait=False)
            expect(page.locator(".tower .piece")).to_have_count(pieces + 1)
            site.wait_for_both()
        page.reload()
        expect(page.locator(".tower .piece")).to_have_count(3)
    finally:
        site.kill()
