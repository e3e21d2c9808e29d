"""A sixth game, of which the page knows nothing: by adding its two folders, as CONTRIBUTING says, it is playable."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Opened, Site
from tests.browser.player import expect_end
from tests.browser.sitting import at_table
from tests.sixth_game.copy import GAME, copied, environment


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A server of a copy of the repository with the game added."""
    copy = copied(tmp_path_factory.mktemp("copy"))
    with pytest.MonkeyPatch.context() as changed:
        for name, value in environment(copy).items():
            changed.setenv(name, value)
        changed.chdir(copy)
        running = Site(tmp_path_factory.mktemp("data"))
        running.start()
    yield running
    running.kill()


def test_two_people_play_it_to_the_end_at_one_screen(site: Site, opened: Opened) -> None:
    page = at_table(site, opened, GAME, "here", "here")
    board = page.get_by_label("Board of Tic-tac-toe")
    for marked, square in enumerate(("a1", "a2", "b1", "b2", "c1")):
        expect(board).to_have_text(re.compile(rf"^[^XO]*([XO][^XO]*){{{marked}}}$"))
        page.get_by_role("button", name=re.compile(rf"\b{square}\b")).click()
    expect_end(page)
    expect(page.get_by_test_id("result")).to_contain_text("Person 1 has three in a line.")


def test_the_home_page_offers_it_against_a_bot(site: Site, opened: Opened) -> None:
    page = opened(site.url)
    page.get_by_role("button", name="Play Tic-tac-toe against a bot").click()
    page.wait_for_selector(".buttons button:enabled")
    expect(page.get_by_label("Board of Tic-tac-toe")).to_contain_text("a b c")
