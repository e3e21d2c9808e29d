"""How smoothly things move: ``python -m bench.frames``.

A real Chromium shows a person's seat in each game, at normal speed, while the game is played. The time from one frame
to the next is taken in the page, for as long as something on it moves.
"""

import sys
import tempfile
import time
from pathlib import Path
from typing import Annotated

import typer
from playwright.sync_api import Browser, Page, sync_playwright

import tetracade
from tests.browser.conftest import Site, launched
from tests.browser.sitting import act_once, created

MARK = "<!-- frames -->"
END = "<!-- /frames -->"
QUICK, SLOW = 20, 100
"""Milliseconds: 95 of 100 frames within the first, none above the second."""

WATCH = """() => {
  window.frames = [];
  let last = 0;
  let moving = false;
  const next = (now) => {
    const moves = document.getAnimations().some((each) => each.playState === 'running');
    if (moves && moving) window.frames.push(now - last);
    [last, moving] = [now, moves];
    requestAnimationFrame(next);
  };
  requestAnimationFrame(next);
}"""


def frames_of(name: str, site: Site, browser: Browser, seconds: float) -> list[float]:
    """Milliseconds between frames while things moved, in so many seconds of a game."""
    game = tetracade.game(name)
    table = created(site, name, "here", *["bot"] * ((game.default_seats or game.seats[0]) - 1))
    page: Page = browser.new_page(viewport={"width": 1280, "height": 720})
    page.goto(f"{site.url}/t/{table['table']}#seat={table['token']}")
    page.wait_for_selector(".doing.mine")
    page.evaluate(WATCH)
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if page.query_selector(".doing.mine") and not act_once(site, table):
            page.wait_for_timeout(50)
        if page.query_selector("[data-testid=result]"):
            break
        page.wait_for_timeout(30)
    found: list[float] = page.evaluate("frames")
    page.close()
    return sorted(found)


def main(
    seconds: Annotated[float, typer.Option(help="How long each game is watched.")] = 15,
    markdown: Annotated[Path | None, typer.Option(help="Put the figures into this page, between its marks.")] = None,
) -> None:
    """Time the frames of every game while things move."""
    rows = []
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        site = Site(Path(folder))
        site.start()
        browser = launched(playwright)
        try:
            for name in tetracade.game_names():
                took = frames_of(name, site, browser, seconds)
                quick = sum(each <= QUICK for each in took)
                rows.append(
                    f"| {tetracade.game(name).title} | {len(took)} | {took[len(took) // 2]:.1f} ms "
                    f"| {100 * quick / len(took):.1f} % | {sum(each > SLOW for each in took)} | {took[-1]:.0f} ms |"
                )
                sys.stdout.write(f"{rows[-1]}\n")
        finally:
            browser.close()
            site.kill()
    if markdown is not None:
        text = markdown.read_text(encoding="utf-8")
        before, after = text.split(MARK)[0], text.split(END)[1]
        head = f"| game | frames | median | within {QUICK} ms | above {SLOW} ms | longest |\n|---|---|---|---|---|---|"
        markdown.write_text(f"{before}{MARK}\n{head}\n" + "\n".join(rows) + f"\n{END}{after}", encoding="utf-8")


if __name__ == "__main__":
    typer.run(main)
