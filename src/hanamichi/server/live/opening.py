"""Opens new tables."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec import structs

from hanamichi.catalog import preset_by_id
from hanamichi.core import Chance
from hanamichi.server.live.live_tables import LiveTables
from hanamichi.server.live.served import served_as
from hanamichi.server.ops.clock import Clock
from hanamichi.server.ops.long_work import run_off_loop
from hanamichi.server.protocol.commands import BotPace, CreateTable
from hanamichi.server.protocol.replay_messages import CreateBranch
from hanamichi.server.replays.branch import branch
from hanamichi.server.replays.library import ReplayLibrary
from hanamichi.server.storage.append import Append
from hanamichi.server.storage.database import Database
from hanamichi.server.storage.storers import Storers
from hanamichi.server.table import seating
from hanamichi.server.table.absence import NOBODY_HERE
from hanamichi.server.table.decision import Actor, Context, require_person
from hanamichi.server.table.entries import AnyEntry, Opened, stored_run
from hanamichi.server.table.identity import new_secret
from hanamichi.server.table.lessons import lesson_of
from hanamichi.server.table.state import evolve, load


class TableOpener:
    """Stores the first entries of a table, and loads it if its match has begun."""

    def __init__(
        self,
        database: Database,
        tables: LiveTables,
        library: ReplayLibrary,
        storers: Storers,
        *,
        clock: Clock,
        chance: Chance,
        new_key: Callable[[], str] | None,
        bot_pace: BotPace,
        max_thinking_ms: int,
    ) -> None:
        self._database = database
        self._tables = tables
        self._library = library
        self._storers = storers
        self._clock = clock
        self._chance = chance
        self._new_key = new_key
        self._bot_pace = bot_pace
        """For tables whose host chose none."""
        self._max_thinking_ms = max_thinking_ms

    async def create(self, actor: Actor, request: CreateTable) -> str:
        """Open a table, and start its match if requested; the table's id."""
        opened = seating.open_table(actor, request, self._bot_pace, self._max_thinking_ms)
        entries: list[AnyEntry] = [opened]
        if request.start:
            entries += self._begun(opened, self._new_key)
        return await self._open(actor, entries)

    def _begun(self, opened: Opened, new_key: Callable[[], str] | None) -> Sequence[AnyEntry]:
        """The entries that start the match of a new table."""
        now, at = self._clock.now(), self._clock.wall_clock()
        table = evolve(None, "", stored_run([opened], 0, 0)[0], now)
        context = Context(now, at, NOBODY_HERE, self._chance, new_key=new_key)
        return seating.begin(table, context).entries

    def remarks_on(self, request: CreateTable) -> tuple[str, ...]:
        """Remarks on parameters of bots that were changed."""
        game, _ = preset_by_id(request.preset)
        return seating.remarks_on(game.id, request.seats, self._max_thinking_ms)

    async def begin_lesson(self, actor: Actor, lesson_id: str) -> str:
        """Open a table for a guided first game; the table's id."""
        return await self._open(actor, lesson_of(lesson_id).opened_by(actor))

    async def open_daily(
        self, actor: Actor, request: CreateTable, day: str, key: str, table_id: str
    ) -> None:
        """Open the table of a deal of the day, and start its match with the day's key."""
        opened = seating.open_table(actor, request, self._bot_pace, self._max_thinking_ms)
        opened = structs.replace(opened, daily=day)
        entries = [opened, *self._begun(opened, lambda: key)]
        await self._open(actor, entries, table_id)

    async def branch(self, actor: Actor, replay_id: str, request: CreateBranch) -> str:
        """Open a table that plays on from a position of a replay; the table's id."""
        served = served_as(actor)
        replay = await self._library.find(replay_id, served)
        if request.cards == "same":  # others could watch, and have yet to play them
            self._library.daily_gate.check_opened(replay.table)
        entries = await self._library.run_in_thread(
            lambda: branch(
                replay, actor, request, self._chance, self._bot_pace, self._max_thinking_ms
            ),
            served,
        )
        return await self._open(actor, entries)

    async def _open(
        self, actor: Actor, entries: Sequence[AnyEntry], table_id: str | None = None
    ) -> str:
        table_id = table_id or new_secret()
        run = stored_run(entries, 0, self._clock.wall_clock())
        now = self._clock.now()
        table = await run_off_loop(len(run), lambda: load(table_id, run, now))
        opener = self._storers.of(require_person(actor), actor.address)
        await self._database.append(Append(run, None, table, opener))
        if table.status == "playing":
            await self._tables.get(table_id, served_as(actor))
        return table_id
