"""Touching the board: by mouse, wheel, key, drag and finger; what may not be is answered with the reason."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

import tetracade
from tests.browser.conftest import Opened, Site
from tests.browser.player import play_on
from tests.browser.sitting import at_table, created, opened_at

FINGER = 44
"""Pixels that a finger needs."""


def test_what_may_not_be_answers_with_the_reason_and_its_rule(site: Site, opened: Opened) -> None:
    page = at_table(site, opened, "tetrathedral", "here", "bot", options={"starter": "red"})
    page.wait_for_selector(".doing.mine")
    page.locator(".space.lit").first.click()
    page.locator("[data-place=H5]").dispatch_event("click")
    refused = page.locator(".refused[role=alert]")
    expect(refused).to_be_visible()
    expect(refused.get_by_role("link")).to_have_text("TH4")


def test_a_finger_sees_a_preview_before_it_counts(site: Site, opened: Opened) -> None:
    page = opened_at(opened, created(site, "tetratrax", "here", "here"), site, has_touch=True)
    page.locator(".own .tile.lit").first.tap()
    page.locator(".column.lit").first.tap()
    expect(page.locator(".ghost")).to_have_count(1)
    expect(page.locator(".tower .piece")).to_have_count(0)
    page.get_by_role("button", name="Confirm").tap()
    expect(page.locator(".tower .piece")).to_have_count(1)


def test_a_tile_may_be_dragged(site: Site, opened: Opened) -> None:
    page = at_table(site, opened, "tetratrax", "here", "here")
    page.wait_for_selector(".doing.mine")
    page.locator(".own .tile.lit").first.hover()
    page.mouse.down()
    column = page.locator("[data-column='3']").bounding_box()
    assert column is not None
    page.mouse.move(column["x"] + column["width"] / 2, column["y"] + 100, steps=5)
    expect(page.locator(".ghost")).to_have_count(1)
    page.mouse.up()
    expect(page.locator(".tower .piece")).to_have_count(1)


def held(page: Page) -> str:
    """How the tile in hand stands, as assistive technology hears it."""
    return page.locator(".tile.held").get_attribute("aria-label") or ""


def test_a_tile_is_turned_and_flipped_by_wheel_key_and_button(site: Site, opened: Opened) -> None:
    page = at_table(site, opened, "tetratrax", "here", "here")
    page.wait_for_selector(".doing.mine")
    page.keyboard.press("l")
    assert held(page).startswith("L tile")
    page.locator("[data-column='3']").hover()
    seen = [held(page)]
    turns: list[Callable[[], None]] = [
        lambda: page.mouse.wheel(0, 100),
        lambda: page.keyboard.press("r"),
        lambda: page.get_by_role("button", name="Turn").click(),
        lambda: page.keyboard.press("f"),
        lambda: page.get_by_role("button", name="Flip").click(),
    ]
    for turn in turns:
        turn()
        expect(page.locator(".tile.held")).not_to_have_attribute("aria-label", seen[-1])
        seen.append(held(page))
    assert len(set(seen[:5])) == 5  # four quarter turns, then a mirror image
    assert seen[5] == seen[3]  # flipped twice
    page.keyboard.press("Escape")
    assert page.locator(".tile.held").count() == 0


def test_a_card_may_be_dragged(site: Site, opened: Opened) -> None:
    options = {"patterns": [1, 2, 3, 4, 5], "deals": "blue"}
    page = at_table(site, opened, "tetrad", "here", "here", options=options)
    page.get_by_role("button", name="I’m Person 1. Show me the table").click()
    page.locator("[data-place=pile].lit").click()
    hand = page.locator(".handcard.lit")
    expect(hand).to_have_count(5)
    pile = page.locator("[data-place=discard]").bounding_box()
    assert pile is not None
    hand.last.hover()
    page.mouse.down()
    page.mouse.move(pile["x"] + 30, pile["y"] + 30, steps=4)
    expect(page.locator(".hand > [aria-hidden=true]")).to_be_visible()  # the card follows the pointer
    page.mouse.up()
    expect(page.get_by_role("heading", name="Pass the screen to Person 2")).to_be_visible()


def test_a_finger_moves_turns_and_drops_a_tile_by_buttons_and_by_sliding(site: Site, opened: Opened) -> None:
    table = created(site, "tetratrax", "here", "here")
    page = opened_at(opened, table, site, width=360, height=640, has_touch=True, is_mobile=True)
    page.wait_for_selector(".doing.mine")
    page.locator(".own .tile.lit").nth(3).tap()
    prompt = page.locator(".doing .preview")
    expect(prompt).to_contain_text("Drops a T on C")  # shown above the middle at once
    page.get_by_role("button", name="Move right").tap()
    expect(prompt).to_contain_text("Drops a T on D")
    page.get_by_role("button", name="Turn").tap()
    expect(prompt).not_to_contain_text("D2 E1 E2 F2")
    page.get_by_role("button", name="Move left").tap()
    page.locator("[data-column='6']").tap()
    expect(prompt).to_contain_text("H")
    slide(page, 6, 1)
    expect(prompt).to_contain_text("Drops a T on B")
    expect(page.locator(".tower .piece")).to_have_count(0)
    page.get_by_role("button", name="Confirm").tap()
    expect(page.locator(".tower .piece")).to_have_count(1)


def slide(page: Page, start: int, end: int) -> None:
    """Lay a finger on one column, draw it over to another, let it rest there and lift it.

    Lifted in full motion it would set the page rolling, and browsers take the next tap for the wish to stop that.
    """
    touch = page.context.new_cdp_session(page)
    y = 0.0
    for kind, column in (
        ("touchStart", start),
        ("touchMove", (start + end) // 2),
        ("touchMove", end),
        ("touchMove", end),
        ("touchEnd", -1),
    ):
        page.wait_for_timeout(100)
        points = []
        if column >= 0:
            box = page.locator(f"[data-column='{column}']").bounding_box()
            assert box is not None
            y = y or box["y"] + box["height"] / 2
            points = [{"x": box["x"] + box["width"] / 2, "y": y}]
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})


BESIDE = """() => {
  const reach = 44 / 2 - 1;
  for (const space of document.querySelectorAll('.space.lit')) {
    const box = space.getBoundingClientRect();
    for (const [dx, dy] of [[0, reach], [0, -reach], [reach, reach], [-reach, reach], [reach, -reach]]) {
      const [x, y] = [box.x + box.width / 2 + dx, box.y + box.height / 2 + dy];
      if (document.elementFromPoint(x, y)?.closest('.space:not(.lit)'))
        return [x, y, space.dataset.place];
    }
  }
  return null;
}"""
"""A point just within a finger's width of a lit space, on one that is not lit; with the lit space's name."""


def test_a_finger_beside_a_lit_space_means_it_and_buttons_step_through_all(site: Site, opened: Opened) -> None:
    table = created(site, "tetrathedral", "here", "bot", options={"starter": "red"})
    page = opened_at(opened, table, site, width=360, height=640, has_touch=True, is_mobile=True)
    page.wait_for_selector(".doing.mine")
    beside = page.evaluate(BESIDE)
    assert beside is not None
    x, y, name = beside
    page.touchscreen.tap(x, y)
    expect(page.locator(f"[data-place={name}]")).to_have_attribute("aria-pressed", "true")
    page.get_by_role("button", name="Put back").tap()
    following = page.get_by_role("button", name="Next option")
    following.tap()
    first = page.locator(".space.armed").get_attribute("data-place")
    following.tap()
    expect(page.locator(".space.armed")).not_to_have_attribute("data-place", first or "")
    page.get_by_role("button", name="Previous option").tap()
    expect(page.locator(".space.armed")).to_have_attribute("data-place", first or "")
    page.get_by_role("button", name="Select").tap()
    following.tap()
    expect(page.locator(".doing .preview")).to_contain_text(f"Moves {first}-")
    page.get_by_role("button", name="Confirm").tap()
    expect(page.locator(".story")).to_contain_text(f"Person 1 moves {first}-")


SMALL = """() => {
  const wanted = 'button, a, input, select, summary, [role=button]:not(.space, .column)';
  const targetOf = (each) => each.closest('label') ?? each;
  return [...document.querySelectorAll(wanted)]
    .filter((each) => {
      const box = targetOf(each).getBoundingClientRect();
      const inText = each.matches('p a, .rule, .unseen *, .skip');
      return box.width && !inText && (box.width < 44 || box.height < 44) && !each.matches(':disabled');
    })
    .map((each) => {
      const box = targetOf(each).getBoundingClientRect();
      return `${each.outerHTML.slice(0, 120)} ${box.width} x ${box.height}`;
    });
}"""
"""What is there to touch and smaller than a finger; spaces and columns are reached by stepping and by the pad."""

NEXT_TOUCH = """() => {
  if (document.querySelector('[data-testid=result]')) return 'over';
  for (const wanted of [
    '.doing .button.main', '.steps .button:last-child', '.pad .right:enabled',
    '.board .place.lit:not(.space, .column)', '.chooser .button.main', '.buttons .button:enabled',
  ])
    for (const each of document.querySelectorAll(wanted)) {
      each.scrollIntoView({block: 'center', behavior: 'instant'});
      const box = each.getBoundingClientRect();
      if (box.width) return [box.x + box.width / 2, box.y + box.height / 2];
    }
  return null;
}"""
"""The middle of the first there is of: confirm, a step, a move of the tile, something lit, a button with words.

Nothing is there while an action is on its way or others think; one that goes away meanwhile is touched in vain.
"""


@pytest.mark.parametrize("name", tetracade.game_names())
def test_everything_can_be_done_with_targets_a_finger_hits(site: Site, opened: Opened, name: str) -> None:
    game = tetracade.game(name)
    seats = game.default_seats or game.seats[0]
    table = created(site, name, "here", *["bot"] * (seats - 1))
    page = opened_at(opened, table, site, width=360, height=640, has_touch=True, is_mobile=True)
    page.wait_for_selector(".doing.mine")
    play_on(page, min(10, game.longest // 4))
    before = page.locator(".story li").count()
    for _ in range(40):
        touch = page.wait_for_function(NEXT_TOUCH).json_value()
        assert page.evaluate(SMALL) == []
        if page.locator(".story li").count() > before or touch == "over":
            break
        page.touchscreen.tap(*touch)
    assert page.locator(".story li").count() > before
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


def test_all_shapes_of_a_wild_card_are_within_a_small_screen(site: Site, opened: Opened) -> None:
    table = created(site, "retro_tetro", "here", options={"level": 1})
    page = opened_at(opened, table, site, width=360, height=640, has_touch=True, is_mobile=True)
    page.wait_for_selector(".doing.mine")
    for _ in range(60):
        if page.locator(".rack .tile").count() > 2:
            break
        play_on(page, 1)
    assert page.locator(".rack .tile").count() > 2
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    lefts = page.locator(".rack .tile").evaluate_all("all => all.map((each) => each.getBoundingClientRect().x)")
    assert min(lefts) >= 0
    assert page.evaluate(SMALL) == []


@pytest.mark.parametrize(("game", "card"), [("tetrad", ".handcard"), ("foursome", ".hand .card")])
def test_pointing_at_a_card_explains_it_and_moves_nothing(site: Site, opened: Opened, game: str, card: str) -> None:
    options = {"patterns": [1], "deals": "blue"} if game == "tetrad" else {}
    page = at_table(site, opened, game, "here", "bot", options=options)
    page.wait_for_selector(".doing.mine")
    about, prompt, hand = page.locator(".about"), page.locator(".doing"), page.locator(card)
    expect(about).to_have_text("")
    before = prompt.bounding_box()
    for each in range(hand.count()):
        hand.nth(each).hover()
        expect(about).not_to_have_text("")
        assert prompt.bounding_box() == before


def test_taking_up_a_tile_or_a_card_moves_nothing_on_a_phone(site: Site, opened: Opened) -> None:
    phone = {"width": 390, "height": 844, "has_touch": True, "is_mobile": True}
    table = created(site, "tetratrax", "here", "bot", options={"starter": "white"})
    page = opened_at(opened, table, site, **phone)
    tower = page.locator(".tower")
    page.locator(".own .tile.lit").first.wait_for()
    before = tower.bounding_box()
    for tile in page.locator(".own .tile").all():  # the square and the domino lie one way only, and say so
        tile.tap()
        assert tower.bounding_box() == before
    page.locator("[data-place='tile:S']").tap()
    expect(page.locator(".seats .gain")).to_be_visible()
    assert tower.bounding_box() == before

    table = created(site, "tetrad", "here", "bot", options={"patterns": [1, 2, 3, 4, 5], "deals": "blue"})
    page = opened_at(opened, table, site, **phone)
    page.locator("[data-place=pile].lit").tap()
    page.get_by_role("button", name="Confirm").tap()
    page.locator(".handcard.lit").first.wait_for()
    pockets = page.locator(".pockets")
    before = pockets.bounding_box()
    for card in page.locator(".handcard").all():
        card.tap()
        expect(page.locator("[data-part=explained]")).not_to_be_empty()
        assert pockets.bounding_box() == before
