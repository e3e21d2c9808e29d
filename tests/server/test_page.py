"""The page's files, also after it was built anew under a running server."""

import os
import re
from pathlib import Path

import pytest
from litestar import Litestar
from litestar.testing import TestClient

from tests.server.running import Running
from tetracade.server.api.page import VIEWS, page_route

ROOT = Path(__file__).parents[2]


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
        assert "hasn't been built" in client.get("/").text


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


def test_the_page_s_own_addresses_are_found_and_no_others(server: Running) -> None:
    for path in ("/", "/new/tetrad", "/rules/tetrad", "/t/abc", "/t/abc/replay", "/favicon.ico"):
        assert server.http.get(path).status_code == 200, path
    for path in ("/nowhere", "/t", "/new/", "/wp-admin/setup", "/metrics"):
        answer = server.http.get(path)
        assert (answer.status_code, answer.headers["content-type"]) == (404, "text/html; charset=utf-8"), path
        assert answer.text == server.http.get("/").text, "the page says so itself"


def test_the_server_knows_the_addresses_that_the_page_has() -> None:
    page = (ROOT / "web" / "src" / "App.svelte").read_text(encoding="utf-8")
    assert set(re.findall(r"where === '(\w+)'", page)) == VIEWS


def test_a_file_or_path_that_is_not_there_has_a_code_of_its_own(server: Running) -> None:
    for path in ("/nothing.js", "/assets/nothing.js", "/api/nothing"):
        answer = server.http.get(path)
        assert (answer.status_code, answer.json()["error"]["code"]) == (404, "unknown_file"), path


def test_the_icon_is_one(server: Running) -> None:
    icon = server.http.get("/favicon.ico")
    assert icon.headers["content-type"] in ("image/vnd.microsoft.icon", "image/x-icon")
    assert icon.content.startswith(b"\0\0\1\0")


@pytest.mark.parametrize("path", ["/", "/health", "/api/games", "/nowhere", "/favicon.ico"])
def test_the_head_alone_may_be_asked_for(server: Running, path: str) -> None:
    whole, head = server.http.get(path), server.http.head(path)
    assert (head.status_code, head.content) == (whole.status_code, b"")
    assert head.headers["content-length"] == str(len(whole.content))
