"""How soon an action is seen, and how smoothly things move: ``python -m bench.page``.

A real Chromium and a real server on this machine. An action is timed in the page, from the click that lets a tile fall
to the frame that shows it: the command over the WebSocket, the rules, the commit to disk, the update, the drawing.
Frames are timed in one game of each, against bots at normal speed, from one to the next while anything moves. What the
page does for a frame is told by the processor's time of its main thread, which hardly depends on other work.
"""

import bisect
import json
import os
import statistics
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any

import typer
from playwright.sync_api import Browser, sync_playwright

import tetracade
from tests.browser.conftest import Site, launched
from tests.browser.player import TOUCHABLE
from tests.browser.sitting import created

MARK = "<!-- page -->"
END = "<!-- /page -->"
SMOOTH = 20
"""Milliseconds between two frames at most, for a movement that looks smooth."""

DROPS = """async (most) => {
  const soon = () => new Promise((go) => setTimeout(go, 1));
  const frame = () => new Promise((go) => requestAnimationFrame(go));
  const took = [];
  while (took.length < most && !document.querySelector('[data-testid=result]')) {
    const column = document.querySelector('.column.lit');
    if (!column) {
      document.querySelector('.own .tile.lit')?.click();
      await soon();
      continue;
    }
    const pieces = document.querySelectorAll('.tower .piece').length;
    const began = performance.now();
    column.dispatchEvent(new MouseEvent('click', { bubbles: true }));
    while (document.querySelectorAll('.tower .piece').length === pieces) await soon();
    await frame();
    took.push(performance.now() - began);
  }
  return took;
}"""

FRAMES = f"""async (seconds) => {{
  const until = performance.now() + 1000 * seconds;
  const took = [];
  let [before, moved, touched, count] = [0, false, 0, 0];
  while (performance.now() < until && !document.querySelector('[data-testid=result]')) {{
    const now = await new Promise((go) => requestAnimationFrame(go));
    const moves = document.getAnimations().some((each) => each.playState === 'running');
    if (before && moved && moves) took.push(now - before);
    [before, moved] = [now, moves];
    if (now - touched < 350) continue;
    touched = now;
    const lit = ({TOUCHABLE})();
    lit[(count++ * 7919 + 13) % lit.length]?.dispatchEvent(new MouseEvent('click', {{ bubbles: true }}));
  }}
  return took;
}}"""
"""Milliseconds from frame to frame while something moves, in a game whose player touches what is lit."""


@contextmanager
def place() -> Iterator[tuple[Site, Browser]]:
    """A server with its browser."""
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        site = Site(Path(folder))
        site.start()
        browser = launched(playwright)
        try:
            yield site, browser
        finally:
            browser.close()
            site.kill()


def clicks(site: Site, browser: Browser, actions: int) -> list[float]:
    """Milliseconds that each of so many actions took, at tables of two people at one screen."""
    took: list[float] = []
    while len(took) < actions:
        page = browser.new_page()
        table = created(site, "tetratrax", "here", "here")
        page.goto(f"{site.url}/t/{table['table']}#seat={table['token']}")
        page.wait_for_selector(".doing.mine")
        took += page.evaluate(DROPS, actions - len(took))
        page.close()
    return took


def frames(site: Site, browser: Browser, name: str, seconds: float) -> tuple[list[float], list[float]]:
    """Milliseconds between frames while things move, in so many seconds of a game at most, and of work for each."""
    game = tetracade.game(name)
    page = browser.new_page()
    table = created(site, name, "here", *["bot"] * ((game.default_seats or game.seats[0]) - 1))
    page.goto(f"{site.url}/t/{table['table']}#seat={table['token']}")
    page.wait_for_selector(".doing.mine")
    browser.start_tracing(page=page, categories=["toplevel", "devtools.timeline"])
    took: list[float] = page.evaluate(FRAMES, seconds)
    traced = json.loads(browser.stop_tracing())["traceEvents"]
    page.close()
    return took, work_of(traced)


def work_of(traced: list[dict[str, Any]]) -> list[float]:
    """Milliseconds of the processor that the page's main thread used from one animation frame to the next."""
    (thread,) = {(each["pid"], each["tid"]) for each in traced if each["name"] == "FireAnimationFrame"}
    own = [each for each in traced if (each["pid"], each["tid"]) == thread and each.get("ph") == "X"]
    starts = sorted({each["ts"] for each in own if each["name"] == "FireAnimationFrame"})
    work = [0.0] * (len(starts) + 1)
    for each in own:
        if each["name"] == "ThreadControllerImpl::RunTask" and "tdur" in each:
            work[bisect.bisect(starts, each["ts"])] += each["tdur"] / 1000
    return work[1:-1]


def row_of(values: list[float]) -> str:
    """How many there are, and how long the median, 95 of 100 and the longest are."""
    values = sorted(values)
    middle, most = statistics.median(values), values[len(values) * 95 // 100]
    return f"{len(values)} | {middle:.0f} ms | {most:.0f} ms | {values[-1]:.0f} ms |"


def main(
    actions: Annotated[int, typer.Option(help="How many actions to time.")] = 200,
    seconds: Annotated[float, typer.Option(help="How long to look at each game's movements.")] = 30,
    markdown: Annotated[Path | None, typer.Option(help="Put the figures into this page, between its marks.")] = None,
) -> None:
    """Time actions from the click to the board, and frames while things move."""
    busy = f"Load of the machine before it: {os.getloadavg()[0]:.1f}.\n"
    with place() as (site, browser):
        lines = ["| | count | median | 95 of 100 within | slowest |", "|---|---|---|---|---|"]
        lines.append(f"| click to seen | {row_of(clicks(site, browser, actions))}")
        for name in tetracade.game_names():
            took, work = frames(site, browser, name, seconds)
            title = tetracade.game(name).title
            smooth = sum(each <= SMOOTH for each in took) / len(took)
            lines.append(f"| {title}: from frame to frame, {100 * smooth:.1f} % within {SMOOTH} ms | {row_of(took)}")
            lines.append(f"| {title}: work for a frame | {row_of(work)}")
    table = "\n".join(lines)
    sys.stdout.write(f"{busy}{table}\n")
    if markdown is not None:
        text = markdown.read_text(encoding="utf-8")
        before, after = text.split(MARK)[0], text.split(END)[1]
        markdown.write_text(f"{before}{MARK}\n{busy}\n{table}\n{END}{after}", encoding="utf-8")


if __name__ == "__main__":
    typer.run(main)
