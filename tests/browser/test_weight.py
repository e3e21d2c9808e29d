"""How much the page weighs."""

import gzip
import re

from tetracade.server.api.page import FOLDER

MOST_SCRIPT = 150_000


def test_the_first_load_is_small() -> None:
    page = (FOLDER / "index.html").read_text(encoding="utf-8")
    scripts = re.findall(r'(?:src|href)="/(assets/[^"]+\.js)"', page)
    assert scripts, "the page is not built: run scripts/setup"
    assert sum(len(gzip.compress((FOLDER / script).read_bytes())) for script in scripts) < MOST_SCRIPT
