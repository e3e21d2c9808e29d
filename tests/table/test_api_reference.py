"""The library's reference is what the docstrings say."""

from docs.api_reference import PAGE, reference


def test_the_reference_is_made_from_these_docstrings() -> None:
    assert PAGE.read_text(encoding="utf-8") == reference(), "run: python docs/api_reference.py"
