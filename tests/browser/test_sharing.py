"""Who comes to a table and what they may do there: links, chat, clocks, and who may watch."""

import base64
import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.conftest import Opened, Site
from tests.browser.player import expect_end, play_on
from tests.browser.sitting import asked, created, joined, opened_at, watching

SAYING = "Say something to the table"
JSQR = (Path(__file__).parents[2] / "web/node_modules/jsqr/dist/jsQR.js").read_text(encoding="utf-8")


def test_links_are_copied_to_join_and_to_watch(site: Site, opened: Opened) -> None:
    table = created(site, "tetratrax", "here", "open")
    host = opened_at(opened, table, site, permissions=["clipboard-read", "clipboard-write"])
    link = f"{site.url}/t/{table['table']}#join={table['invite']}"
    expect(host.get_by_label("Link to the table")).to_have_value(link)
    expect(host.get_by_role("img", name="QR code of the link")).to_be_visible()
    host.get_by_role("button", name="Copy").click()
    expect(host.get_by_role("button", name="Copied")).to_be_visible()
    assert host.evaluate("navigator.clipboard.readText()") == link
    host.get_by_role("button", name="Start now").click()
    expect(host.locator(".tower")).to_be_visible()
    host.get_by_role("button", name="Share").click()
    expect(host.get_by_text("Link copied.")).to_be_visible()
    watched = host.evaluate("navigator.clipboard.readText()")
    assert watched == f"{site.url}/t/{table['table']}#watch={table['watch']}"
    watcher = opened(watched)
    expect(watcher.locator(".tower")).to_be_visible()
    expect(host.get_by_text("1 watching")).to_be_visible()


def test_a_camera_reads_the_link_from_the_code_that_is_shown(site: Site, opened: Opened) -> None:
    table = created(site, "tetratrax", "here", "open")
    host = opened_at(opened, table, site, width=390)
    picture = host.get_by_role("img", name="QR code of the link").screenshot()
    reader = host.context.new_page()
    reader.add_script_tag(content=JSQR)
    read = reader.evaluate(
        """async (picture) => {
          const image = await createImageBitmap(await (await fetch(`data:image/png;base64,${picture}`)).blob());
          const canvas = new OffscreenCanvas(image.width, image.height).getContext('2d');
          canvas.drawImage(image, 0, 0);
          const { data } = canvas.getImageData(0, 0, image.width, image.height);
          return jsQR(data, image.width, image.height)?.data;
        }""",
        base64.b64encode(picture).decode(),
    )
    assert read == f"{site.url}/t/{table['table']}#join={table['invite']}"


def test_a_table_that_is_started_by_hand_waits_for_who_set_it_up(site: Site, opened: Opened) -> None:
    table = created(site, "tetratrax", "here", "open", start="later")
    host = opened_at(opened, table, site)
    expect(host.get_by_role("status").last).to_have_text("You can wait for friends, or start now with bots.")
    start = host.get_by_role("button", name="Start")
    start.focus()
    guest = opened(f"{site.url}/t/{table['table']}#join={table['invite']}")
    begins = guest.get_by_text("The host will start the game.")
    expect(begins).to_be_visible()
    guest.get_by_role("button", name="Join the table").click()
    expect(host.get_by_role("status").last).to_have_text("Everyone’s here. Start when you’re ready.")
    expect(guest.get_by_role("heading", name="Ready to start")).to_be_visible()
    expect(begins).to_be_visible()
    assert guest.get_by_role("button", name="Start").count() == 0
    expect(start).to_have_text("Start")
    expect(start).to_be_focused()
    host.keyboard.press("Enter")
    for page in (host, guest):
        expect(page.locator(".tower")).to_be_visible()
    expect(host.locator("body")).not_to_be_focused()


def test_who_starts_by_hand_may_bring_a_word_for_the_dealing(site: Site, opened: Opened) -> None:
    table = created(site, "tetratrax", "here", "bot", start="later")
    host = opened_at(opened, table, site)
    host.get_by_text("Add a word of your own to the shuffle").click()
    expect(host.locator("code")).to_have_text(table["commitment"])
    host.get_by_label("Your word").fill("Kaleidoskop")
    host.get_by_role("button", name="Start").click()
    expect(host.locator(".tower")).to_be_visible()
    proof = asked(site, f"/api/tables/{table['table']}", table["token"])["proof"]
    assert proof == {"commitment": table["commitment"], "words": ["Kaleidoskop", ""]}


def test_people_chat_and_bots_do_not(site: Site, opened: Opened) -> None:
    table = created(site, "tetratrax", "here", "open")
    host = opened_at(opened, table, site)
    guest = joined(opened, table, site, "Gast")
    guest.get_by_label(SAYING).fill("Guten Tag <b>alle</b>")
    guest.get_by_role("button", name="Send").click()
    for page in (host, guest):
        expect(page.locator(".story .chat")).to_have_text("Gast Guten Tag <b>alle</b>")
    watcher = watching(opened, table, site)
    expect(watcher.locator(".story .chat")).to_be_visible()
    assert watcher.get_by_label(SAYING).count() == 0
    alone = opened_at(opened, created(site, "tetratrax", "here", "bot"), site)
    alone.wait_for_selector(".doing")
    assert alone.get_by_label(SAYING).count() == 0


def test_chat_and_hints_can_be_left_out_of_a_table(site: Site, opened: Opened) -> None:
    host = opened(f"{site.url}/new/tetratrax")
    host.get_by_label("Black", exact=True).select_option("a friend, by link")
    host.get_by_text("Clock, spectators").click()
    host.get_by_label("Allow chat").uncheck()
    host.get_by_label("Allow hints").uncheck()
    host.get_by_role("button", name="Create the table").click()
    guest = opened(host.get_by_label("Link to the table").input_value())
    guest.get_by_role("button", name="Join the table").click()
    for page in (host, guest):
        expect(page.locator(".tower")).to_be_visible()
        assert page.get_by_label(SAYING).count() == 0
        assert page.get_by_role("button", name="Hint").count() == 0


def test_the_clock_of_who_acts_runs_and_the_other_stands(site: Site, opened: Opened) -> None:
    settings = {"clock": {"bank": 600, "gain": 5}, "options": {"starter": "white"}}
    page = opened_at(opened, created(site, "tetratrax", "here", "here", **settings), site)
    clocks = page.get_by_role("list", name="Seats").locator(".clock")
    expect(clocks).to_have_count(2)
    expect(clocks.nth(0)).to_have_text(re.compile("^9:"))
    expect(clocks.nth(0)).not_to_have_text(clocks.nth(0).text_content() or "")  # it counts
    expect(clocks.nth(1)).to_have_text("10:00")
    expect(page.locator(".clock.low")).to_have_count(0)
    page = opened_at(opened, created(site, "tetratrax", "here", "here", clock={"turn": 12}), site)
    expect(page.locator(".clock.low")).not_to_have_count(0)


def test_where_nobody_may_watch_the_link_alone_shows_nothing(site: Site, opened: Opened) -> None:
    table = created(site, "tetrad", "here", "bot", spectators="none")
    for address in (f"/t/{table['table']}", f"/t/{table['table']}#watch={table['watch']}"):
        page = opened(f"{site.url}{address}")
        expect(page.get_by_role("alert")).to_be_visible()
        assert page.locator(".board, .story").count() == 0
        expect(page.get_by_role("link", name="All games")).to_be_visible()


def test_where_nobody_may_watch_sharing_says_so(site: Site, opened: Opened) -> None:
    page = opened_at(opened, created(site, "tetratrax", "here", "bot", spectators="none"), site)
    page.get_by_role("button", name="Share").click()
    expect(page.get_by_text("Spectators are off, so there is no link to share.")).to_be_visible()
    expect(page.get_by_text("Link copied.")).to_have_count(0)


@pytest.mark.parametrize("path", ["/new/nope", "/rules/nope", "/t/nope", "/t/nope/replay"])
def test_where_nothing_is_one_is_told_and_led_home(site: Site, chromium: Browser, path: str) -> None:
    page = chromium.new_page()  # the console logs that the server knows no such table
    page.goto(site.url)
    known = [{"id": "nope", "game": "tetrad", "title": "TETRAD", "key": "", "who": "alone", "over": False, "at": 1}]
    page.evaluate("known => localStorage.setItem('tetracade.tables', JSON.stringify(known))", known)
    page.goto(f"{site.url}{path}")
    expect(page.get_by_role("alert")).to_have_text(re.compile("^There(’s no game by that name| is no such table)[.]$"))
    page.get_by_role("link", name="All games").click()
    expect(page.get_by_role("link", name="TETRAD alone")).to_have_count(0)  # home asks, too, and forgets it
    page.close()


@pytest.mark.parametrize("policy", ["public", "all_after_end"])
def test_hands_are_shown_after_the_end_where_the_table_says_so(site: Site, opened: Opened, policy: str) -> None:
    options = {"patterns": [1, 2, 3, 4, 5], "deals": "blue"}
    table = created(site, "tetrad", "here", "bot", options=options, spectators=policy)
    player = opened_at(opened, table, site)
    player.wait_for_selector(".doing.mine")
    watcher = watching(opened, table, site)
    play_on(player)
    expect_end(watcher)
    replay = watcher.get_by_role("link", name="Replay")
    if policy == "public":
        assert replay.count() == 0  # what is hidden cannot be replayed
        return
    replay.click()
    watcher.get_by_label("Seen by").select_option("Person 1")
    expect(watcher.locator(".handcard")).not_to_have_count(0)
    watcher.get_by_role("button", name="First", exact=True).click()
    expect(watcher.get_by_text("Before the first move")).to_be_visible()
    watcher.get_by_label("Step").fill("5")
    assert "Red" not in watcher.locator(".what").inner_text()
