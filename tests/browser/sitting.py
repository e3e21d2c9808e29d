"""Tables made for a test, and pages that sit at them."""

import json
import urllib.request
from typing import Any

from playwright.sync_api import Page

from tests.browser.conftest import Opened, Site


def created(site: Site, game: str, *seats: str, **settings: Any) -> dict[str, Any]:
    """A new table whose seats are of these kinds."""
    people = [{"kind": kind, "name": f"Person {at + 1}" if kind == "here" else ""} for at, kind in enumerate(seats)]
    body = json.dumps({"game": game, "seats": people, **settings}).encode()
    asked = urllib.request.Request(f"{site.url}/api/tables", body, {"Content-Type": "application/json"})
    with urllib.request.urlopen(asked) as answer:
        found: dict[str, Any] = json.load(answer)
        return found


def at_table(site: Site, opened: Opened, game: str, *seats: str, **settings: Any) -> Page:
    """A page at a new table, holding its seats of the kind here."""
    return opened_at(opened, created(site, game, *seats, **settings), site)


def opened_at(opened: Opened, table: dict[str, Any], site: Site, **browser: Any) -> Page:
    """A page at this table, holding the creator's seats."""
    return opened(f"{site.url}/t/{table['table']}#seat={table['token']}", **browser)


def lines_of(page: Page) -> int:
    """How many things have happened."""
    return page.locator(".story li").count()


def watching(opened: Opened, table: dict[str, Any], site: Site) -> Page:
    """A page of somebody who only has the table's link to watch."""
    return opened(f"{site.url}/t/{table['table']}#watch={table['watch']}")


def joined(opened: Opened, table: dict[str, Any], site: Site, name: str) -> Page:
    """A page of somebody who came by the invitation, and sat down."""
    page = opened(f"{site.url}/t/{table['table']}#join={table['invite']}")
    page.get_by_label("Your name").fill(name)
    page.get_by_role("button", name="Join the table").click()
    page.get_by_role("list", name="Seats").wait_for()
    return page


def guest_to_draw(site: Site, opened: Opened) -> tuple[Page, Page]:
    """The pages of two at a table of TETRAD, the host's first turn done, so that the guest may draw or take."""
    table = created(site, "tetrad", "here", "open", options={"patterns": [1, 2, 3, 4, 5], "deals": "blue"})
    host = opened_at(opened, table, site)
    guest = joined(opened, table, site, "Gast")
    host.locator("[data-place=pile].lit").click()
    host.locator(".handcard.lit").first.click()
    host.locator("[data-place=discard].lit").click()
    return host, guest


def asked(site: Site, path: str, key: str, body: dict[str, Any] | None = None) -> Any:
    """What the server answers to a request with this key."""
    headers = {"Content-Type": "application/json", "Authorization": f"Bearer {key}"}
    data = None if body is None else json.dumps(body).encode()
    with urllib.request.urlopen(urllib.request.Request(f"{site.url}{path}", data, headers)) as answer:
        return json.load(answer)


def act_once(site: Site, table: dict[str, Any]) -> bool:
    """Let the creator's seat do what a bot would; returns whether it could do anything."""
    path = f"/api/tables/{table['table']}"
    while (now := asked(site, path, table["token"]))["offers"]:
        hint = asked(site, f"{path}/do", table["token"], {"do": "hint", "id": f"h{now['number']}"})
        action = hint.get("offer", now["offers"][0])["action"]  # none where all are asked at once
        act = {"do": "act", "id": f"a{now['number']}", "number": now["number"], "action": action}
        answer = asked(site, f"{path}/do", table["token"], act)
        if answer["ok"] or answer["error"]["code"] != "stale":  # somebody else answered meanwhile
            return bool(answer["ok"])
    return False
