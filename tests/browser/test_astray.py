"""Links that come late or damaged, forms filled in wrongly, names too long for their place."""

from playwright.sync_api import expect

from tests.browser.conftest import Opened, Site
from tests.browser.sitting import created, watching


def test_a_link_to_the_table_one_is_at_already_is_followed(site: Site, opened: Opened) -> None:
    table = created(site, "tetratrax", "here", "open")
    page = watching(opened, table, site)
    page.get_by_role("heading", name="Waiting for 1 more").wait_for()
    page.evaluate("key => { location.hash = key }", f"join={table['invite']}")
    page.get_by_role("button", name="Join the table").click()
    expect(page.locator(".tower")).to_be_visible()
    assert "#" not in page.url
