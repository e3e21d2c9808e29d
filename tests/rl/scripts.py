"""The examples of learning, as modules."""

import importlib.util
from types import ModuleType

from tests.suites.every import TESTS

EXAMPLES = TESTS.parent / "examples"


def example(name: str) -> ModuleType:
    """The script ``examples/NAME.py``."""
    spec = importlib.util.spec_from_file_location(name, EXAMPLES / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
