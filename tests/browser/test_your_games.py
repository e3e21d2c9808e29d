"""What home knows of one's games, and their replays: after a reload, without the server's copy, and for others."""

import re
from typing import Any

import pytest
from playwright.sync_api import Browser, Dialog, Locator, Page, expect

from tests.browser.conftest import Opened, Site
from tests.browser.player import drop, expect_end, play_on
from tests.browser.sitting import created, opened_at


def finished(page: Page) -> Locator:
    """The list of finished games."""
    return page.get_by_role("list", name="Finished games").get_by_role("listitem")


def played(site: Site, opened: Opened, game: str = "tetratrax", **settings: Any) -> tuple[Page, dict[str, Any]]:
    """The page of somebody who has played a game against a bot, and their table."""
    table = created(site, game, "here", "bot", **settings)
    page = opened_at(opened, table, site, permissions=["clipboard-read", "clipboard-write"])
    page.wait_for_selector(".doing")
    play_on(page)
    expect_end(page)
    return page, table


def test_a_finished_game_stays_until_it_is_removed_and_its_replay_with_it(site: Site, opened: Opened) -> None:
    page, table = played(site, opened)
    headline = page.locator("#who-won").inner_text()
    for _ in range(2):  # before and after a reload
        page.goto(site.url)
        expect(finished(page)).to_have_count(1)
        expect(finished(page)).to_contain_text(re.compile(r"TetraTrax.*a Skilled bot · \d+ \w+, \d\d:\d\d", re.S))
        expect(finished(page)).to_contain_text(headline)
    expect(page.get_by_role("list", name="Running games")).to_have_count(0)
    page.wait_for_load_state("networkidle")  # the record has been fetched, however soon one left the table
    page.route(f"**/api/tables/{table['table']}/**", lambda route: route.abort("connectionrefused"))
    finished(page).get_by_role("link", name="Replay").click()
    expect(page.locator(".replay .tower")).to_be_visible()
    expect(page.get_by_text(headline)).to_be_visible()
    page.goto(site.url)
    finished(page).get_by_role("button", name=re.compile("^Remove TetraTrax")).click()
    expect(page.get_by_text("TetraTrax removed.")).to_be_visible()
    expect(finished(page)).to_have_count(0)
    page.get_by_role("button", name="Undo").click()
    expect(finished(page)).to_have_count(1)
    finished(page).get_by_role("button", name=re.compile("^Remove TetraTrax")).click()
    page.reload()
    page.get_by_role("button", name="Play TetraTrax against a bot").wait_for()
    expect(finished(page)).to_have_count(0)


def test_running_games_can_be_told_apart_and_are_dropped_only_when_one_says_so(site: Site, opened: Opened) -> None:
    page = opened(site.url)
    page.get_by_role("button", name="Play TetraTrax against a bot").click()
    drop(page)
    first = page.url
    page.goto(site.url)
    page.get_by_role("button", name="Play TetraTrax with friends").click()
    page.get_by_label("Link to the table").wait_for()
    page.goto(site.url)
    running = page.get_by_role("list", name="Running games").get_by_role("listitem")
    expect(running).to_have_count(2)
    waiting, playing = running.nth(0), running.nth(1)
    expect(waiting).to_contain_text("an open seat")
    expect(waiting).to_contain_text("Not started yet")
    expect(playing).to_contain_text("a Beginner bot")
    expect(playing).to_contain_text(re.compile("(Your|Black’s) turn.*(just now|minutes? ago)", re.S))
    expect(playing.locator(".tower .piece").first).to_be_visible()
    asked: list[str] = []

    def answer(yes: bool) -> None:
        def say(dialog: Dialog) -> None:
            asked.append(dialog.message)
            dialog.accept() if yes else dialog.dismiss()

        page.once("dialog", say)

    answer(yes=False)
    playing.get_by_role("button", name="Remove this TetraTrax table").click()
    expect(running).to_have_count(2)
    answer(yes=True)
    waiting.get_by_role("button", name="Remove this TetraTrax table").click()
    expect(running).to_have_count(1)
    assert len(asked) == 2
    running.get_by_role("link").click()
    expect(page).to_have_url(first)


def test_a_link_to_a_moment_opens_it_in_another_browser(site: Site, opened: Opened) -> None:
    page, table = played(site, opened, "tetrad", options={"patterns": [1, 2, 3, 4, 5], "deals": "blue"})
    page.get_by_role("link", name="Replay").click()
    lines = page.locator(".moves .moment")
    expect(lines.first).to_have_text(re.compile(r"^Dealing, \d+ steps$"))
    assert 1 < lines.count() < 200
    expect(lines.last).to_have_attribute("aria-current", "step")
    page.get_by_label("As seen by").select_option("Person 1")
    expect(page.locator(".handcard")).not_to_have_count(0)
    lines.nth(2).click()
    expect(lines.nth(2)).to_have_attribute("aria-current", "step")
    page.get_by_role("button", name="Copy link to this moment").click()
    expect(page.get_by_text("Link copied.")).to_be_visible()
    link = page.evaluate("navigator.clipboard.readText()")
    assert link.endswith(f"#watch={table['watch']}")
    what = page.locator(".what").inner_text()
    other = opened(link)
    expect(other.locator(".what")).to_have_text(what)
    expect(other.get_by_label("As seen by")).to_have_value("0")
    expect(other.locator(".moves .moment").nth(2)).to_have_attribute("aria-current", "step")
    for part in (".name", ".tally"):
        theirs, ours = (each.get_by_role("list", name="Seats").locator(part) for each in (other, page))
        assert theirs.all_inner_texts() == ours.all_inner_texts()
    other.keyboard.press("Home")
    expect(other.get_by_text("Before the first move")).to_be_visible()
    other.keyboard.press("ArrowRight")
    expect(other.locator(".what")).to_contain_text("2 of")
    other.keyboard.press("End")
    expect(other.locator(".moves .moment").last).to_have_attribute("aria-current", "step")


def test_scores_change_from_step_to_step(site: Site, opened: Opened) -> None:
    page, _ = played(site, opened)
    points = page.get_by_role("list", name="Seats").locator(".total b").all_inner_texts
    at_the_end = page.get_by_test_id("result").inner_text()
    page.get_by_role("link", name="Replay").click()
    page.locator(".replay .tower").wait_for()
    last = points()
    assert all(each in at_the_end for each in last)
    page.get_by_label("Speed").select_option("4×")
    page.get_by_role("button", name="First", exact=True).click()
    assert points() == ["0", "0"] != last
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.locator(".moves .moment").last).to_have_attribute("aria-current", "step")
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()
    assert points() == last


@pytest.mark.parametrize(
    ("spectators", "over", "said"),
    [
        ("all_after_end", True, "You need a link to see this replay."),
        ("none", True, "keep it to themselves"),
        ("public", True, "only those who played can watch the replay"),
        ("all_after_end", False, "isn’t over yet"),
    ],
)
def test_a_visitor_without_the_right_is_told_what_would_be_right(
    site: Site, opened: Opened, chromium: Browser, spectators: str, over: bool, said: str
) -> None:
    game = "tetrad" if spectators == "public" else "tetratrax"
    settings = {"spectators": spectators}
    if over:
        _, table = played(site, opened, game, **settings)
    else:
        table = created(site, game, "here", "bot", **settings)
    key = "" if "need a link" in said else f"#watch={table['watch']}"
    page = chromium.new_page()  # the console logs what the server refuses
    page.goto(f"{site.url}/t/{table['table']}/replay{key}")
    expect(page.get_by_role("alert")).to_contain_text(said)
    home = page.get_by_role("link", name="All games")
    expect(home).to_be_visible()
    colours = "each => [getComputedStyle(each).color, getComputedStyle(each).backgroundColor]"
    ink, ground = home.evaluate(colours)
    assert ink != ground
    assert ground not in ("rgba(0, 0, 0, 0)", page.locator(".nothing").evaluate(colours)[1])
    page.close()
