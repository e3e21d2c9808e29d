"""How soon an action stands on the board: ``python -m bench.page``.

A real Chromium and a real server on this machine. Measured in the page, from the click that lets a tile fall to the
tile in the DOM: the command over the WebSocket, the rules, the commit to disk, the update, the drawing.
"""

import statistics
import sys
import tempfile
from pathlib import Path
from typing import Annotated

import typer
from playwright.sync_api import sync_playwright

from tests.browser.conftest import Site, launched
from tests.browser.sitting import created

MARK = "<!-- page -->"
END = "<!-- /page -->"

DROPS = """async (most) => {
  const soon = () => new Promise((go) => setTimeout(go, 1));
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
    took.push(performance.now() - began);
  }
  return took;
}"""


def measured(actions: int) -> list[float]:
    """Milliseconds that each of so many actions took, at tables of two people at one screen."""
    took: list[float] = []
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        site = Site(Path(folder))
        site.start()
        browser = launched(playwright)
        try:
            while len(took) < actions:
                page = browser.new_page()
                table = created(site, "tetratrax", "here", "here")
                page.goto(f"{site.url}/t/{table['table']}#seat={table['token']}")
                page.wait_for_selector(".doing.mine")
                took += page.evaluate(DROPS, actions - len(took))
                page.close()
        finally:
            browser.close()
            site.kill()
    return took


def main(
    actions: Annotated[int, typer.Option(help="How many actions to time.")] = 200,
    markdown: Annotated[Path | None, typer.Option(help="Put the figures into this page, between its marks.")] = None,
) -> None:
    """Time actions from the click to the board."""
    took = sorted(measured(actions))
    row = (
        f"| {len(took)} | {statistics.median(took):.0f} ms | {took[len(took) * 95 // 100]:.0f} ms | {took[-1]:.0f} ms |"
    )
    sys.stdout.write(f"actions, median, 95 of 100 within, slowest: {row}\n")
    if markdown is not None:
        text = markdown.read_text(encoding="utf-8")
        before, after = text.split(MARK)[0], text.split(END)[1]
        table = f"\n| actions | median | 95 of 100 within | slowest |\n|---|---|---|---|\n{row}\n"
        markdown.write_text(f"{before}{MARK}{table}{END}{after}", encoding="utf-8")


if __name__ == "__main__":
    typer.run(main)
