"""After a game: the graph, the parts of each seat's result, moments on the board, and trying again from there."""

import re
from itertools import count
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from tests.analysis.playing import played
from tests.browser.conftest import PATIENCE, Opened, Site
from tests.browser.player import expect_end, play_on
from tests.browser.sitting import created, opened_at
from tests.browser.test_everyone import check
from tests.suites.every import GAMES

WORKED_OUT = 3 * PATIENCE
"""Milliseconds an analysis may take on a busy machine: whoever plays comes before it."""

STEP = re.compile(r"Step (\d+) of (\d+)")
COST = re.compile(r"^That gave away \d+\.\d percentage points( \(± \d+\.\d\))?\.$")


def nearly_won(site: Site, opened: Opened, game: str, **options: Any) -> Page:
    """A page at a table whose game began from a record, before the last decision of the person who will win."""
    for seed in count():
        table = played(GAMES[game], seed, 2, 0.6, **options)
        if (table.payoffs or ())[0] == 1.0 and table.entries[-1].seat == 0:
            break
    kept = len(table.entries) - 1
    page = opened_at(opened, created(site, game, "here", "bot", record=table.record(), entries=kept), site)
    page.wait_for_selector(".doing.mine")
    return page


def step_of(page: Page) -> int:
    """The step whose board is shown."""
    found = STEP.search(page.locator(".moment").inner_text())
    assert found
    return int(found[1])


def taken_apart(page: Page) -> None:
    """Go from the end screen to the analysis, and wait until all of it is there."""
    play_on(page)
    expect_end(page)
    page.get_by_role("link", name="How much was luck?").click()
    expect(page.get_by_role("heading", name="How much was luck?", level=1)).to_be_focused()
    expect(page.locator(".stairs")).to_have_count(2, timeout=WORKED_OUT)


def adds_up(page: Page) -> None:
    """The parts that are shown add up to the result, but for what rounding takes."""
    for each in page.locator(".stairs").all():
        parts = each.locator("li:not(.total) .amount").all_inner_texts()
        total = sum(float(re.split("[^-+.0-9]", text.replace("−", "-"))[0]) for text in parts)
        result = float(each.locator(".result").inner_text().split()[0])
        assert total == pytest.approx(result, abs=0.4)


def test_a_game_is_taken_apart_and_tried_again(site: Site, opened: Opened) -> None:
    page = nearly_won(site, opened, "tetratrax", rows=10)
    taken_apart(page)
    adds_up(page)
    expect(page.locator(".stairs").first).to_contain_text("With average luck you would have won")
    expect(page.locator(".graph .line")).to_have_count(2)
    told_in_words(page)
    steps_through(page)
    check(page)
    looked_closer(page)
    page.set_viewport_size({"width": 360, "height": 740})
    fits(page)
    tried_again(page)


def steps_through(page: Page) -> None:
    """Steps by the keyboard, by the buttons and by touching the graph lead to the same boards."""
    slider, pieces = page.get_by_role("slider", name="Step"), page.locator(".tower .piece")
    slider.focus()
    last = step_of(page)
    expect(pieces).to_have_count(last - 1)  # the first step says who begins
    page.keyboard.press("ArrowLeft")
    expect(pieces).to_have_count(last - 2)
    said = slider.get_attribute("aria-valuetext") or ""
    assert re.fullmatch(rf"{last - 1} of {last}: Person 1 \d+ %, Black \d+ %", said)
    mark = page.locator(".graph .mark.error").last  # so that there is one before it
    box = mark.bounding_box()
    assert box
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    expect(page.locator(".moment .cost")).to_have_text(COST)
    expect(page.locator(".graph .mark.on")).to_have_count(1)
    expect(page.locator(".ghost.hint")).to_have_count(1)
    before = step_of(page)
    page.get_by_role("button", name="Played").press("Enter")
    expect(page.locator(".ghost.hint")).to_have_count(0)
    expect(pieces).to_have_count(before)
    page.get_by_role("button", name="Previous moment").press("Enter")
    earlier = step_of(page)
    assert earlier <= before
    expect(pieces).to_have_count(max(earlier - 1, 0))
    page.get_by_role("button", name="Next moment").press("Enter")
    assert step_of(page) == before


def fits(page: Page) -> None:
    """Nothing is wider than the screen."""
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")


def told_in_words(page: Page) -> None:
    """The graph has a name that says what it shows, and stands there as a table, too."""
    name = page.get_by_role("img", name="Chances over the game").get_attribute("aria-label") or ""
    assert re.search(r"Person 1: \d+ % at first, \d+ % at step \d+; Black: \d+ % at first, \d+ % at step \d+\.$", name)
    page.get_by_text("The chances as a table").click()
    rows = page.get_by_role("table").get_by_role("row")
    assert rows.count() > 3
    assert rows.last.inner_text().split() == [str(step_of(page)), "100", "%", "0", "%"]


def looked_closer(page: Page) -> None:
    """The deeper setting takes the place of the usual one, and its parts add up as well."""
    page.get_by_role("button", name="Look closer (takes longer)").click()
    expect(page.get_by_text("Done, as closely as it can be looked at here.")).to_be_visible(timeout=WORKED_OUT)
    adds_up(page)


def tried_again(page: Page) -> None:
    """From a costly decision one plays on against bots, with the board as it was."""
    page.locator(".lists button").first.click()
    expect(page.locator(".ghost.hint")).to_have_count(1)
    step = step_of(page)
    page.get_by_role("button", name="Try again from here").click()
    page.wait_for_selector(".doing.mine")
    assert re.search(r"/t/\w+$", page.url)
    expect(page.locator(".tower .piece")).to_have_count(step - 1)
    expect(page.locator(".seats > li")).to_have_count(2)


def test_with_hidden_hands_one_sees_what_each_seat_knew(site: Site, opened: Opened) -> None:
    page = nearly_won(site, opened, "tetrad", patterns=[1, 2, 3, 4, 5])
    page.get_by_role("button", name="How am I doing?").click()
    said = page.get_by_text(re.compile(r"By what you know, you win \d+ % from here"))
    expect(said).to_be_visible(timeout=WORKED_OUT)
    taken_apart(page)
    adds_up(page)
    line = page.locator(".graph .line").first
    as_dealt = line.get_attribute("d")
    page.get_by_role("button", name="As each seat saw it").click()
    expect(line).not_to_have_attribute("d", as_dealt or "")
    step_to_luck(page)
    check(page)


def step_to_luck(page: Page) -> None:
    """A stroke of luck is marked, and touching it says what it was and what it brought everybody."""
    mark = page.locator(".graph .mark.luck").last
    box = mark.bounding_box()
    assert box
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    gains = page.locator(".moment .gains li")
    expect(gains).to_have_count(2)
    assert re.fullmatch(r"Person 1 [+−]\d+\.\d\spercentage points", gains.first.inner_text())


def test_it_grows_while_it_is_worked_out_and_can_be_cancelled(site: Site, opened: Opened) -> None:
    page = nearly_won(site, opened, "tetratrax", rows=10)
    play_on(page)
    expect_end(page)
    shown, held = count(4, 4), list[Route]()

    def hold_back(route: Route) -> None:
        """Answer twice with less than was asked for, then not at all."""
        steps = next(shown)
        if steps > 8:
            held.append(route)
            return
        found = route.fetch().json()
        while not found["analysis"]:
            found = route.fetch(url=f"{site.url}/api/analyses/{found['digest']}?wait=1", method="GET").json()
        chances = [each["open"] for each in found["analysis"]["chances"]]
        part = {"done": steps, "total": len(chances), "chances": chances[:steps], "analysis": None}
        route.fulfill(json={**found, **part})

    page.route(re.compile(r"/analyse\?|/api/analyses/\w+\?"), hold_back)
    page.get_by_role("link", name="How much was luck?").click()
    line = page.locator(".graph .line").first
    expect(line).to_have_attribute("d", re.compile(r"^M[^L]+(L[^L]+){7}$"))
    expect(page.get_by_role("progressbar", name="Analysis")).to_have_attribute("value", re.compile(r"^0\.\d+$"))
    expect(page.locator(".stairs")).to_have_count(0)
    page.get_by_role("slider", name="Step").press("Home")
    assert step_of(page) == 0
    page.get_by_role("button", name="Cancel").click()
    expect(page.get_by_text("Cancelled.")).to_be_visible()
    page.unroute_all()
    page.get_by_role("button", name="Start again").click()
    expect(page.locator(".stairs")).to_have_count(2, timeout=WORKED_OUT)
