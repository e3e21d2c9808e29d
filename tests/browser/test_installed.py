"""The page as an app: it can be installed, opens without the net and says so."""

from pathlib import Path

from playwright.sync_api import expect

from tests.browser.conftest import Opened, Site

READY = """async () => {
  await navigator.serviceWorker.ready;
  const ready = async () => (await caches.match('/api/games')) && navigator.serviceWorker.controller;
  while (!(await ready())) await new Promise(requestAnimationFrame);
}"""


def test_it_can_be_installed_and_opens_without_the_net(tmp_path: Path, opened: Opened) -> None:
    site = Site(tmp_path)
    site.start()
    try:
        page = opened(site.url, service_workers="allow")
        page.evaluate(READY)
        faults = page.context.new_cdp_session(page).send("Page.getInstallabilityErrors")["installabilityErrors"]
        assert [fault["errorId"] for fault in faults if fault["errorId"] != "in-incognito"] == []
        site.kill()
        page.goto(site.url)
        offline = page.get_by_role("status").filter(has_text="You’re offline.")
        expect(offline).to_be_visible()
        play = page.get_by_role("button", name="Play TetraTrax against a bot")
        play.click()
        expect(page.get_by_role("alert")).to_contain_text("Can’t reach the server.")
        page.goto(f"{site.url}/rules/tetratrax")
        expect(page.locator("#TX1")).to_be_visible()
        expect(offline).to_be_visible()
        site.start()
        page.goto(site.url)
        expect(play).to_be_visible()
        expect(offline).to_be_hidden()
    finally:
        site.kill()
