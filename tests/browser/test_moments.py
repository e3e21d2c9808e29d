"""Moments one should feel: Got it, STEAL, coins that fly, the dance at the end, and what the points were for."""

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Opened, Site
from tests.browser.player import expect_end, play_on
from tests.browser.sitting import asked, created, opened_at
from tetracade.games.tetrad.board import DECKS

IMAGES = [image.name for image in DECKS[0].images]
GOT_IT, ASKED = 6, 7
"""Phases of Foursome in which others than the active seat act."""

Step = tuple[int, str]


class Pair:
    """Two people at a table of Foursome whose seats are played over HTTP, each by the first action on offer."""

    def __init__(self, site: Site) -> None:
        self.site = site
        self.table = created(site, "foursome", "here", "open")
        path = f"/api/tables/{self.table['table']}"
        second = asked(site, f"{path}/sit", self.table["invite"], {"name": "Person 2"})
        self.keys = (self.table["token"], second["token"])
        self.done: list[Step] = []

    def seen(self, seat: int) -> Any:
        """What the seat may know now."""
        return asked(self.site, f"/api/tables/{self.table['table']}", self.keys[seat])

    def act(self, seat: int, notation: str) -> None:
        """Do this, and come back when it is done."""
        command = {"do": "act", "id": f"a{len(self.done)}", "number": self.seen(seat)["number"], "action": notation}
        assert asked(self.site, f"/api/tables/{self.table['table']}/do", self.keys[seat], command)["ok"]
        self.done.append((seat, notation))

    def until(self, phase: int, begins: str) -> int:
        """Play on until a seat that acts out of turn may do something whose notation begins so; returns the seat."""
        while True:
            for seat, key in enumerate(self.keys):
                now = self.seen(seat)
                assert now["phase"] == "playing"
                of_phase = now["view"]["phase"] == phase
                if of_phase and any(offer["notation"].startswith(begins) for offer in now["offers"]):
                    return seat
                if now["view"]["phase"] == ASKED:  # it passes by itself
                    asked(self.site, f"/api/tables/{self.table['table']}/wait?since={now['number']}", key)
                elif now["offers"]:
                    self.act(seat, now["offers"][0]["notation"])

    def page(self, opened: Opened, seat: int) -> Page:
        """The page of the one in this seat."""
        return opened(f"{self.site.url}/t/{self.table['table']}#seat={self.keys[seat]}")


def test_got_it_is_said_to_who_holds_the_card_and_shown_to_all(site: Site, opened: Opened) -> None:
    pair = Pair(site)
    seat = pair.until(GOT_IT, "")
    mine, other = pair.page(opened, seat), pair.page(opened, 1 - seat)
    expect(mine.locator(".call")).to_contain_text("Got it! You hold the same card")
    expect(mine.locator(".space.lit")).not_to_have_count(0)
    assert mine.locator(".place.lit:not(.space)").count() == 0  # there is nothing else to do
    expect(mine.get_by_role("log")).to_contain_text("Your turn. Choose a lit space.")
    assert mine.get_by_role("button", name="Put back").count() == 0
    expect(other.locator(".call")).to_contain_text("aloud")
    assert other.locator(".lit, .doing.mine").count() == 0
    mine.locator(".space.lit").first.click()
    for page in (other, mine):
        expect(page.locator(".story")).to_contain_text("says “Got it!”")
    other.reload()  # whoever comes late still sees the moment
    other.wait_for_selector(".moment:has(b:text-is('Got it!')):has-text('shows')")


MOMENTS = """() => {
  window.moments = [];
  new MutationObserver(() => {
    for (const moment of document.querySelectorAll('.moment')) window.moments.push(moment.textContent);
  }).observe(document, { childList: true, subtree: true, characterData: true });
}"""
"""Notes each moment that is shown, as they pass."""


def test_a_steal_is_held_until_all_had_the_time_and_then_shown(tmp_path: Path, opened: Opened) -> None:
    site = Site(tmp_path)
    site.start(reaction=3600)
    try:
        pair = Pair(site)
        assert pair.until(ASKED, "STEAL") == 0  # the tests' seed deals it so
        mine, other = pair.page(opened, 0), pair.page(opened, 1)
        expect(mine.locator(".doing.mine")).to_contain_text("Anyone want to STEAL it?")
        expect(mine.get_by_role("button", name="Nope")).to_be_visible()
        expect(other.locator(".call")).to_contain_text("You read aloud")
        expect(mine.locator("[data-place^='card:'].lit")).to_have_count(1)  # of the hand, only the STEAL may be played
        mine.locator("[data-place^='card:'].lit").click()
        mine.locator(".space.lit").first.click()
        expect(mine.get_by_text("Answer sent. Waiting for the others.")).to_be_visible()
        assert mine.locator(".lit, .doing.mine").count() == 0
        assert "STEAL" not in other.locator(".story").inner_text()
        for page in (mine, other):
            page.evaluate(MOMENTS)
        site.kill()
        site.start()  # the answer is kept, and now its time is up
        for page in (mine, other):
            page.wait_for_function("() => window.moments.some((said) => /STEAL!.*Person 1 plays STEAL/s.test(said))")
            expect(page.locator(".space .chip, .space circle")).not_to_have_count(0)
        expect(other.locator(".doing.mine")).to_be_visible()
    finally:
        site.kill()


FLOWN = """() => {
  window.flown = [];
  new MutationObserver(() => {
    for (const coin of document.querySelectorAll('.coin-flight'))
      for (const each of coin.getAnimations()) window.flown.push(Number(each.effect.getComputedTiming().endTime));
  }).observe(document, { childList: true, subtree: true });
}"""
"""Notes how long each coin flies, as it rises."""


@pytest.mark.parametrize("wanted", ["reduce", "no-preference"])
def test_coins_fly_from_the_drop_that_won_them(site: Site, opened: Opened, wanted: str) -> None:
    page = opened_at(opened, created(site, "retro_tetro", "here"), site, reduced_motion=wanted)
    page.wait_for_selector(".doing.mine")
    page.evaluate(FLOWN)
    coins = page.locator(".info .coins")
    expect(coins).to_contain_text("0 coins")
    for _ in range(60):
        play_on(page, 1)
        if not (coins.text_content() or "").strip().startswith("0"):
            break
    expect(page.locator("#stage .earned.coin")).to_contain_text("+1")
    flown = page.evaluate("flown")
    if wanted == "reduce":
        assert flown == []
    else:
        assert max(flown) > 500


DANCING = """each => each.getAnimations().some((one) => one.effect.getComputedTiming().duration > 1000)"""


def test_the_winner_s_token_dances_over_the_tetrad(site: Site, opened: Opened) -> None:
    options = {"patterns": [1, 2, 3, 4, 5], "deals": "blue"}
    table = created(site, "tetrad", "here", "bot", options=options)
    page = opened_at(opened, table, site)
    page.wait_for_selector(".doing.mine")
    play_on(page)
    expect_end(page)
    expect(page.locator(".board .won")).to_have_count(4)
    token = page.locator(".board .token").last
    assert not token.evaluate(DANCING)  # for those who want no motion
    page.emulate_media(reduced_motion="no-preference")
    assert token.evaluate(DANCING)
    winner = asked(site, f"/api/tables/{table['table']}", table["token"])["result"]["winners"][0]
    mark = page.locator(".seats > li").nth(winner).locator("svg [fill]").first.get_attribute("fill")
    assert page.locator(".token circle").first.get_attribute("fill") == mark, "it is the winner's own"


def test_all_that_lies_open_can_be_looked_through(site: Site, opened: Opened) -> None:
    table = created(site, "tetrad", "here", "bot", options={"patterns": [1], "deals": "blue"})
    page = opened_at(opened, table, site)
    page.wait_for_selector(".doing.mine")
    page.get_by_text("Look through the piles").click()
    said = page.locator("details dl").inner_text()
    view = asked(site, f"/api/tables/{table['table']}", table["token"])["view"]
    pile = [IMAGES[card - 1] for card in range(1, 31) if view["board_pile"] >> card & 1]
    assert f"Gameboard pile ({len(pile)})" in said
    assert ", ".join(pile) in said
    assert IMAGES[view["discard"][0] - 1] in said.partition("Discards (1)")[2]


def numeral(count: int) -> str:
    """The number as the page writes it."""
    return str(count).replace("-", "−")


@pytest.mark.parametrize("name", ["tetratrax", "retro_tetro"])
def test_the_end_says_what_the_points_were_for(site: Site, opened: Opened, name: str) -> None:
    table = created(site, name, "here", "bot", options={"rows": 10} if name == "tetratrax" else {})
    page = opened_at(opened, table, site)
    page.wait_for_selector(".doing.mine")
    play_on(page)
    expect_end(page)
    result = asked(site, f"/api/tables/{table['table']}", table["token"])["result"]
    lines = page.get_by_test_id("result").get_by_role("listitem")
    expect(lines).to_have_count(2)
    for seat, parts in enumerate(result["breakdown"]):
        line = lines.filter(has_not_text="Person 1") if seat else lines.filter(has_text="Person 1")
        assert parts
        for what, points in parts.items():
            expect(line).to_contain_text(f"{what} {numeral(points)}")
        expect(line.locator(".points")).to_have_text(numeral(result["points"][seat]))
    assert len(set(result["points"])) == 2
    expect(lines.first.locator(".points")).to_have_text(numeral(max(result["points"])))  # the best on top
    expect(lines.first).to_contain_text("winner")
