"""Playing alone: the campaign's map, what a solo game goes for, and best results that this browser keeps."""

import re

from playwright.sync_api import Page, expect

import tetracade
from tests.browser.conftest import Opened, Site
from tests.browser.player import expect_end, play_on
from tests.browser.sitting import created
from tests.browser.test_everyone import check


def at_the_map(page: Page, level: int, lives: int) -> None:
    here = page.locator("li[aria-current=step]")
    expect(here).to_contain_text(re.compile(rf"Level {level}\b.*you are here", re.DOTALL))
    expect(page.get_by_role("img", name=f"Lives: {lives} of")).to_be_visible()


def test_the_campaign_is_a_place_that_remembers(site: Site, opened: Opened) -> None:
    campaign = tetracade.game("retro_tetro").facts()["campaign"]
    page = opened(f"{site.url}/alone/retro_tetro", width=390, height=780)
    levels = page.locator("section[aria-labelledby=map] li")
    expect(levels).to_have_count(len(campaign["levels"]))
    for at, level in enumerate(campaign["levels"]):
        expect(levels.nth(at)).to_contain_text(f"{level['points']} points, and: {level['asks']}.")
        expect(levels.nth(at).locator(".goal")).to_have_count(len(level["goals"]))
    at_the_map(page, 1, campaign["first_lives"])
    expect(page.get_by_text("None yet.")).to_be_visible()
    check(page)
    page.get_by_role("button", name="Start", exact=True).click()
    page.wait_for_selector(".doing.mine")
    play_on(page)
    expect_end(page)
    expect(page.get_by_test_id("result")).to_contain_text(re.compile(r"level 1 is (failed|passed)"))
    expect(page.get_by_role("list", name="What was asked for").get_by_role("listitem")).to_have_count(2)
    expect(page.get_by_test_id("best")).to_contain_text("Your first result:")
    stands = page.locator(".series").text_content() or ""
    found = re.fullmatch(r"level (\d+) of the campaign, with (\d+) li(?:fe|ves) left", stands)
    assert found
    page.reload()
    expect(page.get_by_test_id("best")).to_contain_text("Your best so far is")
    page.get_by_role("link", name="Campaign: best results").click()
    at_the_map(page, int(found[1]), int(found[2]))
    expect(page.get_by_role("row", name=re.compile(r"^Level 1 \d+ points.* once$"))).to_be_visible()
    page.get_by_role("button", name="Go on").click()
    expect(page.get_by_text(f"Level {found[1]} of the campaign")).to_be_visible()


def test_tetrad_alone_is_about_turns(site: Site, opened: Opened) -> None:
    page = opened(f"{site.url}/alone/tetrad")
    expect(page.get_by_text("in as few turns as you can")).to_be_visible()
    position = "seats=1 hands=1,2,3,4,20 step=1 patterns=1 turns=6 discard=25"
    table = created(site, "tetrad", "here", position=position)
    page.goto(f"{site.url}/t/{table['table']}#seat={table['token']}")
    page.locator(".claims button").first.click()
    page.get_by_test_id("best").wait_for()
    expect(page.get_by_test_id("best")).to_have_text("Your first result: 7 turns.")
    page.goto(f"{site.url}/alone/tetrad")
    expect(page.get_by_role("row", name="Pattern 1 7 turns once")).to_be_visible()
    check(page)
    page.goto(f"{site.url}/alone/tetratrax")
    expect(page.get_by_text("There’s no way to play that alone.")).to_be_visible()
