"""Files of the page in memory: plain, and compressed where that was done when the page was built."""

import gzip
import hashlib
import mimetypes
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path

from litestar import Response

ENDINGS = {"br": ".br", "gzip": ".gz"}
"""The encodings we send, the best first, and how the names of such files end."""
TEXT = ("text/", "application/json", "application/manifest+json", "image/svg+xml")
SMALL = 200
"""Fewer bytes than this aren't worth compressing."""
LEVEL = 6
MOST_KEPT = 64
"""How many files made here are kept compressed."""


def _tag(body: bytes) -> str:
    return hashlib.sha256(body).hexdigest()[:20]


@dataclass(frozen=True)
class PageFile:
    """A file, what it is, and its compressed forms by encoding."""

    body: bytes
    kind: str
    encoded: Mapping[str, bytes] = field(default_factory=dict)
    tag: str = ""

    def response(self, headers: Mapping[str, str], status: int, keeping: str = "") -> Response[bytes]:
        """The answer to a request with these headers: as compressed as it may be, or that nothing has changed.

        ``keeping`` says how long browsers may keep it, if anything is to be said about that.
        """
        encoding = best_encoding(headers.get("accept-encoding", ""), self.encoded)
        tag = f'"{self.tag}{f"-{encoding}" if encoding else ""}"'
        answer = {"etag": tag} | ({"cache-control": keeping} if keeping else {})
        if self.encoded:
            answer["vary"] = "Accept-Encoding"
        if status == 200 and _has(headers.get("if-none-match", ""), tag):
            return Response(b"", status_code=304, headers=answer, media_type=self.kind)
        if encoding:
            answer["content-encoding"] = encoding
        body = self.encoded[encoding] if encoding else self.body
        return Response(body, status_code=status, headers=answer, media_type=self.kind)


def _has(asked: str, tag: str) -> bool:
    """Whether the browser already has what this tag stands for."""
    known = [each.strip().removeprefix("W/") for each in asked.split(",")]
    return tag in known or "*" in known


def best_encoding(accepted: str, encoded: Mapping[str, bytes]) -> str:
    """The best encoding there is that the client accepts; empty for none."""
    weights: dict[str, float] = {}
    for part in accepted.lower().split(","):
        name, _, weight = part.partition(";")
        try:
            weights[name.strip()] = float(weight.strip().removeprefix("q=") or 1) if weight else 1.0
        except ValueError:
            weights[name.strip()] = 0.0
    anything = weights.get("*", 0.0)
    return next((name for name in ENDINGS if name in encoded and weights.get(name, anything) > 0), "")


@lru_cache(MOST_KEPT)
def compressed(body: bytes, kind: str) -> PageFile:
    """A file made here, which no build has compressed."""
    packed = {"gzip": gzip.compress(body, LEVEL, mtime=0)} if len(body) >= SMALL else {}
    return PageFile(body, kind, packed, _tag(body))


def read_files(folder: Path) -> dict[str, PageFile]:
    """All files of the folder by name, each with its compressed forms."""
    found = {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    files = {}
    for name, body in found.items():
        if name.removesuffix(".br") in found and name.endswith(".br"):
            continue
        if name.removesuffix(".gz") in found and name.endswith(".gz"):
            continue
        kind = mimetypes.guess_type(name)[0] or "application/octet-stream"
        packed = {encoding: found[name + ending] for encoding, ending in ENDINGS.items() if name + ending in found}
        if not packed and kind.startswith(TEXT):
            files[name] = compressed(body, kind)
        else:
            files[name] = PageFile(body, kind, packed, _tag(body))
    return files
