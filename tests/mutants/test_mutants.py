"""The list of mutants stays true; whether tests notice them is tried by hand (``python -m tests.mutants``)."""

from dataclasses import replace
from typing import Any

import pytest

from tests.mutants.mutant import ROOT, Mutant, Outdated, listed


@pytest.mark.parametrize("mutant", listed(), ids=lambda mutant: mutant.name)
def test_a_mutant_can_be_made_and_its_tests_exist(mutant: Mutant) -> None:
    mutant.check(ROOT)


def test_no_two_mutants_have_one_name() -> None:
    names = [mutant.name for mutant in listed()]
    assert len(names) == len(set(names))


@pytest.mark.parametrize(
    "change",
    [
        {"old": "no such text anywhere"},
        {"old": "import"},
        {"new": "import tomllib"},
        {"new": "import import"},
        {"file": "tests/mutants/gone.py"},
        {"tests": ("tests/mutants/test_mutants.py::test_that_is_gone",)},
        {"tests": ("tests/gone.py",)},
        {"tests": ()},
    ],
)
def test_an_entry_that_does_not_fit_is_told(change: dict[str, Any]) -> None:
    right = Mutant(
        name="made up",
        file="tests/mutants/mutant.py",
        old="import tomllib",
        new="import re as tomllib",
        tests=("tests/mutants/test_mutants.py::test_no_two_mutants_have_one_name",),
        harm="none",
    )
    right.check(ROOT)
    with pytest.raises((Outdated, SyntaxError)):
        replace(right, **change).check(ROOT)
