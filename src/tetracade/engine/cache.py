"""Where machine code is cached between processes, and under which name.

Numba's own cache doesn't notice edits in imported files. So each compiled function has a folder named after a digest of
everything it depends on, which follows from the package's layers:

- the engine, always;
- the whole folder of the game it belongs to or is bound to, and the digest of its box;
- elsewhere in the package, its own file, which imports nothing from the package but the engine;
- outside the package, its folder, and everything in the package that rules may import.
"""

import getpass
import hashlib
import logging
import os
import shutil
import stat
import tempfile
import time
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import numba
import platformdirs

from tetracade.engine.boxes import GAMES, digest_in

PACKAGE = Path(__file__).resolve().parents[1]
ENGINE = PACKAGE / "engine"

KEPT = 4
"""Cache folders kept for the same functions; older ones are removed after a day without use."""

LASTING = 24 * 3600.0

PROSE = (".md", ".pyc", ".toml")
"""Suffixes of files that no machine code depends on; a box counts by its digest."""

logger = logging.getLogger("tetracade.cache")


class BadCache(OSError):
    """There is no writable folder for machine code."""


class Sources(NamedTuple):
    """What machine code depends on: its owner's name and a digest of the sources."""

    name: str
    digest: str


def sources_of(functions: Iterable[Any]) -> Sources:
    """The sources that code made of these functions depends on."""
    codes = (getattr(getattr(function, "py_func", function), "__code__", None) for function in functions)
    parts = frozenset(_part_of(code.co_filename) for code in codes if code is not None) | {ENGINE}
    boxes = frozenset((part, digest_in(part)) for part in parts if _is_game(part))
    return _sources(parts, boxes, _circumstances())


@cache
def _sources(parts: frozenset[Path], boxes: frozenset[tuple[Path, str]], circumstances: str) -> Sources:
    """The sources that consist of these files and folders and these games' boxes; hundreds of rules share them."""
    ordered = sorted(parts)
    if any(PACKAGE not in part.parents for part in ordered):
        ordered.append(GAMES)
    names = [part.stem for part in ordered if part not in (ENGINE, GAMES)]
    digest = hashlib.sha256(circumstances.encode())
    for part in ordered:
        digest.update(f"{part.name} {_digest_of(part)}\n".encode())
        if _is_game(part):
            digest.update(f"box {dict(boxes)[part]}\n".encode())
    return Sources("-".join(names) or ENGINE.name, digest.hexdigest()[:16])


@cache
def _is_game(part: Path) -> bool:
    return part.parent == GAMES


@cache
def _part_of(filename: str) -> Path:
    """The folder or file that covers what this source depends on, apart from the engine."""
    file = Path(filename).resolve()
    if ENGINE in file.parents or not file.is_file():  # no file: typed in, and not kept
        return ENGINE
    if GAMES in file.parents:
        return GAMES / file.relative_to(GAMES).parts[0]
    return file if PACKAGE in file.parents else file.parent


def _circumstances() -> str:
    return f"{numba.__version__} {os.environ.get('NUMBA_BOUNDSCHECK', '')}"


@cache
def _digest_of(part: Path) -> str:
    """A digest of this file or folder; subfolders count only in packages."""
    digest = hashlib.sha256()
    for file in sorted(_files_in(part)):
        digest.update(file.relative_to(part.parent).as_posix().encode() + b"\0" + file.read_bytes())
    return digest.hexdigest()


def _files_in(part: Path) -> list[Path]:
    if part.is_file():
        return [part]
    found = part.rglob("*") if (part / "__init__.py").exists() else part.glob("*")
    return [file for file in found if file.is_file() and file.suffix not in PROSE and not file.name.startswith(".")]


def cache_home() -> Path:
    """The cache's home: ``TETRACADE_CACHE``, or the user's cache folder."""
    return Path(os.environ.get("TETRACADE_CACHE") or platformdirs.user_cache_dir("tetracade")) / "compiled"


@cache
def cache_folder(sources: Sources) -> Path:
    """The folder for code from these sources, created if needed; folders of older sources are cleared away."""
    folder = _writable_home() / sources.name / sources.digest
    folder.mkdir(parents=True, exist_ok=True)
    os.utime(folder)
    others = sorted((_used_at(other), other) for other in folder.parent.iterdir() if other != folder)
    for used_at, old in others[: -KEPT + 1]:
        if time.time() - used_at > LASTING:
            shutil.rmtree(old, ignore_errors=True)
    return folder


@cache
def _writable_home() -> Path:
    """The cache's home, or a temporary folder, with one warning, where that isn't writable."""
    home = cache_home()
    try:
        _try_writing(home)
    except OSError as error:
        why = error.strerror or str(error)
        try:
            instead = _temporary_home()
        except OSError:
            said = f"compiled code can be saved neither in {home.parent} ({why}) nor in a temporary folder"
            raise BadCache(f"{said}; set TETRACADE_CACHE to a folder you can write") from None
        logger.warning(
            "compiled code can't be saved in %s (%s), so it goes to %s; set TETRACADE_CACHE to choose another folder",
            home.parent,
            why,
            instead,
        )
        os.environ["TETRACADE_CACHE"] = str(instead)  # processes started from here need not find out again
        return cache_home()
    return home


def _try_writing(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryFile(dir=folder):
        pass


def _temporary_home() -> Path:
    """A temporary folder that only this user can write to: code is run from it."""
    folder = Path(tempfile.gettempdir()) / f"tetracade-{getpass.getuser()}"
    folder.mkdir(mode=0o700, exist_ok=True)
    found = folder.lstat()
    mine = not hasattr(os, "getuid") or found.st_uid == os.getuid()
    if not (stat.S_ISDIR(found.st_mode) and mine and not found.st_mode & (stat.S_IWGRP | stat.S_IWOTH)):
        folder = Path(tempfile.mkdtemp(prefix="tetracade-"))
    _try_writing(folder)
    return folder


def _used_at(folder: Path) -> float:
    try:
        return folder.stat().st_mtime
    except FileNotFoundError:  # another process has just cleared it away
        return 0.0
