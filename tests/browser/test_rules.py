"""Rules pages that teach: every diagram is drawn by the game's board, told in words, and prints."""

import re

import pytest
from playwright.sync_api import expect

import tetracade
from tests.browser.conftest import Opened, Site
from tests.browser.test_everyone import check
from tetracade.table.diagrams import REFERENCE, written

PRINTED = """() => {
  const seen = (each) => each.getClientRects().length > 0;
  return [...document.querySelectorAll('header nav, .unprinted, .banner')].filter(seen).length;
}"""
"""How much is printed that only a screen has a use for."""
CUT = """() => {
  const wide = document.documentElement.clientWidth;
  const out = (each) => {
    const { left, right } = each.getBoundingClientRect();
    return right > wide + 1 || left < -1 || (each.matches('.wide') && each.scrollWidth > each.clientWidth + 1);
  };
  return [...document.querySelectorAll('main .wide, main figure, main p, main .diagram')]
    .filter((each) => each.getClientRects().length && out(each))
    .map((each) => each.textContent.trim().slice(0, 40));
}"""
"""What would be cut off at the edge of the paper."""
INK = """() => {
  const [paper, written] = ['main', 'main p'].map((what) => getComputedStyle(document.querySelector(what)));
  return [paper.backgroundColor, written.color];
}"""
"""The colour of the paper, and of what is written on it."""
SPLIT = """() => {
  const torn = (each) => getComputedStyle(each).breakInside !== 'avoid';
  return ['.rule', 'section.card', 'figure.diagram'].filter((what) =>
    [...document.querySelectorAll(`main ${what}`)].some(torn));
}"""
"""What may be torn apart by the end of a sheet."""
SHEET = 718
"""Pixels across a sheet of A4, without its margins."""
EMPTY = """(each) => {
  const drawn = each.querySelector('svg[role=group]');
  const box = drawn?.getBoundingClientRect();
  return !box || box.width < 100 || box.height < 60 || drawn.querySelectorAll('rect, path, polygon').length < 5;
}"""
"""Whether a diagram shows nothing worth looking at."""


@pytest.mark.parametrize("name", tetracade.game_names())
def test_a_rules_page_is_drawn_told_and_printed(site: Site, opened: Opened, name: str) -> None:
    game = tetracade.game(name)
    page = opened(f"{site.url}/rules/{name}", width=390, height=780)
    placed = [reference for _, kind, reference in REFERENCE.findall(game.rules_text()) if kind == "diagram"]
    diagrams = page.locator(".diagram[role=img]")
    expect(diagrams).to_have_count(len(placed))
    told = {diagram.name: diagram.alt for diagram in written(game)}
    assert [diagrams.nth(at).get_attribute("aria-label") for at in range(len(placed))] == [told[one] for one in placed]
    assert not [placed[at] for at in range(len(placed)) if diagrams.nth(at).evaluate(EMPTY)]
    pointed = [one for one in written(game) if one.arrows]
    for diagram in pointed:
        expect(page.locator(f"[data-shows={diagram.name}] .arrow")).to_have_count(len(diagram.arrows))
    page.get_by_role("navigation", name="In these rules").get_by_role("link", name="Glossary").click()
    expect(page.get_by_role("heading", name="Glossary")).to_be_in_viewport()
    check(page)
    page.emulate_media(media="print", color_scheme="dark")
    page.set_viewport_size({"width": SHEET, "height": 1000})
    assert page.evaluate(PRINTED) == 0
    assert page.evaluate(CUT) == []
    assert page.evaluate(SPLIT) == []
    paper, ink = (sum(map(int, re.findall(r"\d+", colour)[:3])) for colour in page.evaluate(INK))
    assert paper > 3 * 240
    assert ink < 3 * 60
    pages = len(re.findall(rb"/Type\s*/Page\b", page.pdf(format="A4")))
    assert 3 <= pages <= 30


def test_figures_say_what_the_box_says(site: Site, opened: Opened) -> None:
    facts = tetracade.game("tetrad").facts()
    page = opened(f"{site.url}/rules/tetrad")
    expect(page.locator("[data-shows=places] .places")).to_have_count(len(facts["places"]))
    assert page.locator("[data-shows=places] .places svg").count() == sum(map(len, facts["places"])) == 113
    rows = page.locator("[data-shows=chart] tbody tr")
    expect(rows).to_have_count(len(facts["chart"]))
    assert page.locator("[data-shows=chart] .choice").count() == 31
    page.goto(f"{site.url}/rules/tetrathedral")
    expect(page.get_by_role("img", name="one large pyramid")).to_be_visible()


def test_a_rule_that_is_asked_for_is_scrolled_to(site: Site, opened: Opened) -> None:
    page = opened(f"{site.url}/rules/tetrathedral#TH8")
    expect(page.locator(".diagram[role=img]").first).to_be_attached()
    expect(page.locator("#TH8")).to_be_in_viewport()
