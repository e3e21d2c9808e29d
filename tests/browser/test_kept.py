"""Tables of earlier versions on the page: played on, or kept with what they need."""

import gzip
from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Opened, Site
from tests.browser.sitting import opened_at
from tests.server.test_older_files import KEPT, TABLES


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A server of this version on a file that the first versions of the games wrote."""
    folder = tmp_path_factory.mktemp("older")
    (folder / "tables.sqlite").write_bytes(gzip.decompress((KEPT / "tables.sqlite.gz").read_bytes()))
    running = Site(folder)
    running.start()
    yield running
    running.kill()


def test_a_table_of_older_rules_says_what_it_needs_and_gives_its_record(site: Site, opened: Opened) -> None:
    table = TABLES["retro tetro running"]
    page = opened_at(opened, table, site)
    expect(page.get_by_text("This table needs version 1 of Retro Tetro")).to_be_visible()
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save the record").click()
    assert saved.value.suggested_filename == f"tetracade-{table['table']}.txt"
    text = saved.value.path().read_text(encoding="utf-8")
    assert text.splitlines()[1].startswith("game retro_tetro 1")
    page.goto(site.url)
    expect(page.locator("main")).to_contain_text("This table needs version 1 of Retro Tetro")


def test_a_table_whose_old_rules_are_an_option_is_played_on(site: Site, opened: Opened) -> None:
    page = opened_at(opened, TABLES["tetratrax running"], site)
    page.wait_for_selector(".doing.mine")
    pieces = page.locator(".tower .piece").count()
    page.locator(".own .tile.lit").first.click()
    page.locator(".column.lit").first.click()
    expect(page.locator(".tower .piece").nth(pieces + 1)).to_be_visible()  # one's own, and the bot's answer
