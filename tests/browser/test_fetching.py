"""The board comes after the page: its table is shown with it, and can be played without it where it cannot be had."""

from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import Opened, Site
from tests.browser.sitting import created, lines_of

BOARD = "**/assets/Board-*.js"


def go_to(page: Page, site: Site, table: dict[str, str]) -> None:
    page.goto(f"{site.url}/t/{table['table']}#seat={table['token']}")


def test_a_table_is_shown_with_its_board_and_not_before(site: Site, opened: Opened) -> None:
    page = opened(site.url)
    asked: list[Route] = []

    def hold(route: Route) -> None:
        asked.append(route)

    page.route(BOARD, hold)
    with page.expect_request(BOARD):
        go_to(page, site, created(site, "tetratrax", "here", "here"))
    expect(page.locator("main").get_by_role("status")).to_have_text("Loading the table…")
    assert page.locator(".doing, .story").count() == 0
    for route in asked:
        route.continue_()
    page.wait_for_selector(".doing.mine")
    page.keyboard.press("l")  # as soon as there is something to do, keys do it
    expect(page.locator(".tile.held")).to_have_count(1)


def test_a_table_whose_board_cannot_be_had_is_played_by_the_list(site: Site, opened: Opened) -> None:
    page = opened(site.url)
    page.route(BOARD, lambda route: route.abort("connectionfailed"))
    go_to(page, site, created(site, "tetratrax", "here", "here"))
    expect(page.get_by_role("alert")).to_contain_text("The board didn’t load")
    page.get_by_text("All moves").click()
    before = lines_of(page)
    page.locator(".all li button").first.click()
    expect(page.locator(".story li")).to_have_count(before + 1)
