"""The library's reference from its docstrings: ``python docs/api_reference.py`` writes docs/api.md anew."""

import inspect
import re
from pathlib import Path
from types import FunctionType
from typing import Any

import tetracade

MEMBERS = (property, classmethod, staticmethod, FunctionType)
LONGEST = 20
"""A default that takes more letters to write is not shown."""
PAGE = Path(__file__).with_name("api.md")
HEAD = """# The library, name by name

Made from the docstrings by `python docs/api_reference.py`; [library.md](library.md) shows it in use.
"""


def reference() -> str:
    """The page: functions first, then classes with their public members."""
    names = sorted(tetracade.__all__, key=str.lower)
    things = [(name, getattr(tetracade, name)) for name in names]
    functions = [_function(f"tetracade.{name}", thing) for name, thing in things if inspect.isfunction(thing)]
    classes = [_class(name, thing) for name, thing in things if inspect.isclass(thing)]
    others = [f"### `{name}`\n\n`{_tidy(str(thing))}`" for name, thing in things if not callable_thing(thing)]
    return "\n\n".join([HEAD, "## Functions", *functions, "## Classes", *classes, *others]) + "\n"


def callable_thing(thing: Any) -> bool:
    """Whether this is a function or a class; types such as Dealer are neither."""
    return inspect.isfunction(thing) or inspect.isclass(thing)


def _function(name: str, function: Any) -> str:
    return f"### `{name}{_signature(function)}`\n\n{_said(function)}"


def _class(name: str, kind: type) -> str:
    parts = [f"### `{name}`", _said(kind)]
    made_by_callers = "__init__" in vars(kind) and not issubclass(kind, BaseException)
    if made_by_callers and not getattr(kind, "_is_protocol", False):
        parts.append(f"- `{name}{_signature(kind).removesuffix(' -> None')}`")
    parts.append("\n".join(_members(kind)))
    return "\n\n".join(part for part in parts if part)


def _members(kind: type) -> list[str]:
    """A line for each public member of the class, and of those of ours that it is made of."""
    found: dict[str, str] = {}
    for owner in reversed(kind.__mro__):
        if not owner.__module__.startswith("tetracade"):
            continue
        for name, member in vars(owner).items():
            if name.startswith("_") or not isinstance(member, MEMBERS):
                continue
            call = "" if isinstance(member, property) else _signature(getattr(owner, name))
            found[name] = f"- `.{name}{call}`: {_said(member)}"
    return [found[name] for name in sorted(found)]


def _signature(function: Any) -> str:
    signature = inspect.signature(function)
    kept = [_short(part) for name, part in signature.parameters.items() if name != "self"]
    return _tidy(str(signature.replace(parameters=kept)))


def _short(parameter: inspect.Parameter) -> inspect.Parameter:
    default = parameter.default
    shown = default is parameter.empty or (len(repr(default)) <= LONGEST and not isinstance(default, type | Path))
    return parameter if shown else parameter.replace(default=...)


def _tidy(text: str) -> str:
    """The signature without the modules that its types come from, and without addresses."""
    text = re.sub(r"(?:[a-z_]+\.)+(?=[A-Za-z])", "", text)
    text = re.sub(r"ndarray\[tuple\[Any, \.\.\.\], dtype\[(\w+)\]\]", r"NDArray[\1]", text).replace("Ellipsis", "...")
    return text.replace("'", "").replace("NoneType", "None")


def _said(thing: Any) -> str:
    return inspect.cleandoc(inspect.getdoc(thing) or "").replace("``", "`")


if __name__ == "__main__":
    PAGE.write_text(reference(), encoding="utf-8")
