"""How an environment may be shown."""

from __future__ import annotations

from hanamichi.core import OptionError

RENDER_MODES = ("human", "ansi")


def checked_render_mode(mode: str | None) -> str | None:
    """A mode there is, or none."""
    if mode is not None and mode not in RENDER_MODES:
        raise OptionError(
            f"A render mode is one of: {', '.join(RENDER_MODES)}; not {mode!r}",
            where="render_mode",
        )
    return mode
