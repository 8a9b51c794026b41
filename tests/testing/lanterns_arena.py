"""Lanterns in the arena."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from hanamichi.arena.game_arena import GameArena


class LanternsArena(GameArena):
    """A forfeit costs more than there are lanterns to hang."""

    def forfeit(self, options: Mapping[str, Any]) -> int:
        return int(options["lanterns"])


LANTERNS_ARENA = LanternsArena()
