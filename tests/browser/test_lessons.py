"""Lessons in a real browser: each course by keyboard alone, and once by touch, with what is said aloud."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Opened, Site
from tests.browser.learner import SAID, asked_for, place, touch_the_board
from tests.browser.test_everyone import check
from tetracade.games import find, names
from tetracade.table.diagrams import written
from tetracade.table.lessons import RunningLesson, course_of, written_course

TAUGHT = [name for name in names() if course_of(find(name))]
MOST_TABS = 400

MOVED = "(each) => { const { x, y } = each.getBoundingClientRect(); return [x, y]; }"
"""Where something is on the screen."""
READ = """() => {
  const size = (each) => parseFloat(getComputedStyle(each).fontSize) * each.getScreenCTM().a;
  return Math.min(...[...document.querySelectorAll('.board .coordinate')].map(size));
}"""
"""How high the smallest name of a space is, in pixels."""
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


@pytest.mark.parametrize("name", TAUGHT)
def test_a_course_by_keyboard_alone(site: Site, opened: Opened, name: str) -> None:
    game = find(name)
    page = opened(f"{site.url}/learn/{name}")
    expect(page.get_by_role("heading", level=1)).to_contain_text(game.title)
    tab_to(page, r"^Start$")
    page.keyboard.press("Enter")
    said = page.locator(SAID)
    for number, lesson in enumerate(course_of(game)):
        running = RunningLesson(game, lesson, lambda: bytes(32))
        for step in lesson.steps:
            expect(said).to_contain_text(step.text)
            right, wrong = asked_for(running)
            if wrong and step is lesson.steps[0]:
                choose_by_keyboard(page, game.words.notation(wrong[0]))
                expect(page.get_by_role("alert")).to_have_text(running.answer(wrong[0]))
            if step is lesson.steps[0]:
                check(page)
            choose_by_keyboard(page, game.words.notation(right[0]))
            running.act(lesson.seat, right[0], running.room.number, 0.0)
            expect(said).to_contain_text(step.praise)
        last = number == len(course_of(game)) - 1
        onward = r"^Play your first game$" if last else r"^Next lesson$"
        if number == 0:  # the keyboard is led there, and comes back when it has gone on
            expect(page.locator(".onward")).to_be_focused()
            check(page)
            page.keyboard.press("Tab")
        tab_to(page, onward)
        page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("/t/"))
    page.goto(f"{site.url}/learn/{name}")
    expect(page.get_by_text("done", exact=True)).to_have_count(len(course_of(game)))
    expect(page.get_by_role("link", name="Start again")).to_be_visible()


@pytest.mark.parametrize("name", TAUGHT)
def test_a_course_by_touching_the_board_on_a_phone(site: Site, opened: Opened, name: str) -> None:
    game = find(name)
    page = opened(f"{site.url}/learn/{name}", 390, 844, has_touch=True, is_mobile=True)
    page.get_by_role("link", name="Start", exact=True).tap()
    said, board = page.locator(SAID), page.locator(".board svg[role=group]").first
    for lesson in course_of(game):
        running = RunningLesson(game, lesson, lambda: bytes(32))
        for step in lesson.steps:
            expect(said).to_contain_text(step.text)
            right, wrong = asked_for(running)
            if wrong and step is lesson.steps[0]:
                tried, before = wrong[len(wrong) // 2], board.evaluate(MOVED)
                touch_the_board(page, running, tried)
                expect(page.get_by_role("alert")).to_have_text(running.answer(tried))
                assert board.evaluate(MOVED) == before, "the board moves under the finger"
            touch_the_board(page, running, right[-1])
            running.act(lesson.seat, right[-1], running.room.number, 0.0)
            expect(said).to_contain_text(step.praise)
        page.locator(".onward").tap()
    expect(page).to_have_url(re.compile("/t/"))


@pytest.mark.parametrize("name", TAUGHT)
def test_a_course_opens_with_theme_and_goal_in_one_picture(site: Site, opened: Opened, name: str) -> None:
    opening = written_course(find(name)).opening
    assert opening
    told = next(diagram.alt for diagram in written(find(name)) if diagram.name == opening.diagram)
    for width, height in ((390, 844), (1280, 800)):
        page = opened(f"{site.url}/learn/{name}", width, height)
        picture = page.locator(".opening").get_by_role("img", name=told)
        for seen in (picture, page.get_by_text(opening.text), page.get_by_role("link", name="Start", exact=True)):
            expect(seen).to_be_in_viewport(ratio=1)
        drawn = picture.locator("svg[role=group]").bounding_box()
        assert drawn
        assert drawn["width"] > 180
        check(page)


ROLL = """() => {
  const roll = () => {
    const button = [...document.querySelectorAll('button')].find((each) => each.textContent.trim() === 'Roll');
    if (!button) return;
    watcher.disconnect();
    window.rolled = document.querySelector('.doing').textContent;
    button.click();
  };
  const watcher = new MutationObserver(roll);
  watcher.observe(document.body, { childList: true, subtree: true });
}"""
"""Touches the die as soon as it waits for that, before it would roll by itself."""


def test_the_die_is_rolled_by_a_touch_in_a_lesson(site: Site, opened: Opened) -> None:
    game = find("tetrathedral")
    number, lesson = next((at, one) for at, one in enumerate(course_of(game), 1) if one.dealt)
    page = opened(f"{site.url}/learn/tetrathedral/{number}", 390, 844, has_touch=True, reduced_motion="no-preference")
    running = RunningLesson(game, lesson, lambda: bytes(32))
    expect(page.locator(SAID)).to_contain_text(lesson.steps[0].text)
    page.evaluate(ROLL)
    touch_the_board(page, running, asked_for(running)[0][0])
    expect(page.get_by_text(f"Red rolled {lesson.dealt[-1].removeprefix('roll ')}")).to_be_visible()
    assert "Your roll" in page.evaluate("() => window.rolled")


@pytest.mark.parametrize("name", TAUGHT)
def test_on_a_phone_on_its_side_what_to_do_stands_beside_the_board(site: Site, opened: Opened, name: str) -> None:
    page = opened(f"{site.url}/learn/{name}/2", 844, 390, has_touch=True, is_mobile=True)
    said = page.locator(SAID)
    expect(said).to_contain_text(course_of(find(name))[1].steps[0].text)
    for part in (said, page.locator(".board svg[role=group]").first, page.locator(".doing")):
        expect(part).to_be_in_viewport(ratio=0.98)


def test_the_names_of_spaces_that_lessons_speak_of_can_be_read_on_a_phone(site: Site, opened: Opened) -> None:
    page = opened(f"{site.url}/learn/tetrathedral/5", 390, 844, has_touch=True, is_mobile=True)
    expect(page.locator(SAID)).to_contain_text("F9")
    assert page.evaluate(READ) >= 9


def test_taking_up_a_card_moves_nothing_under_the_finger(site: Site, opened: Opened) -> None:
    page = opened(f"{site.url}/learn/foursome/6", 390, 844, has_touch=True, is_mobile=True)
    card = place(page, "card:SWAP-RED")
    card.wait_for()
    board = page.locator(".board svg[role=group]")
    before = board.evaluate(MOVED)
    card.tap()
    expect(page.locator("[data-part=explained]")).to_contain_text("Swap one of your chips")
    assert board.evaluate(MOVED) == before
    place(page, "space:F4").tap()
    assert board.evaluate(MOVED) == before
    place(page, "space:D4").tap()
    expect(page.get_by_role("button", name="Confirm")).to_be_visible()


def test_a_lesson_is_begun_again_and_skipped(site: Site, opened: Opened) -> None:
    page = opened(f"{site.url}/learn/tetratrax/1")
    first, then = course_of(find("tetratrax"))[0].steps
    said = page.locator(SAID)
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
