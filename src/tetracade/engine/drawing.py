"""What drawings for a terminal share: a width that they keep to, and lines broken to it."""

import re

WIDTH = 80
"""Columns of a terminal that nobody has made wider."""
INDENT = " " * 6


def wrapped(line: str) -> list[str]:
    """The line, without markup, as lines that fit: broken after commas, semicolons and colons alone."""
    first, *parts = re.split(r"(?<=[,;:]) ", line)
    lines = [first]
    for part in parts:
        if len(lines[-1]) + 1 + len(part) <= WIDTH:
            lines[-1] += f" {part}"
        else:
            lines.append(f"{INDENT}{part}")
    return lines
