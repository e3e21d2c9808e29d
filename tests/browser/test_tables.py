"""The page's tables are the games' own."""

import pytest

from tests.browser.tables import GAMES, TABLES, written


@pytest.mark.parametrize("name", TABLES)
def test_the_page_draws_what_the_game_s_tables_say(name: str) -> None:
    found = (GAMES / name / "table.json").read_text(encoding="utf-8")
    assert found == written(name), "run python tests/browser/tables.py"
