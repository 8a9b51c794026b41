"""Replays kept in memory, because clients read one page by page."""

from __future__ import annotations

from collections import OrderedDict
from typing import TypeAlias

from hanamichi.server.replays.replay import MatchReplay
from hanamichi.server.storage.archive import Found

_MAX_REPLAYS = 32
_MAX_MOVES = 10_000
"""Of all replays together: each move takes a few kilobytes."""

Key: TypeAlias = tuple[str, Found]


class ReplayCache:
    """The replays that were read last, as many as fit."""

    def __init__(self, max_moves: int = _MAX_MOVES) -> None:
        self._max_moves = max_moves
        self._replays: OrderedDict[Key, MatchReplay] = OrderedDict()
        self.moves = 0
        """Of all replays that are kept."""

    def __len__(self) -> int:
        return len(self._replays)

    def get(self, key: Key) -> MatchReplay | None:
        """A replay that is kept."""
        replay = self._replays.get(key)
        if replay is not None:
            self._replays.move_to_end(key)
        return replay

    def add(self, key: Key, replay: MatchReplay) -> None:
        """Keep a replay, and drop those unused for longest if there are too many."""
        if key not in self._replays:
            self.moves += len(replay.positions)
        self._replays[key] = replay
        self._replays.move_to_end(key)
        while len(self._replays) > 1 and (
            len(self._replays) > _MAX_REPLAYS or self.moves > self._max_moves
        ):
            _, oldest = self._replays.popitem(last=False)
            self.moves -= len(oldest.positions)
