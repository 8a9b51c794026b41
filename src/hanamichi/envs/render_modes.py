"""The render modes of the environments."""

from __future__ import annotations

from hanamichi.core import OptionError

RENDER_MODES = ("human", "ansi")


def checked_render_mode(mode: str | None) -> str | None:
    """The mode if it is supported; raises `OptionError` otherwise."""
    if mode is not None and mode not in RENDER_MODES:
        raise OptionError(
            f"A render mode is one of: {', '.join(RENDER_MODES)}; not {mode!r}",
            where="render_mode",
        )
    return mode
