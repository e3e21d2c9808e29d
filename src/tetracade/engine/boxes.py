"""Which box each game has in this process: its standard one, unless ``TETRACADE_BOX`` says otherwise.

The variable lists files, folders of files, and names of boxes that come with a game (``boxes/NAME.toml`` in its
folder), set apart like the folders in ``PATH``. Every process started from this one reads it too, so they all play with
the same boxes. A game's box is settled when the game is loaded.
"""

import os
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TypeVar

from tetracade.engine.box import FILE, BadBox, Box, Page, box_from, values_in
from tetracade.engine.contract import BadGame

VARIABLE = "TETRACADE_BOX"
GAMES = Path(__file__).resolve().parents[1] / "games"

_settled: dict[Path, Box] = {}
"""The boxes of the games that are loaded, by the game's folder."""

T = TypeVar("T")


def settle(folder: Path, read: Callable[[Page], T]) -> tuple[Box, T]:
    """The box that the game in this folder has, and what it reads from it; from now on this doesn't change."""
    home = folder.resolve()
    standard = values_in(home / FILE)
    path = chosen().get(home.name) if home.parent == GAMES else None
    values = standard if path is None else values_in(path)
    box, parts = box_from(values, path or home / FILE, read, standard)
    _settled[home] = box
    return box, parts


def digest_in(folder: Path) -> str:
    """The digest of the box that the game in this folder has; empty for a game without a box."""
    if folder in _settled:
        return _settled[folder].digest
    if (folder / FILE).exists():
        raise BadGame(f"{folder.name}: a module with rules was loaded before the box was read; import board.py in it")
    return ""


def chosen() -> dict[str, Path]:
    """The files that the variable names, by game."""
    return by_game(os.environ.get(VARIABLE, "").split(os.pathsep))


def use(items: Iterable[str | Path]) -> dict[str, Path]:
    """Choose these boxes, beside those chosen before for other games; return their files by game.

    BadBox if one can't be read, or if its game is loaded already with another box.
    """
    wanted = by_game([str(item) for item in items])
    for game, path in wanted.items():
        has = _settled.get(GAMES / game)
        if has is not None and has.path != path:
            raise BadBox(
                f"{game} is in use already, with {has.said}; choose a box before the first table, bot or record"
            )
    os.environ[VARIABLE] = os.pathsep.join(str(path) for path in {**chosen(), **wanted}.values())
    return wanted


def forget(games: Iterable[str]) -> None:
    """Take back what was chosen for games that aren't loaded."""
    kept = [path for game, path in chosen().items() if game not in games or GAMES / game in _settled]
    os.environ[VARIABLE] = os.pathsep.join(map(str, kept))


def by_game(items: Iterable[str]) -> dict[str, Path]:
    """The files of these boxes, by game."""
    found: dict[str, Path] = {}
    for item in items:
        for path in _files_of(item.strip()) if item.strip() else ():
            game = _game_of(path)
            if found.setdefault(game, path) != path:
                raise BadBox(f"{found[game].name} and {path.name} are both for {game}; give one of them")
    return found


def _files_of(item: str) -> list[Path]:
    path = Path(item).expanduser()
    if path.is_dir():
        files = sorted(path.resolve().glob("*.toml"))
        if not files:
            raise BadBox(f"{item}: there is no box in this folder; a box is a file that ends in .toml")
        return files
    if path.is_file():
        return [path.resolve()]
    game, _, name = item.rpartition("/")
    known = sorted(GAMES.glob("*/boxes/*.toml"))
    named = [file for file in known if file.stem == name and game in ("", file.parents[1].name)]
    if not named:
        names = ", ".join(sorted({file.stem for file in known}))
        has = f", or the name of one of ours: {names}" if names else ""
        raise BadBox(f"there is no box {item}; give a file, a folder of files{has}")
    return named


def _game_of(path: Path) -> str:
    """The game that the box in this file is for."""
    values = values_in(path)
    games = sorted(file.parent.name for file in GAMES.glob(f"*/{FILE}"))
    if "game" not in values:
        raise BadBox(f'{path.name}: say which game the box is for, as in game = "{games[0]}"')
    if values["game"] not in games:
        raise BadBox(f"{path.name}: game = {values['game']!r}: the games with a box are {', '.join(games)}")
    return str(values["game"])
