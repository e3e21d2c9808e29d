"""``tetracade box deck``: whether a file is a deck of cards that a game can be played with."""

from pathlib import Path
from typing import Annotated

import typer

from tetracade import games
from tetracade.cli.app import complain, console
from tetracade.cli.box import box_app
from tetracade.engine.game import Game


@box_app.command("deck")
def check_deck(
    file: Annotated[Path, typer.Argument(help="A deck: a TOML file with a title and thirty cards.")],
    game: Annotated[str, typer.Option(help="The game it is for, if several have decks.")] = "",
) -> None:
    """Say what is wrong with a deck of cards; if nothing is, list its cards."""
    found = _with_decks(game)
    if found.decks is None:
        complain(f"{found.title} has no decks to choose from")
    deck = found.decks.checked(file)
    console.print(
        f"{file.name} can be played with: for {found.title}, it is the deck “{deck.title}”.",
        markup=False,
        highlight=False,
        soft_wrap=True,
    )
    for number, image in enumerate(deck.images, 1):
        said = f"{image.description} ({image.reference})" if image.reference else image.description
        console.print(f"  {number:>2} {image.name}: {said}", markup=False, highlight=False)


def _with_decks(name: str) -> Game:
    """The game of this name, or the one that has decks."""
    if name:
        return games.find(name)
    return next(game for game in map(games.find, games.names()) if game.decks is not None)
