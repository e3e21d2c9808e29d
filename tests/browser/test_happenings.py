"""What happens is played piece by piece, at the speed one likes; a touch shows the present."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Opened, Site
from tests.browser.player import drop
from tests.browser.sitting import at_table, created, lines_of, opened_at, watching

WITH_MOTION = {"reduced_motion": "no-preference"}
FALLING = """() => document.getAnimations()
  .filter((each) => each.effect?.target?.closest?.('.tower') && !each.effect.target.closest('.column'))
  .map((each) => Math.round(each.effect.getComputedTiming().duration))"""
LASTED = """() => {
  window.lasted = [];
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (...given) {
    const motion = animate.apply(this, given);
    const lasts = Math.round(motion.effect.getComputedTiming().duration);
    if (lasts && this.closest('.tower') && !this.closest('.column')) window.lasted.push(lasts);
    return motion;
  };
}"""
"""Notes how long each movement in the tower takes, however few frames a busy machine shows of it."""
LOG = """() => {
  window.seen = [];
  const look = () => {
    const lines = [...document.querySelectorAll('.story li')];
    const drops = lines.filter((line) => line.textContent.includes(' drops ')).length;
    const pieces = document.querySelectorAll('.tower .piece').length;
    const last = window.seen.at(-1);
    if (!last || last[0] !== drops || last[1] !== pieces) window.seen.push([drops, pieces]);
  };
  new MutationObserver(look).observe(document.body, { childList: true, subtree: true });
  look();
}"""


def moving(site: Site, opened: Opened, speed: str = "normal", **more: object) -> Page:
    """A page at a new table of TetraTrax, with motion, whose person is to begin."""
    table = created(site, "tetratrax", "here", "bot", options={"starter": "white"})
    page = opened_at(opened, table, site, **WITH_MOTION, **more)
    page.evaluate("(speed) => localStorage.setItem('tetracade.speed', JSON.stringify(speed))", speed)
    page.reload()
    page.wait_for_selector(".doing.mine")
    return page


def test_the_board_and_the_story_go_on_together_one_thing_at_a_time(site: Site, opened: Opened) -> None:
    page = moving(site, opened, "quick")
    page.evaluate(LOG)
    for turn in range(3):
        drop(page, wait=False)
        expect(page.locator(".tower .piece")).to_have_count(2 * turn + 2)
        page.wait_for_selector(".doing.mine")
    seen = page.evaluate("() => window.seen")
    assert all(pieces == drops for drops, pieces in seen), "what is told is what is shown"
    assert sorted({drops for drops, _ in seen}) == list(range(7)), "one after the other"


@pytest.mark.parametrize(("speed", "lasts"), [("relaxed", 1139), ("normal", 670), ("quick", 268)])
def test_a_fall_lasts_as_long_as_the_speed_says(site: Site, opened: Opened, speed: str, lasts: int) -> None:
    page = moving(site, opened, speed)
    page.evaluate(LASTED)
    drop(page, wait=False)
    page.wait_for_function("() => lasted.length > 0")
    assert page.evaluate("lasted")[0] == lasts


def test_without_motion_everything_is_there_at_once_and_still_said(site: Site, opened: Opened) -> None:
    for page in (moving(site, opened, "none"), at_table(site, opened, "tetratrax", "here", "bot")):
        page.wait_for_selector(".doing.mine")
        before = page.locator(".tower .piece").count()
        drop(page, wait=False)
        expect(page.locator(".tower .piece")).to_have_count(before + 2)
        assert page.evaluate(FALLING) == []
        expect(page.locator("[role=log].unseen")).to_contain_text("drops")


def test_a_touch_shows_the_present(site: Site, opened: Opened) -> None:
    page = moving(site, opened, "relaxed")
    page.clock.install()
    page.clock.pause_at(page.evaluate("Date.now()") / 1000 + 2)  # nothing that waits for time goes on by itself
    drop(page, wait=False)
    expect(page.locator(".tower .piece")).to_have_count(1)
    expect(page.locator(".doing.mine .prompt", has_text="Your turn")).to_have_count(0)
    page.locator(".tower").click(position={"x": 40, "y": 40})
    expect(page.locator(".tower .piece")).to_have_count(2)
    expect(page.locator(".doing.mine .prompt")).to_contain_text("Your turn")
    assert page.locator(".column.picked, .tile.held").count() == 0, "the touch did nothing else"


def test_seven_bots_make_one_wait_no_longer_than_two_and_a_half_seconds(site: Site, opened: Opened) -> None:
    table = created(site, "tetrad", "here", *["bot"] * 7, options={"patterns": [1], "deals": "red"})
    page = opened_at(opened, table, site, **WITH_MOTION)
    page.wait_for_selector(".doing.mine")
    page.locator("[data-place=pile].lit").click()
    page.locator(".handcard.lit").first.wait_for()
    page.clock.install()
    page.clock.pause_at(page.evaluate("Date.now()") / 1000 + 2)  # nothing is shown until all has happened
    page.locator(".handcard.lit").first.click()
    page.locator("[data-place=discard].lit").click()
    page.mouse.move(2, 2)
    expect(page.locator("[role=log].unseen")).to_contain_text("Black ")
    before = lines_of(page)
    page.clock.run_for(1200)
    assert lines_of(page) > before + 3, "one after the other, and faster"
    expect(page.locator(".doing.mine .prompt", has_text="Your turn")).to_have_count(0)
    page.clock.run_for(1400)
    if page.locator(".hit .button").count():  # until one has seen what hit one, time is not counted
        page.locator(".hit .button").click()
        page.clock.run_for(2600)
    expect(page.locator(".doing.mine .prompt")).to_contain_text("Your turn")


def test_whoever_comes_back_sees_the_present_at_once(tmp_path: Path, opened: Opened) -> None:
    site = Site(tmp_path)
    site.start()
    try:
        table = created(site, "tetratrax", "here", "here", options={"starter": "white"})
        page = opened_at(opened, table, site, **WITH_MOTION)
        other = opened_at(opened, table, site)
        drop(other)
        expect(page.locator(".tower .piece")).to_have_count(1)
        page.clock.install()
        page.clock.pause_at(page.evaluate("Date.now()") / 1000 + 2)  # it does not come back before one lets it
        site.kill()
        expect(page.get_by_text("Connection lost.")).to_be_visible()
        site.start()
        drop(other)
        drop(other)
        page.evaluate(LASTED)
        page.clock.run_for(6000)
        expect(page.locator(".tower .piece")).to_have_count(3)
        assert page.evaluate("lasted") == [], "what was missed is not played"
        expect(page.locator(".tower .newest")).to_have_count(1)
    finally:
        site.kill()


def test_whoever_comes_late_sees_the_present_with_the_last_action_marked(site: Site, opened: Opened) -> None:
    table = created(site, "tetratrax", "here", "bot", options={"starter": "white"})
    first = opened_at(opened, table, site)
    for turn in range(2):
        drop(first, wait=False)
        expect(first.locator(".tower .piece")).to_have_count(2 * turn + 2)
    late = opened(f"{site.url}/t/{table['table']}#watch={table['watch']}", **WITH_MOTION)
    expect(late.locator(".tower .piece")).to_have_count(4)
    assert late.evaluate(FALLING) == []
    expect(late.locator(".tower .newest")).to_have_count(1)


def test_points_are_shown_where_an_offer_would_earn_them(site: Site, opened: Opened) -> None:
    page = at_table(site, opened, "tetratrax", "here", "bot", options={"starter": "black"})
    page.wait_for_selector(".doing.mine")
    page.locator(".own .tile.lit").first.click()
    for column in page.locator(".column.lit").all():
        column.hover()
        if page.locator(".doing .preview", has_text="touches 1 tile").count():
            break
    expect(page.locator(".marks .point b")).to_have_text("+1")
    expect(page.locator(".seats .gain")).to_be_visible()


def test_a_watcher_hears_at_once_what_the_board_shows_in_its_time(site: Site, opened: Opened) -> None:
    table = created(site, "tetratrax", "here", "bot", options={"starter": "white"})
    player = opened_at(opened, table, site)
    page = watching(opened, table, site)
    page.locator(".story li", has_text="begins").wait_for()
    before = lines_of(page)
    drop(player, wait=False)
    expect(page.locator("[role=log].unseen")).to_contain_text("drops")
    expect(page.locator(".story li")).to_have_count(before + 2)


def test_a_line_of_the_story_shows_the_table_as_it_was_while_the_game_goes_on(site: Site, opened: Opened) -> None:
    page = at_table(site, opened, "tetratrax", "here", "bot", options={"starter": "white"})
    for turn in range(2):
        drop(page, wait=False)
        expect(page.locator(".tower .piece")).to_have_count(2 * turn + 2)
    scores = page.locator(".seats li .tally")
    now = scores.all_inner_texts()
    page.get_by_role("list", name="What happened").get_by_text("Person 1 drops").first.click()
    expect(page.locator(".tower .piece")).to_have_count(1)
    expect(page.locator("p.back")).to_contain_text("Looking back: Person 1 drops")
    assert page.locator(".board .lit").count() == 0, "nothing can be done in the past"
    expect(scores.first).to_have_text(re.compile(r"0\s*points\s*11\s*tiles"))
    expect(scores.last).to_have_text(re.compile(r"0\s*points\s*12\s*tiles"))
    page.keyboard.press("ArrowRight")
    expect(page.locator(".tower .piece")).to_have_count(2)
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".tower .piece")).to_have_count(1)
    page.get_by_role("button", name="Back to now").click()
    expect(page.locator(".tower .piece")).to_have_count(4)
    assert scores.all_inner_texts() == now
    expect(page.locator(".column.lit, .tile.lit")).not_to_have_count(0)


def test_one_sees_one_s_own_cards_in_the_past_and_nobody_else_s(site: Site, opened: Opened) -> None:
    options = {"patterns": [1, 2, 3, 4, 5], "deals": "blue"}
    table = created(site, "tetrad", "here", "bot", options=options)
    page, watcher = opened_at(opened, table, site), watching(opened, table, site)
    page.wait_for_selector(".doing.mine")
    before = [card.get_attribute("data-thing") for card in page.locator(".handcard").all()]
    page.locator("[data-place=pile].lit").click()
    expect(page.locator(".handcard")).to_have_count(5)
    for each in (page, watcher):
        assert each.locator(".story li").count() < 8, "what is dealt at the start is one line"
        each.get_by_role("button", name="The table is set up").click()
        each.locator(".story .moment", has_text="is flipped to start").click()
        expect(each.locator("p.back")).to_be_visible()
    assert [card.get_attribute("data-thing") for card in page.locator(".handcard").all()] == before
    assert watcher.locator(".handcard").count() == 0
    page.keyboard.press("Escape")
    expect(page.locator(".handcard")).to_have_count(5)
    expect(page.locator(".handcard .new")).to_have_count(1)


def test_at_one_screen_the_turn_is_called_by_name_and_a_tile_that_can_t_turn_says_so(
    site: Site, opened: Opened
) -> None:
    page = at_table(site, opened, "tetratrax", "here", "here", options={"starter": "white"})
    expect(page.locator(".doing .prompt")).to_contain_text("Person 1’s turn")
    turn = page.get_by_role("button", name="Turn")
    page.locator(".own .tile.lit").first.wait_for()
    page.keyboard.press("t")
    expect(turn).to_be_enabled()
    page.keyboard.press("d")
    expect(turn).to_be_disabled()
    expect(page.locator(".pad")).to_contain_text("It only lies this way.")
    page.locator(".column.lit").first.click()
    expect(page.locator(".doing .prompt")).to_contain_text("Person 2’s turn")
