"""TETRAD on the page: a board seen from one's own side, playing from memory, decks, the dance, birthdays."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Opened, Site
from tests.browser.player import expect_end
from tests.browser.sitting import created, joined, opened_at, watching
from tetracade.games.tetrad.board import FREE_SPACES

HANDS = "hands=17,18,19,20,blocker/21,22,23,24/25,26,27,28/9,10,11,12"
UNANNOUNCED = f"claims=unannounced dealer=red act=red {HANDS}"


def pocket(page: Page, name: str) -> str:
    """What the pocket of this name at the front is called and holds, as a screen reader says it."""
    return page.locator(f'[data-place="pocket:{name}"]').get_attribute("aria-label") or ""


def corner(page: Page, name: str) -> tuple[str, str]:
    """In which half of the board the pocket is drawn."""
    board, box = (
        page.locator("svg.pockets").bounding_box(),
        page.locator(f'[data-place="pocket:{name}"]').bounding_box(),
    )
    assert board is not None
    assert box is not None
    middle = (board["x"] + board["width"] / 2, board["y"] + board["height"] / 2)
    return ("left" if box["x"] < middle[0] else "right", "top" if box["y"] < middle[1] else "bottom")


@pytest.mark.rule("TD27")
def test_two_at_one_table_see_the_board_from_their_own_sides(site: Site, opened: Opened) -> None:
    table = created(site, "tetrad", "here", "open", "bot", "bot", position=UNANNOUNCED)
    dealer = opened_at(opened, table, site)
    guest = joined(opened, table, site, "Grace")
    spectator = watching(opened, table, site)
    for page in (dealer, guest, spectator):
        page.locator('[data-place="pocket:A1"]').wait_for()
    assert [corner(page, "A1") for page in (dealer, guest, spectator)] == [
        ("left", "top"),
        ("left", "bottom"),
        ("left", "top"),
    ]
    assert corner(guest, "D1") == ("left", "top")
    assert pocket(dealer, "A1").startswith("A1, FORBIDDEN FRUIT, free space")
    assert pocket(guest, "A1").startswith("A4, FORBIDDEN FRUIT")
    assert "free space" not in pocket(guest, "A1")
    assert "free space" not in pocket(spectator, "A1")
    assert guest.locator("svg.pockets .free").count() == spectator.locator("svg.pockets .free").count() == 0
    assert dealer.locator("svg.pockets .free").count() == len(FREE_SPACES)

    dealer.locator('[data-place="hand:blocker#4"]').click()
    dealer.locator('[data-place="pocket:A1"]').click()
    expect(dealer.locator(".story")).to_contain_text("uses BLOCKER on A1, over FORBIDDEN FRUIT")
    expect(guest.locator(".story")).to_contain_text("uses BLOCKER on A4, over FORBIDDEN FRUIT")
    expect(spectator.locator(".story")).to_contain_text("uses BLOCKER on A1, over FORBIDDEN FRUIT")


@pytest.mark.rule("TD27")
def test_a_seat_touches_what_it_sees_and_the_end_shows_the_front(site: Site, opened: Opened) -> None:
    line = "claims=unannounced dealer=red act=blue hands=17,18,19,20/1,2,5,6,30"
    table = created(site, "tetrad", "here", "open", position=line)
    opened_at(opened, table, site)
    guest = joined(opened, table, site, "Grace")
    guest.locator(".doing.mine").wait_for()
    assert pocket(guest, "A1").startswith("D4, ")
    guest.locator("[data-place=claim]").click()
    for name in ("A1", "B1", "A2", "B2"):
        guest.locator(f'[data-place="pocket:{name}"]').click()
    expect_end(guest)
    expect(guest.get_by_test_id("result")).to_contain_text("pattern 2 on A1 B1 A2 B2")
    expect(guest.locator(".story")).to_contain_text("claims A1 B1 A2 B2: pattern 2")
    assert corner(guest, "A1") == ("left", "top")
    assert pocket(guest, "A1").startswith("A1, ")
    assert guest.locator("svg.pockets .free").count() == len(FREE_SPACES)


@pytest.mark.rule("TD30")
def test_playing_from_memory_lists_no_known_cards(site: Site, opened: Opened) -> None:
    line = "phase=taking act=red hands=17,18,19,20/21,22,23,24 known=-/21 discard=3,4,5"
    usual = opened_at(opened, created(site, "tetrad", "here", "bot", position=line), site)
    page = opened_at(opened, created(site, "tetrad", "here", "bot", position=f"memory=on {line}"), site)
    for one in (usual, page):
        one.locator(".doing.mine").wait_for()
        one.get_by_text("Look through the piles").click()
    expect(usual.locator(".known")).to_contain_text("is known to hold GREAT FISH.")
    expect(usual.get_by_text("Discards (3), latest first")).to_be_visible()
    expect(usual.get_by_role("button", name="Hint")).to_be_visible()
    assert page.locator(".known").count() == 0
    assert page.get_by_text("Discards (3)").count() == 0
    assert page.get_by_role("button", name="Hint").count() == 0
    expect(page.get_by_role("heading", name="Since your last turn")).to_be_visible()
    expect(page.locator("[data-place=discard]")).to_have_attribute("aria-label", re.compile("TOWER OF BABEL"))
    page.locator("[data-place=pile].lit").click()
    page.locator(".handcard.lit").first.click()
    page.locator("[data-place=discard].lit").click()
    page.locator(".doing.mine").wait_for()
    expect(page.locator(".story")).not_to_contain_text("Person 1 draws")


@pytest.mark.rule("TD5")
@pytest.mark.parametrize(("width", "height"), [(1280, 800), (390, 844)])
def test_the_second_deck_is_on_the_cards(site: Site, opened: Opened, width: int, height: int) -> None:
    page = opened(f"{site.url}/new/tetrad", width=width, height=height)
    page.get_by_label("The pictures on the cards").select_option(label="The sea")
    page.get_by_role("button", name="Start").click()
    page.locator("svg.pockets .stack").nth(15).wait_for()
    labels = [pocket(page, f"{column}{row}") for row in range(1, 5) for column in "ABCD"]
    names = {label.split(", ")[1] for label in labels}
    assert len(names) == 16
    assert names & {
        "LIGHTHOUSE",
        "ANCHOR",
        "CRAB",
        "SEAGULL",
        "SHARK",
        "DOLPHIN",
        "MERMAID",
        "TRIDENT",
        "RAFT",
        "CANOE",
    }
    paths = page.locator("svg.pockets .stack path.icon").evaluate_all("all => all.map((one) => one.getAttribute('d'))")
    assert len(set(paths)) == 16
    assert all(path and len(path) > 40 for path in paths)
    assert page.evaluate("document.documentElement.scrollWidth") <= width


@pytest.mark.rule("TD28")
def test_the_others_applaud_and_join_the_dance(site: Site, opened: Opened) -> None:
    table = created(site, "tetrad", "here", "open", position="hands=1,2,5,6,30/17,18,19,20")
    winner = opened_at(opened, table, site)
    guest = joined(opened, table, site, "Grace")
    winner.get_by_role("button", name=re.compile("TETRAD!")).click()
    for page in (winner, guest):
        expect_end(page)
        expect(page.locator("[data-dancer]")).to_have_count(1)
    assert winner.get_by_role("button", name="Applaud").count() == 0
    guest.get_by_role("button", name="Applaud").click()
    guest.get_by_role("button", name="Join the dance").click()
    for page in (winner, guest):
        expect(page.locator("[data-dancer]")).to_have_count(2)
        expect(page.get_by_test_id("result")).to_contain_text("Grace applauds.")
        expect(page.locator(".story")).to_contain_text("joins the TETRAD DANCE")
    expect(guest.get_by_role("button", name="Join the dance")).to_be_hidden()


@pytest.mark.rule("TD11")
def test_birthdays_are_asked_for_in_set_up_and_in_the_waiting_room(site: Site, opened: Opened) -> None:
    page = opened(f"{site.url}/new/tetrad")
    page.get_by_label("2", exact=True).first.check(force=True)
    assert page.get_by_text("Your birthday").count() == 0
    page.get_by_label("Who deals first").select_option("birthday")
    page.get_by_label("Your birthday: month").select_option("June")
    page.get_by_label("Your birthday: day").select_option("15")
    page.locator("#set-seat1").select_option("open")
    page.get_by_role("button", name="Create the table").click()
    invitation = page.get_by_label("Link to the table").input_value()
    guest = opened(invitation)
    guest.get_by_label("Your name").fill("Grace")
    guest.get_by_label("Your birthday: month").select_option("February")
    assert guest.get_by_label("Your birthday: day").locator("option").count() == 30, "29 days, and the empty line"
    guest.get_by_label("Your birthday: day").select_option("1")
    guest.get_by_role("button", name="Join the table").click()
    expect(guest.get_by_text("You’re the dealer. Which patterns win?")).to_be_visible()


def test_the_rules_page_marks_rulings_and_lists_them_at_the_end(site: Site, opened: Opened) -> None:
    page = opened(f"{site.url}/rules/tetrad")
    page.locator("#TD29").wait_for()
    expect(page.locator("#TD29 .number abbr")).to_have_text("R")
    assert page.locator("#TD26 p abbr").count() >= 3
    assert page.locator("#TD2 abbr").count() == 0
    assert page.locator("main h3").last.text_content() == "What we had to guess"
    listed = page.locator(".guessed a.number").all_text_contents()
    assert {"TD4", "TD27", "TD30"} <= set(listed)
    page.locator(".guessed a.number", has_text="TD27").click()
    expect(page.locator("#TD27")).to_be_in_viewport()
