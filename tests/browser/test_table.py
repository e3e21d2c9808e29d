"""Tables of several people, lost lines, reasons, and how quickly and small it all is."""

import gzip
import json
import urllib.request
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, expect

from tests.browser.conftest import Opened, Site
from tests.browser.player import drop, play_on
from tetracade.server.page import FOLDER

MOST_SCRIPT = 250_000


def created(site: Site, game: str, *seats: str, **settings: Any) -> dict[str, Any]:
    """A new table whose seats are of these kinds."""
    people = [{"kind": kind, "name": f"Person {at + 1}" if kind == "here" else ""} for at, kind in enumerate(seats)]
    body = json.dumps({"game": game, "seats": people, **settings}).encode()
    asked = urllib.request.Request(f"{site.url}/api/tables", body, {"Content-Type": "application/json"})
    with urllib.request.urlopen(asked) as answer:
        found: dict[str, Any] = json.load(answer)
        return found


def at_table(site: Site, opened: Opened, game: str, *seats: str, **settings: Any) -> Page:
    """A page at a new table, holding its seats of the kind here."""
    return opened_at(opened, created(site, game, *seats, **settings), site)


def opened_at(opened: Opened, table: dict[str, Any], site: Site, **browser: Any) -> Page:
    """A page at this table, holding the creator's seats."""
    return opened(f"{site.url}/t/{table['table']}#seat={table['token']}", **browser)


def lines_of(page: Page) -> int:
    """How many things have happened."""
    return page.locator(".story li").count()


def test_two_browsers_meet_by_a_link(site: Site, opened: Opened) -> None:
    host = opened(site.url)
    host.get_by_role("button", name="Play TetraTrax with friends").click()
    link = host.get_by_label("Link to the table").input_value()
    assert "#join=" in link
    expect(host.get_by_role("img", name="QR code of the link")).to_be_visible()
    guest = opened(link)
    guest.get_by_label("Your name").fill("Ζωή 山田")
    guest.get_by_role("button", name="Join the table").click()
    expect(guest.locator(".tower")).to_be_visible()
    assert "#" not in guest.url  # a key does not stay in the address
    expect(host.get_by_role("list", name="Seats")).to_contain_text("Ζωή 山田")
    first, second = (host, guest) if "you" in host.locator("li[aria-current]").inner_text() else (guest, host)
    for page in (first, second, first, second):
        drop(page)
    expect(host.locator(".story")).to_contain_text("drops")
    for page in (host, guest):
        expect(page.locator(".tower .piece")).to_have_count(4)


def test_a_screen_that_is_handed_over_shows_nothing_of_the_other_hand(site: Site, opened: Opened) -> None:
    page = at_table(site, opened, "tetrad", "here", "here", options={"patterns": [1, 2, 3, 4, 5], "deals": "blue"})
    take = page.get_by_role("button", name="I am Person 1: show my side")
    take.click()
    hand = page.get_by_role("group", name="Your hand")
    expect(hand.get_by_role("button")).to_have_count(4)
    labels = hand.get_by_role("button").evaluate_all("all => all.map((each) => each.getAttribute('aria-label'))")
    page.locator("[data-place=pile]").click()
    expect(hand.get_by_role("button")).to_have_count(5)
    play_on(page)
    expect(page.get_by_role("heading", name="Hand the screen to Person 2")).to_be_visible()
    expect(page.get_by_role("button", name="I am Person 2: show my side")).to_be_enabled()
    shown = page.content()
    assert not [label for label in labels if label in shown]
    assert page.locator(".handcard, .story li").count() == 0
    page.get_by_role("button", name="I am Person 2: show my side").click()
    expect(hand.get_by_role("button")).to_have_count(4)


def test_a_lost_line_is_shown_and_play_goes_on_where_it_was(tmp_path: Path, opened: Opened) -> None:
    site = Site(tmp_path)
    site.start()
    try:
        page = at_table(site, opened, "tetratrax", "here", "here")
        drop(page)
        drop(page)
        page.wait_for_selector(".doing.mine")
        before = lines_of(page)
        site.kill()
        expect(page.get_by_text("The line is lost")).to_be_visible()
        drop(page, wait=False)  # made without a line: sent when it is back
        expect(page.locator(".tower .piece")).to_have_count(2)
        site.start()
        expect(page.get_by_text("The line is lost")).to_be_hidden()
        expect(page.locator(".tower .piece")).to_have_count(3)
        assert lines_of(page) > before
        page.reload()
        expect(page.locator(".tower .piece")).to_have_count(3)
    finally:
        site.kill()


def test_what_may_not_be_answers_with_the_reason_and_its_rule(site: Site, opened: Opened) -> None:
    page = at_table(site, opened, "tetrathedral", "here", "bot", options={"starter": "red"})
    page.wait_for_selector(".doing.mine")
    page.locator(".space.lit").first.click()
    page.locator("[data-place=H5]").dispatch_event("click")
    refused = page.locator(".refused[role=alert]")
    expect(refused).to_be_visible()
    expect(refused.get_by_role("link")).to_have_text("TH4")


def test_a_finger_sees_a_preview_before_it_counts(site: Site, opened: Opened) -> None:
    page = opened_at(opened, created(site, "tetratrax", "here", "here"), site, has_touch=True)
    page.locator(".own .tile.lit").first.tap()
    page.locator(".column.lit").first.tap()
    expect(page.locator(".ghost")).to_have_count(1)
    expect(page.locator(".tower .piece")).to_have_count(0)
    page.get_by_role("button", name="Do it").tap()
    expect(page.locator(".tower .piece")).to_have_count(1)


def test_a_tile_may_be_dragged(site: Site, opened: Opened) -> None:
    page = at_table(site, opened, "tetratrax", "here", "here")
    page.wait_for_selector(".doing.mine")
    page.locator(".own .tile.lit").first.hover()
    page.mouse.down()
    column = page.locator("[data-column='3']").bounding_box()
    assert column is not None
    page.mouse.move(column["x"] + column["width"] / 2, column["y"] + 100, steps=5)
    expect(page.locator(".ghost")).to_have_count(1)
    page.mouse.up()
    expect(page.locator(".tower .piece")).to_have_count(1)


def test_an_action_stands_on_the_board_within_100_ms(site: Site, opened: Opened) -> None:
    page = at_table(site, opened, "tetratrax", "here", "here")
    page.wait_for_selector(".doing.mine")
    took = page.evaluate(
        """async () => {
          const soon = () => new Promise((go) => setTimeout(go, 1));
          const best = [];
          for (let turn = 0; turn < 8; turn++) {
            document.querySelector('.own .tile.lit').click();
            while (!document.querySelector('.column.lit')) await soon();
            const pieces = document.querySelectorAll('.tower .piece').length;
            const began = performance.now();
            document.querySelector('.column.lit').dispatchEvent(new MouseEvent('click', { bubbles: true }));
            while (document.querySelectorAll('.tower .piece').length === pieces) await soon();
            best.push(performance.now() - began);
            while (!document.querySelector('.own .tile.lit')) await soon();
          }
          return best;
        }"""
    )
    assert min(took) < 100, took


def test_the_first_load_is_small() -> None:
    scripts = sorted((FOLDER / "assets").glob("*.js"))
    assert scripts, "the page is not built: run scripts/setup"
    assert sum(len(gzip.compress(script.read_bytes())) for script in scripts) < MOST_SCRIPT
