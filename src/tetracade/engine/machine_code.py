"""Numba's cache of machine code, shared by all copies of the same sources and by processes that compile side by side.

The folder of the code is named after a digest of its sources (:mod:`tetracade.engine.cache`), so it holds for every
clone and installation that has them. Numba itself would tell them apart by their paths. It also keeps an index for each
function, in which two processes that compile it for different arguments overwrite each other's entries; here a file is
named after the arguments, and there is no index.
"""

import hashlib
import pickle
from pathlib import Path
from typing import Any

from numba.core.caching import CompileResultCacheImpl, FunctionCache, IndexDataCacheFile, UserProvidedCacheLocator


class _Locator(UserProvidedCacheLocator):
    """Finds the folder by the name of the sources' own, wherever they are."""

    @classmethod
    def get_suitable_cache_subpath(cls, py_file: str) -> str:
        return Path(py_file).resolve().parent.name


class _Implementation(CompileResultCacheImpl):
    _locator_classes = [_Locator]  # noqa: RUF012  # an attribute of instances to Numba's types


class CodeFiles(IndexDataCacheFile):
    """The files of one function's code, each named after a digest of its key: arguments, processor, byte code."""

    def __init__(self, folder: str, name: str, stamp: object) -> None:
        super().__init__(folder, name, stamp)  # type: ignore[no-untyped-call]  # Numba is partly typed

    def save(self, key: Any, data: Any) -> None:
        self._save_data(self._name_of(key), (self._mark(key), data))  # type: ignore[no-untyped-call]  # Numba is partly typed

    def load(self, key: Any) -> Any:
        """Return what was saved, or None; a file that was cut short when the power failed counts as none."""
        try:
            mark, data = self._load_data(self._name_of(key))  # type: ignore[no-untyped-call]  # Numba is partly typed
        except (OSError, EOFError, pickle.UnpicklingError):
            return None
        return data if mark == self._mark(key) else None

    def flush(self) -> None:
        """Forget nothing: what is compiled anew is saved over what was there."""

    def _name_of(self, key: Any) -> str:
        digest = hashlib.sha256(str(key).encode()).hexdigest()
        return str(self._index_name).removesuffix("nbi") + f"{digest[:16]}.nbc"

    def _mark(self, key: Any) -> Any:
        return self._version, self._source_stamp, key


class SharedCache(FunctionCache):
    """The cached code of one function, for each kind of arguments."""

    _impl_class = _Implementation

    def __init__(self, function: Any) -> None:
        super().__init__(function)  # type: ignore[no-untyped-call]  # Numba is partly typed
        own = self._impl
        stamp = own.locator.get_source_stamp()
        self._cache_file = CodeFiles(self._cache_path, own.filename_base, stamp)
