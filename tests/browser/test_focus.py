"""Where the keyboard is when the scene changes: never nowhere."""

from playwright.sync_api import Page, expect

from tests.browser.conftest import Opened, Site
from tests.browser.player import play_on
from tests.browser.sitting import at_table, created, guest_to_draw, joined, opened_at

PLACE = ".board [data-place]:focus"


def press(page: Page, name: str, role: str = "button") -> None:
    """Go to what is called so, and press Enter there."""
    wanted = page.get_by_role("link" if role == "link" else "button", name=name, exact=role == "link")
    wanted.focus()
    page.keyboard.press("Enter")


def test_a_new_page_begins_at_its_heading(site: Site, opened: Opened) -> None:
    page = opened(site.url)
    press(page, "Rules of TetraTrax", "link")
    expect(page.get_by_role("heading", name="Rules", exact=True)).to_be_focused()
    press(page, "Play", "link")
    expect(page.get_by_role("heading", name="Set up TetraTrax")).to_be_focused()
    press(page, "Start")
    page.wait_for_selector(".tower")
    expect(page.get_by_role("heading", name="TetraTrax", exact=True)).to_be_focused()
    page.go_back()
    expect(page.get_by_role("heading", name="Set up TetraTrax")).to_be_focused()


def test_behind_the_curtain_one_is_on_the_board(site: Site, opened: Opened) -> None:
    page = at_table(site, opened, "tetrad", "here", "here", options={"patterns": [1, 2, 3, 4, 5]})
    press(page, "Show me the table")
    expect(page.locator(PLACE)).to_have_count(1)


def test_tab_leads_to_what_is_lit_until_one_has_been_on_the_board(site: Site, opened: Opened) -> None:
    _, guest = guest_to_draw(site, opened)
    guest.wait_for_selector(".doing.mine")
    reached = guest.locator(".board [data-place][tabindex='0']")
    expect(reached).to_have_attribute("data-place", "pile")
    reached.focus()
    guest.keyboard.press("ArrowLeft")
    expect(reached).not_to_have_attribute("data-place", "pile")
    expect(reached).to_be_focused()


def test_what_one_did_may_vanish_and_one_is_still_on_the_board(site: Site, opened: Opened) -> None:
    page = at_table(site, opened, "retro_tetro", "here", "bot", options={"objectives": True, "starter": "first"})
    page.locator("[data-place^='objective:']").first.focus()
    page.keyboard.press("Enter")
    expect(page.locator("[data-place^='objective:']")).to_have_count(0)
    expect(page.locator(PLACE)).to_have_count(1)
    page.locator("[data-place^='card:'].lit").first.focus()
    page.keyboard.press("Enter")
    page.locator(".rack .tile").first.wait_for()
    expect(page.locator(PLACE)).to_have_count(1)


def test_taking_back_refusing_giving_up_and_playing_again(site: Site, opened: Opened) -> None:
    host, guest = guest_to_draw(site, opened)
    guest.locator("[data-place=discard].lit").click()
    for answer in ("No, thanks", "Sure"):
        press(guest, "Undo")
        press(host, answer)
        expect(host.get_by_role("button", name=answer)).to_have_count(0)
        expect(host.locator(PLACE)).to_have_count(1)
    expect(guest.get_by_role("button", name="Undo")).to_have_count(0)
    expect(guest.locator(PLACE)).to_have_count(1)
    guest.on("dialog", lambda dialog: dialog.accept())
    press(guest, "Resign")
    expect(guest.locator("#who-won")).to_be_focused()
    press(guest, "Play again")
    press(host, "Sure")
    for page in (host, guest):
        page.wait_for_selector("[data-testid=result]", state="detached")
        expect(page.locator(PLACE)).to_have_count(1)


def test_who_types_or_points_is_left_alone(site: Site, opened: Opened) -> None:
    table = created(site, "tetrad", "here", "open", options={"patterns": [1, 2, 3, 4, 5], "deals": "blue"})
    host = opened_at(opened, table, site, height=400)
    guest = joined(opened, table, site, "Gast")
    chat = guest.get_by_label("Say something to the table")
    chat.focus()
    guest.keyboard.type("Hal")
    host.locator("[data-place=pile].lit").click()
    host.locator(".handcard.lit").first.click()
    host.locator("[data-place=discard].lit").evaluate("each => each.scrollIntoView({ block: 'center' })")
    before = host.evaluate("scrollY")
    host.locator("[data-place=discard].lit").click()
    guest.wait_for_selector(".doing.mine")
    guest.keyboard.type("lo")
    expect(chat).to_be_focused()
    expect(chat).to_have_value("Hallo")
    host.wait_for_selector(".doing:not(.mine)")
    assert host.evaluate("scrollY") == before
    play_on(guest, 2)
    expect(chat).to_be_focused()
