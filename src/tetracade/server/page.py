"""The page's files: built into this package's folder, read once, sent as they are."""

import mimetypes
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent / "page"
MISSING = b"""<!doctype html><html lang="en"><title>Tetracade</title>
<p>The page is not built here. Programs find the table under <a href="/schema">/schema</a>.</p></html>"""


def page_route(folder: Path | None = None) -> Callable[[Any, Any, Any], Awaitable[None]]:
    """Serves the page; addresses of its own (``/``, ``/t/...``) get its index."""
    base = folder or FOLDER
    files = {
        "/" + path.relative_to(base).as_posix(): path
        for path in (base.rglob("*") if base.is_dir() else ())
        if path.is_file()
    }

    async def serve(scope: Any, receive: Any, send: Any) -> None:
        path = "/" + scope["path"].strip("/")
        found = files.get(path)
        status, body, kind = 200, MISSING, "text/html"
        if found is not None:
            body = found.read_bytes()
            kind = mimetypes.guess_type(found.name)[0] or "application/octet-stream"
        elif "." in path.rsplit("/", 1)[-1] or path.startswith("/api/"):
            status, body, kind = (
                404,
                b'{"error":{"code":"malformed","reason":"There is nothing here."}}',
                "application/json",
            )
        elif "/index.html" in files:
            body = files["/index.html"].read_bytes()
        if scope["method"] not in ("GET", "HEAD"):
            status, body, kind = 405, b'{"error":{"code":"malformed","reason":"Not this way."}}', "application/json"
        text = kind.startswith("text/") or kind.endswith(("javascript", "json"))
        cached = path.startswith("/assets/") and found is not None
        headers = [
            (b"content-type", f"{kind}; charset=utf-8".encode() if text else kind.encode()),
            (b"content-length", str(len(body)).encode()),
            (b"cache-control", b"public, max-age=31536000, immutable" if cached else b"no-cache"),
        ]
        await send({"type": "http.response.start", "status": status, "headers": headers})
        await send(
            {"type": "http.response.body", "body": b"" if scope["method"] == "HEAD" else body, "more_body": False}
        )

    return serve
