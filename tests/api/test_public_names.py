"""`import hanamichi`: complete, lazily loaded, and without `Any` in a public signature."""

from __future__ import annotations

import ast
import inspect
import subprocess
import sys
import types
import typing
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, get_args, get_origin, get_overloads

import numpy as np
import pytest
from numpy.typing import ArrayLike

import hanamichi
from hanamichi import api
from hanamichi.batch.cuda_batch import CudaBatch
from hanamichi.catalog import game_by_id
from hanamichi.hanabi.options import HanabiPresetId
from hanamichi.koikoi.options import KoiKoiPresetId

NAMES = [name for name in hanamichi.__all__ if name != "__version__"]
ANNOTATION_NAMES = {"CudaBatch": CudaBatch, "JsonObject": Mapping[str, object]}
"""Names in annotations as type checkers read them."""


def test_type_checkers_and_the_interpreter_see_the_same_names() -> None:
    source = Path(inspect.getfile(hanamichi)).read_text("utf-8")
    imported = {
        alias.name: node.module
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.ImportFrom) and str(node.module).startswith("hanamichi.")
        for alias in node.names
    }
    assert imported == hanamichi._MODULE_OF
    assert sorted(imported) == sorted(NAMES)


def test_every_public_name_is_there() -> None:
    for name in NAMES:
        assert getattr(hanamichi, name) is not None
    assert set(hanamichi.__all__) <= set(dir(hanamichi))
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        getattr(hanamichi, "nothing")  # noqa: B009


def test_importing_the_package_loads_no_engine_and_no_kernel() -> None:
    code = (
        "import sys, hanamichi\n"
        "print([m for m in sys.modules if m.startswith('hanamichi.') or m in ('numpy', 'numba')])\n"
        "hanamichi.new_match('koikoi/nintendo')\n"
        "print('numba' in sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    ).stdout.splitlines()
    assert done == ["[]", "False"]


def test_literal_preset_ids_are_the_presets() -> None:
    assert get_args(HanabiPresetId) == tuple(game_by_id("hanabi").presets)
    assert get_args(KoiKoiPresetId) == tuple(game_by_id("koikoi").presets)
    assert {preset.id for preset in api.presets()} == {
        *get_args(HanabiPresetId),
        *get_args(KoiKoiPresetId),
    }


def test_every_listed_bot_can_be_made() -> None:
    assert api.bot_ids("hanabi")[0] == "random"
    for bot in ("random", "novice", "casual", "companion"):
        assert bot in api.bot_ids("hanabi")
        assert hasattr(api.make_bot("hanabi", bot), "choose")


@pytest.mark.parametrize("name", NAMES)
def test_no_public_signature_mentions_any(name: str) -> None:
    value = getattr(hanamichi, name)
    found = [
        f"{where}, {part}: {hint}"
        for where, hints in _hints(name, value)
        for part, hint in hints.items()
        if _mentions_any(hint)
    ]
    assert not found


def _hints(name: str, value: Any) -> Iterator[tuple[str, dict[str, Any]]]:
    """The annotations of a function, or of a class's fields and public methods."""
    if inspect.isfunction(value):
        for function in (value, *get_overloads(value)):
            yield name, _resolved(function)
    elif inspect.isclass(value):
        fields = {n: h for n, h in _resolved(value).items() if not n.startswith("_")}
        yield name, fields
        for member_name, member in vars(value).items():
            function = member.fget if isinstance(member, property) else member
            public = not member_name.startswith("_") or member_name == "__init__"
            if public and inspect.isfunction(function):
                for each in (function, *get_overloads(function)):
                    yield f"{name}.{member_name}", _resolved(each)
    elif isinstance(value, types.GenericAlias) or get_origin(value) is not None:
        yield name, {"alias": value}


def _resolved(value: Any) -> dict[str, Any]:
    return typing.get_type_hints(value, localns=ANNOTATION_NAMES)


def _mentions_any(hint: Any) -> bool:
    if hint is Any:
        return True
    if isinstance(hint, list | tuple):
        return any(map(_mentions_any, hint))
    if get_origin(hint) is np.ndarray:  # NumPy writes an unknown shape as `tuple[Any, ...]`
        return any(map(_mentions_any, get_args(hint)[1:]))
    parts, array_like = get_args(hint), get_args(ArrayLike)
    if all(part in parts for part in array_like):  # so does its own alias
        parts = tuple(part for part in parts if part not in array_like)
    return any(map(_mentions_any, parts))
