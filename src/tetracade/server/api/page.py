"""The page's files: built into this package's folder, and sent as they are or compressed as they were built."""

import asyncio
import mimetypes
from contextlib import suppress
from pathlib import Path
from typing import Annotated, Any

from litestar import Request, Response, get
from litestar.handlers import HTTPRouteHandler
from litestar.params import PathParameter

from tetracade.server.api.page_files import PageFile, compressed, read_files
from tetracade.server.api.previews import Preview, preview_of, with_preview
from tetracade.table.seating import Denied

FOLDER = Path(__file__).parents[1] / "page"
MISSING = b"""<!doctype html><html lang="en"><title>Tetracade</title>
<p>The page hasn't been built here. The API for programs is at <a href="/schema/openapi.json">/schema</a>.</p></html>"""


NOTHING = "There is nothing at this address."
VIEWS = {"alone", "learn", "new", "rules", "t"}
"""The first parts of the page's own addresses (``/t/TABLE``); see web/src/App.svelte."""
LASTING = "public, max-age=31536000, immutable"

mimetypes.add_type("application/manifest+json", ".webmanifest")
mimetypes.add_type("text/javascript", ".js")


class Pages:
    """The page's files in memory, and the index with the preview of what stands at an address."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._built = 0
        self.files: dict[str, PageFile] = {}

    def refresh(self) -> None:
        """Read the files again if the page has been rebuilt. Nothing else is ever opened."""
        index = self._folder / "index.html"
        with suppress(FileNotFoundError):  # a build is under way: serve the old page until it is done
            now = index.stat().st_mtime_ns if index.is_file() else 0
            if now != self._built:
                self.files, self._built = read_files(self._folder), now

    def index(self, preview: Preview) -> PageFile:
        """The page with this preview in its head."""
        plain = self.files["index.html"].body if "index.html" in self.files else MISSING
        return compressed(with_preview(plain, preview), "text/html")


def page_route(folder: Path | None = None) -> HTTPRouteHandler:
    """Serves the page. Its own addresses (``/``, ``/t/...``) get the index; so do all others, with status 404."""
    pages = Pages(folder or FOLDER)

    @get(["/", "/{path:path}"], include_in_schema=False, name="page")
    async def page(request: Request[Any, Any, Any], path: Annotated[str, PathParameter()] = "") -> Response[bytes]:
        """A file of the page."""
        await asyncio.to_thread(pages.refresh)  # the disk may be slow
        wanted = path.strip("/")
        found = pages.files.get(wanted) if wanted != "index.html" else None
        first, _, rest = wanted.partition("/")
        if found is None and wanted != "index.html" and (first == "api" or "." in wanted.rsplit("/", 1)[-1]):
            raise Denied("unknown_file", NOTHING)
        own = wanted in ("", "index.html") or (first in VIEWS and bool(rest))
        if found is None:
            shown = await preview_of(request, first if own else "", rest.partition("/")[0], pages.files)
            found = await asyncio.to_thread(pages.index, shown)
        lasting = wanted.startswith("assets/")
        status = 200 if own or wanted in pages.files else 404
        return found.response(request.headers, status, LASTING if lasting and status == 200 else "no-cache")

    return page
