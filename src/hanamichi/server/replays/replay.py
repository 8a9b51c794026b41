"""A match that is over, moment by moment: as one seat saw it then, or with everything open."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from msgspec import structs

from hanamichi.core import MatchRecord, RecordError, Seat, event_for, replay
from hanamichi.core.audience import check_viewer
from hanamichi.core.seal import sealed_steps
from hanamichi.hanabi import HanabiState, HanabiView, knowledge
from hanamichi.hanabi.view import open_view as open_hanabi
from hanamichi.koikoi import CARDS, KoiKoiState
from hanamichi.koikoi.view import open_view as open_koikoi
from hanamichi.records import write_hanab_live
from hanamichi.server.protocol.messages import LogEntry
from hanamichi.server.protocol.replay_messages import (
    Frame,
    HanabiFrame,
    KoiKoiFrame,
    RecordForm,
    Replay,
    SealedDraw,
    Unsealed,
)
from hanamichi.server.table.events import TakeBackEvent
from hanamichi.server.table.state import LogItem, Table
from hanamichi.server.views import projection


class MatchReplay:
    """One replay. Whatever it tells a seat is what that seat's view told at that moment."""

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
        self._log = _standing(table)

    @property
    def plies(self) -> int:
        """How many decisions were taken."""
        return self.positions[-1].ply

    def state(self, ply: int) -> Any:
        """Where the match stood after so many plies."""
        return self._states[ply]

    @cached_property
    def forms(self) -> tuple[RecordForm, ...]:
        """In what forms the record can be written."""
        try:
            write_hanab_live(self.record)
        except RecordError:
            return ("hanamichi",)
        return ("hanamichi", "hanab-live")

    def told(self, seat: Seat | None, you: Seat | None) -> Replay:
        """Everything but the frames."""
        check_viewer(seat, len(self.table.seats))
        info = projection.table_info(self.table, projection.NOBODY_HERE, 0.0)
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
        # What a bot thought of cards that others could not see is for its own eyes.
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
        """One moment through the eyes of a seat; none: everything open."""
        check_viewer(seat, len(self.table.seats))
        state = self.state(ply)
        last = max(item.seq for item in self._log if item.ply <= ply)
        over = ply == self.plies and self.table.ending is not None
        to_act = None if over else self.table.game.to_act(state)
        # The position of a view is one of its game: which, the checker cannot follow.
        match state:
            case HanabiState():
                view = open_hanabi(state) if seat is None else self.table.game.view(state, seat)
                return HanabiFrame(
                    position=projection.position_of(view, seq=last, to_act=to_act),  # type: ignore[arg-type]
                    clued=_clued(view),
                    upcoming=state.deck[state.drawn :] if seat is None else None,
                )
            case KoiKoiState():
                view = open_koikoi(state) if seat is None else self.table.game.view(state, seat)
                stock = tuple(CARDS[card] for card in state.round.stock)
                return KoiKoiFrame(
                    position=projection.position_of(view, seq=last, to_act=to_act),  # type: ignore[arg-type]
                    unseen=() if seat is None else view.unseen,
                    upcoming=stock if seat is None else None,
                )
            case _:
                raise TypeError(f"the wire has no frame for {self.table.settings.game}")


def _clued(view: HanabiView) -> dict[int, tuple[Any, ...]]:
    return {
        held.id: tuple(sorted(knowledge.from_clues(view, held), key=lambda face: face.index))
        for hand in view.hands
        for held in hand
    }


def _standing(table: Table) -> tuple[LogItem, ...]:
    """The log without what was taken back."""
    removed = {
        seq
        for item in table.log
        if isinstance(item.table, TakeBackEvent)
        for seq in item.table.removed
    }
    return tuple(item for item in table.log if item.seq not in removed)
