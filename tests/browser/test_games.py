"""Each game from the home page to the end screen, by touching the board, against bots."""

import pytest
from playwright.sync_api import expect

import tetracade
from tests.browser.conftest import Opened, Site
from tests.browser.player import expect_end, play_on, touch_by_mouse


@pytest.mark.parametrize("name", tetracade.game_names())
def test_a_person_plays_against_bots_to_the_end(site: Site, opened: Opened, name: str) -> None:
    title = tetracade.game(name).title
    page = opened(site.url)
    page.get_by_role("button", name=f"Play {title} against a bot").click()
    expect(page.get_by_role("heading", name=title)).to_be_visible()
    touch_by_mouse(page, 6)
    play_on(page)
    expect_end(page)
    expect(page.get_by_role("button", name="Play again")).to_be_visible()
    page.get_by_role("link", name="Replay").click()
    page.get_by_role("button", name="First", exact=True).click()
    page.get_by_role("button", name="Next", exact=True).click()
    page.get_by_role("button", name="Check the shuffle").click()
    expect(page.get_by_text("The record is sound: every move was legal.")).to_be_visible()
    expect(page.get_by_text("cards and rolls came from the sealed seed")).to_be_visible()
