"""Compilation, in one place: ``rule`` for a game's functions, ``bind`` for the loops that run them.

Machine code is kept between processes in a folder named after a digest of all sources of the package, because Numba's
own cache does not notice an edit in an imported file. What comes from outside the package, or is bound to that, has a
folder of its own, named after the sources that lie beside it, too. ``NUMBA_DISABLE_JIT=1`` leaves everything plain
Python.
"""

import hashlib
import os
import shutil
import time
import types as python_types
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any, TypeVar, cast

import numba
import platformdirs
from numba.core import types
from numba.core.registry import CPUDispatcher

COMPILED = not numba.config.DISABLE_JIT  # type: ignore[attr-defined]  # Numba sets its settings at run time
"""Whether rules are machine code in this process."""

KEPT = 4
"""Folders of machine code that stay, the newest first; older ones go once they have not been used for a day."""

LASTING = 24 * 3600.0

SETTINGS: dict[str, Any] = {
    "nopython": True,
    "nogil": True,  # games run side by side on threads
    "boundscheck": None,  # NUMBA_BOUNDSCHECK=1 decides
    "_nrt": False,  # rules allocate nothing, so nothing needs counting: batches run five times as fast
}

F = TypeVar("F", bound=Callable[..., Any])

PACKAGE = Path(__file__).resolve().parents[1]


UNCOMPILED = ("cli", "lab", "server")
"""Parts of the package in which nothing is compiled: an edit there leaves the machine code as it is."""


def digest_of_sources(package: Path = PACKAGE) -> str:
    """A name for exactly these sources, this Numba and its checks."""
    digest = hashlib.sha256(f"{numba.__version__} {os.environ.get('NUMBA_BOUNDSCHECK', '')}".encode())
    for file in sorted(package.rglob("*.py")):
        if file.relative_to(package).parts[0] in UNCOMPILED:
            continue
        digest.update(file.relative_to(package).as_posix().encode() + b"\0" + file.read_bytes())
    return digest.hexdigest()[:16]


@cache
def _digest_of_package() -> str:
    return digest_of_sources()


def cache_home() -> Path:
    """Where machine code is kept: ``TETRACADE_CACHE``, or the user's cache folder."""
    return Path(os.environ.get("TETRACADE_CACHE") or platformdirs.user_cache_dir("tetracade")) / "compiled"


@cache
def _digest_beside(folder: Path) -> str:
    """A name for the sources in this folder, of a package with those below it."""
    files = folder.rglob("*.py") if (folder / "__init__.py").exists() else folder.glob("*.py")
    digest = hashlib.sha256()
    for file in sorted(files):
        digest.update(file.relative_to(folder).as_posix().encode() + b"\0" + file.read_bytes())
    return digest.hexdigest()


def digest_outside(functions: Iterable[Any]) -> str:
    """A name for the sources of those functions that are not the package's own; empty if all are."""
    codes = (getattr(getattr(function, "py_func", function), "__code__", None) for function in functions)
    files = {Path(code.co_filename).resolve() for code in codes if code is not None}
    folders = sorted({file.parent for file in files if file.is_file() and PACKAGE not in file.parents})
    if not folders:
        return ""
    return hashlib.sha256(" ".join(map(_digest_beside, folders)).encode()).hexdigest()[:16]


@cache
def cache_folder(outside: str = "") -> Path:
    """The folder for the package's sources and these outside of it, made if need be; old ones are cleared away."""
    home = cache_home()
    folder = home / "-".join(filter(None, (_digest_of_package(), outside)))
    folder.mkdir(parents=True, exist_ok=True)
    os.utime(folder)
    others = sorted((_used_at(other), other) for other in home.iterdir() if other != folder)
    for used_at, old in others[: -KEPT + 1]:
        if time.time() - used_at > LASTING:
            shutil.rmtree(old, ignore_errors=True)
    return folder


def _used_at(folder: Path) -> float:
    try:
        return folder.stat().st_mtime
    except FileNotFoundError:  # another process has just cleared it away
        return 0.0


class BadCache(OSError):
    """Machine code cannot be kept where it was to be."""


@cache
def cache_trouble() -> BadCache | None:
    """Why machine code cannot be kept; None if it can."""
    try:
        cache_folder()
    except OSError as error:
        said = f"machine code cannot be kept in {cache_home().parent} ({error.strerror or error})"
        return BadCache(f"{said}; name another folder in TETRACADE_CACHE")
    return None


def _widened(argument: types.Type) -> types.Type:
    plain = types.unliteral(argument)  # type: ignore[no-untyped-call]  # Numba is partly typed
    return types.int64 if isinstance(plain, types.Integer | types.Boolean) else plain


class Rule(CPUDispatcher):
    """A compiled function that takes every whole number as int64, so that each rule is compiled once."""

    def compile(self, sig: Any) -> Any:
        """Compile for these arguments; BadCache where it would have to be done anew in every process."""
        if trouble := cache_trouble():
            raise trouble
        return super().compile(sig)

    def get_call_template(self, args: Any, kws: Any) -> Any:
        return super().get_call_template(
            tuple(_widened(argument) for argument in args), {name: _widened(kws[name]) for name in kws}
        )


def _compiled(function: Callable[..., Any], outside: str, inline: bool = False) -> Any:
    dispatcher = Rule(py_func=function, targetoptions={**SETTINGS, "forceinline": inline})
    if cache_trouble() is None:  # else it is told when something is to be compiled: an import is no place for it
        folder = str(cache_folder(outside))
        numba.config.CACHE_DIR = folder  # type: ignore[attr-defined]  # Numba sets its settings at run time
        dispatcher.enable_caching()
    return dispatcher


def rule(function: F) -> F:
    """The function compiled on its first call, and served from the cache in later processes."""
    return cast(F, _compiled(function, digest_outside([function]))) if COMPILED else function


def inlined(function: F) -> F:
    """A rule that is copied into whatever calls it: for the small ones that run at every step."""
    return cast(F, _compiled(function, digest_outside([function]), inline=True)) if COMPILED else function


def bind(loop: Callable[..., Any], functions: Mapping[str, Any], owner: str, inline: bool = False) -> Any:
    """A copy of the loop that calls these functions where it names them.

    Only a copy whose globals hold the functions is found again in the cache by the next process; functions passed as
    arguments or caught in a closure are compiled anew each time.
    """
    python: Any = getattr(loop, "py_func", loop)
    bound = python_types.FunctionType(
        python.__code__, {**python.__globals__, **functions}, python.__name__, python.__defaults__
    )
    bound.__qualname__ = f"{python.__name__}__{owner.replace('.', '_')}"
    bound.__module__ = python.__module__
    ready = _compiled(bound, digest_outside([python, *functions.values()]), inline) if COMPILED else bound
    bound.__globals__[python.__name__] = ready  # a loop may call itself
    return ready
