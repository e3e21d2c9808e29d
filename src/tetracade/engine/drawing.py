"""What terminal drawings share: their width, and lines wrapped to it."""

import re

WIDTH = 80
"""Columns of an ordinary terminal."""
INDENT = " " * 6


def wrapped(line: str) -> list[str]:
    """The line, which has no markup, wrapped to fit; it breaks only after commas, semicolons and colons."""
    first, *parts = re.split(r"(?<=[,;:]) ", line)
    lines = [first]
    for part in parts:
        if len(lines[-1]) + 1 + len(part) <= WIDTH:
            lines[-1] += f" {part}"
        else:
            lines.append(f"{INDENT}{part}")
    return lines
