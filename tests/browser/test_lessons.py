"""Lessons in a real browser: each course by keyboard alone, and once by touch, with what is said aloud."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Opened, Site
from tests.browser.test_everyone import check
from tetracade.games import find, names
from tetracade.table.lessons import RunningLesson, course_of

ON_THE_BOARD = ("tetrathedral",)
"""Games whose course is done by touching the board itself; in the others a move is chosen from the list."""
TAUGHT = [name for name in names() if course_of(find(name))]
MOST_TABS = 400

FOCUSED = "() => document.activeElement?.textContent?.trim().replace(/\\s+/g, ' ') ?? ''"


def tab_to(page: Page, text: str) -> None:
    """Press Tab until what is focused says this."""
    for _ in range(MOST_TABS):
        if re.search(text, str(page.evaluate(FOCUSED))):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"the keyboard does not come to {text!r}")


def choose_by_keyboard(page: Page, notation: str) -> None:
    """Choose a move from the list of all, by keyboard alone."""
    if page.locator("details.all[open]").count() == 0:
        tab_to(page, r"^All moves")
        page.keyboard.press("Enter")
    if page.get_by_label("Search the moves").count():
        for _ in range(MOST_TABS):
            if page.evaluate("() => document.activeElement?.getAttribute('type') === 'search'"):
                break
            page.keyboard.press("Tab")
        page.keyboard.press("Control+a")
        page.keyboard.type(notation)
    tab_to(page, rf" {re.escape(notation)}$")
    page.keyboard.press("Enter")


def choose_by_touch(page: Page, notation: str) -> None:
    """The same by touch."""
    if page.locator("details.all[open]").count() == 0:
        page.get_by_text("All moves").tap()
    search = page.get_by_label("Search the moves")
    if search.count():
        search.tap()
        search.fill(notation)
    page.locator("details.all button", has_text=re.compile(rf" {re.escape(notation)}$")).first.tap()


def touch_the_board(page: Page, touches: tuple[str, ...]) -> None:
    """Touch the places of the board that make a move, and confirm what it would do."""
    for place in touches:
        if place == "claim":
            page.locator(".claims button").first.tap()
            return
        page.locator(f'.board [data-place="{place}"], .board [data-place^="{place}#"]').first.tap()
    page.get_by_role("button", name="Confirm").tap()


def asked_for(running: RunningLesson) -> tuple[list[int], list[int]]:
    """The legal actions that the present step asks for, and the other legal ones."""
    offered = running.room.turns.offered[running.lesson.seat]
    right = [action for action in offered if not running.answer(action)]
    return right, [action for action in offered if action not in right]


@pytest.mark.parametrize("name", TAUGHT)
def test_a_course_by_keyboard_alone(site: Site, opened: Opened, name: str) -> None:
    game = find(name)
    page = opened(f"{site.url}/learn/{name}")
    expect(page.get_by_role("heading", level=1)).to_contain_text(game.title)
    check(page)
    tab_to(page, r"^Start$")
    page.keyboard.press("Enter")
    said = page.locator("[role=status].said")
    for number, lesson in enumerate(course_of(game)):
        running = RunningLesson(game, lesson, lambda: bytes(32))
        for step in lesson.steps:
            expect(said).to_contain_text(step.text)
            right, wrong = asked_for(running)
            if wrong and step is lesson.steps[0]:
                choose_by_keyboard(page, game.words.notation(wrong[0]))
                expect(page.get_by_role("alert")).to_contain_text(running.answer(wrong[0]))
            if number == 0:
                check(page)
            choose_by_keyboard(page, game.words.notation(right[0]))
            running.act(lesson.seat, right[0], running.room.number, 0.0)
            expect(said).to_contain_text(step.praise)
        last = number == len(course_of(game)) - 1
        onward = r"^Play your first game$" if last else r"^Next lesson$"
        if number == 0:  # the keyboard is led there, and comes back when it has gone on
            expect(page.locator(".onward")).to_be_focused()
            page.keyboard.press("Tab")
        tab_to(page, onward)
        page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("/t/"))
    page.goto(f"{site.url}/learn/{name}")
    expect(page.get_by_text("done", exact=True)).to_have_count(len(course_of(game)))
    expect(page.get_by_role("link", name="Start again")).to_be_visible()


@pytest.mark.parametrize("name", TAUGHT)
def test_a_course_by_touch_on_a_phone(site: Site, opened: Opened, name: str) -> None:
    game = find(name)
    page = opened(f"{site.url}/learn/{name}", 390, 844, has_touch=True, is_mobile=True)
    page.get_by_role("link", name="Start", exact=True).tap()
    said = page.locator("[role=status].said")
    for lesson in course_of(game):
        running = RunningLesson(game, lesson, lambda: bytes(32))
        for step in lesson.steps:
            expect(said).to_contain_text(step.text)
            right, _ = asked_for(running)
            if name in ON_THE_BOARD:
                touch_the_board(page, game.words.touches(right[-1]))
            else:
                choose_by_touch(page, game.words.notation(right[-1]))
            running.act(lesson.seat, right[-1], running.room.number, 0.0)
            expect(said).to_contain_text(step.praise)
        page.locator(".onward").tap()
    expect(page).to_have_url(re.compile("/t/"))


def test_a_lesson_is_begun_again_and_skipped(site: Site, opened: Opened) -> None:
    page = opened(f"{site.url}/learn/tetratrax/1")
    first, then = course_of(find("tetratrax"))[0].steps
    said = page.locator("[role=status].said")
    choose_by_touch_or_click(page, "O1@A")
    expect(said).to_contain_text(then.text)
    page.get_by_role("button", name="Start the lesson again").click()
    expect(said).to_contain_text(first.text)
    page.get_by_role("link", name="Skip").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Two at once")


def choose_by_touch_or_click(page: Page, notation: str) -> None:
    page.get_by_text("All moves").click()
    search = page.get_by_label("Search the moves")
    if search.count():
        search.fill(notation)
    page.locator("details.all button", has_text=notation).first.click()


def test_home_and_set_up_lead_to_the_lessons(site: Site, opened: Opened) -> None:
    page = opened(site.url)
    page.get_by_role("link", name="Learn TetraTrax").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Learn TetraTrax")
    page.get_by_role("link", name="Skip to a game").click()
    page.get_by_role("link", name="Learn").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Learn TetraTrax")
