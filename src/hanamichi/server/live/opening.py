"""Opens new tables."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from hanamichi.catalog import preset_by_id
from hanamichi.core import Chance
from hanamichi.server.live.live_tables import LiveTables
from hanamichi.server.ops.clock import Clock
from hanamichi.server.ops.fair_queue import Served
from hanamichi.server.ops.long_work import run_off_loop
from hanamichi.server.ops.wide_network import fair_share
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
from hanamichi.server.table.entries import AnyEntry, stored_run
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
            now = self._clock.now()
            table = evolve(None, "", stored_run(entries, 0, 0)[0], now)
            at = self._clock.wall_clock()
            context = Context(now, at, NOBODY_HERE, self._chance, new_key=self._new_key)
            entries += seating.begin(table, context).entries
        return await self._open(actor, entries)

    def remarks_on(self, request: CreateTable) -> tuple[str, ...]:
        """Remarks on parameters of bots that were changed."""
        game, _ = preset_by_id(request.preset)
        return seating.remarks_on(game.id, request.seats, self._max_thinking_ms)

    async def begin_lesson(self, actor: Actor, lesson_id: str) -> str:
        """Open a table for a guided first game; the table's id."""
        return await self._open(actor, lesson_of(lesson_id).opened_by(actor))

    async def branch(self, actor: Actor, replay_id: str, request: CreateBranch) -> str:
        """Open a table that plays on from a position of a replay; the table's id."""
        served = Served(fair_share(actor.address), actor.person)
        replay = await self._library.find(replay_id, served)
        entries = await self._library.run_in_thread(
            lambda: branch(
                replay, actor, request, self._chance, self._bot_pace, self._max_thinking_ms
            ),
            served,
        )
        return await self._open(actor, entries)

    async def _open(self, actor: Actor, entries: Sequence[AnyEntry]) -> str:
        table_id = new_secret()
        run = stored_run(entries, 0, self._clock.wall_clock())
        now = self._clock.now()
        table = await run_off_loop(len(run), lambda: load(table_id, run, now))
        opener = self._storers.of(require_person(actor), actor.address)
        await self._database.append(Append(run, None, table, opener))
        if table.status == "playing":
            await self._tables.get(table_id)
        return table_id
