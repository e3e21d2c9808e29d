"""Tables of several people: links, one screen handed round, watching, taking back, lost lines, another game."""

from pathlib import Path

from playwright.sync_api import expect

from tests.browser.conftest import Opened, Site
from tests.browser.player import drop, expect_end, play_on
from tests.browser.sitting import asked, at_table, created, guest_to_draw, joined, lines_of, opened_at, watching


def test_two_browsers_meet_by_a_link(site: Site, opened: Opened) -> None:
    host = opened(site.url)
    host.get_by_role("button", name="Play TetraTrax with friends").click()
    link = host.get_by_label("Link to the table").input_value()
    assert "#join=" in link
    expect(host.get_by_role("img", name="QR code of the link")).to_be_visible()
    guest = opened(link)
    guest.get_by_label("Your name").fill("Ζωή 山田")
    guest.get_by_role("button", name="Join the table").click()
    expect(guest.locator(".tower")).to_be_visible()
    assert "#" not in guest.url  # a key does not stay in the address
    expect(host.get_by_role("list", name="Seats")).to_contain_text("Ζωή 山田")
    first, second = (host, guest) if "you" in host.locator("li[aria-current]").inner_text() else (guest, host)
    for page in (first, second, first, second):
        drop(page)
    expect(host.locator(".story")).to_contain_text("drops")
    for page in (host, guest):
        expect(page.locator(".tower .piece")).to_have_count(4)


def test_whoever_comes_again_right_after_sitting_down_still_sits_there(site: Site, opened: Opened) -> None:
    guest = joined(opened, created(site, "tetratrax", "here", "open"), site, "Grace")
    guest.reload()
    expect(guest.locator(".seats li.you")).to_contain_text("Grace")
    assert guest.get_by_text("You’re watching").count() == 0


def test_a_screen_that_is_handed_over_shows_nothing_of_the_other_hand(site: Site, opened: Opened) -> None:
    page = at_table(site, opened, "tetrad", "here", "here", options={"patterns": [1, 2, 3, 4, 5], "deals": "blue"})
    take = page.get_by_role("button", name="I’m Person 1. Show me the table")
    take.click()
    hand = page.get_by_role("group", name="Your hand")
    expect(hand.get_by_role("button")).to_have_count(4)
    labels = hand.get_by_role("button").evaluate_all("all => all.map((each) => each.getAttribute('aria-label'))")
    page.locator("[data-place=pile]").click()
    expect(hand.get_by_role("button")).to_have_count(5)
    play_on(page)
    expect(page.get_by_role("heading", name="Pass the screen to Person 2")).to_be_visible()
    expect(page.get_by_role("button", name="I’m Person 2. Show me the table")).to_be_enabled()
    shown = page.content()
    assert not [label for label in labels if label in shown]
    assert page.locator(".handcard, .story li").count() == 0
    page.get_by_role("button", name="I’m Person 2. Show me the table").click()
    expect(hand.get_by_role("button")).to_have_count(4)


def test_a_lost_line_is_shown_and_play_goes_on_where_it_was(tmp_path: Path, opened: Opened) -> None:
    site = Site(tmp_path)
    site.start()
    try:
        page = at_table(site, opened, "tetratrax", "here", "here")
        drop(page)
        drop(page)
        page.wait_for_selector(".doing.mine")
        before = lines_of(page)
        site.kill()
        expect(page.get_by_text("Connection lost")).to_be_visible()
        drop(page, wait=False)  # made without a line: sent when it is back
        expect(page.locator(".tower .piece")).to_have_count(2)
        site.start()
        expect(page.get_by_text("Connection lost")).to_be_hidden()
        expect(page.locator(".tower .piece")).to_have_count(3)
        assert lines_of(page) > before
        page.reload()
        expect(page.locator(".tower .piece")).to_have_count(3)
    finally:
        site.kill()


def test_who_watches_sees_what_is_open_to_all_and_everything_after_the_end(site: Site, opened: Opened) -> None:
    table = created(site, "tetrad", "here", "bot", options={"patterns": [1, 2, 3, 4, 5], "deals": "blue"})
    player = opened_at(opened, table, site)
    hand = player.get_by_role("group", name="Your hand").get_by_role("button")
    expect(hand).to_have_count(4)
    watcher = watching(opened, table, site)
    expect(watcher.locator(".pocket")).to_have_count(16)
    assert watcher.locator(".handcard, .lit, .doing.mine").count() == 0
    watcher.reload()  # the key is kept for the tab, though no longer in the address
    expect(watcher.locator(".pocket")).to_have_count(16)
    player.locator("[data-place=pile]").click()
    expect(watcher.locator(".story")).to_contain_text("Person 1 draws from the draw pile")
    expect(watcher.locator(".story")).to_contain_text("Person 1 gets a card")
    assert "Person 1 gets a card" not in player.locator(".story").inner_text()  # who drew it is told which
    play_on(player)
    expect_end(watcher)
    watcher.get_by_role("link", name="Replay").click()
    watcher.get_by_role("button", name="First", exact=True).click()
    assert watcher.locator(".handcard").count() == 0
    watcher.get_by_label("Seen by").select_option("Person 1")
    watcher.get_by_role("button", name="Last", exact=True).click()
    expect(watcher.locator(".handcard")).to_have_count(4)


def test_taking_back_is_asked_and_agreed_to(site: Site, opened: Opened) -> None:
    host, guest = guest_to_draw(site, opened)
    hand = guest.locator(".handcard")
    guest.locator("[data-place=discard].lit").click()
    expect(hand).to_have_count(5)
    guest.get_by_role("button", name="Undo").click()
    expect(guest.get_by_text("Waiting for the others to agree")).to_be_visible()
    expect(host.get_by_text("Gast would like to undo their last move.")).to_be_visible()
    host.get_by_role("button", name="Sure").click()
    expect(hand).to_have_count(4)
    expect(guest.locator("[data-place=discard].lit")).to_be_visible()


def test_against_a_bot_a_whole_turn_is_taken_back(site: Site, opened: Opened) -> None:
    table = created(site, "tetratrax", "here", "bot", options={"starter": "white"})
    page = opened_at(opened, table, site)
    undo = page.get_by_role("button", name="Undo")
    page.wait_for_selector(".doing.mine")
    expect(undo).to_have_count(0)
    drop(page, wait=False)
    expect(page.locator(".tower .piece")).to_have_count(2)
    page.wait_for_selector(".doing.mine")
    undo.click()
    expect(page.locator(".tower .piece")).to_have_count(0)
    page.wait_for_selector(".doing.mine")
    expect(page.locator(".story")).to_contain_text("takes back their last move and the answers to it")
    expect(undo).to_have_count(0)
    drop(page, wait=False)
    expect(page.locator(".tower .piece")).to_have_count(2)


def test_at_one_screen_moves_are_taken_back_one_by_one(site: Site, opened: Opened) -> None:
    table = created(site, "tetratrax", "here", "here", options={"starter": "white"})
    page = opened_at(opened, table, site)
    for _ in range(2):
        page.wait_for_selector(".doing.mine")
        drop(page)
    expect(page.locator(".tower .piece")).to_have_count(2)
    for left in (1, 0):
        page.get_by_role("button", name="Undo").click()
        expect(page.locator(".tower .piece")).to_have_count(left)
    expect(page.get_by_role("button", name="Undo")).to_have_count(0)


def test_the_set_up_says_how_far_undo_goes_and_offers_no_choice_where_it_never_does(site: Site, opened: Opened) -> None:
    page = opened(site.url)
    for game, said, against_bots in (
        ("tetratrax", "whole turns", True),
        ("retro_tetro", "never a placement", True),
        ("tetrathedral", "never anything to undo", False),
        ("foursome", "hardly ever anything to undo", False),
    ):
        page.goto(f"{site.url}/new/{game}")
        more = page.locator("summary", has_text="Clock, spectators")
        more.click()
        expect(page.get_by_text(said)).to_be_visible()
        expect(page.get_by_label("Allow undo")).to_have_count(int(against_bots))
        expect(more).to_contain_text("undo") if against_bots else expect(more).not_to_contain_text("undo")
        page.locator("#set-seat1").select_option("a friend, by link")
        expect(page.get_by_text("if the others agree")).to_have_count(0)  # online no turn of theirs can be undone
        expect(page.get_by_label("Allow undo")).to_have_count(0)


def test_undo_is_a_question_to_others_only_where_there_are_others(site: Site, opened: Opened) -> None:
    page = opened(f"{site.url}/new/tetrad")
    page.locator("summary", has_text="Clock, spectators").click()
    allowed = page.get_by_label("Allow undo")
    expect(allowed).to_be_checked()
    page.locator("#set-seat1").select_option("a friend, by link")
    assert page.get_by_label("Undo").locator("option").all_inner_texts() == ["if the others agree", "always", "never"]
    page.locator("#set-seat1").select_option("someone at this screen")
    allowed.uncheck()
    expect(page.get_by_text("You can undo within your turn")).to_have_count(0)
    page.get_by_role("button", name="Start").click()
    page.wait_for_url("**/t/*")
    table = page.url.rsplit("/", 1)[1]
    key = page.evaluate("JSON.parse(localStorage.getItem('tetracade.tables'))[0].key")
    assert asked(site, f"/api/tables/{table}", key)["table"]["undo"] == "off"


def test_alone_nobody_is_asked_who_begins(site: Site, opened: Opened) -> None:
    for game, question in (("tetrad", "Who deals first?"), ("retro_tetro", "Who plays the first card?")):
        page = opened(f"{site.url}/new/{game}")
        expect(page.get_by_label(question)).to_be_visible()
        page.get_by_role("radio", name="1", exact=True).check(force=True)
        expect(page.get_by_label(question)).to_have_count(0)


def test_another_game_is_asked_and_agreed_to_with_the_seats_changed(site: Site, opened: Opened) -> None:
    table = created(site, "tetratrax", "here", "open", options={"rows": 10, "starter": "white"})
    host = opened_at(opened, table, site)
    guest = joined(opened, table, site, "Gast")
    expect(host.locator("li.you")).to_contain_text("White")
    for page in [host, guest] * 12:
        page.wait_for_selector(".doing.mine, [data-testid=result]")
        if page.query_selector("[data-testid=result]"):
            break
        drop(page)
    expect_end(host)
    host.get_by_role("button", name="Play again").click()
    expect(host.get_by_role("button", name="Waiting for the others")).to_be_disabled()
    guest.get_by_role("button", name="Sure").click()
    for page in (host, guest):
        expect(page.locator(".tower .piece")).to_have_count(0)
    expect(host.locator("li.you")).to_contain_text("Black")


def test_a_public_table_is_found_at_home_and_one_s_own_is_gone_on_with(site: Site, opened: Opened) -> None:
    host = opened(f"{site.url}/new/tetrathedral")
    host.get_by_label("Your name").fill("Wirt")
    host.get_by_label("Blue", exact=True).select_option("a friend, by link")
    host.get_by_text("Clock, spectators").click()
    host.get_by_label("List this table for everyone").check()
    host.get_by_role("button", name="Create the table").click()
    host.get_by_label("Link to the table").wait_for()
    guest = opened(site.url)
    guest.get_by_role("button", name="Join Tetrathedral with Wirt").click()
    expect(guest.locator(".hex")).to_be_visible()
    host.get_by_role("link", name="Tetracade, home").click()
    host.get_by_role("list", name="Running games").get_by_role("link").first.click()
    expect(host.locator(".hex")).to_be_visible()
    host.get_by_role("link", name="Tetracade, home").click()
    host.once("dialog", lambda dialog: dialog.accept())
    host.get_by_role("button", name="Remove this Tetrathedral table").click()
    expect(host.get_by_text("Your games")).to_be_hidden()


def test_bots_can_be_watched(site: Site, opened: Opened) -> None:
    page = opened(site.url)
    page.get_by_role("button", name="Watch bots play Tetrathedral").click()
    expect_end(page)
    assert page.locator(".doing.mine, .lit").count() == 0
    expect(page.get_by_role("list", name="Seats").get_by_text("Skilled bot")).to_have_count(2)
