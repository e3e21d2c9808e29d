"""What a link to the page shows where it is shared: a title, a sentence and a picture, by game (Open Graph)."""

from collections.abc import Container
from html import escape
from typing import Any, NamedTuple

from litestar import Request

from tetracade.games import UnknownGame
from tetracade.server import catalogue
from tetracade.server.rooms.rooms import Rooms
from tetracade.server.storage.storage import Unreadable

PLACE = b"<!-- preview -->"
"""Where the preview goes in the index; see web/index.html."""
OWN = "Tetracade"
ABOUT = "Tabletop games about fours. Play bots, pass one screen around, or send friends a link."
PICTURE = "previews/tetracade.png"
SIZE = (1200, 630)


class Preview(NamedTuple):
    """What is shown of an address."""

    title: str
    heading: str
    about: str
    picture: str
    """The picture's address; empty where we don't know our own."""


async def preview_of(request: Request[Any, Any, Any], view: str, name: str, files: Container[str]) -> Preview:
    """The preview of a view of the page (``rules``, ``t`` …) and the name that follows it."""
    rooms: Rooms | None = getattr(request.app.state, "rooms", None)
    game_name = await game_at(rooms, name) if view == "t" else name
    origin = _origin(request, rooms is not None and rooms.settings.proxied)
    try:
        game = catalogue.find(game_name) if game_name else None
    except UnknownGame:
        game = None
    if game is None:
        return Preview(OWN, "Tetracade – games about fours", ABOUT, origin and f"{origin}/{PICTURE}")
    headings = {
        "t": f"Join a game of {game.title}",
        "rules": f"The rules of {game.title}",
        "learn": f"Learn {game.title}",
        "new": f"Play {game.title}",
    }
    own = f"previews/{game.name}.png"
    picture = own if own in files else PICTURE
    about = f"{game.tagline} Free, in your browser, no account."
    title = f"{game.title} – {OWN}"
    return Preview(title, headings.get(view, game.title), about, origin and f"{origin}/{picture}")


async def game_at(rooms: Rooms | None, table_id: str) -> str:
    """The name of the game that is played at a table; empty if there is no such table."""
    if rooms is None:
        return ""
    live = rooms.in_memory.get(table_id)
    if live is not None:
        return live.room.game.name
    try:
        return (await rooms.store.about(table_id))[0]
    except Unreadable:  # the page itself can still be had
        return ""


def _origin(request: Request[Any, Any, Any], proxied: bool) -> str:
    """The origin under which the page was asked for; empty if that isn't said."""
    host = request.headers.get("host", "")
    told = request.headers.get("x-forwarded-proto", "").split(",")[-1].strip() if proxied else ""
    scheme = told if told in ("http", "https") else request.scope["scheme"]
    return f"{scheme}://{host}" if host else ""


def with_preview(page: bytes, preview: Preview) -> bytes:
    """The page with this preview in its head."""
    shown = {
        "og:type": "website",
        "og:site_name": OWN,
        "og:title": preview.heading,
        "og:description": preview.about,
    }
    if preview.picture:
        width, height = SIZE
        shown |= {"og:image": preview.picture, "og:image:width": str(width), "og:image:height": str(height)}
        shown |= {"og:image:alt": preview.title, "twitter:card": "summary_large_image"}
    lines = [f"<title>{escape(preview.title)}</title>"]
    lines.append(f'<meta name="description" content="{escape(preview.about)}" />')
    for name, content in shown.items():
        kind = "name" if name.startswith("twitter:") else "property"
        lines.append(f'<meta {kind}="{name}" content="{escape(content)}" />')
    return page.replace(PLACE, "\n    ".join(lines).encode())
