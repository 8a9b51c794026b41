"""Keeps the cards of a day from those who have not played them yet."""

from __future__ import annotations

from hanamichi.server.ops.clock import Clock
from hanamichi.server.protocol.errors import Refused
from hanamichi.server.storage.daily import DailyStore, Deal
from hanamichi.server.table.days import end_of
from hanamichi.server.table.entries import PersonId
from hanamichi.server.table.state import Table


class DailyGate:
    """Who may see what of a finished match of today's deal."""

    def __init__(self, store: DailyStore, clock: Clock) -> None:
        self._store = store
        self._clock = clock

    def is_sealed(self, table: Table) -> bool:
        """Whether the key of a table's cards is still secret, though the match is over."""
        return table.daily is not None and self._clock.wall_clock() < end_of(table.daily)

    def check_opened(self, table: Table) -> None:
        """Refuse the record of a match whose cards others have yet to play."""
        if self.is_sealed(table):
            raise self._refused(table, "its record is opened")

    async def check_viewer(self, table: Table, person: PersonId | None) -> None:
        """Refuse a replay to those who could still play the same cards."""
        if not self.is_sealed(table):
            return
        assert table.daily is not None
        deal = Deal(table.daily, table.settings.preset)
        game = None if person is None else await self._store.game_of(deal, person)
        if game is None or game.replay_id is None:
            raise self._refused(table, "everybody may see it")

    async def hides_name(self, table: Table, person: PersonId | None) -> bool:
        """Whether whose deal of a day this is does not want their name shown, to this viewer."""
        if table.daily is None or table.seat_of(person) is not None:
            return False
        deal = Deal(table.daily, table.settings.preset)
        return not await self._store.is_named(deal, table.id)

    def _refused(self, table: Table, then: str) -> Refused:
        assert table.daily is not None
        seconds = (end_of(table.daily) - self._clock.wall_clock()) / 1000
        return Refused(
            "daily/sealed",
            f"This is a deal of today: when the day is over (in UTC), {then}",
            retry_after=seconds,
        )
