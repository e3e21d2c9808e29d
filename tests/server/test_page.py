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


def test_only_files_whose_names_change_with_their_contents_are_kept_by_browsers(tmp_path: Path) -> None:
    build(tmp_path, "index-B2f9.js", 1_000_000_000)
    (tmp_path / "icon.svg").write_text("<svg/>")
    with TestClient(Litestar([page_route(tmp_path)])) as client:
        kept = client.get("/assets/index-B2f9.js")
        assert kept.status_code == 200
        assert "immutable" in kept.headers["cache-control"]
        for path in ("/", "/index.html", "/t/abc", "/icon.svg"):
            answer = client.get(path)
            assert answer.status_code == 200, path
            assert answer.headers["cache-control"] == "no-cache", path
        for path in ("/assets/gone-B2f9.js", "/assets/", "/assets/anything"):
            assert "immutable" not in client.get(path).headers.get("cache-control", ""), path
