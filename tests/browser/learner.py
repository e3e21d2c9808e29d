"""Does a lesson as a person would: by touching the board, step by step."""

import re
from collections.abc import Iterator

from playwright.sync_api import Locator, Page

from tetracade.table.lessons import RunningLesson

SAID = "[role=status].said"
"""What a lesson says: praise, and what to do next."""
PREVIEW = ".doing .preview"
"""What the next touch would do, in words."""
WAYS = 8
"""The most ways that a piece may stand."""


def asked_for(running: RunningLesson) -> tuple[list[int], list[int]]:
    """The legal actions that the present step asks for, and the other legal ones."""
    offered = running.room.turns.offered[running.lesson.seat]
    right = [action for action in offered if not running.answer(action)]
    return right, [action for action in offered if action not in right]


def place(page: Page, name: str) -> Locator:
    """A place of the board that can be touched now; of several cards that are the same, the first."""
    return page.locator(f'.board .lit[data-place="{name}"], .board .lit[data-place^="{name}#"]').first


def touch_the_board(page: Page, running: RunningLesson, action: int) -> None:
    """Touch the places of the board that make a move, and confirm what it would do."""
    touches = running.room.game.words.touches(action)
    if touches[0] == "claim":
        page.locator(".claims button").first.tap()
        return
    if touches[0].startswith("button:"):
        page.get_by_role("group", name="Your options").get_by_role("button").first.tap()
        return
    if len(touches) == 3 and touches[1].startswith("stand:"):
        _aim(page, said(running, action), *touches)
    else:
        for touch in touches:
            if page.locator(f'.board .picked[data-place^="{touch}#"]').count() == 0:  # where there is no choice
                place(page, touch).tap()
    page.get_by_role("button", name="Confirm").tap()


def said(running: RunningLesson, action: int) -> str:
    """What an action does, as the bar under the board says it."""
    table, seat = running.room.table, running.lesson.seat
    assert table is not None
    text = running.room.game.words.text(table.view(seat), seat, action)
    return text[0].upper() + text[1:]


def _aim(page: Page, wanted: str, shape: str, _stand: str, column: str) -> None:
    """Take a shape, turn and flip it, and touch the column where it should fall, until it would fall as it should."""
    place(page, shape).tap()
    preview = page.locator(PREVIEW)
    left, columns = ord(column[-1]) - ord("A"), page.locator(".board [data-column]").count()
    for _ in _stands(page):
        covered = sorted(set(re.findall(r"\b([A-Z])\d+\b", preview.inner_text())))
        fits = left + len(covered) <= columns
        if fits and covered[0] != column[-1]:  # touched again, the same column would let it fall
            middle = left + (len(covered) - 1) // 2  # where a shape is held
            page.locator(f".board [data-column='{middle}']").tap()
        if wanted in preview.inner_text():
            return
    raise AssertionError(f"no way of turning and moving comes to {wanted!r}")


def _stands(page: Page) -> Iterator[None]:
    """Turn and flip the shape in hand, until it has stood in every way."""
    for way in range(WAYS):
        yield
        page.get_by_role("button", name="Flip" if way == WAYS // 2 - 1 else "Turn").tap()
