"""Decks of images, one file each: a deck is here by being in this folder. It changes the pictures, never the play."""

import importlib
import pkgutil
from collections.abc import Iterable
from typing import NamedTuple

from tetracade.engine.contract import BadGame

IMAGES = 30


class Image(NamedTuple):
    """One image: its name on the card, a sentence about it, where its story is told, and its drawing.

    ``icon`` is a name in the npm package ``@iconify-json/game-icons``.
    """

    name: str
    description: str
    reference: str
    icon: str


class Deck(NamedTuple):
    """Thirty images under a title; the first is image 1 (TD2, TD3)."""

    name: str
    title: str
    images: tuple[Image, ...]


def checked(deck: Deck) -> Deck:
    """The deck, if it has thirty images with different names and every part filled in."""
    if len(deck.images) != IMAGES:
        raise BadGame(f"deck {deck.name!r} has {len(deck.images)} images, not {IMAGES}")
    if len({image.name for image in deck.images}) != IMAGES:
        raise BadGame(f"deck {deck.name!r} has two images with the same name")
    for image in deck.images:
        if not all(image):
            raise BadGame(f"deck {deck.name!r}: image {image.name!r} is missing a part")
    return deck


def found(folders: Iterable[str]) -> tuple[Deck, ...]:
    """All decks in these folders, the one called ``bible`` first, then by name."""
    names = sorted(module.name for module in pkgutil.iter_modules(folders))
    names.sort(key=lambda name: name != "bible")
    return tuple(checked(importlib.import_module(f"{__name__}.{name}").DECK) for name in names)
