"""Makes docs/screenshots: every screen and each game in mid-play, on a phone and a desktop, light and dark.

``scripts/screenshots`` runs it; pictures are small palettes, so that the clone stays light.
"""

import base64
import struct
import sys
import tempfile
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[2]))

import numpy as np
from playwright.sync_api import Page, ViewportSize, sync_playwright

import tetracade
from tests.browser.conftest import Site, launched
from tests.browser.sitting import act_once, asked, created

FOLDER = Path(__file__).parents[2] / "docs/screenshots"
DESKTOP: ViewportSize = {"width": 1280, "height": 800}
PHONE: ViewportSize = {"width": 390, "height": 780}
SIZES = ((DESKTOP, ""), (PHONE, "-phone"))
ACTIONS = {"tetratrax": 6, "tetrathedral": 8, "tetrad": 7, "foursome": 18, "retro_tetro": 24}
"""How many actions the first seat takes before a game's picture is taken."""


def shot(page: Page, name: str) -> None:
    """Take the picture in the page's theme."""
    page.wait_for_function("() => !document.querySelector('#stage > *')")  # points of what came before
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


def played(site: Site, table: dict[str, Any], actions: int) -> None:
    """Let the first seat do what a bot would, so many times, so that the picture shows a game worth looking at."""
    path, done = f"/api/tables/{table['table']}", 0
    while done < actions:
        now = asked(site, path, table["token"])
        if now["phase"] == "over":
            return
        done += act_once(site, table)
        asked(site, f"{path}/wait?since={now['number']}&seconds=1", table["token"])


def held(page: Page, by_finger: bool) -> None:
    """Pick something that is lit, so that the picture shows where it may go."""
    lit = page.locator(".board .place.lit")
    if lit.count():
        chosen = lit.nth(lit.count() // 3)
        if by_finger:
            chosen.tap()
        else:
            chosen.dispatch_event("click")


def pictures_of_screens(site: Site, visit: Callable[..., Page]) -> None:
    """Every screen but the games in play, on a phone and on a desktop."""
    for theme in ("light", "dark"):
        for size, name in (({"width": 1280, "height": 1160}, f"home-{theme}"), (PHONE, f"home-{theme}-phone")):
            page = visit(theme, size)
            page.goto(site.url)
            page.wait_for_selector("article")
            shot(page, name)
    waiting = created(site, "tetrad", "here", "here", "open")
    passed = created(site, "tetrad", "here", "here")
    screens = {
        "set-up": ("/new/tetrad", "form"),
        "rules": ("/rules/foursome", ".rule"),
        "waiting-room": (f"/t/{waiting['table']}#seat={waiting['token']}", "#invitation"),
        "joining": (f"/t/{waiting['table']}#join={waiting['invite']}", ".name input"),
        "hand-over": (f"/t/{passed['table']}#seat={passed['token']}", ".curtain button:enabled"),
        "not-found": ("/nowhere", "main"),
    }
    for name, (address, there) in screens.items():
        for size, what in SIZES:
            page = visit("light", size)
            page.goto(f"{site.url}{address}")
            page.wait_for_selector(there)
            shot(page, f"{name}{what}")


def pictures_of_answers(site: Site, visit: Callable[..., Page]) -> None:
    """What a try that is not allowed is answered, a preview under a finger, a replay, and a lost line."""
    table = created(site, "tetrathedral", "here", "bot", options={"starter": "red"})
    played(site, table, 3)
    address = f"{site.url}/t/{table['table']}#seat={table['token']}"
    pages = {}
    for size, what in SIZES:
        page = pages[what] = visit("light", size)
        page.goto(address)
        page.wait_for_selector(".doing.mine")
        page.locator(".space.lit").first.dispatch_event("click")
        page.locator("[data-place=H5]").dispatch_event("click")
        page.wait_for_selector(".doing .refused")
        shot(page, f"why-not{what}")
    page = pages["-phone"]
    page.get_by_role("button", name="Put back").tap()
    page.get_by_role("button", name="Next option").tap()
    page.get_by_role("button", name="Select").tap()
    page.get_by_role("button", name="Next option").tap()
    page.wait_for_selector(".doing .preview")
    shot(page, "preview-phone")
    over = created(site, "retro_tetro", "here", "bot")
    played(site, over, 1000)
    for size, what in SIZES:
        page = visit("light", size)
        page.goto(f"{site.url}/t/{over['table']}#seat={over['token']}")
        page.get_by_role("link", name="Replay").click()
        page.get_by_role("button", name="Next").wait_for()
        page.get_by_role("slider").fill("60")
        shot(page, f"replay{what}")
    site.kill()
    for what, page in pages.items():
        page.get_by_text("Connection lost").wait_for()
        shot(page, f"lost-line{what}")
    site.start()


def pictures_of(name: str, site: Site, visit: Callable[..., Page]) -> None:
    """One game in mid-play, at its end, and replayed."""
    game = tetracade.game(name)
    table = created(site, name, "here", *["bot"] * ((game.default_seats or game.seats[0]) - 1))
    address = f"{site.url}/t/{table['table']}#seat={table['token']}"
    file = name.replace("_", "-")
    played(site, table, ACTIONS.get(name, 6))
    for theme, size, what in (("light", DESKTOP, ""), ("dark", DESKTOP, "-dark"), ("light", PHONE, "-phone")):
        page = visit(theme, size)
        page.goto(address)
        page.wait_for_selector(".doing.mine")
        held(page, size is PHONE)
        shot(page, f"{file}{what}")
    played(site, table, 1000)
    page.wait_for_selector("[data-testid=result]")
    shot(page, f"{file}-end-phone")
    page = visit("light", DESKTOP)
    page.goto(address)
    page.wait_for_selector("[data-testid=result]")
    shot(page, f"{file}-end")


def main(names: list[str]) -> None:
    """Make all pictures, or those of the games named."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        site = Site(Path(folder))
        site.start()
        browser = launched(playwright)

        def visit(theme: Any, size: Any) -> Page:
            phone = size is PHONE
            context = browser.new_context(
                viewport=size, color_scheme=theme, reduced_motion="reduce", has_touch=phone, is_mobile=phone
            )
            return context.new_page()

        try:
            if not names:
                pictures_of_screens(site, visit)
                pictures_of_answers(site, visit)
            for name in names or tetracade.game_names():
                pictures_of(name, site, visit)
        finally:
            browser.close()
            site.kill()


if __name__ == "__main__":
    main(sys.argv[1:])
