"""What all tests share: the mark that cites rules."""

import pytest
from hypothesis import settings

settings.register_profile("tetracade", deadline=None, derandomize=True, max_examples=20, print_blob=True)
settings.load_profile("tetracade")


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "rule(*numbers): the numbered rules that this test would see broken")
