"""A finished match, ply by ply: as one seat saw it then, or with everything open."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from copy import copy
from functools import cached_property
from typing import Any

from msgspec import structs

from hanamichi.catalog import open_view
from hanamichi.core import MatchRecord, RecordError, Seat, event_for, replay
from hanamichi.core.audience import check_viewer
from hanamichi.core.seal import sealed_steps
from hanamichi.records import RECORDS, ForeignForm
from hanamichi.server.protocol.messages import LogEntry
from hanamichi.server.protocol.replay_messages import (
    Frame,
    RecordForm,
    Replay,
    SealedDraw,
    Unsealed,
)
from hanamichi.server.table.absence import NOBODY_HERE
from hanamichi.server.table.events import TakeBackEvent
from hanamichi.server.table.state import LogItem, Table
from hanamichi.server.views import projection
from hanamichi.server.views.game_views import VIEWS


class MatchReplay:
    """One replay. A seat is shown exactly what its view showed at that ply."""

    def __init__(
        self, replay_id: str, table: Table, record: MatchRecord, *, imported: bool = False
    ) -> None:
        assert table.play is not None, "a match that never began has no replay"
        self.id = replay_id
        self.table = table
        self.record = record
        self.imported = imported
        self.positions = tuple(replay(table.game, record))
        self._states = {position.ply: position.state for position in self.positions}
        """By ply, gestures included: the last state of a ply has them all."""
        self._log = _without_takebacks(table)
        self._last_seq = _last_seqs(self._log, self.plies)

    def without_names(self) -> MatchReplay:
        """The same, without the names of people."""
        other = copy(self)
        seats = tuple(
            seat if seat.person is None else structs.replace(seat, name=None)
            for seat in self.table.seats
        )
        other.table = structs.replace(self.table, seats=seats)
        other.record = structs.replace(self.record, players=other.table.players)
        return other

    @property
    def plies(self) -> int:
        """The number of decisions in the match."""
        return self.positions[-1].ply

    def state(self, ply: int) -> Any:
        """The state after a number of plies."""
        return self._states[ply]

    @cached_property
    def forms(self) -> tuple[RecordForm, ...]:
        """The formats in which the record can be written."""
        foreign = RECORDS.of(self.record.game).forms
        return ("hanamichi", *(form.id for form in foreign if self._fits(form)))

    def _fits(self, form: ForeignForm) -> bool:
        try:
            form.write(self.record)
        except RecordError:
            return False
        return True

    def message(self, seat: Seat | None, you: Seat | None) -> Replay:
        """Everything but the frames."""
        check_viewer(seat, len(self.table.seats))
        info = projection.table_info(self.table, NOBODY_HERE, 0)
        seats = tuple(structs.replace(place, connected=True, host=False) for place in info.seats)
        return Replay(
            id=self.id,
            table=structs.replace(
                info,
                id=self.id,
                replay=self.id,
                rematch=None,
                lesson=None,
                seats=seats,
                listed=False,
            ),
            plies=self.plies,
            seat=seat,
            you=you,
            log=tuple(self._line(item, seat) for item in self._log),
            forms=self.forms,
            imported=self.imported,
        )

    def _line(self, item: LogItem, seat: Seat | None) -> LogEntry:
        if seat is None:
            return projection.line(self.table, item, item.events, item.reason)
        # A bot's reasons about cards that others could not see are only for its own seat.
        secret = item.reason is not None and item.reason.secret and item.seat != seat
        seen = [event_for(event, seat) for event in item.events]
        return projection.line(self.table, item, seen, None if secret else item.reason)

    def unsealed(self) -> Unsealed:
        """The seal, opened."""
        seal = self.record.seal
        if seal is None:
            return Unsealed(None, None, ())
        draws = tuple(
            SealedDraw(step, draw.label, draw.order)
            for step, draw in sealed_steps(self.table.game, self.record)
        )
        return Unsealed(seal.commitment, seal.key, draws)

    def frame(self, ply: int, seat: Seat | None) -> Frame:
        """One position as a seat saw it; None: everything open."""
        check_viewer(seat, len(self.table.seats))
        state = self.state(ply)
        last = self._last_seq[ply]
        over = ply == self.plies and self.table.ending is not None
        to_act = None if over else self.table.game.to_act(state)
        game, everything_open = self.table.game, seat is None
        view = open_view(game.id, state) if everything_open else game.view(state, seat)
        position = projection.position_of(game.id, view, seq=last, to_act=to_act)
        return VIEWS.of(game.id).frame(position, view, state, everything_open=everything_open)


def _last_seqs(log: Sequence[LogItem], plies: int) -> list[int]:
    """The last `seq` of the log up to each ply."""
    last = [0] * (plies + 1)
    for item in log:
        last[item.ply] = max(last[item.ply], item.seq)
    return list(itertools.accumulate(last, max))


def _without_takebacks(table: Table) -> tuple[LogItem, ...]:
    """The log without what was taken back."""
    removed = {
        seq
        for item in table.log
        if isinstance(item.table, TakeBackEvent)
        for seq in item.table.removed
    }
    return tuple(item for item in table.log if item.seq not in removed)
