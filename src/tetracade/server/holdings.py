"""What this process holds: memory, our objects, and the size of every collection in them.

Nothing is listed by hand: we walk through all attributes of all objects of our classes and through the globals and
caches of our modules. So a collection that someone adds tomorrow is covered too.
"""

import asyncio
import gc
import os
import sys
import threading
from collections import Counter, deque
from collections.abc import Iterator
from pathlib import Path
from types import MethodType, ModuleType
from typing import Any

OURS = "tetracade"
COLLECTIONS = (dict, list, set, frozenset, tuple, deque, bytes, bytearray)


async def holdings() -> dict[str, Any]:
    """Measure sizes after a full garbage collection. That stops the loop for a moment; the walk itself doesn't."""
    gc.collect()
    return {"tasks": len(asyncio.all_tasks()), **await asyncio.to_thread(_walked)}


def _walked() -> dict[str, Any]:
    objects: Counter[str] = Counter()
    lengths: Counter[str] = Counter()
    for thing in _our_objects():
        kind = type(thing).__name__
        objects[kind] += 1
        for name, value in _attributes(thing):
            if isinstance(value, COLLECTIONS):
                lengths[f"{kind}.{name}"] += len(value)
    for module in _our_modules():
        for name, value in list(vars(module).items()):
            if name.startswith("__"):
                continue
            if isinstance(value, COLLECTIONS):
                lengths[f"{module.__name__}.{name}"] += len(value)
            elif hasattr(value, "cache_info") and getattr(value, "__module__", "") == module.__name__:
                lengths[f"{module.__name__}.{name}()"] += value.cache_info().currsize
    return {
        "memory": resident_bytes(),
        "threads": threading.active_count(),
        "files": open_files(),
        "tracked": len(gc.get_objects()),
        "objects": dict(objects.most_common()),
        "collections": dict(lengths.most_common()),
    }


def resident_bytes() -> int:
    """The memory this process uses now, on systems that tell (Linux); otherwise 0."""
    try:
        return int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except OSError:
        return 0


def open_files() -> int:
    """How many files and sockets this process has open, on systems that tell (Linux); otherwise 0."""
    try:
        return len(os.listdir("/proc/self/fd"))
    except OSError:
        return 0


def _our_modules() -> list[ModuleType]:
    return [module for name, module in list(sys.modules.items()) if name.partition(".")[0] == OURS]


def _is_ours(thing: Any) -> bool:
    return str(type(thing).__module__).partition(".")[0] == OURS


def _our_objects() -> Iterator[Any]:
    """Yield every living object of our classes once.

    The garbage collector lists those created after ``serve.spared_collector``. The others are reached from these,
    through attributes, collections and classes.
    """
    todo = [thing for thing in gc.get_objects() if _is_ours(thing)]
    seen = {id(thing) for thing in todo}
    while todo:
        thing = todo.pop()
        yield thing
        for value in _reached(thing):
            if id(value) not in seen and _is_ours(value):
                seen.add(id(value))
                todo.append(value)


def _reached(thing: Any) -> Iterator[Any]:
    for _, value in [*_attributes(thing), *vars(type(thing)).items()]:
        if isinstance(value, dict):
            yield from list(value.values())  # the loop may be adding to it at the same time
        elif isinstance(value, list | set | tuple | deque):
            yield from list(value)
        elif isinstance(value, MethodType):
            yield value.__self__
        else:
            yield value


def _attributes(thing: Any) -> Iterator[tuple[str, Any]]:
    yield from list(getattr(thing, "__dict__", {}).items())
    for kind in type(thing).__mro__:
        for name in getattr(kind, "__slots__", ()):
            if not name.startswith("__") and hasattr(thing, name):
                yield name, getattr(thing, name)
