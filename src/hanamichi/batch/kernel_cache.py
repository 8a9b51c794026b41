"""Compiled kernels on disk: one file for each kernel, types of arguments and processor.

A file is named after the contents of its kernel, and is written whole or not at all: any number of
processes may read and write at once, and what one wrote, every environment of this machine uses.
"""

from __future__ import annotations

import hashlib
import logging
import os
import pickle
import tempfile
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import platformdirs
from numba.core.caching import _Cache
from numba.core.compiler import CompileResult
from numba.core.serialize import dumps

from hanamichi.batch.kernel_contents import Contents, NoContents, contents_of

_LOG = logging.getLogger(__name__)

_DAY = 86_400.0
KEPT_DAYS = 30
"""Kernels that nobody has used for so long are removed."""
_UNFINISHED = ".writing"
_SUFFIXES = frozenset({".kernel", _UNFINISHED, ".nbc", ".nbi"})
"""Of our files, and of those of earlier versions. A chosen folder may have others."""


def cache_folder() -> Path:
    """Where compiled kernels are kept: your cache folder, or NUMBA_CACHE_DIR."""
    chosen = os.environ.get("NUMBA_CACHE_DIR")
    if chosen:
        return Path(chosen) / "hanamichi"
    return platformdirs.user_cache_path("hanamichi", appauthor=False) / "kernels"


class KernelCache(_Cache):
    """The compiled forms of one kernel, as Numba asks for them."""

    def __init__(self, dispatcher: Any) -> None:
        self._function = dispatcher.py_func
        self._options = repr(sorted(dispatcher.targetoptions.items()))
        self._enabled = True
        self._contents: Contents | None = None

    @property
    def contents(self) -> Contents:
        """What the kernel is made of: known once everything that it calls is defined."""
        if self._contents is None:
            self._contents = contents_of(self._function, self._options)
        return self._contents

    @property
    def cache_path(self) -> str:
        """The folder, for Numba's statistics."""
        return str(cache_folder())

    def enable(self) -> None:
        """Use the files."""
        self._enabled = True

    def disable(self) -> None:
        """Leave the files alone."""
        self._enabled = False

    def flush(self) -> None:
        """Nothing to do: a file never goes out of date."""

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """The compiled kernel for a signature; None where there is none yet."""
        path = self._path(sig, target_context.codegen())
        if path is None:
            return None
        try:
            parts = pickle.loads(path.read_bytes())
            _keep(path)
        except FileNotFoundError:
            return None
        except Exception as error:
            # A file of other making, or cut off by a crash: it is compiled and written again.
            _LOG.debug("%s cannot be read: %s", path, error)
            return None
        target_context.refresh()
        return CompileResult._rebuild(target_context, *parts)  # type: ignore[no-untyped-call]

    def save_overload(self, sig: Any, data: Any) -> None:
        """Keep a compiled kernel; without a folder to write to, it serves this process alone."""
        if data.lifted or data.library.has_dynamic_globals:
            return
        path = self._path(sig, data.codegen)
        if path is None:
            return
        try:
            _write(path, dumps(data._reduce()))  # type: ignore[no-untyped-call]
            _sweep(path.parent.parent)
        except OSError as error:
            _LOG.debug("%s cannot be written: %s", path, error)

    def _path(self, sig: Any, codegen: Any) -> Path | None:
        if not self._enabled:
            return None
        try:
            digest = self.contents.digest
        except NoContents:
            return None
        types = getattr(sig, "args", sig)
        key = repr((digest, tuple(map(str, types)), codegen.magic_tuple()))
        name = hashlib.sha256(key.encode()).hexdigest()
        return cache_folder() / name[:2] / f"{name[2:34]}.kernel"


def _write(path: Path, content: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.NamedTemporaryFile(dir=path.parent, suffix=_UNFINISHED, delete=False) as file:
        try:
            file.write(content)
            file.close()
            Path(file.name).replace(path)
        except BaseException:
            file.close()
            Path(file.name).unlink(missing_ok=True)
            raise


def _keep(path: Path) -> None:
    """Mark a kernel as used."""
    with suppress(OSError):
        if time.time() - path.stat().st_mtime > _DAY:
            os.utime(path)


def _sweep(folder: Path) -> None:
    """Once a day, remove what nobody has used for long, of earlier versions too."""
    stamp = folder / "swept"
    now = time.time()
    with suppress(FileNotFoundError):
        if now - stamp.stat().st_mtime < _DAY:
            return
    stamp.touch()
    for path in list(_old_files(folder, now - KEPT_DAYS * _DAY)):
        with suppress(OSError):
            path.unlink()
            for inner in path.parents[: path.parents.index(folder)]:
                inner.rmdir()  # fails where it is not empty


def _old_files(folder: Path, before: float) -> Iterator[Path]:
    for path in folder.rglob("*"):
        with suppress(OSError):
            if path.suffix in _SUFFIXES and path.stat().st_mtime < before:
                yield path
