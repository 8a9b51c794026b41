"""Hanamichi, the flower path: Hanabi and Koi-Koi, to play, to study and to build on.

    import hanamichi

    match = hanamichi.new_match("hanabi/cocktail", ["Ana", "Ben"], seed=7)
    match.play(match.legal_actions()[0])

Names are imported when they are first used: `import hanamichi` loads no engine and no kernel.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

__version__ = "0.2.0"

if TYPE_CHECKING:
    from hanamichi.api import GameMatch, bot_ids, make_bot, new_match, presets
    from hanamichi.batch import Batch, make_batch
    from hanamichi.bots import Bot, Choice, Reason, Sight
    from hanamichi.core import (
        Action,
        Event,
        HanamichiError,
        Match,
        MatchRecord,
        Options,
        Outcome,
        Position,
        Preset,
        Seat,
        replay,
    )
    from hanamichi.hanabi import HanabiMatch
    from hanamichi.koikoi import KoiKoiMatch
    from hanamichi.records import read_record, write_record

__all__ = [
    "Action",
    "Batch",
    "Bot",
    "Choice",
    "Event",
    "GameMatch",
    "HanabiMatch",
    "HanamichiError",
    "KoiKoiMatch",
    "Match",
    "MatchRecord",
    "Options",
    "Outcome",
    "Position",
    "Preset",
    "Reason",
    "Seat",
    "Sight",
    "__version__",
    "bot_ids",
    "make_batch",
    "make_bot",
    "new_match",
    "presets",
    "read_record",
    "replay",
    "write_record",
]

_MODULES = {
    "hanamichi.api": ("GameMatch", "bot_ids", "make_bot", "new_match", "presets"),
    "hanamichi.batch": ("Batch", "make_batch"),
    "hanamichi.bots": ("Bot", "Choice", "Reason", "Sight"),
    "hanamichi.core": (
        "Action",
        "Event",
        "HanamichiError",
        "Match",
        "MatchRecord",
        "Options",
        "Outcome",
        "Position",
        "Preset",
        "Seat",
        "replay",
    ),
    "hanamichi.hanabi": ("HanabiMatch",),
    "hanamichi.koikoi": ("KoiKoiMatch",),
    "hanamichi.records": ("read_record", "write_record"),
}
_MODULE_OF = {name: module for module, names in _MODULES.items() for name in names}

# Type checkers read the imports above: with this function they would accept any name.
if not TYPE_CHECKING:

    def __getattr__(name: str) -> object:
        module = _MODULE_OF.get(name)
        if module is None:
            raise AttributeError(f"module 'hanamichi' has no attribute {name!r}")
        import importlib

        value = getattr(importlib.import_module(module), name)
        globals()[name] = value
        return value

    def __dir__() -> list[str]:
        return sorted({*globals(), *__all__})
