"""Other boxes on the page, by ``--box`` alone: nothing is built, and the board, the refusals and the rules follow."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Opened, Site
from tests.browser.player import drop
from tests.browser.sitting import at_table
from tests.cli.test_boxes import CHANGED

SQUARE = "M9 9h494v494H9z"
CARDS = "".join(
    f'[[cards]]\nname = "SQUARE {number}"\ntext = "A square."\ndrawing = "{SQUARE}"\n' for number in range(1, 31)
)
SQUARES = f'title = "Squares"\n{CARDS}'
"""A deck of one's own, every card with the same drawing."""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A server with a box of its own for four games, in plain Python: they need not be compiled."""
    boxes = tmp_path_factory.mktemp("boxes")
    for game, (change, *_) in CHANGED.items():
        (boxes / f"{game}.toml").write_text(f'game = "{game}"\nname = "Mine"\n{change}\n')
    (boxes / "decks").mkdir()
    (boxes / "decks" / "squares.toml").write_text(SQUARES)
    with (boxes / "tetrad.toml").open("a") as file:
        file.write('decks = ["testament", "decks/squares.toml"]\n')
    with pytest.MonkeyPatch.context() as changed:
        changed.setenv("TETRACADE_BOX", str(boxes))
        changed.setenv("NUMBA_DISABLE_JIT", "1")
        running = Site(tmp_path_factory.mktemp("data"))
        running.start()
    yield running
    running.kill()


def expect_box(page: Page) -> None:
    """The page names the box."""
    expect(page.get_by_test_id("box")).to_have_text("Box: Mine (not the standard one)")


def expect_rules(site: Site, opened: Opened, game: str, *said: str) -> None:
    """The rules page and the set-up name the box, and the rules say this."""
    page = opened(f"{site.url}/rules/{game}")
    expect_box(page)
    for part in said:
        expect(page.locator("main")).to_contain_text(part)
    page.goto(f"{site.url}/new/{game}")
    expect_box(page)


def test_another_free_space(site: Site, opened: Opened) -> None:
    options = {"claims": "strict", "patterns": [1], "deals": "red"}
    page = at_table(site, opened, "tetrad", "here", "bot", options=options)
    expect_box(page)
    free = page.locator("[data-place^='pocket:'][aria-label*='free space']")
    expect(free).to_have_count(1)
    expect(free).to_have_attribute("data-place", "pocket:B2")
    expect_rules(site, opened, "tetrad", "The free spaces, seen from there: B2.")


def test_a_deck_beside_the_box_is_offered_and_drawn(site: Site, opened: Opened) -> None:
    page = opened(f"{site.url}/new/tetrad")
    expect(page.get_by_label("The pictures on the cards").locator("option")).to_have_text(
        ["Old and New Testament", "Squares"]
    )
    options = {"deck": "squares", "patterns": [1], "deals": "red"}
    page = at_table(site, opened, "tetrad", "here", "bot", options=options)
    page.locator("svg.pockets .stack").nth(15).wait_for()
    drawn = page.locator("svg.pockets .stack path.icon").evaluate_all("all => all.map((one) => one.getAttribute('d'))")
    assert drawn == [SQUARE] * 16
    expect(page.locator("[data-place='pocket:A1']")).to_have_attribute("aria-label", re.compile("A1, SQUARE "))


def test_another_number_of_tiles(site: Site, opened: Opened) -> None:
    page = at_table(site, opened, "tetratrax", "here", "bot", options={"starter": "white"})
    expect_box(page)
    page.wait_for_selector(".doing.mine")
    own = page.locator(".own .tile")
    expect(own.last).to_have_attribute("aria-label", "L tile, 4 left")
    expect(own.first).to_have_attribute("aria-label", "domino tile, 0 left")
    own.first.dispatch_event("click")
    expect(page.locator(".refused[role=alert]")).to_contain_text("You have no domino left.")
    expect_rules(site, opened, "tetratrax", "2 I, 2 O, 2 T, 2 S and 4 L", "have 12 tiles each")


def test_another_place_for_a_symbol(site: Site, opened: Opened) -> None:
    page = at_table(site, opened, "retro_tetro", "here", "bot", options={"objectives": False, "starter": "first"})
    expect_box(page)
    page.wait_for_selector(".doing.mine")
    column = page.locator("[data-column='1']")
    expect(column).to_have_attribute("aria-label", re.compile("Column B: empty; free 1 I symbol, 3 meeple 3"))
    expect_rules(site, opened, "retro_tetro", "1   . I . . . . . . . a")


def test_another_number_of_special_cards(site: Site, opened: Opened) -> None:
    page = at_table(site, opened, "foursome", "here", "bot", options={"first": "1"})
    expect_box(page)
    page.wait_for_selector(".doing.mine")
    expect_rules(site, opened, "foursome", "There are 96 cards", "16 special cards: 9 WILD, 3 REMOVE")


def test_lessons_are_for_the_standard_box(site: Site, opened: Opened) -> None:
    page = opened(site.url)
    expect(page.get_by_role("heading", name="TETRAD")).to_be_visible()
    taught = page.locator("a[href^='/learn/']")
    assert [each.get_attribute("href") for each in taught.all()] == ["/learn/tetrathedral"]  # the others have boxes
    page.goto(f"{site.url}/learn/tetrad/1")
    expect(page.locator("main")).to_contain_text("TETRAD has no lessons for another box than the standard one.")


def test_a_table_of_another_box_is_listed_kept_and_played_on_when_the_box_is_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, opened: Opened
) -> None:
    box = tmp_path / "mine.toml"
    box.write_text('game = "tetratrax"\nname = "Mine"\n\n[tiles]\nL = 4\n')
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")
    monkeypatch.setenv("TETRACADE_BOX", str(box))
    own = Site(tmp_path)
    own.start()
    try:
        page = opened(f"{own.url}/new/tetratrax")
        page.get_by_role("button", name="Start").click()
        page.locator(".doing.mine").wait_for()
        table = page.url
        own.kill()
        monkeypatch.delenv("TETRACADE_BOX")
        own.start()
        page.goto(own.url)
        listed = page.get_by_role("list", name="Running games").get_by_role("listitem")
        expect(listed).to_contain_text("Kept: it needs another box or version")
        page.goto(table)
        expect(page.locator("main")).to_contain_text("This table needs the box “Mine”")
        own.kill()
        monkeypatch.setenv("TETRACADE_BOX", str(box))
        own.start()
        page.goto(own.url)
        expect(listed).to_contain_text("Your turn")
        page.goto(table)
        drop(page)
    finally:
        own.kill()
