"""A checkpoint of a training: arrays and settings, in files small enough to travel."""

from __future__ import annotations

import io
import json
import os
import re
from collections.abc import Mapping
from hashlib import blake2b
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

MOST_BYTES = 16 * 2**20
"""The size of a file."""
_DIGEST = 32
_NAME = re.compile(r"checkpoint-(\d+)\.(\d+)-of-(\d+)$")
_SETTINGS = "settings.json"


class CheckpointError(Exception):
    """There is no checkpoint, or a part of it is missing or damaged; says which."""


class Checkpoint(NamedTuple):
    """All that a training needs to go on as if it had never stopped."""

    settings: dict[str, Any]
    """What JSON can say."""
    arrays: dict[str, NDArray[Any]]


def write_checkpoint(folder: Path, updates: int, checkpoint: Checkpoint) -> list[Path]:
    """Write the checkpoint after so many updates, then remove the older ones."""
    file = io.BytesIO()
    said = np.frombuffer(json.dumps(checkpoint.settings).encode(), np.uint8)
    np.savez(file, **{_SETTINGS: said, **checkpoint.arrays})  # type: ignore[arg-type]  # its stub
    content = file.getvalue()
    digest, room = blake2b(content, digest_size=_DIGEST).digest(), MOST_BYTES - _DIGEST
    parts = [content[at : at + room] for at in range(0, len(content), room)]
    folder.mkdir(parents=True, exist_ok=True)
    earlier = _parts(folder)
    written = []
    for n, part in enumerate(parts, 1):
        path = folder / f"checkpoint-{updates:08d}.{n}-of-{len(parts)}"
        unfinished = path.with_name(f"{path.name}.unfinished")
        unfinished.write_bytes(digest + part)
        os.replace(unfinished, path)  # noqa: PTH105  # replaces on every system
        written.append(path)
    for files in earlier.values():
        for path in set(files.values()) - set(written):
            path.unlink()
    return written


def read_checkpoint(folder: Path) -> Checkpoint:
    """The latest checkpoint that is whole; raises `CheckpointError` where there is none."""
    found = _parts(folder)
    if not found:
        raise CheckpointError(f"There is no checkpoint in {folder}")
    problems = []
    for updates, count in sorted(found, reverse=True):
        files = found[updates, count]
        missing = [str(n) for n in range(1, count + 1) if n not in files]
        if missing:
            parts = ", ".join(missing)
            problems.append(f"of the {count} files after {updates} updates, {parts} is missing")
            continue
        contents = [files[n].read_bytes() for n in range(1, count + 1)]
        content = b"".join(each[_DIGEST:] for each in contents)
        digest = blake2b(content, digest_size=_DIGEST).digest()
        if any(each[:_DIGEST] != digest for each in contents):
            problems.append(f"a file of the checkpoint after {updates} updates is damaged")
            continue
        return _opened(content)
    raise CheckpointError(f"No checkpoint in {folder} is whole: " + "; ".join(problems))


def _opened(content: bytes) -> Checkpoint:
    with np.load(io.BytesIO(content), allow_pickle=False) as stored:
        arrays = {name: stored[name] for name in stored.files}
    return Checkpoint(json.loads(arrays.pop(_SETTINGS).tobytes()), arrays)


def _parts(folder: Path) -> dict[tuple[int, int], dict[int, Path]]:
    """By updates and number of files: the files there are, by their place."""
    found: dict[tuple[int, int], dict[int, Path]] = {}
    for path in folder.glob("checkpoint-*"):
        if match := _NAME.fullmatch(path.name):
            updates, part, count = map(int, match.groups())
            found.setdefault((updates, count), {})[part] = path
    return found


def prefixed(prefix: str, arrays: Mapping[str, NDArray[Any]]) -> dict[str, NDArray[Any]]:
    """Arrays by longer names, so that several networks fit a checkpoint."""
    return {f"{prefix}/{name}": array for name, array in arrays.items()}


def unprefixed(prefix: str, arrays: Mapping[str, NDArray[Any]]) -> dict[str, NDArray[Any]]:
    """The arrays with this prefix, by their own names."""
    start = f"{prefix}/"
    return {name[len(start) :]: each for name, each in arrays.items() if name.startswith(start)}
