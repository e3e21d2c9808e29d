"""Games that belong together, gone on with from the end screen and from home."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Opened, Site
from tests.browser.player import expect_end, play_on


def test_a_match_goes_on_from_the_end_screen_and_ends(site: Site, opened: Opened) -> None:
    page = opened(f"{site.url}/new/tetrad")
    page.get_by_label("2", exact=True).first.check(force=True)
    page.get_by_text("Clock, spectators").click()
    page.get_by_label("Games in the match").fill("2")
    page.get_by_role("button", name="Start").click()
    page.wait_for_selector(".doing.mine")
    expect(page.get_by_text("0 of 2 games played: Guest 0, Blue 0")).to_be_visible()
    play_on(page)
    expect_end(page)
    expect(page.locator(".series")).to_contain_text("1 of 2 games played")
    page.get_by_role("button", name="Continue").click()
    expect(page.get_by_test_id("result")).to_be_hidden()
    page.get_by_role("link", name="Tetracade, home").click()
    page.get_by_role("link", name="TETRAD 1 of 2 games played").click()
    page.wait_for_selector(".doing.mine")
    play_on(page)
    expect_end(page)
    expect(page.locator(".series")).to_contain_text("2 of 2 games played")
    expect(page.get_by_role("button", name="Continue")).to_be_hidden()
    expect(page.get_by_role("link", name="New game")).to_be_visible()


def test_a_campaign_is_saved_and_gone_on_with_from_home(site: Site, opened: Opened) -> None:
    page = opened(site.url)
    page.get_by_role("link", name="Campaign: Retro Tetro for one player").click()
    page.get_by_role("button", name="Start", exact=True).click()
    page.wait_for_selector(".doing.mine")
    expect(page.get_by_text("Level 1", exact=True)).to_be_visible()
    expect(page.get_by_text("Level 1 of the campaign, with 2 lives left")).to_be_visible()
    aims = page.get_by_role("list", name="Goals").get_by_role("listitem")
    expect(aims).to_have_text(["17 of 32 points", "0 of 2 separate places where the same two shapes touch"])
    expect(page.locator(".guide")).to_have_text("Play a card.")
    first = page.url
    play_on(page, 40)
    expect(aims.first).not_to_have_text("17 of 32 points")
    play_on(page)
    expect_end(page)
    stands = page.locator(".series").text_content() or ""
    page.get_by_role("link", name="All games").click()
    page.reload()
    page.get_by_role("button", name=f"Continue Retro Tetro, {stands}").click()
    page.wait_for_selector(".doing.mine")
    assert page.url != first
    level = stands.removeprefix("level ").split()[0]
    expect(page.get_by_text(f"Level {level}", exact=True)).to_be_visible()
    page.get_by_role("link", name="Tetracade, home").click()
    expect(page.get_by_role("link", name=f"Retro Tetro {stands}")).to_be_visible()
    expect(page.get_by_role("button", name="Continue")).to_be_hidden()


def test_in_a_match_for_two_the_players_swap_seats(site: Site, opened: Opened) -> None:
    page = opened(f"{site.url}/new/tetrathedral")
    page.get_by_text("Clock, spectators").click()
    games = page.get_by_label("Games in the match (you swap seats after each)")
    games.fill("3")
    games.blur()
    expect(games).to_have_value("4")
    games.fill("2")
    page.get_by_role("button", name="Start").click()
    own = page.get_by_role("list", name="Seats").locator("li.you")
    expect(own).to_contain_text("Red")
    play_on(page)
    expect_end(page)
    expect(page.locator(".series")).to_contain_text("1 of 2 games played")
    page.get_by_role("button", name="Continue").click()
    expect(own).to_contain_text("Blue")


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (390, 844), (320, 640)])
def test_partners_are_named_and_do_not_chat_unless_asked_to(
    site: Site, opened: Opened, width: int, height: int
) -> None:
    page = opened(f"{site.url}/new/foursome", width=width, height=height)
    page.get_by_text("Clock, spectators").click()
    expect(page.get_by_label("Allow chat", exact=True)).to_be_checked()
    page.get_by_role("radio", name="6", exact=True).check(force=True)
    expect(page.get_by_label("Allow chat (partners aren’t meant to talk)")).not_to_be_checked()
    page.get_by_role("button", name="Start").click()
    seats = page.get_by_role("list", name="Seats").get_by_role("listitem")
    expect(seats.filter(has_text="partner")).to_have_count(1)
    expect(seats.nth(3)).to_contain_text("partner")
    goal = page.get_by_role("region", name="Goal")
    if width < 390:
        goal.click()  # it unfolds where there is hardly any room
    expect(goal.get_by_text("Your partner is Player 4.")).to_be_visible()
    assert goal.evaluate("(goal) => goal.scrollWidth <= goal.clientWidth")
    expect(page.get_by_label("Say something to the table")).to_have_count(0)


def test_a_match_is_offered_where_there_is_one_and_a_level_is_for_one(site: Site, opened: Opened) -> None:
    page = opened(f"{site.url}/new/retro_tetro")
    page.get_by_text("Clock, spectators").click()
    expect(page.get_by_label("Allow chat")).to_be_visible()
    expect(page.get_by_label("Games in the match")).to_have_count(0)
    two = page.get_by_role("radio", name="2", exact=True)
    expect(two).to_be_checked()
    page.get_by_label("Level of the solo campaign").select_option("3")
    expect(page.get_by_role("radio", name="1", exact=True)).to_be_checked()
    expect(two).to_be_disabled()
    expect(page.get_by_text("Level 3 is for 1 player only.")).to_be_visible()
    page.get_by_role("button", name="Start").click()
    expect(page.get_by_text("Level 3", exact=True)).to_be_visible()
