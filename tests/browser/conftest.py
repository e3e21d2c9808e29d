"""A server, a real Chromium, and pages that report what goes wrong in them."""

import os
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Page,
    Playwright,
    Request,
    WebSocket,
    expect,
    sync_playwright,
)

PATIENCE = 60_000
"""Milliseconds that anything may take on a busy machine; nothing waits for them when all is well."""
expect.set_options(timeout=PATIENCE)
NOWHERE = "/nowhere"
"""An address that the page does not have."""

SERVE = """
import os, sys, threading
from pathlib import Path
from types import SimpleNamespace
from tetracade.server.workers import bots
from tetracade.server.rooms import rooms as rooms
from tetracade.server.serve import serve
from tetracade.server.settings import Settings
threading.Thread(target=lambda: (sys.stdin.read(), os._exit(1)), daemon=True).start()  # ends with who started it
rooms.new_seed = lambda: bytes(range(32))  # what is dealt, and what bots do, is the same in every run
bots.secrets = SimpleNamespace(randbits=lambda bits: 4, choice=lambda best: best[len(best) // 2])
quick = {"workers": 0, "reaction_bots_seconds": 0.0, "tables_per_minute": 6000.0}
free = {"commands_per_second": 1e4, "commands_at_once": 10**5, "address_per_second": 1e4, "address_at_once": 10**5}
here = {"data": Path(sys.argv[1]), "port": int(sys.argv[2]), "reaction_seconds": float(sys.argv[3])}
serve(Settings(**here, more_games=tuple(sys.argv[4:]), **quick, **free))
"""


class Site:
    """A server of its own, which can be killed and started again on the same file."""

    def __init__(self, folder: Path, *games: str) -> None:
        self._games = games
        self._data = folder / "tables.sqlite"
        self._log = folder / "server.log"
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port: int = free.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        self._process: subprocess.Popen[bytes] | None = None

    def start(self, reaction: float = 0.05) -> None:
        """Start, and come back when it answers; ``reaction`` is how many seconds people are given to STEAL."""
        with self._log.open("ab") as log:
            self._process = subprocess.Popen(
                [sys.executable, "-c", SERVE, str(self._data), str(self.port), str(reaction), *self._games],
                stdin=subprocess.PIPE,
                stdout=log,
                stderr=log,
                env=dict(os.environ),
            )
        until = time.monotonic() + PATIENCE / 1000
        while time.monotonic() < until:
            if self._process.poll() is not None:
                break
            try:
                with urllib.request.urlopen(f"{self.url}/api/games", timeout=5):
                    return
            except (urllib.error.URLError, ConnectionError, TimeoutError):
                time.sleep(0.05)  # the one place that can only ask again: nothing tells when a port opens
        self.kill()
        raise RuntimeError(f"the server does not start:\n{self._log.read_text()[-2000:]}")

    def kill(self) -> None:
        """End it at once, without a goodbye."""
        if self._process is not None:
            self._process.send_signal(signal.SIGKILL)
            self._process.communicate()
            self._process = None


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """The server that most tests share."""
    running = Site(tmp_path_factory.mktemp("site"))
    running.start()
    yield running
    running.kill()


def chromium_settings() -> dict[str, Any]:
    """How to launch the system's Chromium so that it reaches nothing outside.

    Preferably the one without windows: it needs a fifth of the processor's time for a page, since it draws no toolbars.
    """
    names = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
    path = next(filter(None, map(shutil.which, names)), None)
    assert path, "browser tests need Chromium (Debian: apt-get install chromium-headless-shell)"
    quiet = ["--disable-background-networking", "--disable-component-update", "--no-first-run"]
    return {"executable_path": path, "args": [*quiet, "--no-sandbox"] if os.geteuid() == 0 else quiet}


def launched(playwright: Playwright) -> Browser:
    """The system's Chromium."""
    return playwright.chromium.launch(**chromium_settings())


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """The browser that all tests share."""
    with sync_playwright() as playwright:
        browser = launched(playwright)
        yield browser
        browser.close()


Opened = Callable[..., Page]


def loud(said: ConsoleMessage) -> bool:
    """Whether the browser's console tells of an error.

    Of a page that is not there it does so by itself, and of a table that is kept for a box or a version to come back.
    """
    url = said.location["url"]
    kept = url.endswith("/glance") and "409 (Conflict)" in said.text
    return said.type == "error" and not url.endswith(NOWHERE) and not kept


@pytest.fixture
def opened(chromium: Browser) -> Iterator[Opened]:
    """Opens pages, each a visitor of its own; at the end none may have seen an error or called outside."""
    contexts: list[BrowserContext] = []
    faults: list[str] = []

    def visit(url: str, width: int = 1280, height: int = 800, **settings: Any) -> Page:
        settings = {"reduced_motion": "reduce", "locale": "en", "service_workers": "block", **settings}
        context = chromium.new_context(viewport={"width": width, "height": height}, **settings)
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(PATIENCE)
        own = "/".join(url.split("/")[:3])

        def asked(request: Request | WebSocket) -> None:
            if not request.url.startswith((own, own.replace("http", "ws", 1), "data:", "blob:")):
                faults.append(f"a request outside: {request.url}")

        page.on("request", asked)
        page.on("websocket", asked)
        page.on("pageerror", lambda error: faults.append(f"an error in the page: {error}"))
        page.on(
            "console",
            lambda said: faults.append(f"console: {said.text} {said.location['url']}") if loud(said) else None,
        )
        page.goto(url)
        return page

    yield visit
    for context in contexts:
        context.close()
    # A killed server makes the browser log failed connections; those are what such a test is about.
    assert [fault for fault in faults if "ERR_CONNECTION" not in fault] == []
