"""How much the page weighs."""

import gzip
import re

from tetracade.server.api.page import FOLDER

MOST_AT_FIRST = 150_000
MOST_IN_ALL = 250_000


def test_the_first_load_is_small() -> None:
    page = (FOLDER / "index.html").read_text(encoding="utf-8")
    scripts = re.findall(r'(?:src|href)="/(assets/[^"]+\.js)"', page)
    assert scripts, "the page is not built: run scripts/setup"
    assert sum(len(gzip.compress((FOLDER / script).read_bytes())) for script in scripts) < MOST_AT_FIRST


def test_all_of_it_is_not_much() -> None:
    scripts = [*FOLDER.glob("assets/*.js"), *FOLDER.glob("*.js")]
    assert sum(len(gzip.compress(script.read_bytes())) for script in scripts) < MOST_IN_ALL
