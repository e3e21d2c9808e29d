"""Decks of images, a file each (TD5). A deck changes the pictures, never the play.

The box says which decks there are: those in this folder by name, others by their files. A deck is a TOML file with a
``title`` and thirty ``[[cards]]``, each with a ``name``, a sentence (``text``), perhaps the ``source`` of its story,
and either an ``icon`` that the page has or a ``drawing`` of its own.
"""

import difflib
import re
import textwrap
import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from tetracade.engine.box import BadBox
from tetracade.engine.wording import counted

IMAGES = 30

LINES, LETTERS = 3, 11
"""What there is room for on a card: lines, and letters in each."""
LONGEST_TITLE, LONGEST_TEXT, LONGEST_SOURCE, LONGEST_DRAWING = 40, 120, 40, 10_000
ENTRIES = ("name", "text", "source", "icon", "drawing")


class Image(NamedTuple):
    """One image: its name on the card, a sentence about it, where its story is told (if anywhere), and its drawing.

    ``icon`` is a name in the npm package ``@iconify-json/game-icons``; without one, ``drawing`` is an SVG path on a
    square of 512 by 512.
    """

    name: str
    description: str
    reference: str
    icon: str
    drawing: str


class Deck(NamedTuple):
    """Thirty images under a title; the first is image 1 (TD2, TD3)."""

    name: str
    title: str
    images: tuple[Image, ...]


def slug_of(name: str) -> str:
    """A card's name as it is typed: small letters, and hyphens for everything else."""
    return re.sub(r"[^a-z0-9]+", "-", name.lower().replace("'", "")).strip("-")


def read(path: Path, icons: Sequence[str] | None = None) -> Deck:
    """The deck in this file; BadBox with one sentence if it isn't one. ``icons`` are those a card may have, or None."""
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise BadBox(f"{path.name}: {error.strerror or 'it cannot be read'}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise BadBox(f"{path.name} is no TOML file: {error}") from None
    if not re.fullmatch(r"[a-z][a-z0-9_]{0,29}", path.stem):
        raise BadBox(f"{path.name}: name the file with small letters, digits and underscores, such as sea.toml")
    try:
        return Deck(path.stem, _text_in(data, "title", "the deck", LONGEST_TITLE), _images(data, icons))
    except ValueError as error:
        raise BadBox(f"{path.name}: {error}") from None


def found() -> tuple[Deck, ...]:
    """All decks in this folder, by name."""
    return tuple(read(file) for file in sorted(Path(__file__).parent.glob("*.toml")))


def named(names: Sequence[str], folder: Path) -> tuple[Deck, ...]:
    """These decks in this order, each by its name here or as a file in ``folder``; BadBox if one isn't a deck."""
    here = {deck.name: deck for deck in found()}
    decks = [here[name] if name in here else checked(folder / name) for name in names]
    twice = next((deck.name for deck in decks if sum(other.name == deck.name for other in decks) > 1), None)
    if twice is not None:
        raise BadBox(f"there are two decks called {twice}; rename one of the files")
    return tuple(decks)


def checked(path: Path) -> Deck:
    """The deck in this file, if the page can draw it as well; BadBox with one sentence otherwise."""
    return read(path, sorted({image.icon for deck in found() for image in deck.images if image.icon}))


def _images(data: dict[str, Any], icons: Sequence[str] | None) -> tuple[Image, ...]:
    others = [key for key in data if key not in ("title", "cards")]
    if others:
        raise ValueError(f"{others[0]!r} isn't part of a deck; write title and [[cards]]")
    cards = data.get("cards")
    if not isinstance(cards, list) or not all(isinstance(card, dict) for card in cards):
        raise ValueError("write each card under a line [[cards]]")
    if len(cards) != IMAGES:
        raise ValueError(f"it has {counted(len(cards), 'card')}; a deck has {IMAGES}")
    images = tuple(_image(card, f"card {number}", icons) for number, card in enumerate(cards, 1))
    first: dict[str, int] = {}
    for number, image in enumerate(images, 1):
        if slug_of(image.name) in first:
            raise ValueError(f"cards {first[slug_of(image.name)]} and {number} are both called {image.name}")
        first[slug_of(image.name)] = number
    return images


def _image(card: dict[str, Any], where: str, icons: Sequence[str] | None) -> Image:
    name = _text_in(card, "name", where, LINES * LETTERS + LINES - 1).upper()
    where = f"{where}, {name}"
    other = next((key for key in card if key not in ENTRIES), None)
    if other is not None:
        raise ValueError(f"{where}: {other!r} isn't part of a card; write {', '.join(ENTRIES)}")
    if not slug_of(name):
        raise ValueError(f"{where}: a name has letters")
    lines = textwrap.wrap(name, LETTERS, break_long_words=False, break_on_hyphens=False)
    if len(lines) > LINES or max(map(len, lines)) > LETTERS:
        raise ValueError(f"{where}: a card has room for {LINES} lines of {LETTERS} letters")
    text = _text_in(card, "text", where, LONGEST_TEXT)
    source = _text_in(card, "source", where, LONGEST_SOURCE) if "source" in card else ""
    return Image(name, text, source, *_picture(card, where, icons))


def _picture(card: dict[str, Any], where: str, icons: Sequence[str] | None) -> tuple[str, str]:
    """The name of the card's icon and its own drawing, of which it has one."""
    if ("icon" in card) == ("drawing" in card):
        raise ValueError(f"{where}: give it an icon, or a drawing of its own")
    if "drawing" in card:
        drawing = _text_in(card, "drawing", where, LONGEST_DRAWING)
        if not re.fullmatch(r"[Mm][MmLlHhVvCcSsQqTtAaZz0-9eE+\-., ]+", drawing):
            raise ValueError(f'{where}: a drawing is an SVG path, such as "M0 0h512v512H0z"')
        return "", drawing
    icon = _text_in(card, "icon", where, 60)
    if icons is not None and icon not in icons:
        near = difflib.get_close_matches(icon, icons, 1)
        meant = f"did you mean {near[0]!r}? Or" if near else "take one of another deck, or"
        raise ValueError(f"{where}: the page has no icon {icon!r}; {meant} draw it yourself with drawing = …")
    return icon, ""


def _text_in(values: dict[str, Any], key: str, where: str, longest: int) -> str:
    """The text under this key, on one line; ValueError says what would be right."""
    if key not in values:
        raise ValueError(f"{where} has no {key}")
    text = values[key]
    if not isinstance(text, str) or not text.strip() or "\n" in text:
        raise ValueError(f"{where}: {key} is a line of text in quotes")
    if len(text.strip()) > longest:
        raise ValueError(f"{where}: {key} has {len(text.strip())} characters; {longest} are the most")
    return text.strip()
