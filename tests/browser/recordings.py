"""Makes docs/recordings: some seconds of each game as a person sees them, as an animated picture each.

    python -m tests.browser.recordings [GAME …]

Frames are what Chromium shows. Each holds only what has changed since the one before, so that the files stay small.
"""

import base64
import struct
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

import tetracade
from tests.browser.conftest import Site, launched
from tests.browser.screenshots import played
from tests.browser.sitting import act_once, created

FOLDER = Path(__file__).parents[2] / "docs/recordings"
WIDE, HIGH = 1000, 640
SHOWN = 600
"""Pixels across in the file."""
EVERY = 0.12
"""Seconds between frames, at least."""
SECONDS = 14.0
BEFORE = {"tetratrax": 4, "tetrathedral": 7, "tetrad": 3, "foursome": 14, "retro_tetro": 18}
"""How many actions the person has taken before the recording begins."""

PARTS = """async ([frames, wide]) => {
  const parts = [];
  const BLOCK = 8;
  let shown = null;  // what a viewer of the file has seen so far
  for (const { data, lasts } of frames) {
    const image = new Image();
    image.src = 'data:image/png;base64,' + data;
    await image.decode();
    const high = Math.round((image.height * wide) / image.width);
    const canvas = new OffscreenCanvas(wide, high);
    const brush = canvas.getContext('2d', { willReadFrequently: true });
    brush.imageSmoothingQuality = 'high';
    brush.drawImage(image, 0, 0, wide, high);
    const now = brush.getImageData(0, 0, wide, high).data;
    shown ??= new Uint8ClampedArray(now.length);
    const fresh = [];
    for (let y = 0; y < high; y += BLOCK)
      for (let x = 0; x < wide; x += BLOCK) {
        const [right, bottom] = [Math.min(x + BLOCK, wide), Math.min(y + BLOCK, high)];
        let most = 0;
        for (let row = y; row < bottom; row++)
          for (let at = 4 * (row * wide + x); at < 4 * (row * wide + right); at++)
            most = Math.max(most, Math.abs(now[at] - shown[at]));
        if (most < 10) continue;
        fresh.push([x, y, right, bottom]);
        for (let row = y; row < bottom; row++) {
          const [from, to] = [4 * (row * wide + x), 4 * (row * wide + right)];
          shown.set(now.subarray(from, to), from);
        }
      }
    if (!fresh.length) {
      if (parts.length) parts.at(-1).lasts += lasts;
      continue;
    }
    const left = Math.min(...fresh.map(([x]) => x));
    const top = Math.min(...fresh.map(([, y]) => y));
    const right = Math.max(...fresh.map(([, , x]) => x));
    const bottom = Math.max(...fresh.map(([, , , y]) => y));
    const part = new OffscreenCanvas(right - left, bottom - top);
    const copy = part.getContext('2d');
    for (const [x, y, endX, endY] of fresh)
      copy.drawImage(canvas, x, y, endX - x, endY - y, x - left, y - top, endX - x, endY - y);
    const bytes = new Uint8Array(await (await part.convertToBlob({ type: 'image/webp', quality: 0.6 })).arrayBuffer());
    let text = '';
    for (const byte of bytes) text += String.fromCharCode(byte);
    parts.push({ left, top, wide: right - left, high: bottom - top, lasts, data: btoa(text) });
  }
  return parts;
}"""
"""The frames as pictures of their own, each cut down to what changed, and clear where nothing did."""


def filmed(page: Page, site: Site, table: dict[str, Any]) -> list[dict[str, Any]]:
    """The frames of some seconds of play, each with how many milliseconds it stays."""
    taken: list[tuple[float, str]] = []
    line = page.context.new_cdp_session(page)

    def take(event: dict[str, Any]) -> None:
        line.send("Page.screencastFrameAck", {"sessionId": event["sessionId"]})
        now = event["metadata"]["timestamp"]
        if not taken or now - taken[-1][0] >= EVERY:
            taken.append((now, event["data"]))

    page.screenshot()  # what was shown while it loaded is no frame of the film
    line.on("Page.screencastFrame", take)
    line.send("Page.startScreencast", {"format": "png"})
    end = time.monotonic() + SECONDS
    while time.monotonic() < end:
        seen = page.query_selector(".hit .button, .board button:text-is('Roll')")
        if seen:  # a person who has seen what hit them goes on, and rolls their die
            page.wait_for_timeout(700)
            seen.evaluate("each => each.click()")
        elif page.query_selector(".doing.mine"):
            act_once(site, table)
            page.wait_for_timeout(300)
        page.wait_for_timeout(50)
    line.remove_listener("Page.screencastFrame", take)
    line.send("Page.stopScreencast")
    times = [at for at, _ in taken] + [taken[-1][0] + 1.5]
    return [
        {"data": data, "lasts": round(1000 * (after - at))} for (at, data), after in zip(taken, times[1:], strict=True)
    ]


def animated(parts: list[dict[str, Any]]) -> bytes:
    """An animated WebP of these parts, again and again."""

    def three(number: int) -> bytes:
        return struct.pack("<I", number)[:3]

    def chunk(kind: bytes, data: bytes) -> bytes:
        return kind + struct.pack("<I", len(data)) + data + b"\0" * (len(data) % 2)

    wide, high = parts[0]["wide"], parts[0]["high"]
    body = chunk(b"VP8X", b"\x12\0\0\0" + three(wide - 1) + three(high - 1)) + chunk(b"ANIM", b"\xff" * 4 + b"\0\0")
    for part in parts:
        place = three(part["left"] // 2) + three(part["top"] // 2) + three(part["wide"] - 1) + three(part["high"] - 1)
        picture = base64.b64decode(part["data"])[12:]  # without RIFF, its size and WEBP
        body += chunk(b"ANMF", place + three(part["lasts"]) + b"\0" + still(picture))
    return b"RIFF" + struct.pack("<I", len(body) + 4) + b"WEBP" + body


def still(chunks: bytes) -> bytes:
    """Of a picture's chunks those that a frame may hold."""
    kept, at = b"", 0
    while at < len(chunks):
        size = 8 + struct.unpack_from("<I", chunks, at + 4)[0]
        size += size % 2
        if chunks[at : at + 4] in (b"VP8 ", b"VP8L", b"ALPH"):
            kept += chunks[at : at + size]
        at += size
    return kept


def record(name: str, site: Site, browser: Browser) -> None:
    """Write the recording of one game."""
    game = tetracade.game(name)
    table = created(site, name, "here", *["bot"] * ((game.default_seats or game.seats[0]) - 1))
    played(site, table, BEFORE.get(name, 4))
    page = browser.new_page(viewport={"width": WIDE, "height": HIGH})
    page.goto(f"{site.url}/t/{table['table']}#seat={table['token']}")
    page.wait_for_selector(".doing.mine")
    frames = filmed(page, site, table)
    page.close()
    blank = browser.new_page()  # where no policy stands against data URLs
    film = animated(blank.evaluate(PARTS, [frames, SHOWN]))
    blank.close()
    (FOLDER / f"{name.replace('_', '-')}.webp").write_bytes(film)
    sys.stdout.write(f"recordings: {name}, {len(frames)} frames, {len(film) // 1024} kB\n")


def main(names: list[str]) -> None:
    """Record all games, or those named."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        site = Site(Path(folder))
        site.start(reaction=2)
        browser = launched(playwright)
        try:
            for name in names or tetracade.game_names():
                record(name, site, browser)
        finally:
            browser.close()
            site.kill()


if __name__ == "__main__":
    main(sys.argv[1:])
