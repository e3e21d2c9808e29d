"""One screen holds the table at every size: the board fills its room, and nothing lies over anything else."""

import pytest
from playwright.sync_api import Page, ViewportSize

import tetracade
from tests.browser.conftest import Opened, Site
from tests.browser.player import expect_end, play_on
from tests.browser.sitting import created, opened_at

HANDHELD: tuple[ViewportSize, ...] = (
    {"width": 844, "height": 390},
    {"width": 768, "height": 1024},
    {"width": 390, "height": 844},
    {"width": 320, "height": 640},
)
DESKTOP: tuple[ViewportSize, ...] = (
    {"width": 1280, "height": 720},
    {"width": 1440, "height": 900},
    {"width": 1920, "height": 1080},
    {"width": 2560, "height": 1440},
)
FINGER = {"has_touch": True, "is_mobile": True}

FAULTS = """() => {
  const faults = [];
  const page = document.documentElement;
  const wide = page.clientWidth;
  const high = window.innerHeight;
  const named = (each) => `${each.tagName}.${each.getAttribute('class') ?? ''}`;
  const seen = (each) =>
    each.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && each.getBoundingClientRect().width > 2;
  const drawn = (svg) => {  // a drawing lies in the middle of its box, as large as fits
    const box = svg.getBoundingClientRect();
    const view = svg.viewBox.baseVal;
    const scale = Math.min(box.width / view.width, box.height / view.height);
    const [w, h] = [view.width * scale, view.height * scale];
    return new DOMRect(box.x + (box.width - w) / 2, box.y + (box.height - h) / 2, w, h);
  };
  const isDrawn = (each) => each instanceof SVGSVGElement && each.viewBox.baseVal.width > 0;
  const boxOf = (each) => (isDrawn(each) ? drawn(each) : each.getBoundingClientRect());
  const overlap = (one, other) =>
    Math.min(one.right, other.right) - Math.max(one.left, other.left) > 1.5 &&
    Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 1.5;

  if (page.scrollWidth > wide) faults.push(`${page.scrollWidth} wide`);
  const board = document.querySelector('.board');
  const root = board.firstElementChild;
  const bar = document.querySelector('.doing');
  // What must be on the first screen: the bar, the seats, and all that the board shows.
  const parts = [...root.querySelectorAll('svg, .hand, .rack, .piles, .pad, .deck, .place, .side, .tray, summary')]
    .filter((each) => seen(each) && !each.closest('.unseen, dl, details ul'));
  for (const each of [bar, ...document.querySelectorAll('.seats li'), ...parts]) {
    const box = boxOf(each);
    if (box.left < -1 || box.top < -1 || box.right > wide + 1 || box.bottom > high + 1)
      faults.push(`${named(each)} ends at ${Math.round(box.right)} ${Math.round(box.bottom)}`);
    if (each !== bar && overlap(box, bar.getBoundingClientRect())) faults.push(`${named(each)} is under the bar`);
  }
  // Side by side, never over each other.
  const inner = (each) => (each.matches('.side, .own:not(svg), .bottom') ? [...each.children] : [each]);
  const flows = (each) => !each.matches('.unseen, .moment') && getComputedStyle(each).position !== 'absolute';
  const blocks = [...root.children].flatMap(inner).filter((each) => seen(each) && flows(each));
  const seats = [...document.querySelectorAll('.seats li')];
  for (const list of [blocks, seats, [...document.querySelectorAll('div.seats, .stage, .doing, aside, header')]])
    list.forEach((one, at) => list.slice(at + 1).forEach((other) => {
      if (overlap(boxOf(one), boxOf(other))) faults.push(`${named(one)} over ${named(other)}`);
    }));
  for (const name of document.querySelectorAll('.seats .name')) {
    const lines = name.getBoundingClientRect().height / Number.parseFloat(getComputedStyle(name).fontSize);
    if (lines > 2) faults.push(`the name ${name.textContent} is broken`);
    if (name.scrollWidth > name.clientWidth + 1) faults.push(`the name ${name.textContent} is cut off`);
  }
  // The sign of whose turn it is lies under nothing that is written.
  for (const sign of document.querySelectorAll('.seats .turn'))
    for (const said of sign.closest('li').querySelectorAll('.name, .entry'))
      if (overlap(boxOf(sign), boxOf(said))) faults.push(`a sign over ${said.textContent}`);
  // What is written in a pile or on a button stays in it.
  for (const each of document.querySelectorAll('.pile span, .doing .button, .pad .key'))
    if (seen(each) && each.scrollWidth > each.clientWidth + 1) faults.push(`${each.textContent.trim()} overflows`);
  const main = Math.max(...[...root.querySelectorAll('svg')].filter(seen).map((each) => {
    const box = drawn(each);
    return Math.max(box.width / board.clientWidth, box.height / board.clientHeight);
  }));
  if (main < 0.62) faults.push(`the board fills ${Math.round(100 * main)} % of its room`);
  return faults;
}"""


def check(page: Page, sizes: tuple[ViewportSize, ...]) -> None:
    """Nothing wrong at any of these sizes."""
    for size in sizes:
        page.set_viewport_size(size)
        page.evaluate("() => new Promise((go) => requestAnimationFrame(() => requestAnimationFrame(go)))")
        faults = page.evaluate(FAULTS)
        assert not faults, f"{size['width']} x {size['height']}: {'; '.join(faults)}"


@pytest.mark.parametrize("name", tetracade.game_names())
def test_the_table_fits_on_every_screen(site: Site, opened: Opened, name: str) -> None:
    game = tetracade.game(name)
    for seats in sorted({game.default_seats or game.seats[0], max(game.seats)}):
        table = created(site, name, "here", *["bot"] * (seats - 1))
        for browser, sizes in ((FINGER, HANDHELD), ({}, DESKTOP)):
            page = opened_at(opened, table, site, **browser)
            page.wait_for_selector(".doing.mine, [data-testid=result]")
            check(page, sizes)
            play_on(page, 7)
            page.wait_for_selector(".doing.mine, [data-testid=result]")
            check(page, sizes)


REPLAY_FAULTS = """() => {
  const page = document.documentElement;
  const faults = page.scrollWidth > page.clientWidth ? [`${page.scrollWidth} wide`] : [];
  const bar = document.querySelector('.controls').getBoundingClientRect();
  const boxOf = (each) => each.getBoundingClientRect();
  const parts = [...document.querySelectorAll('.replay .board svg, .replay .seats li, .controls .button')];
  for (const each of parts.filter((part) => boxOf(part).width > 2)) {
    const box = boxOf(each);
    const said = `${each.tagName}.${each.getAttribute('class') ?? ''}`;
    if (box.bottom > innerHeight + 1 || box.right > page.clientWidth + 1) faults.push(`${said} is out of sight`);
    const across = Math.min(box.right, bar.right) - Math.max(box.left, bar.left);
    const along = Math.min(box.bottom, bar.bottom) - Math.max(box.top, bar.top);
    if (!each.closest('.controls') && across > 1.5 && along > 1.5) faults.push(`${said} is under the controls`);
  }
  return faults;
}"""


@pytest.mark.parametrize("name", ["retro_tetro", "tetrad", "foursome"])
def test_a_replay_fits_on_every_screen(site: Site, opened: Opened, name: str) -> None:
    options = {"patterns": [1, 2, 3, 4, 5]} if name == "tetrad" else {}
    table = created(site, name, "here", "bot", options=options)
    page = opened_at(opened, table, site)
    page.wait_for_selector(".doing")
    play_on(page)
    expect_end(page)
    for browser, sizes in ((FINGER, HANDHELD), ({}, DESKTOP)):
        page = opened(f"{site.url}/t/{table['table']}/replay?at=30#seat={table['token']}", **browser)
        page.locator(".replay .board svg").first.wait_for()
        for size in sizes:
            page.set_viewport_size(size)
            page.evaluate("() => new Promise((go) => requestAnimationFrame(() => requestAnimationFrame(go)))")
            faults = page.evaluate(REPLAY_FAULTS)
            assert not faults, f"{size['width']} x {size['height']}: {'; '.join(faults)}"
