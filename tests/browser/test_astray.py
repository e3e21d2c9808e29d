"""Links that come late or damaged, forms filled in wrongly, names too long for their place."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Opened, Site
from tests.browser.player import expect_end, play_on
from tests.browser.sitting import created, joined, opened_at, watching


def test_a_link_to_the_table_one_is_at_already_is_followed(site: Site, opened: Opened) -> None:
    table = created(site, "tetratrax", "here", "open")
    page = watching(opened, table, site)
    page.get_by_role("heading", name="Waiting for 1 more player").wait_for()
    page.evaluate("key => { location.hash = key }", f"join={table['invite']}")
    page.get_by_role("button", name="Join the table").click()
    expect(page.locator(".tower")).to_be_visible()
    assert "#" not in page.url


@pytest.mark.parametrize("path", ["t/%E0%A4%A", "t/%E0%A4%A/replay", "new/%FF", "rules/%"])
def test_a_damaged_link_leads_nowhere_and_says_so(site: Site, opened: Opened, path: str) -> None:
    page = opened(f"{site.url}/{path}")
    expect(page.get_by_text("There’s nothing at this address.")).to_be_visible()


def test_rules_are_shown_whatever_place_in_them_is_asked_for(site: Site, opened: Opened) -> None:
    page = opened(f"{site.url}/rules/tetratrax#%E0%A4%A")
    expect(page.locator("#TX1")).to_be_visible()


def test_the_button_beside_what_one_says_is_one_word(site: Site, opened: Opened) -> None:
    table = created(site, "tetratrax", "here", "open")
    host = opened_at(opened, table, site)
    joined(opened, table, site, "Gast")
    send = host.get_by_role("button", name="Send")
    for width in (320, 1280):
        host.set_viewport_size({"width": width, "height": 800})
        lines = send.evaluate(
            """each => {
              const text = new Range();
              text.selectNodeContents(each);
              return text.getClientRects().length;
            }"""
        )
        assert lines == 1, width


def test_what_is_wrong_with_a_set_up_is_said_beside_its_button(site: Site, opened: Opened) -> None:
    page = opened(f"{site.url}/new/tetrad", width=390, height=700)
    page.locator("summary").click()
    page.get_by_label("Games in the match").fill("")
    page.route("**/api/tables", lambda route: route.abort("connectionrefused"))
    page.get_by_role("button", name="Start").click()
    expect(page.get_by_role("alert")).to_be_in_viewport()
    expect(page.get_by_label("Games in the match")).to_have_value("1")
    page.unroute("**/api/tables")
    page.get_by_role("button", name="Start").click()
    page.wait_for_selector(".doing.mine")


def test_headings_and_names_can_be_read_whole(site: Site, opened: Opened) -> None:
    name = "Wolfeschlegelsteinhausen"
    page = opened(f"{site.url}/new/tetrathedral", width=320, height=640)
    whole = "each => each.scrollWidth <= each.clientWidth && each.scrollHeight <= each.clientHeight + 2"
    assert page.get_by_role("heading", name="Set up Tetrathedral").evaluate(whole)
    page.get_by_label("Your name").fill(name)
    page.get_by_role("button", name="Start").click()
    page.wait_for_selector(".doing")
    for width in (320, 390, 1280):
        page.set_viewport_size({"width": width, "height": 700})
        assert page.locator("h1").evaluate(whole), width
        assert page.locator("li.you .name").evaluate(whole), width


def test_a_series_is_gone_on_with_once(site: Site, opened: Opened) -> None:
    page = opened(site.url)
    page.get_by_role("link", name="Campaign: Retro Tetro for one player").click()
    page.get_by_role("button", name="Start", exact=True).click()
    page.wait_for_selector(".doing.mine")
    play_on(page)
    expect_end(page)
    page.get_by_role("link", name="All games").click()
    made: list[str] = []
    page.on("request", lambda request: made.append(request.url) if request.method == "POST" else None)
    button = page.get_by_role("button", name=re.compile("^Continue Retro Tetro"))
    button.evaluate("each => { each.click(); each.click(); }")
    page.wait_for_selector(".doing.mine")
    assert len(made) == 1
