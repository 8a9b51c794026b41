"""Frames for all readers of a table after a change; shared parts are encoded once."""

from __future__ import annotations

from typing import Any

import msgspec

from hanamichi.core import Seat
from hanamichi.core.audience import EVERYONE
from hanamichi.server.protocol.commands import Aids
from hanamichi.server.table.state import LogItem, Table
from hanamichi.server.views import projection
from hanamichi.server.views.game_views import VIEWS, Scene


def _json(value: Any) -> str:
    return msgspec.json.encode(value).decode()


class FrameCache:
    """The log entries after a place in the log, with the position after them, for each reader."""

    def __init__(self, table: Table, after: int, now: float) -> None:
        self._table = table
        self._now = now
        self._items = projection.items_after(table, after) if table.play is not None else ()
        self._scene = _scene(table, now)
        self._lines: dict[int, str] = {}
        """Encoded log entries that are the same for all readers, by `seq`."""

    def frame(self, seat: Seat | None, *, aids: Aids = "all") -> bytes | None:
        """The message `happened` for a seat or a spectator; None if there is no new entry."""
        if not self._items:
            return None
        lines = ",".join([self._line(item, seat) for item in self._items])
        if self._scene is not None:
            here = self._scene.position(seat, aids=aids)
        else:
            here = _json(projection.position(self._table, seat, self._now, aids=aids))
        return f'{{"type":"happened","entries":[{lines}],"position":{here}}}'.encode()

    def _line(self, item: LogItem, seat: Seat | None) -> str:
        known = self._lines.get(item.seq)
        if known is not None:
            return known
        line = _json(projection.entry_for(self._table, item, seat))
        if item.reason is None and all(each.audience() is EVERYONE for each in item.events):
            self._lines[item.seq] = line
        return line


def _scene(table: Table, now: float) -> Scene | None:
    """The faster encoder of positions, where the game has one."""
    play = table.play
    if play is None:
        return None
    clock = projection.clock_state(table, now)
    return VIEWS.of(table.settings.game).scene(
        play.state,
        table.log[-1].seq,
        table.to_act,
        "null" if clock is None else _json(clock),
    )
