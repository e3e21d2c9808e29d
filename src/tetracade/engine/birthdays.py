"""Birthdays as month and day (``12-24``), and who has the first one in the year."""

import re
from collections.abc import Sequence

MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
DAYS = (31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)


def birthday_of(text: str) -> str:
    """The birthday that is meant, as ``12-24``: month and day, or a day and a month's name; empty for none."""
    said = text.strip().lower()
    if not said:
        return ""
    number = re.search(r"\d+", re.sub(r"^\d{1,2}-(?=\d{1,2}$)", "", said))
    day = int(number[0]) if number else 0
    if plain := re.fullmatch(r"(\d{1,2})-\d{1,2}", said):
        month = int(plain[1])
    else:
        named = [word[:3] for word in re.findall(r"[a-z]{3,}", said) if word[:3] in MONTHS]
        month = 1 + MONTHS.index(named[0]) if named else 0
    if not (1 <= month <= len(MONTHS) and 1 <= day <= DAYS[month - 1]):
        raise ValueError(f"{text!r} isn't a birthday; write month and day like 12-24, or 24 Dec")
    return f"{month:02}-{day:02}"


def first_birthday(birthdays: Sequence[str]) -> int | None:
    """The seat with the first birthday in the year, the first such seat if several share it; None if none is told."""
    told = [(birthday, seat) for seat, birthday in enumerate(birthdays) if birthday]
    return min(told)[1] if told else None
