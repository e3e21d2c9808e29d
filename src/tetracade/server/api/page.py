"""The page's files: built into this package's folder and sent as they are."""

import asyncio
import mimetypes
from contextlib import suppress
from pathlib import Path
from typing import Annotated

from litestar import Response, get
from litestar.handlers import HTTPRouteHandler
from litestar.params import PathParameter

from tetracade.table.seating import Denied

FOLDER = Path(__file__).parents[1] / "page"
MISSING = b"""<!doctype html><html lang="en"><title>Tetracade</title>
<p>The page hasn't been built here. The API for programs is at <a href="/schema/openapi.json">/schema</a>.</p></html>"""


NOTHING = "There is nothing at this address."
VIEWS = {"alone", "learn", "new", "rules", "t"}
"""The first parts of the page's own addresses (``/t/TABLE``); see web/src/App.svelte."""


def page_route(folder: Path | None = None) -> HTTPRouteHandler:
    """Serves the page. Its own addresses (``/``, ``/t/...``) get the index; so do all others, with status 404."""
    base = folder or FOLDER
    files: dict[str, bytes] = {}
    built = 0

    def refresh() -> None:
        """Read the files again if the page has been rebuilt. Nothing else is ever opened."""
        nonlocal built, files
        index = base / "index.html"
        with suppress(FileNotFoundError):  # a build is under way: serve the old page until it is done
            now = index.stat().st_mtime_ns if index.is_file() else 0
            if now != built:
                found = {path.relative_to(base).as_posix(): path for path in base.rglob("*") if path.is_file()}
                files, built = {name: path.read_bytes() for name, path in found.items()}, now

    @get(["/", "/{path:path}"], include_in_schema=False, name="page")
    async def page(path: Annotated[str, PathParameter()] = "") -> Response[bytes]:
        """A file of the page."""
        await asyncio.to_thread(refresh)  # the disk may be slow
        wanted = path.strip("/")
        found = files.get(wanted)
        first, _, rest = wanted.partition("/")
        if found is None and (first == "api" or "." in wanted.rsplit("/", 1)[-1]):
            raise Denied("unknown_file", NOTHING)
        status = 200 if found is not None or wanted == "" or (first in VIEWS and rest) else 404
        kind = (mimetypes.guess_type(wanted)[0] if found is not None else None) or "text/html"
        lasting = wanted.startswith("assets/") and found is not None
        return Response(
            files.get("index.html", MISSING) if found is None else found,
            status_code=status,
            media_type=kind,
            headers={"cache-control": "public, max-age=31536000, immutable" if lasting else "no-cache"},
        )

    return page
