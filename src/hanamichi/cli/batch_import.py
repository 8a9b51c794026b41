"""Imports the kernels on use, so that other commands do not wait for Numba."""

from __future__ import annotations

import importlib
from types import ModuleType

from hanamichi.core import HanamichiError


def import_batch() -> ModuleType:
    """`hanamichi.batch`; raises an error that says what to install."""
    try:
        return importlib.import_module("hanamichi.batch")
    except ModuleNotFoundError as error:
        raise HanamichiError(
            f"The kernels need the extra hanamichi[batch]: {error.name} is not installed",
            code="batch/missing",
        ) from None
