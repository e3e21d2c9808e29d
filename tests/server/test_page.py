"""The page's files, also after it was built anew under a running server."""

import os
from pathlib import Path

from litestar import Litestar
from litestar.testing import TestClient

from tetracade.server.api.page import page_route


def build(folder: Path, name: str, at: int) -> None:
    for old in (folder / "assets").glob("*"):
        old.unlink()
    (folder / "assets").mkdir(exist_ok=True)
    (folder / "assets" / name).write_text(f"// {name}")
    (folder / "index.html").write_text(f"<script src=/assets/{name}></script>")
    os.utime(folder / "index.html", ns=(at, at))


def test_a_page_built_anew_is_served_with_its_own_files(tmp_path: Path) -> None:
    build(tmp_path, "one.js", 1_000_000_000)
    with TestClient(Litestar([page_route(tmp_path)])) as client:
        assert "one.js" in client.get("/t/abc").text
        assert client.get("/assets/one.js").text == "// one.js"
        build(tmp_path, "two.js", 2_000_000_000)
        assert "two.js" in client.get("/").text
        assert client.get("/assets/two.js").text == "// two.js"
        assert client.get("/assets/one.js").status_code >= 400


def test_a_page_that_is_not_built_says_so(tmp_path: Path) -> None:
    with TestClient(Litestar([page_route(tmp_path / "none")])) as client:
        assert "not built" in client.get("/").text
