"""A game that the page has no board for: drawn as text, and played all the same."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Opened, Site
from tests.browser.player import expect_end
from tests.browser.sitting import at_table, created, opened_at
from tests.browser.test_everyone import check

GAMES = ("bench.connect_four:GAME", "tests.server.magpie:GAME")
RACK = "Board of Connect four"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A server with two games more than the page has boards for."""
    running = Site(tmp_path_factory.mktemp("more"), *GAMES)
    running.start()
    yield running
    running.kill()


def press_an_offer(page: Page) -> None:
    """Go by Tab to the first thing one may do, and do it."""
    page.wait_for_selector(".buttons button:enabled, [data-testid=result]")
    while page.evaluate("document.activeElement.closest('.buttons') === null"):
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")


def test_it_is_played_to_the_end_by_keyboard(site: Site, opened: Opened) -> None:
    page = opened(site.url)
    page.get_by_role("button", name="Play Connect four against a bot").press("Enter")
    rack = page.get_by_label(RACK)
    expect(rack).to_contain_text("A B C D E F G")
    while page.get_by_test_id("result").count() == 0:
        stones = len(re.findall("X", rack.inner_text()))
        press_an_offer(page)
        expect(rack).to_have_text(re.compile(rf"^[^X]*(X[^X]*){{{stones + 1}}}$"))
        page.wait_for_selector(".buttons button:enabled, [data-testid=result]")
    expect_end(page)


def test_it_is_replayed_as_text(site: Site, opened: Opened) -> None:
    table = created(site, "connect_four", "bot", "bot")
    page = opened_at(opened, table, site)
    expect_end(page)
    page.get_by_role("link", name="Replay").click()
    rack = page.get_by_label(RACK)
    expect(rack).to_contain_text("X")
    page.get_by_role("button", name="First", exact=True).click()
    expect(rack).not_to_contain_text("X")


def test_its_hands_stay_behind_a_curtain_at_one_screen(site: Site, opened: Opened) -> None:
    page = at_table(site, opened, "magpie", "here", "here")
    expect(page.locator(".curtain")).to_be_visible()
    assert page.get_by_label("Board of Magpie").count() == 0
    page.locator(".curtain button:enabled").click()
    expect(page.get_by_label("Board of Magpie")).to_have_text("0 0")


def test_it_is_for_everyone(site: Site, opened: Opened) -> None:
    page = opened(site.url)
    page.wait_for_selector("article")
    check(page)
    page = at_table(site, opened, "connect_four", "here", "bot")
    page.wait_for_selector(".buttons button:enabled")
    check(page)
