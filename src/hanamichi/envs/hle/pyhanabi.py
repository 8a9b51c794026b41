"""The names of the original's `pyhanabi`: games, states, moves and observations as objects."""

from __future__ import annotations

from collections.abc import Sequence

from hanamichi.envs.hle.game import AgentObservationType, HanabiGame
from hanamichi.envs.hle.moves import (
    CHANCE_PLAYER_ID,
    COLOR_CHAR,
    HanabiCard,
    HanabiCardKnowledge,
    HanabiHistoryItem,
    HanabiMove,
    HanabiMoveType,
    color_char_to_idx,
    color_idx_to_char,
)
from hanamichi.envs.hle.observation import (
    HanabiObservation,
    ObservationEncoder,
    ObservationEncoderType,
)
from hanamichi.envs.hle.state import HanabiEndOfGameType, HanabiState

__all__ = [
    "CHANCE_PLAYER_ID",
    "COLOR_CHAR",
    "DEFAULT_CDEF_PREFIXES",
    "DEFAULT_LIB_PREFIXES",
    "PYHANABI_HEADER",
    "PYHANABI_LIB",
    "AgentObservationType",
    "HanabiCard",
    "HanabiCardKnowledge",
    "HanabiEndOfGameType",
    "HanabiGame",
    "HanabiHistoryItem",
    "HanabiMove",
    "HanabiMoveType",
    "HanabiObservation",
    "HanabiState",
    "ObservationEncoder",
    "ObservationEncoderType",
    "cdef_loaded",
    "color_char_to_idx",
    "color_idx_to_char",
    "lib_loaded",
    "try_cdef",
    "try_load",
]


DEFAULT_CDEF_PREFIXES: Sequence[str | None] = (None, ".", "/include")
DEFAULT_LIB_PREFIXES: Sequence[str | None] = (None, ".", "/lib")
PYHANABI_HEADER = "pyhanabi.h"
PYHANABI_LIB = ["libpyhanabi.so", "libpyhanabi.dylib"]


def try_cdef(
    header: str = PYHANABI_HEADER,  # noqa: ARG001  # there is none to find
    prefixes: Sequence[str | None] = DEFAULT_CDEF_PREFIXES,  # noqa: ARG001
) -> bool:
    """True: there is no header to find."""
    return True


def try_load(
    library: str | Sequence[str] | None = None,  # noqa: ARG001  # there is none to find
    prefixes: Sequence[str | None] = DEFAULT_LIB_PREFIXES,  # noqa: ARG001
) -> bool:
    """True: there is no C library to find."""
    return True


def cdef_loaded() -> bool:
    """True: there is no header to find."""
    return True


def lib_loaded() -> bool:
    """True: there is no C library to find."""
    return True
