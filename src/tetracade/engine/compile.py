"""Compilation, in one place: ``rule`` for a game's functions, ``bind`` for the loops that run them.

Machine code is cached between processes (see :mod:`tetracade.engine.cache`). With ``NUMBA_DISABLE_JIT=1`` everything
stays plain Python.
"""

import threading
import types as python_types
from collections.abc import Callable, Mapping
from typing import Any, TypeVar, cast

import numba
from numba.core import types
from numba.core.registry import CPUDispatcher

from tetracade.engine.cache import Sources, cache_folder, sources_of
from tetracade.engine.machine_code import SharedCache

COMPILED = not numba.config.DISABLE_JIT  # type: ignore[attr-defined]  # Numba sets its settings at run time
"""Whether rules are machine code in this process."""

SETTINGS: dict[str, Any] = {
    "nopython": True,
    "nogil": True,  # games run side by side on threads
    "boundscheck": None,  # NUMBA_BOUNDSCHECK=1 decides
    "_nrt": False,  # rules allocate nothing, so nothing needs counting: batches run five times as fast
}

F = TypeVar("F", bound=Callable[..., Any])


def _widened(argument: types.Type) -> types.Type:
    plain = types.unliteral(argument)  # type: ignore[no-untyped-call]  # Numba is partly typed
    return types.int64 if isinstance(plain, types.Integer | types.Boolean) else plain


class Rule(CPUDispatcher):
    """A compiled function that takes every whole number as int64, so each rule is compiled only once."""

    sources: Sources
    _kept = False
    _finding_a_folder = threading.Lock()

    def compile(self, sig: Any) -> Any:
        """Compile for these arguments, or load from the cache; BadCache if no folder is writable."""
        with self._finding_a_folder:
            if not self._kept:  # only now is a folder needed: to list games needs none
                numba.config.CACHE_DIR = str(cache_folder(self.sources))  # type: ignore[attr-defined]  # set at run time
                self._cache = SharedCache(self.py_func)
                self._kept = True
        return super().compile(sig)

    def get_call_template(self, args: Any, kws: Any) -> Any:
        return super().get_call_template(
            tuple(_widened(argument) for argument in args), {name: _widened(kws[name]) for name in kws}
        )


def _compiled(function: Callable[..., Any], sources: Sources, inline: bool = False) -> Any:
    dispatcher = Rule(py_func=function, targetoptions={**SETTINGS, "forceinline": inline})
    dispatcher.sources = sources  # taken now, not when it is compiled: somebody may edit the file in between
    return dispatcher


def rule(function: F) -> F:
    """The function, compiled on its first call and loaded from the cache in later processes."""
    return cast(F, _compiled(function, sources_of([function]))) if COMPILED else function


def inlined(function: F) -> F:
    """The function as a rule that is copied into its callers: for small ones that run at every step."""
    return cast(F, _compiled(function, sources_of([function]), inline=True)) if COMPILED else function


def bind(loop: Callable[..., Any], functions: Mapping[str, Any], owner: str, inline: bool = False) -> Any:
    """A copy of the loop that calls these functions where it names them.

    The next process finds it in the cache only if the copy's globals hold the functions; functions passed as
    arguments or held in a closure would be compiled again each time.
    """
    python: Any = getattr(loop, "py_func", loop)
    bound = python_types.FunctionType(
        python.__code__, {**python.__globals__, **functions}, python.__name__, python.__defaults__
    )
    bound.__qualname__ = f"{python.__name__}__{owner.replace('.', '_')}"
    bound.__module__ = python.__module__
    ready = _compiled(bound, sources_of([python, *functions.values()]), inline) if COMPILED else bound
    bound.__globals__[python.__name__] = ready  # a loop may call itself
    return ready
