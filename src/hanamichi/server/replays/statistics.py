"""Statistics of one person's matches, game by game and edition by edition."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from hanamichi.server.protocol.replay_messages import Statistics
from hanamichi.server.table.result import RESULTS, CountedMatch


def statistics(matches: Iterable[CountedMatch[Any]]) -> Statistics:
    """The statistics of one person's matches, which come with the oldest first."""
    by_game: dict[str, list[CountedMatch[Any]]] = {}
    for match in matches:
        by_game.setdefault(match.preset.partition("/")[0], []).append(match)
    fields: dict[str, object] = {}
    for game_id, results in RESULTS.all().items():
        fields |= results.statistics(by_game.get(game_id, []))
    return Statistics(**fields)
