"""The page for everyone: by keyboard alone, for assistive technology, in both themes, from 320 pixels to wide."""

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

import tetracade
from tests.browser.conftest import NOWHERE, Opened, Site
from tests.browser.player import expect_end, play_on
from tests.browser.sitting import at_table, created, opened_at

AXE = (Path(__file__).parents[2] / "web/node_modules/axe-core/axe.min.js").read_text(encoding="utf-8")
WIDTHS = (320, 360, 1440)


def check(page: Page) -> None:
    """No finding of axe, in light and dark; nothing to scroll sideways, narrow or wide."""
    page.evaluate(AXE)
    for theme in ("light", "dark"):
        page.emulate_media(color_scheme=theme)
        expect(page.locator(f"html[data-theme={theme}]")).to_have_count(1)
        assert findings(page, "" if theme == "light" else "color-contrast") == [], f"{page.url} in {theme}"
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 640 if width < 400 else 900})
        wide = page.evaluate("document.documentElement.scrollWidth")
        assert wide <= width, f"{page.url} is {wide} wide on {width}"


def findings(page: Page, rule: str) -> list[Any]:
    """What axe finds, each with where; of one rule, or of all. Only colours differ between themes."""
    found: list[Any] = page.evaluate(
        """async (rule) => {
          const only = rule ? { runOnly: { type: 'rule', values: [rule] } } : {};
          const { violations } = await axe.run({ resultTypes: ['violations'], ...only });
          return violations
            .map((each) => [each.id, each.impact, each.nodes.slice(0, 3).map((node) => node.html.slice(0, 160))]);
        }""",
        rule,
    )
    return found


def test_home_set_up_and_rules(site: Site, opened: Opened) -> None:
    page = opened(site.url)
    page.wait_for_selector("article")
    check(page)
    for name in tetracade.game_names():
        page.goto(f"{site.url}/new/{name}")
        page.locator("summary").click()
        page.set_viewport_size({"width": 320, "height": 640})
        assert page.evaluate("document.documentElement.scrollWidth") <= 320
    check(page)
    page.goto(f"{site.url}/rules/retro_tetro")
    page.wait_for_selector(".rule")
    check(page)
    page.goto(f"{site.url}{NOWHERE}")
    check(page)


def test_waiting_room_and_curtain(site: Site, opened: Opened) -> None:
    page = at_table(site, opened, "tetratrax", "here", "open")
    page.wait_for_selector("#invitation")
    check(page)
    page = at_table(site, opened, "tetratrax", "here", "bot", start="later")
    page.get_by_text("Add a word of your own to the shuffle").click()
    check(page)
    page = at_table(site, opened, "tetrad", "here", "here")
    page.wait_for_selector(".curtain button:enabled")
    check(page)


@pytest.mark.parametrize("name", tetracade.game_names())
def test_the_board(site: Site, opened: Opened, name: str) -> None:
    game = tetracade.game(name)
    seats = game.default_seats or game.seats[0]
    page = at_table(site, opened, name, "here", *["bot"] * (seats - 1))
    page.wait_for_selector(".doing.mine")
    play_on(page, 9)
    page.wait_for_selector(".doing.mine, [data-testid=result]")
    check(page)


def test_the_end_screen_the_replay_and_one_s_own_games(site: Site, opened: Opened) -> None:
    page = at_table(site, opened, "tetratrax", "here", "bot", options={"rows": 10})
    page.wait_for_selector(".doing.mine")
    play_on(page)
    expect_end(page)
    check(page)
    page.get_by_role("link", name="Replay").click()
    page.wait_for_selector(".replay .tower")
    check(page)
    page.goto(site.url)
    page.get_by_role("button", name="Play Tetrathedral against a bot").click()
    page.wait_for_selector(".doing")
    page.goto(site.url)
    page.wait_for_selector(".running .picture .board")
    page.wait_for_selector(".finished li")
    check(page)
    page.get_by_role("button", name="Settings").click()
    expect(page.get_by_role("dialog", name="Settings")).to_be_visible()
    check(page)


def test_a_whole_game_by_keyboard_alone(site: Site, opened: Opened) -> None:
    page = opened(site.url)
    button = page.get_by_role("button", name="Play TetraTrax against a bot")
    button.wait_for()
    for _ in range(60):
        page.keyboard.press("Tab")
        if button.evaluate("each => each === document.activeElement"):
            break
    page.keyboard.press("Enter")
    page.wait_for_selector(".tower")
    for _ in range(12):
        page.wait_for_selector(".doing.mine, [data-testid=result]")
        if page.query_selector("[data-testid=result]"):
            break
        drop_by_keyboard(page)
    expect_end(page)


def drop_by_keyboard(page: Page) -> None:
    """Take a tile by its letter, walk to a column by arrow keys, and let it fall."""
    pieces = page.locator(".tower .piece").count()
    for letter in "iolstd":
        page.keyboard.press(letter)
        if page.query_selector(".tile.held"):
            break
    for _ in range(40):  # into the board, wherever one was
        if page.evaluate("document.activeElement?.dataset?.place ?? ''"):
            break
        page.keyboard.press("Tab")
    for key in ["ArrowRight"] * 12 + ["ArrowLeft"] * 12:
        if page.query_selector(".column.lit:focus"):
            break
        page.keyboard.press(key)
    page.keyboard.press("Enter")
    expect(page.locator(".tower .piece")).not_to_have_count(pieces)


def test_what_happens_is_announced(site: Site, opened: Opened) -> None:
    page = at_table(site, opened, "tetratrax", "here", "bot")
    page.wait_for_selector(".doing.mine")
    play_on(page, 2)
    expect(page.get_by_role("log")).to_contain_text("drops")
    expect(page.get_by_role("log")).to_contain_text("Your turn")


@pytest.mark.parametrize("wanted", ["reduce", "no-preference"])
def test_nothing_moves_for_those_who_want_no_motion(site: Site, opened: Opened, wanted: str) -> None:
    page = opened_at(opened, created(site, "tetratrax", "here", "here"), site, reduced_motion=wanted)
    page.wait_for_selector(".doing.mine")
    page.keyboard.press("t")
    page.wait_for_selector(".column.lit")
    longest = page.evaluate(
        """async () => {
          let longest = 0;
          document.querySelector('.column.lit').dispatchEvent(new MouseEvent('click', { bubbles: true }));
          for (let after = 0; after < 5; after += document.querySelector('.tower .piece') ? 1 : 0) {
            await new Promise((go) => requestAnimationFrame(go));
            for (const each of document.getAnimations())
              longest = Math.max(longest, Number(each.effect.getComputedTiming().endTime));
          }
          return longest;
        }"""
    )
    if wanted == "reduce":
        assert longest < 1
    else:
        assert longest > 100  # the tile falls


NAMES = ("مُحَمَّد بن عبد الله", "👑🦊 ʻŌlelo", "Wolfeschlegelsteinhausenb", "ลุงสมชาย ใจดี")


def test_names_of_any_script_and_length(site: Site, opened: Opened) -> None:
    page = opened(f"{site.url}/new/foursome", width=320, height=640)
    page.get_by_label("Your name").fill(NAMES[0])
    for seat in (2, 3, 4):
        page.get_by_label(f"Player {seat}", exact=True).select_option("someone at this screen")
        page.get_by_label(f"Name for Player {seat}").fill(NAMES[seat - 1])
    page.get_by_role("button", name="Start").click()
    curtain = page.get_by_role("heading", name="Pass the screen to")
    expect(curtain).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    page.get_by_role("button", name="Show me the table").click()
    seats = page.get_by_role("list", name="Seats")
    for name in NAMES:
        expect(seats).to_contain_text(name[:24])
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    expect(page.locator(".story")).to_contain_text(f"\u2068{NAMES[0]}\u2069")  # set apart from what follows
