"""What a stored game needs that isn't here: another version of its game (``Game.options_then``), or another box."""

from tetracade.engine.earlier import Needs
from tetracade.engine.game import Game

__all__ = ["Needs", "check_box"]


def check_box(game: Game, line: str) -> None:
    """Raise Needs unless the box of this line (empty: the standard one) is the one the game has here."""
    digest, _, name = line.partition(" ")
    if digest != game.box_mark:
        box = f"the box “{name or 'without a name'}” ({digest})" if digest else "the standard box"
        raise Needs(f"{box} of {game.title}", game.box_said)
