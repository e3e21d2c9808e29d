"""Set-up and invitations: asked in plain words, about those who sit, and with what is of use to others."""

import re

from playwright.sync_api import Page, expect

from tests.browser.conftest import Opened, Site
from tests.browser.sitting import created, joined, opened_at

UNWANTED = re.compile(r"by lot\b|^lot$|bible|strips|0 for a single game|_", re.I | re.M)
GAMES = ("foursome", "retro_tetro", "tetrad", "tetrathedral", "tetratrax")


def choices(page: Page, label: str) -> list[str]:
    """What a list offers."""
    return page.get_by_label(label).locator("option").all_inner_texts()


def test_it_asks_in_plain_words_and_never_for_a_choice_of_one(site: Site, opened: Opened) -> None:
    page = opened(site.url)
    for game in GAMES:
        page.goto(f"{site.url}/new/{game}")
        page.get_by_role("heading", name="Game options").wait_for()
        page.locator("summary").click()
        assert not UNWANTED.search(page.locator("form").inner_text()), game
        for options in page.locator("select").all():
            assert options.locator("option").count() > 1, (game, options.get_attribute("id"))
        assert page.locator("fieldset").evaluate_all(
            "all => all.every((one) => one.querySelectorAll('input').length > 1)"
        )


def test_patterns_are_pictures_and_who_deals_is_one_who_sits(site: Site, opened: Opened) -> None:
    page = opened(f"{site.url}/new/tetrad")
    page.get_by_role("radio", name="3", exact=True).check(force=True)
    pictures = page.get_by_role("checkbox", name=re.compile("^Pattern [1-5]$"))
    expect(pictures).to_have_count(5)
    shapes = (
        page.get_by_role("group", name="Which patterns win?")
        .locator("svg")
        .evaluate_all("all => all.map((one) => one.innerHTML)")
    )
    assert len(set(shapes)) == 5
    page.locator("#set-seat1").select_option("someone at this screen")
    page.get_by_label("Name for Blue").fill("Grace")
    dealers = choices(page, "Who deals first?")
    birthday = "whoever has the first birthday in the year"
    assert dealers == ["drawn at random", "you (Red)", "Grace (Blue)", "Green", birthday]
    page.get_by_label("Who deals first?").select_option("Green")
    page.get_by_role("radio", name="2", exact=True).check(force=True)
    assert choices(page, "Who deals first?") == ["drawn at random", "you (Red)", "Grace (Blue)", birthday]
    expect(page.get_by_label("Who deals first?")).to_have_value("lot")


def test_a_first_game_is_against_a_beginner_fewer_and_the_level_stands_beside_play(site: Site, opened: Opened) -> None:
    page = opened(site.url)
    level = page.get_by_label("Level of the bots in Foursome")
    expect(level).to_have_value("1")
    play = page.get_by_role("button", name="Play Foursome against a bot")
    play.click()
    seats = page.get_by_role("list", name="Seats").get_by_role("listitem")
    expect(seats.first).to_be_visible()
    few = seats.count()
    assert "Beginner bot" in seats.nth(1).inner_text()
    page.goto(site.url)
    level.select_option("Expert")
    play.click()
    expect(seats.nth(few)).to_be_visible()
    assert "Expert bot" in seats.nth(few).inner_text()
    page.goto(site.url)
    expect(level).to_have_value("4")


def test_an_invitation_on_the_server_s_own_machine_says_whom_it_reaches(site: Site, opened: Opened) -> None:
    table = created(site, "tetratrax", "here", "open")
    host = opened_at(opened, table, site, width=390, height=844)
    expect(host.get_by_text("Only this machine can open this link.")).to_be_visible()
    host.route("**/api/reach", lambda route: route.fulfill(json={"network": "http://192.0.2.7:8044"}))
    host.reload()
    link = host.get_by_label("Link to the table")
    expect(link).to_have_value(f"http://192.0.2.7:8044/t/{table['table']}#join={table['invite']}")
    expect(host.get_by_text("This link works for everyone on your network.")).to_be_visible()
    guest = opened(f"{site.url}/t/{table['table']}#join={table['invite']}", width=320, height=640)
    expect(guest.get_by_role("heading", name="Person 1 has invited you")).to_be_in_viewport()
    expect(guest.get_by_role("heading", name="TetraTrax", exact=True)).to_be_in_viewport()
    expect(guest.get_by_role("button", name="Join the table")).to_be_visible()
    expect(guest).to_have_title("TetraTrax – Tetracade")


def test_public_tables_come_first_and_one_touch_sits_down(site: Site, opened: Opened) -> None:
    table = created(site, "tetrathedral", "here", "open", public=True)
    page = opened(site.url, width=390, height=844)
    page.evaluate("localStorage.setItem('tetracade.name', JSON.stringify('Grace'))")
    expect(page.get_by_role("heading", name="Looking for players")).to_be_visible()
    first = page.locator("main section").nth(1)
    expect(first.get_by_role("heading")).to_have_text("Looking for players")
    expect(first).to_contain_text("Person 1")
    page.get_by_role("button", name="Play with someone now").click()
    expect(page).to_have_url(f"{site.url}/t/{table['table']}")
    expect(page.get_by_role("list", name="Seats")).to_contain_text("Grace")


def test_messages_out_of_sight_are_counted_and_who_is_gone_is_seen_on_a_phone(site: Site, opened: Opened) -> None:
    table = created(site, "tetratrax", "here", "open")
    host = opened_at(opened, table, site, width=390, height=700)
    guest = joined(opened, table, site, "Gast")
    guest.get_by_label("Say something to the table").fill("Hello")
    guest.get_by_role("button", name="Send").click()
    unread = host.get_by_role("button", name="1 message")
    unread.click()
    expect(host.locator(".story .chat")).to_be_in_viewport()
    expect(unread).to_be_hidden()
    host.evaluate("scrollTo(0, 0)")
    seats = host.get_by_role("list", name="Seats")
    expect(seats.get_by_text("away", exact=True).last).to_be_hidden()
    guest.close()
    expect(seats.locator(".gone")).to_be_visible()


def test_who_watches_is_told_so(site: Site, opened: Opened) -> None:
    table = created(site, "tetratrax", "here", "bot")
    watcher = opened(f"{site.url}/t/{table['table']}#watch={table['watch']}")
    expect(watcher.locator(".doing")).to_contain_text("You’re watching.")
    expect(watcher.locator(".table button:disabled")).to_have_count(0)


def test_set_up_speaks_of_hands_only_where_something_is_hidden(site: Site, opened: Opened) -> None:
    page = opened(site.url)
    for game, offered in (
        ("tetrathedral", ["by link", "no one"]),
        ("foursome", ["by link; hands shown at the end", "by link; hands stay hidden", "no one"]),
    ):
        page.goto(f"{site.url}/new/{game}")
        page.locator("summary", has_text="Clock, spectators").click()
        assert choices(page, "Spectators") == offered
