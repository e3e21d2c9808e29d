"""Where machine code is kept between processes, and under which name.

Numba's own cache does not notice an edit in an imported file. So each compiled function has a folder named after a
digest of all that it depends on, which the layers of the package decide:

- the engine, always;
- the whole folder of the game to which it belongs or is bound, data files included;
- elsewhere in the package its own file, which imports nothing of the package but the engine;
- what lies outside the package: the folder in which it lies, and all of the package that rules may import.
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

PACKAGE = Path(__file__).resolve().parents[1]
ENGINE = PACKAGE / "engine"
GAMES = PACKAGE / "games"

KEPT = 4
"""Folders of machine code that stay for the same functions; older ones go once they have not been used for a day."""

LASTING = 24 * 3600.0

PROSE = (".md", ".pyc")
"""Endings of files on which no machine code depends."""

logger = logging.getLogger("tetracade.cache")


class BadCache(OSError):
    """Machine code cannot be kept anywhere."""


class Sources(NamedTuple):
    """What machine code depends on: whose it is, and a digest of the sources."""

    name: str
    digest: str


def sources_of(functions: Iterable[Any]) -> Sources:
    """What code that is made of these functions depends on."""
    codes = (getattr(getattr(function, "py_func", function), "__code__", None) for function in functions)
    parts = sorted({ENGINE, *(_part_of(code.co_filename) for code in codes if code is not None)})
    if any(PACKAGE not in part.parents for part in parts):
        parts.append(GAMES)
    names = [part.stem for part in parts if part not in (ENGINE, GAMES)]
    digest = hashlib.sha256(_circumstances().encode())
    for part in parts:
        digest.update(f"{part.name} {_digest_of(part)}\n".encode())
    return Sources("-".join(names) or ENGINE.name, digest.hexdigest()[:16])


@cache
def _part_of(filename: str) -> Path:
    """The folder or file that stands for all on which this source depends, the engine aside."""
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
    """A name for what is in this file or folder; if that is no package, without the folders below it."""
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
    """Where machine code is to be kept: ``TETRACADE_CACHE``, or the user's cache folder."""
    return Path(os.environ.get("TETRACADE_CACHE") or platformdirs.user_cache_dir("tetracade")) / "compiled"


@cache
def cache_folder(sources: Sources) -> Path:
    """The folder for code of these sources, made if need be; those of older sources are cleared away."""
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
    """The home of the cache, or a temporary one where that cannot be written, which is said once."""
    home = cache_home()
    try:
        _try_writing(home)
    except OSError as error:
        why = error.strerror or str(error)
        try:
            instead = _temporary_home()
        except OSError:
            said = f"machine code can be kept neither in {home.parent} ({why}) nor in a temporary folder"
            raise BadCache(f"{said}; name another in TETRACADE_CACHE") from None
        logger.warning(
            "machine code cannot be kept in %s (%s), so it is kept in %s; TETRACADE_CACHE names another folder",
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
    """A temporary folder that only this user can write: code is run from it."""
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
