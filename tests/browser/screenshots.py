"""Makes docs/screenshots: every screen and each game in mid-play, on a phone and a desktop, light and dark.

``scripts/screenshots`` runs it; pictures are small palettes, so that the clone stays light.
"""

import base64
import struct
import sys
import tempfile
import zlib
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[2]))

import numpy as np
from playwright.sync_api import Page, ViewportSize, sync_playwright

import tetracade
from tests.browser.conftest import Site, launched
from tests.browser.player import play_on
from tests.browser.sitting import created

FOLDER = Path(__file__).parents[2] / "docs/screenshots"
DESKTOP: ViewportSize = {"width": 1280, "height": 800}
PHONE: ViewportSize = {"width": 390, "height": 780}
TOUCHES = {"tetratrax": 12, "tetrathedral": 17, "tetrad": 15, "foursome": 27, "retro_tetro": 40}
"""How far each game is played before its picture is taken."""


def shot(page: Page, name: str) -> None:
    """Take the picture in the page's theme."""
    page.evaluate("scrollTo(0, 0)")
    page.mouse.move(2, 2)
    picture = page.screenshot(animations="disabled")
    (FOLDER / f"{name}.png").write_bytes(with_palette(page, picture))
    print(f"screenshots: {name}.png")


def with_palette(page: Page, picture: bytes) -> bytes:
    """The picture as a PNG of its 256 commonest colours, the others by the nearest of them."""
    blank = page.context.new_page()  # where no policy stands against data URLs
    encoded = blank.evaluate(
        """async (source) => {
          const image = new Image();
          image.src = source;
          await image.decode();
          const canvas = new OffscreenCanvas(image.width, image.height);
          const brush = canvas.getContext('2d');
          brush.drawImage(image, 0, 0);
          const bytes = brush.getImageData(0, 0, image.width, image.height).data;
          let text = '';
          for (let at = 0; at < bytes.length; at += 9999) text += String.fromCharCode(...bytes.subarray(at, at + 9999));
          return [image.width, image.height, btoa(text)];
        }""",
        f"data:image/png;base64,{base64.b64encode(picture).decode()}",
    )
    blank.close()
    width, height, text = encoded
    pixels = np.frombuffer(base64.b64decode(text), np.uint8).reshape(-1, 4)[:, :3].astype(np.int64)
    colours, place, counts = np.unique(
        pixels[:, 0] << 16 | pixels[:, 1] << 8 | pixels[:, 2], return_inverse=True, return_counts=True
    )
    parts = np.stack([colours >> 16, colours >> 8 & 255, colours & 255], axis=1)
    palette = parts[np.argsort(counts)[::-1][:256]]
    nearest = np.concatenate(
        [((some[:, None] - palette[None]) ** 2).sum(axis=2).argmin(axis=1) for some in np.array_split(parts, 64)]
    )
    rows = nearest[place].astype(np.uint8).reshape(height, width)
    lines = np.hstack([np.zeros((height, 1), np.uint8), rows]).tobytes()

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    header = struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)
    return b"".join(
        [
            b"\x89PNG\r\n\x1a\n",
            chunk(b"IHDR", header),
            chunk(b"PLTE", palette.astype(np.uint8).tobytes()),
            chunk(b"IDAT", zlib.compress(lines, 9)),
            chunk(b"IEND", b""),
        ]
    )


def held(page: Page) -> None:
    """Pick the first thing that is lit, so that the picture shows where it may go."""
    page.wait_for_selector(".doing.mine, [data-testid=result]")
    lit = page.locator(".board .place.lit")
    if lit.count():
        lit.nth(lit.count() // 2).dispatch_event("click")


def main(names: list[str]) -> None:
    """Make all pictures, or those of the games named."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        site = Site(Path(folder))
        site.start()
        browser = launched(playwright)

        def visit(theme: Any, size: Any) -> Page:
            context = browser.new_context(viewport=size, color_scheme=theme, reduced_motion="reduce")
            return context.new_page()

        try:
            if not names:
                for theme in ("light", "dark"):
                    page = visit(theme, {"width": 1280, "height": 1000})
                    page.goto(site.url)
                    page.wait_for_selector("article")
                    shot(page, f"home-{theme}")
                page = visit("light", PHONE)
                page.goto(site.url)
                page.wait_for_selector("article")
                shot(page, "home-phone")
                page.goto(f"{site.url}/new/tetratrax")
                page.wait_for_selector("form")
                shot(page, "set-up-phone")
            for name in names or tetracade.game_names():
                game = tetracade.game(name)
                seats = ["here", *["bot"] * ((game.default_seats or game.seats[0]) - 1)]
                table = created(site, name, *seats)
                address = f"{site.url}/t/{table['table']}#seat={table['token']}"
                page = visit("light", DESKTOP)
                page.goto(address)
                page.wait_for_selector(".doing.mine")
                play_on(page, TOUCHES.get(name, 12))
                for theme, size, what in (
                    ("light", DESKTOP, ""),
                    ("dark", DESKTOP, "-dark"),
                    ("light", PHONE, "-phone"),
                ):
                    page = visit(theme, size)
                    page.goto(address)
                    held(page)
                    shot(page, f"{name.replace('_', '-')}{what}")
                play_on(page)
                page.wait_for_selector("[data-testid=result]")
                page.set_viewport_size(DESKTOP)
                shot(page, f"{name.replace('_', '-')}-end")
        finally:
            browser.close()
            site.kill()


if __name__ == "__main__":
    main(sys.argv[1:])
