"""Playing alone: the campaign's map, what a solo game goes for, and best results that this browser keeps."""

import re

import pytest
from playwright.sync_api import Page, expect

import tetracade
from tests.browser.conftest import Opened, Site
from tests.browser.player import expect_end, play_on
from tests.browser.sitting import act_once, created
from tests.browser.test_everyone import check

LAST_DROP = (
    "boards=L1@H,I1@D,31@E,S1@B,21@A,21@G,T1@C,V1@A,O1@I,L1@H,T2@F,S3@E,L1@C,T2@A,31@H,S1@A,21@H,V1@A,T1@G,L5@B,I2@J,"
    "V1@F,31@E wait=1 played=2L,3I,3O,?,2V,2I,TS,?,OS,3L,TL,2S,IL,IT,3V,IS,2O,VO,3T,VL,IO,VS,23,OL"
)
"""A game for one before its last drop; with the square on I and J it comes to 57 points."""


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
    expect(page).to_have_title("TetraTrax – Tetracade")


def drop_the_last(page: Page) -> None:
    """Let the square fall into columns I and J, which ends the game."""
    page.locator("[data-place='shape:O'].lit").click()
    page.locator("[data-column='8']").click()
    expect_end(page)


@pytest.mark.parametrize(
    ("level", "said", "asked"),
    [
        (
            "level=3",
            "level 3 is failed: 4 too many columns above the green line (10, at most 6).",
            ["57 points (38 needed)", "At most 6 columns above the green line, 10 so far"],
        ),
        (
            "level=12 objectives=yes dealt=5 kept=5 coins=15",
            "level 12 is failed: 59 of 60 points (1 short).",
            ["59 of 60 points", "15 coins (12 needed)", "2 full rows (2 needed)"],
        ),
        (
            "level=2",
            "level 2 is passed: 57 points (35 needed), "
            "2 separate places where the same three shapes hang together (2 needed).",
            ["57 points (35 needed)", "2 separate places where the same three shapes hang together (2 needed)"],
        ),
    ],
)
def test_a_level_tells_what_was_missing_and_how_close_it_was(
    site: Site, opened: Opened, level: str, said: str, asked: list[str]
) -> None:
    table = created(site, "retro_tetro", "here", position=f"seats=1 {level} {LAST_DROP}")
    page = opened(f"{site.url}/t/{table['table']}#seat={table['token']}", width=390, height=780)
    page.wait_for_selector(".doing.mine")
    drop_the_last(page)
    result = page.get_by_test_id("result")
    expect(result).to_contain_text(said)
    expect(page.get_by_role("list", name="What was asked for").get_by_role("listitem")).to_have_text(asked)
    expect(page.locator(".unseen[role=log]")).to_contain_text("You win" if "passed" in said else "Game over")
    check(page)


def test_a_failed_level_costs_a_life_on_the_map_and_a_passed_one_leads_on(site: Site, opened: Opened) -> None:
    page = opened(f"{site.url}/alone/retro_tetro", width=390, height=780)
    page.get_by_role("button", name="Start", exact=True).click()
    page.wait_for_selector(".doing.mine")
    play_on(page)  # whatever is lit, without a thought
    expect_end(page)
    result = page.get_by_test_id("result")
    expect(result).to_contain_text(re.compile(r"level 1 is failed: .*\(\d+ short\)"))
    page.get_by_role("link", name="Campaign: best results").click()
    at_the_map(page, 1, 1)
    series = "retro-tetro campaign level=1 lives=2 side=standard attempts=0 state=open"
    table = created(site, "retro_tetro", "here", series=series)
    while act_once(site, table):
        pass
    page.goto(f"{site.url}/t/{table['table']}#seat={table['token']}")
    expect(result).to_contain_text("level 1 is passed")
    page.get_by_role("link", name="Campaign: best results").click()
    at_the_map(page, 2, 2)
    expect(page.locator("section[aria-labelledby=map] li.passed")).to_have_count(1)
    expect(page.locator("section[aria-labelledby=map] li").first).to_contain_text(re.compile(r"passed.*Your best: \d+"))
    check(page)


def test_the_best_result_is_kept_and_a_worse_one_is_not(site: Site, opened: Opened) -> None:
    page = opened(f"{site.url}/alone/retro_tetro")
    best = page.get_by_test_id("best")
    said = {
        55: "Your first result: 55 points.",
        57: "A new best: 57 points. Before it was 55 points.",
        56: "Your best so far is 57 points.",
    }
    for points, expected in said.items():
        position = f"seats=1 {LAST_DROP} coins={points - 39}"
        table = created(site, "retro_tetro", "here", position=position)
        page.goto(f"{site.url}/t/{table['table']}#seat={table['token']}")
        page.wait_for_selector(".doing.mine")
        drop_the_last(page)
        expect(best).to_have_text(expected)
    page.goto(f"{site.url}/alone/retro_tetro")
    expect(page.get_by_role("row", name="A single game, no objective 57 points 3 times")).to_be_visible()
