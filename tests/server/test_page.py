"""The page's files, also after it was built anew under a running server."""

import gzip
import os
import re
from pathlib import Path

import pytest
from litestar import Litestar
from litestar.testing import TestClient

from tests.server.running import Running
from tetracade.server.api.page import VIEWS, page_route
from tetracade.server.api.page_files import best_encoding
from tetracade.server.api.previews import Preview, with_preview

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
    assert head.headers["content-length"] == whole.headers["content-length"]


def test_files_are_sent_as_the_build_compressed_them_to_those_who_take_that(tmp_path: Path) -> None:
    build(tmp_path, "index-B2f9.js", 1_000_000_000)
    (tmp_path / "assets" / "index-B2f9.js.br").write_bytes(b"as brotli")
    (tmp_path / "assets" / "index-B2f9.js.gz").write_bytes(gzip.compress(b"as gzip"))
    os.utime(tmp_path / "index.html", ns=(2_000_000_000, 2_000_000_000))
    tags = set()
    with TestClient(Litestar([page_route(tmp_path)])) as client:
        for accepted, encoding, body in (
            ("br, gzip", "br", b"as brotli"),
            ("gzip", "gzip", b"as gzip"),
            ("identity", None, b"// index-B2f9.js"),
        ):
            with client.stream("GET", "/assets/index-B2f9.js", headers={"accept-encoding": accepted}) as answer:
                raw = b"".join(answer.iter_raw())
                assert (gzip.decompress(raw) if encoding == "gzip" else raw) == body
                assert answer.headers.get("content-encoding") == encoding
                assert answer.headers["vary"] == "Accept-Encoding"
                assert answer.headers["content-type"].startswith("text/javascript")
                assert "immutable" in answer.headers["cache-control"]
                tags.add(answer.headers["etag"])
        assert len(tags) == 3, "each form has a tag of its own"
        assert client.get("/assets/index-B2f9.js.br").status_code >= 400, "they are forms of a file, not files"


@pytest.mark.parametrize("path", ["/", "/t/abc", "/icon.svg"])
def test_what_a_browser_has_already_is_not_sent_again(tmp_path: Path, path: str) -> None:
    build(tmp_path, "one.js", 1_000_000_000)
    (tmp_path / "icon.svg").write_text("<svg/>")
    with TestClient(Litestar([page_route(tmp_path)])) as client:
        first = client.get(path)
        again = client.get(path, headers={"if-none-match": f'"other", {first.headers["etag"]}'})
        assert (again.status_code, again.content) == (304, b"")
        assert again.headers["etag"] == first.headers["etag"]
        build(tmp_path, "two.js", 2_000_000_000)
        (tmp_path / "icon.svg").write_text("<svg />")
        assert client.get(path, headers={"if-none-match": first.headers["etag"]}).status_code == 200


def test_the_best_encoding_that_a_client_takes_is_chosen() -> None:
    both = {"br": b"", "gzip": b""}
    assert best_encoding("gzip, deflate, br", both) == "br"
    assert best_encoding("gzip;q=1.0, br;q=0", both) == "gzip"
    assert best_encoding("br", {"gzip": b""}) == ""
    assert best_encoding("*", both) == "br"
    assert best_encoding("gzip;q=nonsense", both) == ""
    assert best_encoding("", both) == ""


def shown(page: str) -> dict[str, str]:
    """What a link to the page shows where it is shared."""
    found = re.findall(r'<meta (?:property|name)="([^"]+)" content="([^"]*)"', page)
    return {**dict(found), "title": re.search("<title>(.*?)</title>", page)[1]}  # type: ignore[index]


def test_a_link_shows_the_game_it_leads_to_and_its_picture(server: Running) -> None:
    table = server.http.post("/api/tables", json={"game": "tetratrax", "seats": [{"kind": "here"}, {"kind": "open"}]})
    for path, heading in {
        f"/t/{table.json()['table']}": "Join a game of TetraTrax",
        "/rules/tetratrax": "The rules of TetraTrax",
        "/new/tetratrax": "Play TetraTrax",
    }.items():
        found = shown(server.http.get(path).text)
        assert (found["title"], found["og:title"]) == ("TetraTrax – Tetracade", heading), path
        assert found["description"] == found["og:description"] != ""
        picture = server.http.get(found["og:image"])
        assert (picture.status_code, picture.headers["content-type"]) == (200, "image/png")
        assert picture.content[16:24] == (1200).to_bytes(4) + (630).to_bytes(4), "its size is as said"
    plain = shown(server.http.get("/").text)
    assert plain["title"] == "Tetracade"
    assert plain["og:image"] != found["og:image"]
    assert shown(server.http.get("/t/nosuchtable").text) == plain


def test_what_is_told_in_a_link_cannot_break_out_of_it() -> None:
    page = with_preview(b"<!-- preview -->", Preview('"><b>', "</title><b>", '"><b>', 'http://"><b>/')).decode()
    assert "<b>" not in page
    assert page.count("&lt;b&gt;") == 6


def test_icons_of_the_manifest_are_there_in_their_sizes(server: Running) -> None:
    manifest = server.http.get("/manifest.webmanifest")
    assert manifest.headers["content-type"].startswith("application/manifest+json")
    icons = manifest.json()["icons"]
    assert {"192x192", "512x512"} <= {icon["sizes"] for icon in icons}
    for icon in icons:
        side = int(icon["sizes"].partition("x")[0]).to_bytes(4)
        assert server.http.get(icon["src"]).content[16:24] == side + side, icon["src"]
    touch = re.search('apple-touch-icon" href="([^"]+)"', server.http.get("/").text)
    assert touch
    assert server.http.get(touch[1]).headers["content-type"] == "image/png"
