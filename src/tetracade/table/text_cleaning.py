"""Cleans what people write (names, words for the dealing, chat) so that it fits on one line."""

from unicodedata import category

JOINERS = "\u200c\u200d"
BLANKS = "\u115f\u1160\u2800\u3164\uffa0"
"""Letters and symbols that show nothing."""
MOST_MARKS = 4
"""The most marks one letter may carry, following Unicode's security mechanisms (UTS 39, 5.4): more of them paint over
whatever is around."""
FIRST_JOINED = "\u0600"
"""Scripts that come before Arabic in Unicode don't use joiners."""


def one_line(text: str) -> str:
    """Return the text without control characters, extra space and piles of marks; it may be empty.

    Joiners stay where they join something, as in Persian and Indic words and in emoji families.
    """
    text = _thinned(text)
    signs = []
    for place, sign in enumerate(text):
        if sign in JOINERS:
            signs.append(sign if _joins(text[:place][-1:]) and _joins(text[place + 1 :][:1]) else "")
        else:
            signs.append(sign if sign.isprintable() else " ")
    return " ".join("".join(signs).split())


def shows(text: str) -> bool:
    """Whether there is anything in the text that can be seen."""
    return any(category(sign)[0] not in "MZC" and sign not in BLANKS for sign in text)


def _thinned(text: str) -> str:
    """Return the text with at most MOST_MARKS marks on a letter, none twice in a row; a joiner isn't a new letter."""
    kept = []
    marks: list[str] = []
    for sign in text:
        if category(sign) in ("Mn", "Me"):
            if len(marks) == MOST_MARKS or sign in marks[-1:]:
                continue
            marks.append(sign)
        elif sign not in JOINERS:
            marks.clear()
        kept.append(sign)
    return "".join(kept)


def _joins(sign: str) -> bool:
    """Whether a joiner next to this character changes how it is written; next to a Latin letter it would only hide."""
    if not sign or sign in BLANKS:
        return False
    kind = category(sign)
    return kind in ("So", "Sk", "Sm", "Mn", "Mc") or (kind[0] == "L" and sign >= FIRST_JOINED)
