"""What all tests share: the mark that cites rules."""

import os

import pytest
from hypothesis import settings

os.environ["TETRACADE_ANALYSES"] = ""  # none are kept, unless a test asks for it
GAMES = 2 if os.environ.get("TETRACADE_TENTH") else 20  # see tests/suites/every.py
settings.register_profile("tetracade", deadline=None, derandomize=True, max_examples=GAMES, print_blob=True)
settings.load_profile("tetracade")


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "rule(*numbers): the numbered rules that this test would see broken")
    config.addinivalue_line("markers", "of_the_file: about the SQLite file itself; left out on PostgreSQL")
