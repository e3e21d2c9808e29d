"""Makes the page's icons and the pictures that links to it show, by game: ``python -m tests.browser.pictures``."""

import base64
import tempfile
from pathlib import Path

from playwright.sync_api import Browser, Page, ViewportSize, sync_playwright

from tests.browser.conftest import Site, launched

WEB = Path(__file__).parents[2] / "web"
ICONS = {"icon-192": (192, 1.0), "icon-512": (512, 1.0), "maskable-512": (512, 0.72), "touch": (180, 0.86)}
"""By name, the size, and how much of it the mark takes: what may be cut to a circle has more ground around it."""
GROUND = "#1d2340"
PREVIEW: ViewportSize = {"width": 1200, "height": 630}

SHOW = """([at, title, about]) => {
  const cover = document.querySelectorAll('article .cover')[at]?.cloneNode(true);
  const colour = cover ? getComputedStyle(document.querySelectorAll('article .cover')[at]).backgroundColor : '#1d2340';
  const sheet = document.createElement('div');
  sheet.style.cssText = 'position:fixed;inset:0;z-index:99;background:#f6f2ea;display:grid;grid-template-rows:1fr auto';
  const picture = document.createElement('div');
  picture.style.cssText = `background:${colour};overflow:hidden;display:grid;min-height:0`;
  if (cover) {
    cover.style.cssText = 'height:100%;min-height:0';
    picture.append(cover);
  } else {
    const mark = document.querySelector('header svg').cloneNode(true);
    mark.setAttribute('width', '300');
    mark.setAttribute('height', '300');
    mark.style.cssText = 'place-self:center';
    picture.append(mark);
  }
  const words = document.createElement('div');
  words.style.cssText = 'padding:30px 56px 38px;display:grid;gap:6px;line-height:1.2';
  const line = (textContent, style) =>
    words.append(Object.assign(document.createElement('div'), { textContent, style }));
  line(title, 'font-size:74px;font-weight:850;letter-spacing:-0.02em');
  line(about, 'font-size:34px;color:#585b6e');
  sheet.append(picture, words);
  document.body.append(sheet);
  return sheet;
}"""


def icons(browser: Browser) -> None:
    """Draw the mark at every size."""
    mark = base64.b64encode((WEB / "src/mark.svg").read_bytes()).decode()
    folder = WEB / "public/icons"
    folder.mkdir(parents=True, exist_ok=True)
    for name, (size, share) in ICONS.items():
        page = browser.new_page(viewport={"width": size, "height": size})
        ground = GROUND if share < 1 else "transparent"
        side = round(size * share)
        page.set_content(
            f'<body style="margin:0;height:100vh;display:grid;place-items:center;background:{ground}">'
            f'<img width="{side}" height="{side}" src="data:image/svg+xml;base64,{mark}">'
        )
        page.screenshot(path=folder / f"{name}.png", omit_background=share == 1)
        page.close()


def preview(page: Page, at: int, title: str, about: str, path: Path) -> None:
    """Take the picture for one game, or for all."""
    path.parent.mkdir(parents=True, exist_ok=True)
    sheet = page.evaluate_handle(SHOW, [at, title, about])
    page.wait_for_timeout(200)  # a picture, not a test: fonts and gradients are drawn by then
    page.screenshot(path=path)
    sheet.evaluate("each => each.remove()")


def previews(browser: Browser, url: str) -> None:
    """Take a picture of every game's cover with its title."""
    page = browser.new_page(viewport=PREVIEW, reduced_motion="reduce", color_scheme="light")
    page.goto(url)
    page.locator("article").first.wait_for()
    for at, article in enumerate(page.locator("article").all()):
        name = (article.get_by_role("link", name="Rules of").get_attribute("href") or "").rpartition("/")[2]
        title, about = article.locator("h2").inner_text(), article.locator(".tagline").inner_text()
        preview(page, at, title, about, WEB / "src/games" / name / "preview.png")
    about = "Tabletop games about fours: bots, one screen, or friends by link."
    preview(page, -1, "Tetracade", about, WEB / "public/previews/tetracade.png")
    page.close()


def main() -> None:
    """Make all pictures."""
    site = Site(Path(tempfile.mkdtemp()))
    site.start()
    try:
        with sync_playwright() as playwright:
            browser = launched(playwright)
            icons(browser)
            previews(browser, site.url)
            browser.close()
    finally:
        site.kill()


if __name__ == "__main__":
    main()
