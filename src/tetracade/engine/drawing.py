"""What terminal drawings share: their width, and lines wrapped to it."""

import re
from contextvars import ContextVar

WIDTH = 80
"""Columns of an ordinary terminal."""
width: ContextVar[int] = ContextVar("width", default=WIDTH)
"""How many columns there are for a drawing; a narrower terminal says so."""
INDENT = " " * 6


def wrapped(line: str) -> list[str]:
    """The line, which has no markup, wrapped to fit; it breaks only after commas, semicolons and colons."""
    first, *parts = re.split(r"(?<=[,;:]) ", line)
    lines = [first]
    for part in parts:
        if len(lines[-1]) + 1 + len(part) <= width.get():
            lines[-1] += f" {part}"
        else:
            lines.append(f"{INDENT}{part}")
    return lines
