"""Takes pictures of lessons, first games and rules, on a phone and a desktop, to look at: nothing of them is kept.

``python -m tests.browser.teaching_pictures FOLDER [GAME …]``
"""

import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Browser, Page, ViewportSize, sync_playwright

import tetracade
from tests.browser.conftest import PATIENCE, Site, launched
from tests.browser.learner import SAID, asked_for, touch_the_board
from tetracade.table.lessons import RunningLesson, course_of

SIZES: dict[str, ViewportSize] = {
    "phone": {"width": 390, "height": 844},
    "desktop": {"width": 1280, "height": 800},
}
Shoot = Callable[[Page, str], None]


def visitor(browser: Browser, size: str) -> Page:
    """A page of a new visitor; whatever moves is at its end at once."""
    context = browser.new_context(
        viewport=SIZES[size], reduced_motion="reduce", has_touch=True, is_mobile=size == "phone", color_scheme="light"
    )
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    return page


def pictures_of_course(page: Page, url: str, name: str, shoot: Shoot) -> None:
    """Take a course on the board: each step as it opens, a wrong try, and how it looks when it is done."""
    game = tetracade.game(name)
    page.goto(f"{url}/learn/{name}")
    page.locator(".opening .diagram").wait_for()
    shoot(page, "0-course")
    page.get_by_role("link", name="Start", exact=True).tap()
    for number, lesson in enumerate(course_of(game), start=1):
        running = RunningLesson(game, lesson, lambda: bytes(32))
        for step, asks in enumerate(lesson.steps, start=1):
            page.locator(SAID).get_by_text(asks.text).wait_for()
            shoot(page, f"{number}-{step}-a-opened")
            right, wrong = asked_for(running)
            if wrong:
                touch_the_board(page, running, wrong[len(wrong) // 2])
                page.locator(".refused[role=alert]").wait_for()
                shoot(page, f"{number}-{step}-b-wrong")
            touch_the_board(page, running, right[-1])
            running.act(lesson.seat, right[-1], running.room.number, 0.0)
            page.locator(SAID).get_by_text(asks.praise).wait_for()
        shoot(page, f"{number}-{len(lesson.steps)}-c-done")
        page.locator(".onward").tap()
    page.locator(".doing.mine, aside.note").first.wait_for()
    shoot(page, "first-game")


def pictures_of_rules(page: Page, url: str, name: str, shoot: Shoot) -> None:
    """The whole rules page, a screen at a time."""
    page.goto(f"{url}/rules/{name}")
    page.locator(".diagram").first.wait_for()
    height = page.viewport_size["height"] if page.viewport_size else 800
    for at in range(0, page.evaluate("document.body.scrollHeight"), height):
        page.evaluate("at => scrollTo(0, at)", at)
        shoot(page, f"rules-{at // height:02}")


def main(folder: Path, names: list[str]) -> None:
    """Take all pictures, or those of the games named."""
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as data, sync_playwright() as playwright:
        site = Site(Path(data))
        site.start()
        browser = launched(playwright)
        try:
            for name in names or tetracade.game_names():
                for size in SIZES:
                    page = visitor(browser, size)

                    def shoot(page: Page, what: str, prefix: str = f"{name}-{size}") -> None:
                        page.screenshot(path=folder / f"{prefix}-{what}.png", animations="disabled")

                    pictures_of_course(page, site.url, name, shoot)
                    pictures_of_rules(page, site.url, name, shoot)
                    page.context.close()
                    print(f"{name}, {size}")
        finally:
            browser.close()
            site.kill()


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2:])
