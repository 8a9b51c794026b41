"""A table's state in memory, kept equal to what the database has."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from time import perf_counter

from hanamichi.core import HanamichiError
from hanamichi.server.live.table_services import TableServices
from hanamichi.server.live.timers import Timers
from hanamichi.server.ops.long_work import run_off_loop
from hanamichi.server.storage.append import Append
from hanamichi.server.storage.errors import Conflict, StorageError
from hanamichi.server.table.decision import Decision
from hanamichi.server.table.entries import PersonId, Stored, TookBack, stored_run
from hanamichi.server.table.state import Table, evolve

_LOG = logging.getLogger("hanamichi.server")
_MAX_ATTEMPTS = 10
RETRY_SECONDS = 5.0


class DurableTable:
    """Stores decisions before anything else learns of them, and reads what other processes wrote.

    Callers of the methods that say so hold `lock`.
    """

    def __init__(
        self,
        services: TableServices,
        table: Table,
        timers: Timers,
        on_change: Callable[[Table], Awaitable[None]],
    ) -> None:
        self.table = table
        self.lock = asyncio.Lock()
        self._services = services
        self._timers = timers
        self._on_change = on_change
        """Called with the previous state, once the new one is stored."""
        self._in_doubt = False
        """What is stored must be read before the next decision."""
        self._noticed_seq = 0
        """The last entry that another process is known to have stored."""
        self._catching_up = False

    def detach(self) -> None:
        """Tell nobody of changes any more."""
        self._on_change = _tell_nobody

    # -- writing (with the lock) --

    async def attempt(self, decide: Callable[[], Decision]) -> Decision:
        """Decide and store; when another process wrote first, read that and decide again."""
        for _ in range(_MAX_ATTEMPTS):
            try:
                decision = decide()
                await self.commit(decision)
            except HanamichiError:
                # Entries of another process that are not read yet may allow what was refused.
                if not await self.was_behind():
                    raise
            except Conflict:
                await self.read_if_in_doubt()
            else:
                return decision
        raise _always_late()

    async def commit(self, decision: Decision) -> None:
        """Store what was decided; only then does the state change."""
        if not decision.entries:
            return
        services = self._services
        before, now = self.table, services.clock.now()
        # The wall clock may be set back; the times of a log never go back.
        at = max(before.changed, services.clock.wall_clock())
        run = stored_run(decision.entries, before.seq, at)

        def evolved() -> Table:
            table = before
            for stored in run:
                table = evolve(table, table.id, stored, now, decision.transition)
            return table

        replayed = _replayed_steps(before, run)
        after = await run_off_loop(replayed, evolved) if replayed else evolved()
        appends = [Append(run, before, after)]
        if decision.rematch is not None:
            table_id, opened, address = decision.rematch
            opener = services.storers.of(opened.host, address)
            first = stored_run([opened], 0, at)
            appends.append(Append(first, None, evolve(None, table_id, first[0], now), opener))
        began = perf_counter()
        try:
            await services.database.append(*appends)
        except BaseException as error:
            # Even an interrupted write may have been stored, and must be broadcast then.
            self._in_doubt = True
            if isinstance(error, StorageError) and not isinstance(error, Conflict):
                self._timers.set("catch-up", RETRY_SECONDS, lambda: self.notice(after.seq))
            raise
        services.metrics.commit.observe(perf_counter() - began)
        services.metrics.entries.inc(len(run))
        self.table = after
        await self._on_change(before)

    async def anonymize(self, person: PersonId, leave: Callable[[], Decision]) -> None:
        """Take a person out of the stored table, where `leave` frees a seat before the start."""
        for _ in range(_MAX_ATTEMPTS):
            try:
                await self.read_if_in_doubt()
                await self.commit(leave())
                self._in_doubt = True
                await self._services.stored.anonymize([self.table.id], person)
                self.table = await self._services.stored.load(self.table.id, attended=True)
                self._in_doubt = False
            except Conflict:
                self._in_doubt = True
            else:
                return
        raise _always_late()

    # -- reading (with the lock) --

    def doubt(self) -> None:
        """Read what is stored before the next decision."""
        self._in_doubt = True

    async def read_if_in_doubt(self) -> None:
        """After a failed write, or one of another process, read what is stored."""
        if not self._in_doubt:
            return
        before = self.table
        self.table = await self._services.stored.follow(before)
        self._in_doubt = False
        if self.table.seq != before.seq:
            await self._on_change(before)

    async def was_behind(self) -> bool:
        """Read what other processes may have stored; whether there was anything."""
        seq = self.table.seq
        self._in_doubt = self._in_doubt or self._services.database.shared
        await self.read_if_in_doubt()
        return self.table.seq != seq

    # -- other processes (without the lock) --

    def notice(self, seq: int) -> None:
        """Another process stored entries up to this number: read them in the background."""
        self._noticed_seq = max(self._noticed_seq, seq)
        if self._noticed_seq > self.table.seq and not self._catching_up:
            self._catching_up = True
            self._services.tasks.spawn(self._catch_up())

    async def _catch_up(self) -> None:
        try:
            goal = 0
            while goal < self._noticed_seq and self.table.seq < self._noticed_seq:
                goal = self._noticed_seq
                async with self.lock:
                    self._in_doubt = self._in_doubt or self.table.seq < goal
                    await self.read_if_in_doubt()
        except StorageError as error:
            self.report(error)
            self._timers.set("catch-up", RETRY_SECONDS, lambda: self.notice(self._noticed_seq))
        finally:
            self._catching_up = False

    def report(self, error: StorageError) -> None:
        """Count and log a failure of the database."""
        self._services.metrics.storage_failures.inc()
        _LOG.error("storage failed: %s", error)


def _replayed_steps(table: Table, run: Sequence[Stored]) -> int:
    """How many moves are replayed for new entries: after a take-back, all that remain."""
    if table.play is None or not any(isinstance(stored.entry, TookBack) for stored in run):
        return 0
    return len(table.play.steps)


async def _tell_nobody(_: Table) -> None:
    """What is called instead of the live table that is gone."""


def _always_late() -> Conflict:
    return Conflict("another process was quicker each time")
