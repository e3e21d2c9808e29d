"""Learning at the table, in a real browser: goal, hints on the board, what things are, rules beside the game."""

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

import tetracade
from tests.browser.conftest import Opened, Site
from tests.browser.learner import SAID, asked_for, touch_the_board
from tests.browser.sitting import act_once, asked, at_table, created, lines_of, opened_at
from tests.browser.test_everyone import check
from tests.browser.test_felt import TWO_THREATEN
from tests.browser.test_lessons import choose_by_touch_or_click
from tetracade.games import find
from tetracade.table.lessons import RunningLesson, course_of

AT_ITS_PLACE = 24
"""Pixels between a place and what is said about it, at most."""
APART = """() => {
  const note = document.querySelector('aside.note').getBoundingClientRect();
  const places = [...document.querySelectorAll('.board [data-at^="square:"]')];
  const apart = (box) => Math.hypot(
    Math.max(0, box.left - note.right, note.left - box.right),
    Math.max(0, box.top - note.bottom, note.top - box.bottom),
  );
  const laid = places.filter((each) => /square:[C-F]1$/.test(each.dataset.at));
  return Math.min(...laid.map((each) => apart(each.getBoundingClientRect())));
}"""
"""How far the note is from the tile with which Black began."""


def ask_for_hint(page: Page) -> None:
    page.wait_for_selector(".doing.mine")
    page.get_by_role("button", name="Hint", exact=True).click()
    expect(page.locator(".advice")).to_be_visible()


def test_the_goal_is_always_there_and_a_hint_is_shown_on_the_board(site: Site, opened: Opened) -> None:
    page = at_table(site, opened, "tetratrax", "here", "bot", options={"starter": "white"})
    goal = page.get_by_role("region", name="Goal")
    for width, height in ((320, 640), (320, 800), (844, 390), (1280, 800)):
        page.set_viewport_size({"width": width, "height": height})
        expect(goal).to_contain_text("Touch your rival’s tiles")
        expect(goal).to_contain_text("You 0 points, 12 tiles left")
        expect(goal).to_be_visible()
        expect(goal.locator("li.own")).to_be_in_viewport(ratio=0.9)
    ask_for_hint(page)
    assert page.locator(".ghosts .piece").count() in (0, 2, 4)
    expect(page.locator(".ghosts .piece").first).to_be_visible()
    expect(page.locator(".advice [role=status]")).to_contain_text(re.compile(r"Hint A good player drops .* That .+\."))
    check(page)
    page.get_by_role("button", name="Other ideas").click()
    expect(page.locator(".advice li")).to_have_count(2)
    other = page.locator(".advice li").nth(1)
    idea = other.inner_text()
    other.get_by_role("button").click()
    expect(page.locator(".advice [role=status]")).to_contain_text(idea[1:])
    expect(page.locator(".ghosts .piece").first).to_be_visible()
    page.get_by_role("button", name="Play it").click()
    expect(goal).to_contain_text("11 tiles left")
    expect(page.locator(".story li", has_text=f"Person 1 {idea[0].lower()}{idea[1:]}")).to_have_count(1)
    expect(page.locator(".ghosts .piece")).to_have_count(0)


FROM_ITS_CARD = """() => {
  const arrow = document.querySelector('.ghosts .arrow');
  const { x, y } = arrow.getPointAtLength(0).matrixTransform(arrow.getScreenCTM());
  const card = document.querySelector('.card.hinted').getBoundingClientRect();
  return card.left < x && x < card.right && card.top < y && y < card.bottom;
}"""
"""Whether the arrow of a hint begins on the card to be played."""


def test_the_arrow_of_a_hint_begins_at_its_card_or_pawn(site: Site, opened: Opened) -> None:
    page = opened_at(opened, created(site, "foursome", "here", "bot", "bot", position=TWO_THREATEN), site)
    ask_for_hint(page)
    expect(page.locator(".ghosts .arrow")).to_have_count(1)
    assert page.evaluate(FROM_ITS_CARD)
    page = at_table(site, opened, "tetrathedral", "here", "bot")
    ask_for_hint(page)
    expect(page.locator(".ghosts .arrow")).to_have_count(1)
    expect(page.locator(".wish line")).to_have_count(0)


def test_what_is_this_legend_and_the_rules_beside_the_game(site: Site, opened: Opened) -> None:
    page = at_table(site, opened, "tetratrax", "here", "bot", options={"starter": "white"})
    page.wait_for_selector(".doing.mine")
    page.get_by_role("button", name="What is this?").click()
    page.locator(".own .tile").first.click()
    expect(page.locator(".about")).to_contain_text("left. You may turn and flip it.")
    expect(page.locator(".own .tile.picked")).to_have_count(0)
    page.locator(".about button").click()
    panel = page.get_by_role("region", name="Rules", exact=True)
    expect(panel.locator(".cited")).to_be_in_viewport()
    address = page.url
    panel.get_by_role("link", name="Reference card").click()
    expect(panel.get_by_role("table")).to_be_in_viewport()
    expect(panel.locator("[data-shows=goal]").get_by_role("img")).to_have_count(1)
    expect(panel.get_by_text("Basic rules")).to_have_count(0)
    assert page.url == address
    expect(page.locator(".board .tower")).to_be_visible()
    check(page)
    page.keyboard.press("Escape")
    expect(panel).to_have_count(0)
    page.get_by_text("Legend", exact=True).click()
    expect(page.locator(".legend li").first.locator(".sign svg")).to_be_visible()
    check(page)


def test_a_card_a_sign_and_a_badge_say_what_they_are(site: Site, opened: Opened) -> None:
    table = created(site, "tetrad", "here", "bot", options={"deals": "blue"})
    page = opened_at(opened, table, site)
    page.wait_for_selector(".doing.mine")
    about = page.locator(".explaining .about")
    page.locator("[data-place='pocket:A1']").hover()
    expect(about).to_contain_text("on A1")
    page.locator("[data-at~=patterns]").hover()
    expect(about).to_contain_text("patterns")
    page.locator(".seats [data-at~='seat:1']").first.hover()
    expect(about).to_contain_text("Blue")
    page.mouse.move(2, 2)
    expect(about).to_have_count(0)
    page.locator("[data-place='pocket:B2']").focus()
    page.keyboard.press("?")
    expect(about).to_contain_text("on B2")
    phone = opened_at(opened, table, site, width=390, height=844, has_touch=True, is_mobile=True)
    phone.wait_for_selector(".doing.mine")
    pressed_for_long(phone, "[data-place=pile]")
    expect(phone.locator(".explaining .about")).to_contain_text("pile")
    expect(phone.locator(".place.armed")).to_have_count(0)
    expect(phone.get_by_role("button", name="Confirm")).to_have_count(0)


DRAWN = """() => {
  const seen = (each) => each.getClientRects().length > 0;
  const said = '[data-place], [data-at], [data-about], [title], button, a, summary';
  const places = [...document.querySelectorAll('main.table :is([data-place], [data-at])')].filter(seen);
  const bare = [...document.querySelectorAll('main.table svg')].filter(
    (each) => seen(each) && !each.closest(said) && !each.querySelector('[data-place], [data-at]'),
  );
  const named = (each) => [(each.dataset.place ?? '').split('#')[0], ...(each.dataset.at ?? '').split(' ')];
  const attributes = ['data-about', 'title', 'aria-label'];
  const own = (each) => attributes.map((one) => each.getAttribute(one)).find(Boolean) ?? each.textContent.trim();
  return [places.map((each) => [named(each).filter(Boolean), own(each)]), bare.map((each) => each.outerHTML)];
}"""
"""All cards, tiles, symbols and badges that are drawn: their places with what they say of themselves; and the rest."""


@pytest.mark.parametrize("name", tetracade.game_names())
def test_every_card_symbol_and_badge_can_be_asked_what_it_is(site: Site, opened: Opened, name: str) -> None:
    table = created(site, name, "here", "bot")
    page = opened_at(opened, table, site)
    known: set[str] = set()
    for moves in range(4):
        page.wait_for_selector(".doing.mine")
        places, bare = page.evaluate(DRAWN)
        assert bare == []
        for names, own in places:
            if known.isdisjoint(names) and not any(explained(site, table, one) for one in names):
                assert own, f"{names} says nothing"
            known.update(names)
        line = lines_of(page)
        assert act_once(site, table), moves
        expect(page.locator(".story li").nth(line)).to_be_visible()
    assert len(known) > 20


def explained(site: Site, table: dict[str, Any], place: str) -> bool:
    """Whether the server knows what stands there."""
    question = {"do": "about", "place": place, "id": place}
    answer = asked(site, f"/api/tables/{table['table']}/do", table["token"], question)
    return bool(answer.get("notes"))


def pressed_for_long(page: Page, place: str) -> None:
    """Hold a finger there until the page says what it is, then lift it."""
    box = page.locator(place).bounding_box()
    assert box
    point = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
    fingers = page.context.new_cdp_session(page)
    fingers.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [point]})
    expect(page.locator(".explaining .about")).to_be_visible()
    fingers.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def test_a_refusal_opens_the_rules_beside_the_game_at_its_rule(site: Site, opened: Opened) -> None:
    table = created(site, "tetrathedral", "here", "bot", options={"starter": "red"})
    for width in (1280, 390):
        page = opened_at(opened, table, site, width=width, height=844)
        page.wait_for_selector(".doing.mine")
        page.locator(".space.lit").first.dispatch_event("click")
        page.locator(".board [data-place=H5]").dispatch_event("click")
        cited = page.locator(".refused[role=alert]").get_by_role("link")
        rule = cited.inner_text()
        cited.click()
        panel = page.get_by_role("region", name="Rules", exact=True)
        expect(panel.locator(".cited")).to_contain_text(rule)
        expect(panel.locator(".cited")).to_be_in_viewport()
        expect(page.locator(".board [data-place=D8]")).to_be_in_viewport()
        over = panel.bounding_box()
        centre = page.locator(".board [data-place=A1]").bounding_box()
        assert over
        assert centre
        assert centre["x"] + centre["width"] < over["x"] or centre["y"] + centre["height"] < over["y"]
        page.keyboard.press("Escape")
        expect(panel).to_have_count(0)


NEAR_ITS_PLACE = """(place) => {
  const note = document.querySelector('aside.note').getBoundingClientRect();
  const quoted = CSS.escape(place);
  const there = document.querySelector(`.board [data-at~="${quoted}"], .board [data-place="${quoted}"]`);
  const box = there?.getBoundingClientRect();
  return box ? Math.hypot(
    Math.max(0, box.left - note.right, note.left - box.right),
    Math.max(0, box.top - note.bottom, note.top - box.bottom),
  ) : null;
}"""
"""How far the note is from a place on the board; null if the board doesn't show that place."""


@pytest.mark.parametrize("name", [name for name in tetracade.game_names() if course_of(find(name))])
def test_a_first_game_follows_the_lessons_and_explains_each_rule_once(site: Site, opened: Opened, name: str) -> None:
    game, course = find(name), course_of(find(name))
    page = opened(f"{site.url}/learn/{name}/{len(course)}", 390, 844, has_touch=True, is_mobile=True)
    told: list[dict[str, Any]] = []
    page.on(
        "websocket",
        lambda socket: socket.on(
            "framereceived",
            lambda frame: told.extend(json.loads(frame).get("notes") or []) if "notes" in frame else None,
        ),
    )
    page.reload()
    running = RunningLesson(game, course[-1], lambda: bytes(32))
    for step in course[-1].steps:
        expect(page.locator(SAID)).to_contain_text(step.text)
        action = asked_for(running)[0][0]
        touch_the_board(page, running, action)
        running.act(course[-1].seat, action, running.room.number, 0.0)
    page.get_by_role("button", name="Play your first game").tap()
    page.wait_for_url(re.compile("/t/"))
    note = page.get_by_role("complementary", name="New rule")
    expect(page.get_by_text("Keep one objective")).to_have_count(0)
    expect(page.get_by_text("Which patterns win?")).to_have_count(0)
    seen: list[str] = []
    for _ in range(3):  # turns
        page.locator(".doing.mine").wait_for()
        while note.count():
            first = note.get_by_role("status").inner_text()
            rule = note.get_by_role("button", name="Rule").inner_text().removeprefix("Rule ")
            assert first not in seen
            seen.append(first)
            meant = next(one for one in told if one["rule"] == rule and first.startswith(one["title"]))
            apart = page.evaluate(NEAR_ITS_PLACE, meant["place"])
            assert apart is None or apart < AT_ITS_PLACE
            note.get_by_role("button", name="OK").tap()
            expect(note.get_by_role("status").filter(has_text=first)).to_have_count(0)
        ask_for_hint(page)
        page.get_by_role("button", name="Play it").tap()
        expect(page.locator(".advice")).to_have_count(0)
    assert seen, "no rule was explained"


def test_a_first_game_is_guided(site: Site, opened: Opened) -> None:
    page = opened(f"{site.url}/learn/tetratrax/5")
    page.clock.install()
    page.reload()
    game = find("tetratrax")
    winning, _ = asked_for(RunningLesson(game, course_of(game)[-1], lambda: bytes(32)))
    choose_by_touch_or_click(page, game.words.notation(winning[0]))
    page.get_by_role("button", name="Play your first game").click()
    expect(page).to_have_url(re.compile("/t/"))
    page.wait_for_selector(".doing.mine")
    note = page.get_by_role("complementary", name="New rule")
    expect(note).to_contain_text("falls straight down")
    assert 0 < page.evaluate(APART) <= AT_ITS_PLACE
    note.get_by_role("button", name="Rule TX5").click()
    expect(page.get_by_role("region", name="Rules", exact=True).locator(".cited")).to_contain_text("TX5")
    page.keyboard.press("Escape")
    told = note.inner_text()
    note.get_by_role("button", name="OK").click()
    expect(note.filter(has_text=told.splitlines()[0])).to_have_count(0)
    page.wait_for_selector(".doing.mine")
    while note.count():
        note.get_by_role("button", name="OK").click()
    page.clock.fast_forward(8_000)
    expect(page.locator(".advice")).to_have_count(0)
    page.clock.fast_forward(3_000)
    expect(page.locator(".advice")).to_contain_text("A good player drops")


@pytest.mark.parametrize("width", [1280, 390])
def test_a_note_leaves_its_tile_in_sight_and_goes_when_one_plays_on(site: Site, opened: Opened, width: int) -> None:
    page = opened(f"{site.url}/learn/tetratrax/5", width, 844 if width < 500 else 720)
    game = find("tetratrax")
    winning, _ = asked_for(RunningLesson(game, course_of(game)[-1], lambda: bytes(32)))
    choose_by_touch_or_click(page, game.words.notation(winning[0]))
    page.get_by_role("button", name="Play your first game").click()
    note = page.get_by_role("complementary", name="New rule").filter(has_text="falls straight down")
    expect(note).to_be_visible()
    page.wait_for_selector(".doing.mine")
    assert 0 < page.evaluate(APART) <= AT_ITS_PLACE
    ask_for_hint(page)
    page.get_by_role("button", name="Play it").click()
    expect(note).to_have_count(0)


def test_the_rules_beside_a_game_cover_neither_board_nor_hand(site: Site, opened: Opened) -> None:
    page = at_table(site, opened, "foursome", "here", "bot")
    page.set_viewport_size({"width": 1280, "height": 720})
    page.wait_for_selector(".doing.mine")
    page.get_by_role("link", name="Rules").click()
    panel = page.get_by_role("region", name="Rules", exact=True).bounding_box()
    assert panel
    for part in (page.locator(".board svg[role=group]").first, page.locator(".board [data-place^='card:']").last):
        box = part.bounding_box()
        assert box
        assert box["x"] + box["width"] <= panel["x"]
