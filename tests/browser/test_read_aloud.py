"""What those hear who do not see the page: what lies on a board, whose turn it is, who has won."""

import re

from playwright.sync_api import Page, expect

from tests.browser.conftest import Opened, Site
from tests.browser.player import drop, expect_end, play_on
from tests.browser.sitting import at_table, created, joined, opened_at


def columns(page: Page) -> list[str]:
    """What each column of one's own board is called."""
    labels: list[str] = page.locator("[data-column]").evaluate_all("all => all.map((each) => each.ariaLabel)")
    return labels


def test_a_tower_is_read_square_by_square(site: Site, opened: Opened) -> None:
    page = at_table(site, opened, "tetratrax", "here", "here", options={"starter": "white"})
    for seat, letter in enumerate("it"):
        page.wait_for_selector(".doing.mine")
        page.keyboard.press(letter)
        page.locator("[data-place='at:B']").click()
        expect(page.locator(".tower .piece")).to_have_count(seat + 1)
    page.mouse.move(2, 2)
    page.wait_for_selector(".doing.mine")
    assert columns(page)[:5] == [
        "Column A: 1 White I, 2 hole, 3 Black T; top row 3",
        "Column B: 1 White I, 2 to 3 Black T; top row 3",
        "Column C: 1 White I, 2 hole, 3 Black T; top row 3",
        "Column D: 1 White I; top row 1",
        "Column E: empty",
    ]
    page.keyboard.press("o")
    assert columns(page)[4].startswith("Column E: empty. ")  # and what dropping there does


def test_an_arcade_board_is_read_with_what_is_printed_and_so_is_a_rival_s(site: Site, opened: Opened) -> None:
    page = at_table(site, opened, "retro_tetro", "here", "bot", options={"objectives": False, "advanced": True})
    page.wait_for_selector(".doing.mine")
    empty = columns(page)
    assert empty[9] == "Column J: empty; free 1 meeple 1, 4 O symbol, 10 gold"
    assert empty[7] == "Column H: empty; free 3 domino symbol, 4 pink space, 5 L symbol, 7 hazard, 9 T symbol"
    expect(page.locator("p.rows")).to_contain_text("row 2 A to E 0 of 5")
    play_on(page, 12)
    page.wait_for_selector(".doing.mine")
    assert any(re.search(r"Column \w: 1 (to \d )?[\w ]+", label) and "top row" in label for label in columns(page))
    rival = page.locator("figure")
    expect(rival.get_by_role("listitem").first).to_contain_text(re.compile(r"A: .+"))
    expect(rival.get_by_role("listitem")).to_have_count(11)  # ten columns, and the half rows
    assert "meeple" not in (rival.get_by_role("img").get_attribute("aria-label") or "")
    stray = page.locator(".own text, figure text").evaluate_all(
        "all => all.filter((each) => !each.closest('[aria-hidden=true], [role=button], [role=img]')).length"
    )
    assert stray == 0


def test_whose_turn_it_is_is_said_on_coming_and_who_has_won_at_the_end(site: Site, opened: Opened) -> None:
    page = at_table(site, opened, "tetratrax", "here", "bot", options={"rows": 10, "starter": "white"})
    log = page.get_by_role("log")
    expect(log).to_have_text("Your turn. Take a tile.")
    play_on(page)
    expect_end(page)
    heading = page.locator("#who-won").inner_text()
    expect(log).to_contain_text(heading)
    expect(log).to_contain_text(re.compile(r"Person 1 \d+ points?, Black \d+ points?\.$|Black \d+ points?, Person 1"))
    page.reload()
    expect(log).to_contain_text(heading)


def test_on_a_shared_screen_the_one_whose_side_is_shown_is_told(site: Site, opened: Opened) -> None:
    page = at_table(site, opened, "tetrad", "here", "here", options={"patterns": [1, 2, 3, 4, 5], "deals": "blue"})
    page.get_by_role("button", name="Show me the table").wait_for()
    expect(page.get_by_role("log")).to_have_text("")
    page.get_by_role("button", name="I’m Person 1. Show me the table").click()
    expect(page.get_by_role("log")).to_contain_text("Person 1, it’s your turn")


def test_who_has_rolled_goes_by_their_name(site: Site, opened: Opened) -> None:
    page = at_table(site, opened, "tetrathedral", "here", "here", options={"starter": "red"})
    expect(page.get_by_role("img", name="Person 1 rolled")).to_be_visible()
    expect(page.get_by_text("Person 1 rolled")).to_be_visible()


def test_a_touch_out_of_turn_does_not_hide_the_turn_when_it_comes(site: Site, opened: Opened) -> None:
    table = created(site, "tetratrax", "here", "open", options={"starter": "white"})
    host = opened_at(opened, table, site)
    guest = joined(opened, table, site, "Gast")
    guest.locator(".own .tile").first.click(force=True)  # not enabled, and still answered
    expect(guest.get_by_role("alert")).to_be_visible()
    drop(host)
    expect(guest.locator(".doing .prompt")).to_contain_text("Your turn")
    expect(guest.get_by_role("alert")).to_be_hidden()
