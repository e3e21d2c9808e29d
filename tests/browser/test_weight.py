"""How much the page weighs."""

import gzip

from tetracade.server.api.page import FOLDER

MOST_SCRIPT = 250_000


def test_the_first_load_is_small() -> None:
    scripts = sorted((FOLDER / "assets").glob("*.js"))
    assert scripts, "the page is not built: run scripts/setup"
    assert sum(len(gzip.compress(script.read_bytes())) for script in scripts) < MOST_SCRIPT
