"""How soon an action is seen, and how smoothly things move: ``python -m bench.page``.

A real Chromium and a real server on this machine, in each game one person against bots. An action is timed in the
page, from the click that makes it until the frame that shows it is drawn: the command over the WebSocket, the rules,
the commit to disk, the update, the drawing; what bots do in between is played quickly. Frames are timed in one run of
each game at normal speed, from one to the next while anything moves, with the frame in which a movement begins. What
the page does for a frame is told by the processor's time of its main thread, which hardly depends on other work.
"""

import bisect
import json
import os
import statistics
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any

import typer
from playwright.sync_api import Browser, Page, sync_playwright

import tetracade
from tests.browser.conftest import Site, launched
from tests.browser.player import TOUCHABLE
from tests.browser.sitting import created

MARK = "<!-- page -->"
END = "<!-- /page -->"
SMOOTH = 20
"""Milliseconds between two frames at most, for a movement that looks smooth."""

SLOWEST = 100
"""Milliseconds from a click to what it brings at most, and from one frame to the next."""

LONGEST = 40
"""Seconds in one game at most until so many actions are timed."""

GAMES = 4
"""How many games are begun for that at most."""

QUICK = "localStorage.setItem('tetracade.speed', JSON.stringify('quick'))"

SEEN = f"""async (most) => {{
  const soon = () => new Promise((go) => setTimeout(go, 1));
  const painted = () => new Promise((go) => requestAnimationFrame(() => {{
    const after = new MessageChannel();  // heard once the frame is done
    after.port1.onmessage = go;
    after.port2.postMessage(0);
  }}));
  const lines = () => document.querySelectorAll('.story li').length;
  const sent = () => /Sending|Answer sent/.test(document.querySelector('.doing .prompt')?.textContent ?? '');
  const took = [];
  const until = performance.now() + {1000 * LONGEST};
  let count = 0;
  while (took.length < most && performance.now() < until && !document.querySelector('[data-testid=result]')) {{
    const lit = ({TOUCHABLE})();
    if (!lit.length) {{
      await soon();
      continue;
    }}
    const before = lines();
    const began = performance.now();
    lit[(count++ * 7919 + 13) % lit.length].dispatchEvent(new MouseEvent('click', {{ bubbles: true }}));
    await Promise.resolve();
    if (!sent()) {{
      await soon();
      continue;  // something was picked: that is drawn at once
    }}
    while (lines() === before && sent()) await soon();
    if (lines() === before) continue;  // an answer that counts later
    await painted();
    took.push(performance.now() - began);
  }}
  return took;
}}"""
"""Milliseconds from the click that makes an action to the frame, drawn, in which the story tells it and the board shows
it, in a game whose player touches what is lit."""

FRAMES = f"""async (seconds) => {{
  const until = performance.now() + 1000 * seconds;
  const took = [];
  let [before, moved, touched, count] = [0, false, 0, 0];
  while (performance.now() < until && !document.querySelector('[data-testid=result]')) {{
    const now = await new Promise((go) => requestAnimationFrame(go));
    const moves = document.getAnimations().some((each) => each.playState === 'running');
    if (before && (moved || moves)) took.push(now - before);  // also the frame in which a movement was begun
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


def game_page(site: Site, browser: Browser, name: str, before: str = "") -> Page:
    """A page at a new table of this game, one person against bots; the page runs the script ``before`` at first."""
    game = tetracade.game(name)
    page = browser.new_page()
    page.add_init_script(before)
    table = created(site, name, "here", *["bot"] * ((game.default_seats or game.seats[0]) - 1))
    page.goto(f"{site.url}/t/{table['table']}#seat={table['token']}")
    page.wait_for_selector(".doing.mine")
    return page


def clicks(site: Site, browser: Browser, name: str, actions: int) -> list[float]:
    """Milliseconds that each of so many actions took to be seen, in as many games as that needs, or in a few."""
    took: list[float] = []
    for _ in range(GAMES):
        if len(took) == actions:
            break
        page = game_page(site, browser, name, QUICK)
        took += page.evaluate(SEEN, actions - len(took))
        page.close()
    return took


def frames(site: Site, browser: Browser, name: str, seconds: float) -> list[float]:
    """Milliseconds between frames while things move, in so many seconds of one game at most."""
    page = game_page(site, browser, name)
    took: list[float] = page.evaluate(FRAMES, seconds)
    page.close()
    return took


def work(site: Site, browser: Browser, name: str, seconds: float) -> list[float]:
    """Milliseconds of the processor for each frame, in so many seconds of another game: writing it down costs, too."""
    page = game_page(site, browser, name)
    browser.start_tracing(page=page, categories=["toplevel", "devtools.timeline"])
    page.evaluate(FRAMES, seconds)
    traced = json.loads(browser.stop_tracing())["traceEvents"]
    page.close()
    return work_of(traced)


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
    actions: Annotated[int, typer.Option(help="How many actions to time in each game.")] = 25,
    seconds: Annotated[float, typer.Option(help="How long to look at each game's movements.")] = 20,
    games: Annotated[list[str] | None, typer.Option("--game", help="A game to look at; all without it.")] = None,
    markdown: Annotated[Path | None, typer.Option(help="Put the figures into this page, between its marks.")] = None,
) -> None:
    """Time actions from the click to the board, and frames while things move."""
    busy = f"Load of the machine before it: {os.getloadavg()[0]:.1f}.\n"
    missed: list[str] = []
    with place() as (site, browser):
        lines = ["| | count | median | 95 of 100 within | slowest |", "|---|---|---|---|---|"]

        def add(line: str) -> None:
            lines.append(line)
            print(line, flush=True)

        for name in games or tetracade.game_names():
            title = tetracade.game(name).title
            seen = clicks(site, browser, name, actions)
            took = frames(site, browser, name, seconds)
            smooth = sum(each <= SMOOTH for each in took) / len(took)
            add(f"| {title}: click to seen | {row_of(seen)}")
            add(f"| {title}: from frame to frame, {100 * smooth:.1f} % within {SMOOTH} ms | {row_of(took)}")
            add(f"| {title}: work for a frame | {row_of(work(site, browser, name, seconds / 2))}")
            if max(seen) > SLOWEST or smooth < 0.95 or max(took) > SLOWEST:
                missed.append(title)
    asked = f"Asked: {SLOWEST} ms from click to seen; while things move 95 % of frames within {SMOOTH} ms, none above"
    said = f"missed in {', '.join(missed)}" if missed else "met in every game"
    busy = f"{busy}{asked} {SLOWEST} ms: {said}.\n"
    table = "\n".join(lines)
    print(busy, end="")
    if markdown is not None:
        text = markdown.read_text(encoding="utf-8")
        before, after = text.split(MARK)[0], text.split(END)[1]
        markdown.write_text(f"{before}{MARK}\n{busy}\n{table}\n{END}{after}", encoding="utf-8")


if __name__ == "__main__":
    typer.run(main)
