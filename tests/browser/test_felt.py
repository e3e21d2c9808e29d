"""What a game feels like besides its movements: winning, losing, danger, sounds, a countdown."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Opened, Site
from tests.browser.player import drop
from tests.browser.sitting import asked, created, joined, opened_at

WITH_MOTION = {"reduced_motion": "no-preference"}
ONE_TO_WIN = "red=C7,D7,D9,H5 blue=A1,A2,A3,B9 act=red roll=4"
"""Tetrathedral: H5 to D8 wins for Red."""
BLUE_THREATENS = "red=A1,A2,A3,B9 blue=C7,D7,D9,H5 act=red roll=4"
"""From H5 a 4 brings Blue's fourth pawn to D8."""

HEARD = """() => {
  window.heard = 0;
  const sing = AudioContext.prototype.createOscillator;
  AudioContext.prototype.createOscillator = function () {
    window.heard++;
    return sing.call(this);
  };
  window.felt = 0;
  Navigator.prototype.vibrate = () => ++window.felt;
}"""


def settle(page: Page, label: str, on: bool) -> None:
    """Switch something in the settings on or off."""
    page.get_by_role("button", name="Settings").click()
    page.get_by_label(label).set_checked(on)
    page.get_by_role("button", name="Done").click()


def act(site: Site, table: dict[str, Any], *notations: str) -> None:
    """Let the creator's seat do this."""
    path = f"/api/tables/{table['table']}"
    for notation in notations:
        number = asked(site, path, table["token"])["number"]
        command = {"do": "act", "id": f"a{number}", "number": number, "action": notation}
        assert asked(site, f"{path}/do", table["token"], command)["ok"]


def test_winning_is_a_party_that_others_join_and_losing_is_said_as_such(site: Site, opened: Opened) -> None:
    table = created(site, "tetrathedral", "here", "open", position=ONE_TO_WIN)
    winner = opened_at(opened, table, site, **WITH_MOTION)
    loser = joined(opened, table, site, "Grace")
    loser.emulate_media(reduced_motion="no-preference")
    winner.wait_for_selector(".doing.mine")
    for place in ("H5", "D8"):
        winner.locator(f"[data-place={place}]").click()
    expect(winner.locator("#who-won")).to_have_text("You win")
    expect(winner.locator(".confetti i")).to_have_count(70)
    expect(loser.locator("#who-won")).to_have_text("You lost")
    assert loser.locator(".confetti").count() == 0
    for page in (winner, loser):
        expect(page.locator(".board .formed")).to_have_count(4)  # what decided it
        expect(page.get_by_test_id("result")).to_contain_text("Grace")
    loser.get_by_role("button", name="Applaud").click()
    expect(winner.locator(".cheers")).to_contain_text("Grace applauds.")
    winner.reload()
    expect(winner.locator("#who-won")).to_have_text("You win")
    assert winner.locator(".confetti").count() == 0, "a party is given once"


DRAWN = """tetracade 1
game tetratrax 2
seats 2
option rows=10
option starter=lot
option handicap=0
* white
0 T2@A
1 T2@A
0 T2@A
1 D1@D
0 L6@F
1 T2@C
0 L6@F
1 L8@C
0 L6@F
1 I1@E
0 I2@D
1 L5@A
"""


def test_a_draw_is_no_win_for_anybody(site: Site, opened: Opened) -> None:
    table = created(site, "tetratrax", "bot", "here", record=DRAWN, entries=12)
    page = opened_at(opened, table, site)
    page.wait_for_selector(".doing.mine")
    act(site, table, "L5@A")
    expect(page.locator("#who-won")).to_have_text("It’s a draw, 0 : 0")
    assert page.locator(".seats .entry", has_text="win").count() == 0
    assert page.get_by_test_id("result").get_by_text("winner").count() == 0


def test_a_danger_is_marked_where_it_is_and_can_be_switched_off(site: Site, opened: Opened) -> None:
    page = opened_at(opened, created(site, "tetrathedral", "here", "bot", position=BLUE_THREATENS), site)
    expect(page.locator(".marks .danger").first).to_be_visible()
    expect(page.locator(".doing .warning").first).to_contain_text("Blue completes a formation on D8 with a")
    (sign, space) = (page.locator(".marks .danger b").bounding_box(), page.locator("[data-place=D8]").bounding_box())
    assert sign
    assert space
    assert abs(sign["x"] + sign["width"] / 2 - space["x"] - space["width"] / 2) < 2, "in the middle of the space"
    settle(page, "Warnings on the board", on=False)
    expect(page.locator(".marks .danger, .doing .warning")).to_have_count(0)
    page.reload()
    page.wait_for_selector(".doing.mine")
    assert page.locator(".marks .danger, .doing .warning").count() == 0
    settle(page, "Warnings on the board", on=True)
    expect(page.locator(".marks .danger").first).to_be_visible()


TWO_THREATEN = "seats=3 amber=A8,J8 blue=A1,B2,C3 clover=F1,F2,F3 hands=RQ,RT,BD,BP,BH,RS/RA,RB,RC,RD,RE/BA,BB,BC,BT,BE"


def test_dangers_are_sentences_and_on_a_small_phone_one_that_leaves_the_board_its_room(
    site: Site, opened: Opened
) -> None:
    table = created(site, "foursome", "here", "bot", "bot", position=TWO_THREATEN)
    page = opened_at(opened, table, site)
    said = "Player 3 needs only F4 for four in a row. Player 2 needs only D4 for four in a row."
    expect(page.locator(".doing .warnings")).to_have_text(said, use_inner_text=True)
    phone = opened_at(opened, table, site, width=320, height=640, has_touch=True, is_mobile=True)
    shown = phone.locator(".doing .warnings")
    expect(shown).to_be_visible()
    assert shown.inner_text() == "Player 3 needs only F4 for four in a row. And 1 more on the board."
    bar = phone.locator(".doing").bounding_box()
    assert bar
    assert bar["height"] < 130
    expect(phone.locator(".marks .danger")).to_have_count(2)
    for sign in phone.locator(".marks .danger").all():
        place, triangle = sign.bounding_box(), sign.locator("b").bounding_box()
        assert place
        assert triangle
        assert triangle["width"] < 0.75 * place["width"], "what is on the space can still be seen"


def test_a_hint_and_the_end_of_one_s_turn_move_nothing_on_a_desktop(site: Site, opened: Opened) -> None:
    table = created(site, "tetratrax", "here", "open", options={"starter": "white"})
    page = opened_at(opened, table, site)
    guest = joined(opened, table, site, "Mia")
    board, story = page.locator(".board"), page.locator(".told")
    page.wait_for_selector(".doing.mine")
    before = board.bounding_box()
    page.get_by_role("button", name="Hint").click()
    expect(page.locator(".advice")).to_be_visible()
    assert board.bounding_box() == before
    page.get_by_role("button", name="Hide").click()
    expect(page.locator(".advice")).to_have_count(0)
    told = story.bounding_box()
    drop(page)
    guest.wait_for_selector(".doing.mine")
    assert story.bounding_box() == told, "what happened stays where it is read"


def test_sounds_come_after_the_first_touch_and_one_switch_ends_them(site: Site, opened: Opened) -> None:
    for first, switched, hears in (False, True, False), (True, True, True), (True, False, False):
        table = created(site, "tetratrax", "here", "open", options={"starter": "white"})
        page = joined(opened, table, site, "Grace")
        page.emulate_media(reduced_motion="no-preference")
        page.reload()  # one has touched the page before, but not this time
        page.evaluate(HEARD)
        page.locator(".tower").wait_for()
        if first:
            settle(page, "Sound", on=switched)
        act(site, table, "T1@A")
        page.wait_for_selector(".doing.mine")
        heard, felt = page.evaluate("[heard, felt]")
        assert (heard > 0) == hears
        assert not first or (felt > 0) == hears, "one's turn is felt, too"


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (390, 844), (320, 640), (844, 390)])
def test_a_foursome_is_called_out_without_covering_its_row(site: Site, opened: Opened, width: int, height: int) -> None:
    page = opened(f"{site.url}/learn/foursome/2", width=width, height=height)  # a row that begins in the corner
    page.locator("[data-place^='card:RQ'].lit").click()
    page.locator("[data-place='space:D4'].lit").click()
    called = page.locator(".moment", has_text="Foursome!").bounding_box()
    assert called
    for space in ("A1", "B2", "C3", "D4"):
        chip = page.locator(f"[data-place='space:{space}']").bounding_box()
        assert chip
        apart = called["y"] + called["height"] <= chip["y"] + 1 or called["x"] >= chip["x"] + chip["width"] - 1
        assert apart, f"it covers {space}"


def test_the_time_to_answer_is_chosen_at_the_table_and_seen_running(site: Site, opened: Opened) -> None:
    played = "amber=A1,B2 hands=RQ,RT,BD,BP,BH,RS/RA,RB,RC,RD,RE blue=H4,I4"
    table = created(site, "foursome", "here", "bot", position=played, reaction=60)
    page = opened_at(opened, table, site)
    page.wait_for_selector(".doing.mine")
    page.locator("[data-place^='card:RQ'].lit").click()
    page.locator(".space.lit").first.click()
    timer = page.get_by_role("timer")
    expect(timer).to_have_accessible_name("60 seconds left to answer")
    expect(timer).to_have_accessible_name("58 seconds left to answer")
    expect(page.get_by_role("button", name="Nope")).to_be_visible()
    assert page.locator(".doing .prompt").inner_text().startswith("Anyone want to STEAL it?")
