"""All the tables of this process, and what they share: storage, time, chance, and bots."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Container, Coroutine, Sequence
from typing import Any

from msgspec import structs

from hanamichi.bots import Choice, Sight
from hanamichi.bots.spec import read_bot
from hanamichi.core import Chance, Seat, Seeded
from hanamichi.core.seal import new_key
from hanamichi.server.bots import pace
from hanamichi.server.bots.pool import BotPool
from hanamichi.server.bots.process import BotRequest
from hanamichi.server.bots.warmup import Warmup
from hanamichi.server.cluster.peers import Peers, SoloProcess
from hanamichi.server.cluster.postgres import PostgresPeers
from hanamichi.server.live.live_table import LiveTable
from hanamichi.server.ops.gc_pacing import GcPacing
from hanamichi.server.ops.log import report_fault
from hanamichi.server.ops.metrics import Metrics
from hanamichi.server.ops.rate_limits import USUAL, Limits, RateLimiter
from hanamichi.server.protocol.commands import BotPace, CreateTable
from hanamichi.server.protocol.errors import Refused
from hanamichi.server.protocol.http_bodies import TableSummary
from hanamichi.server.replays.service import ReplayService
from hanamichi.server.storage.append import Append
from hanamichi.server.storage.database import Database, Listed, Person
from hanamichi.server.storage.errors import StorageError
from hanamichi.server.table import seating
from hanamichi.server.table.decision import Actor, Context, hash_secret
from hanamichi.server.table.entries import AnyEntry, Forgotten, PersonId, stored_run
from hanamichi.server.table.identity import clean_name, new_secret
from hanamichi.server.table.state import Table, evolve, load
from hanamichi.server.views import projection

_LOG = logging.getLogger("hanamichi.server")
_LIST_LENGTH = 100
_IDLE = 600.0
"""Seconds after which a table that nobody uses is only on disk."""
_ROUNDS = 60.0
_RETRY = 5.0
"""Seconds until a database that did not answer is asked again."""
_DAY = 24 * 3600 * 1000
"""In milliseconds."""


class LiveTables:
    """Where rooms are found. One for each process."""

    def __init__(
        self,
        storage: Database,
        *,
        bot_pace: BotPace = "human",
        now: Callable[[], float] = time.monotonic,
        chance: Chance | None = None,
        pause: Callable[[BotPace], float] = pace.pause,
        workshop: BotPool | None = None,
        limits: Limits = USUAL,
    ) -> None:
        self.storage = storage
        self.now = now
        self.chance = chance or Seeded()
        self.new_key = new_key if chance is None else None
        self.pause = pause
        self.bot_pace = bot_pace
        self.memory = ReplayService(self)
        self.gate = RateLimiter(limits)
        self.metrics = Metrics()
        self.garbage = GcPacing(lambda: self.metrics.commands_heard)
        self.closing = False
        self.neighbours: Peers = PostgresPeers(self) if storage.shared else SoloProcess()
        self._rooms: dict[str, LiveTable] = {}
        self._unreadable: set[str] = set()
        self._loading = asyncio.Lock()
        self._tasks: set[asyncio.Task[Any]] = set()
        self._workshop = workshop or BotPool()
        self.warmth = Warmup(self._tell_warmth)

    @staticmethod
    def wall_clock() -> int:
        """Milliseconds since 1970, for people; never for measuring."""
        return time.time_ns() // 1_000_000

    async def open(self, *, warm: bool = False) -> None:
        """Open the storage; matches that were on go on by themselves.

        `warm` makes bots ready that need a while, also while nobody asks for them.
        """
        await self.storage.open()
        if warm:
            self.warmth.begin()
        await self.neighbours.open()
        if not self.storage.shared:
            self.spawn(self._resume())
        self.spawn(self.memory.catch_up())
        self.spawn(self._put_away())
        self.spawn(self.garbage.keep_looking())

    async def close(self) -> None:
        """Let everybody go; all that matters is stored already. A second time is harmless."""
        self.closing = True
        for room in self._rooms.values():
            room.close()
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._rooms.clear()
        await self.neighbours.close()
        await self.warmth.close()
        await self._workshop.close()
        await self.storage.close()

    def spawn(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Run something beside everything else, and hold on to it."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)
        return task

    def _done(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and isinstance(error := task.exception(), Exception):
            # asyncio would write its text into the log.
            report_fault(error)

    async def think(self, memory: str, game_id: str, bot: str, sight: Sight) -> Choice:
        """A bot's choice, made in another process; `memory` names its match."""
        named = read_bot(game_id, bot)
        await self.warmth.ready(game_id, named.info.id)
        return await self._workshop.think(named, BotRequest(memory, game_id, bot, sight))

    def _tell_warmth(self) -> None:
        for room in self._rooms.values():
            room.tell_warmth()

    # -- tables --

    async def room(self, table_id: str) -> LiveTable:
        """A table by its id, from memory or from storage."""
        if "\0" in table_id:  # which PostgreSQL could not even look for
            raise _unknown()
        known = self._rooms.get(table_id)
        if known is None:
            async with self._loading:
                known = self._rooms.get(table_id) or await self._open_room(table_id)
        known.use()
        return known

    async def _open_room(self, table_id: str) -> LiveTable:
        self.neighbours.begin_loading(table_id)
        try:
            company = await self.neighbours.company(table_id)
            table = await self.load(table_id, attended=company.attended)
            room = self._rooms[table_id] = LiveTable(self, table, company.standings)
        finally:
            self.neighbours.end_loading(table_id)
        self.metrics.rooms.set(len(self._rooms))
        return room

    def room_in_use(self, table_id: str) -> LiveTable | None:
        """A table that is in memory already."""
        return self._rooms.get(table_id)

    def rooms_in_use(self) -> dict[str, LiveTable]:
        """All the tables that are in memory, by their ids."""
        return dict(self._rooms)

    async def _put_away(self) -> None:
        """Now and then, let go of tables where nothing goes on: storage has them."""
        while True:
            await asyncio.sleep(_ROUNDS)
            if self.put_away(self.now() - _IDLE):
                self.garbage.want()  # they and their sockets hold on to each other
            if not self.storage.shared:
                await self.look_after_all()

    def put_away(self, before: float) -> int:
        """Let go of the tables that nobody has used since; how many."""
        idle = [table_id for table_id, room in self._rooms.items() if room.idle_since() <= before]
        for table_id in idle:
            self._rooms.pop(table_id).close()
        self.neighbours.let_go(idle)
        self.metrics.rooms.set(len(self._rooms))
        return len(idle)

    async def load(self, table_id: str, *, attended: bool = False) -> Table:
        """The table as it is stored. `attended` is one that was in use all the time."""
        stored = await self.storage.entries(table_id)
        if not stored:
            raise _unknown()
        return load(table_id, stored, self.now(), self.wall_clock() if attended else None)

    async def follow(self, table: Table) -> Table:
        """The table with what was stored since."""
        fresh = await self.storage.entries(table.id, after=table.seq)
        if any(isinstance(stored.entry, Forgotten) for stored in fresh):
            # Then what was stored before was written anew.
            return await self.load(table.id, attended=True)
        for stored in fresh:
            table = evolve(table, table.id, stored, self.now())
        return table

    async def create(self, actor: Actor, request: CreateTable) -> str:
        """Open a table, and start its match if that is wished."""
        entries: list[AnyEntry] = [seating.open_table(actor, request, self.bot_pace)]
        if request.start:
            now = self.now()
            table = evolve(None, "", stored_run(entries, 0, 0)[0], now)
            context = Context(now, projection.NOBODY_HERE, self.chance, new_key=self.new_key)
            entries += seating.begin(table, context).entries
        return await self.create_from(entries)

    async def create_from(self, entries: Sequence[AnyEntry]) -> str:
        """Open a table that begins with these entries."""
        table_id = new_secret()
        run = stored_run(entries, 0, self.wall_clock())
        table = load(table_id, run, self.now())
        await self.storage.append(Append(run, None, table))
        if table.status == "playing":
            await self.room(table_id)
        return table_id

    async def _resume(self) -> None:
        """Find unfinished matches again, so that bots play on and clocks run."""
        while True:
            try:
                for table_id in await self.storage.unfinished():
                    await self._look_after(table_id)
            except StorageError as error:
                _LOG.error("unfinished matches wait for the database: %s", error)
                await asyncio.sleep(_RETRY)
            else:
                return

    async def look_after_all(self) -> None:
        """See that all goes on which should by itself, also what a backup brought back."""
        try:
            for table_id in await self.storage.due():
                await self._look_after(table_id)
        except StorageError as error:
            _LOG.error("to be tried again: %s", error)

    async def _look_after(self, table_id: str) -> None:
        if table_id in self._unreadable:
            return
        try:
            (self._rooms.get(table_id) or await self.room(table_id)).wake()
        except StorageError:
            raise
        except Exception as error:
            # One match that cannot be read keeps no other from going on.
            self._unreadable.add(table_id)
            report_fault(error)

    async def open_tables(self) -> list[TableSummary]:
        """Tables that anybody may join; who waited for a day in vain has gone."""
        since = self.wall_clock() - _DAY
        return await self._summaries(await self.storage.open_tables(_LIST_LENGTH, since))

    async def tables_of(self, person: PersonId) -> list[TableSummary]:
        """A person's own tables."""
        return await self._summaries(await self.storage.tables_of(person, _LIST_LENGTH))

    async def _summaries(self, items: Sequence[Listed]) -> list[TableSummary]:
        not_here = [item.summary.id for item in items if item.summary.id not in self._rooms]
        taken = await self.neighbours.seats_taken(not_here)
        return [self._summary(item, taken) for item in items]

    def _summary(self, item: Listed, taken: Container[tuple[str, Seat]]) -> TableSummary:
        summary = item.summary
        seats = tuple(
            structs.replace(seat, connected=seat.connected or (summary.id, seat.seat) in taken)
            for seat in summary.seats
        )
        summary = structs.replace(summary, seats=seats)
        to_act: Seat | None = item.to_act
        room = self._rooms.get(summary.id)
        if room is not None:
            summary = projection.summary(room.table, room.presence, self.now())
            to_act = room.table.to_act
        mine = item.seat is not None and item.seat == to_act
        return structs.replace(summary, your_turn=mine)

    # -- people --

    async def person(self, secret: str | None) -> Person | None:
        """Whoever the cookie says; nobody without one, or with one that is forged or forgotten."""
        if not secret:
            return None
        return await self.storage.find_person(hash_secret(secret))

    async def new_person(self, name: str | None = None) -> tuple[Person, str]:
        """Somebody who was never here, and the secret for their cookie."""
        person, secret = Person(new_secret(), name), new_secret()
        await self.storage.add_person(person, hash_secret(secret), self.wall_clock())
        return person, secret

    async def rename(self, person: Person, name: str) -> Person:
        """Call somebody otherwise, at every table they sit at."""
        name = clean_name(name)
        await self.storage.rename_person(person.id, name)
        await self.rename_here(person.id, name)
        return person._replace(name=name)

    async def rename_here(self, person: PersonId, name: str) -> None:
        """Call somebody otherwise at the tables that are in memory."""
        for room in list(self._rooms.values()):
            if room.knows(person):
                try:
                    await room.rename(person, name)
                except StorageError as error:
                    _LOG.error("a table keeps an old nickname: %s", error)


def _unknown() -> Refused:
    return Refused("table/unknown", "There is no such table here; check the link")
