"""How lists and numbers stand in a sentence."""

from collections.abc import Sequence

WORDS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")


def listed(items: Sequence[str], joined: str = "and") -> str:
    """The items as a list in a sentence: "a, b and c"."""
    return items[0] if len(items) == 1 else f"{', '.join(items[:-1])} {joined} {items[-1]}"


def spelled(number: int) -> str:
    """The number as a word, up to twelve; in figures beyond that."""
    return WORDS[number] if 0 <= number < len(WORDS) else str(number)


def counted(count: int, one: str, several: str = "") -> str:
    """How many there are: "1 tile", "3 tiles", "2 lives"."""
    return f"{count} {one if abs(count) == 1 else several or f'{one}s'}"
