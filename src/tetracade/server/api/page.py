"""The page's files: built into this package's folder and sent as they are."""

import mimetypes
from pathlib import Path
from typing import Annotated

from litestar import Response, get
from litestar.handlers import HTTPRouteHandler
from litestar.params import PathParameter

from tetracade.table.seating import Denied

FOLDER = Path(__file__).parents[1] / "page"
MISSING = b"""<!doctype html><html lang="en"><title>Tetracade</title>
<p>The page is not built here. Programs find the table under <a href="/schema/openapi.json">/schema</a>.</p></html>"""


NOTHING = "There is nothing at this address."
VIEWS = {"new", "rules", "t"}
"""The first parts of the page's own addresses (``/t/TABLE``); see web/src/App.svelte."""


def page_route(folder: Path | None = None) -> HTTPRouteHandler:
    """Serves the page; addresses of its own (``/``, ``/t/...``) get its index, and so do all others, with 404."""
    base = folder or FOLDER
    files: dict[str, Path] = {}
    built = 0

    def refresh() -> None:
        """List the files anew where the page was built since: what else lies on the disk is never asked for."""
        nonlocal built
        index = base / "index.html"
        now = index.stat().st_mtime_ns if index.is_file() else 0
        if now != built:
            built = now
            files.clear()
            files.update({path.relative_to(base).as_posix(): path for path in base.rglob("*") if path.is_file()})

    @get(["/", "/{path:path}"], include_in_schema=False, name="page")
    async def page(path: Annotated[str, PathParameter()] = "") -> Response[bytes]:
        """A file of the page."""
        refresh()
        wanted = path.strip("/")
        found = files.get(wanted)
        first, _, rest = wanted.partition("/")
        if found is None and (first == "api" or "." in wanted.rsplit("/", 1)[-1]):
            raise Denied("unknown_file", NOTHING)
        status = 200 if found is not None or wanted == "" or (first in VIEWS and rest) else 404
        if found is None:
            found = files.get("index.html")
        kind = (mimetypes.guess_type(found.name)[0] if found else None) or "text/html"
        lasting = wanted.startswith("assets/") and found is not None and found.name != "index.html"
        return Response(
            found.read_bytes() if found else MISSING,
            status_code=status,
            media_type=kind,
            headers={"cache-control": "public, max-age=31536000, immutable" if lasting else "no-cache"},
        )

    return page
