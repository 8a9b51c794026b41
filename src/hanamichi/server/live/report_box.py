"""Takes in what people report to the owner."""

from __future__ import annotations

from hanamichi.server.live.live_tables import LiveTables
from hanamichi.server.live.refusals import person_silenced
from hanamichi.server.live.restrictions import Restrictions
from hanamichi.server.live.served import served_as
from hanamichi.server.ops.clock import Clock
from hanamichi.server.ops.rate_limits import RateLimiter
from hanamichi.server.protocol.errors import Refused
from hanamichi.server.protocol.owner_messages import NewReport
from hanamichi.server.storage.database import Database
from hanamichi.server.storage.reports import Report, store_report
from hanamichi.server.table.decision import Actor, seat_at
from hanamichi.server.table.identity import new_secret


class ReportBox:
    """Stores reports, few from each person and address."""

    def __init__(
        self,
        database: Database,
        tables: LiveTables,
        restrictions: Restrictions,
        rate_limiter: RateLimiter,
        clock: Clock,
    ) -> None:
        self._database = database
        self._tables = tables
        self._restrictions = restrictions
        self._rate_limiter = rate_limiter
        self._clock = clock

    async def report(self, actor: Actor, table_id: str, report: NewReport) -> str:
        """Store a report; its id."""
        if actor.person is None:
            raise Refused("person/unknown", "This browser keeps no cookie, so it cannot report")
        if self._restrictions.is_silenced(actor.person):
            raise person_silenced()
        table = (await self._tables.look_at(table_id, served_as(actor))).table
        person = name = None
        if report.seat is not None:
            seat = seat_at(table, report.seat)
            if seat.person is None:
                raise Refused("table/seat-unknown", "Nobody sits there", where="seat")
            person, name = seat.person, seat.name
        self._rate_limiter.report(actor.person, actor.address)
        stored = Report(
            id=new_secret(),
            at=self._clock.wall_clock(),
            reporter=actor.person,
            table_id=table_id,
            person_id=person,
            name=name,
            reason=report.reason,
            text=_one_text(report.text),
        )
        await store_report(self._database, stored)
        return stored.id


def _one_text(text: str) -> str:
    """Text without control characters, which could confuse the owner's terminal."""
    return "".join(c if c.isprintable() else " " for c in text).strip()
