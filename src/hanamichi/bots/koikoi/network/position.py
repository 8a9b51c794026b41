"""From what a seat sees and was sent to the rows that kernels read."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from hanamichi.batch.arrays import Actions, Bits
from hanamichi.batch.koikoi import row as r
from hanamichi.batch.koikoi import setup
from hanamichi.bots.bot import Sight
from hanamichi.bots.koikoi.network.inputs import CELLS, LACKED_MONTHS
from hanamichi.core import Event, Seat
from hanamichi.koikoi import KoiKoiView
from hanamichi.koikoi import events as ev
from hanamichi.koikoi.actions import PlayCard
from hanamichi.koikoi.cards import MATES_OF, MONTHS, Card, mask_of, month_mask


class Position(NamedTuple):
    """A decision, without any card that the seat cannot see."""

    view: KoiKoiView
    seat: Seat
    row: Bits
    """The table, with the other hand empty."""
    past: Bits
    """The table before each play of the other seat, its hand being what it has played since."""
    plays: Actions
    """What it played then."""
    unseen: int
    """Cards in the stock or in the other hand."""
    possible: int
    """Of these, the cards that the other hand may hold in addition to the known ones."""
    known: int


def position_of(sight: Sight) -> Position:
    """The position of a sight."""
    view = sight.view
    assert isinstance(view, KoiKoiView)
    assert view.seat is not None
    other = 1 - view.seat
    replay = _RoundReplay(view, other)
    for event in _this_round(sight.events):
        replay.apply(event)
    row = row_of(view)
    row[LACKED_MONTHS : LACKED_MONTHS + 2] = replay.lacked
    known, unseen = mask_of(view.known[other]), mask_of(view.unseen)
    return Position(
        view,
        view.seat,
        row,
        replay.rows(),
        np.array(replay.actions, np.int32),
        unseen | known,
        unseen & ~mask_of(view.ruled_out[other]),
        known,
    )


def row_of(view: KoiKoiView) -> Bits:
    """The table as a row, the hands that the view hides being empty."""
    row = np.zeros(CELLS, np.uint64)
    row[: r.ROW_CELLS] = setup.template(view.options, shuffled=True)
    row[r.FIELD] = mask_of(view.field)
    for seat in range(2):
        row[r.HANDS + seat] = mask_of(view.hands[seat] or ())
        row[r.CAPTURES + seat] = mask_of(view.captures[seat])
        row[r.PLAYED + seat] = mask_of(view.played[seat])
        row[r.SHOWN + seat] = mask_of(view.known[seat])
        row[r.ASKED + seat] = view.asked[seat]
        row[r.CALLS + seat] = view.calls[seat]
        row[r.STANDING + seat] = view.standing_calls[seat]
        row[r.SCORES + seat] = view.scores[seat]
    row[r.PHASE] = setup.PHASES.index(view.phase)
    row[r.ACTOR] = view.dealer if view.to_act is None else view.to_act
    row[r.DEALER] = view.dealer
    row[r.NUMBER] = view.number
    row[r.TURNED] = 0 if view.turned is None else view.turned.index + 1
    if view.pairing is not None:
        row[r.PAIR_OWNER] = view.pairing.owner + 1
        row[r.PAIR_MONTH] = view.pairing.month - 1
    return row


def _this_round(events: Sequence[Event]) -> Sequence[Event]:
    """The events since the last deal."""
    for place in range(len(events) - 1, -1, -1):
        if isinstance(events[place], ev.RoundStarted | ev.DealVoided):
            return events[place:]
    return events


class _RoundReplay:
    """Replays a round, watching one seat."""

    def __init__(self, view: KoiKoiView, watched: Seat) -> None:
        self._watched = watched
        self._row = np.zeros(CELLS, np.uint64)
        self._row[[r.PHASE, r.ACTOR, r.DEALER, r.NUMBER]] = (
            r.PLAY,
            watched,
            view.dealer,
            view.number,
        )
        self._rows: list[Bits] = []
        self._cards: list[int] = []
        self.actions: list[int] = []
        self.lacked = [0, 0]

    def rows(self) -> Bits:
        """The table before each play of the watched seat."""
        rows = np.array(self._rows, np.uint64).reshape(len(self._rows), CELLS)
        for n in range(len(rows)):
            rows[n, r.HANDS + self._watched] = sum(self._cards[n:])
        return rows

    def apply(self, event: Event) -> None:
        """Apply an event."""
        row = self._row
        match event:
            case ev.FieldDealt(cards):
                row[r.FIELD] |= np.uint64(mask_of(cards))
            case ev.CardPlayed(seat, card, taken, joker):
                self._play(seat, card, taken, joker=joker)
            case ev.CardTurned(seat, card, taken, choices):
                if not choices:
                    self._capture_or_lay(seat, card, taken)
            case ev.CardTaken(seat, card, taken):
                self._capture_or_lay(seat, card, taken)
            case ev.YakuMade(seat, _, total):
                row[r.ASKED + seat] = total
                row[r.STANDING + 1 - seat] = 0
            case ev.KoiKoiCalled(seat):
                row[r.CALLS + seat] += np.uint64(1)
                row[r.STANDING + seat] += np.uint64(1)
            case ev.HikiDeclared(seat, card, _):
                row[r.SHOWN + seat] |= np.uint64(card.bit)
            case _:
                pass

    def _play(self, seat: Seat, card: Card, taken: Sequence[Card], *, joker: bool) -> None:
        row = self._row
        field = int(row[r.FIELD])
        if seat == self._watched:
            named = joker or (field & MATES_OF[card.index]).bit_count() == 2
            self.actions.append(setup.action_id(PlayCard(card, taken[0] if named else None)))
            self._cards.append(card.bit)
            self._rows.append(row.copy())
        if not taken:
            self.lacked[seat] |= sum(
                1 << month - 1 for month in MONTHS if field & month_mask(month)
            )
            row[LACKED_MONTHS + seat] = self.lacked[seat]
        row[r.PLAYED + seat] |= np.uint64(card.bit)
        self._capture_or_lay(seat, card, taken)

    def _capture_or_lay(self, seat: Seat, card: Card, taken: Sequence[Card]) -> None:
        row = self._row
        if taken:
            row[r.FIELD] &= ~np.uint64(mask_of(taken))
            row[r.CAPTURES + seat] |= np.uint64(mask_of(taken) | card.bit)
        else:
            row[r.FIELD] |= np.uint64(card.bit)
