"""Builds the services of a server process, and opens and closes them together."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable

from hanamichi import __version__
from hanamichi.bots.outside.guests import Guest
from hanamichi.core import Chance, Seeded
from hanamichi.core.seal import new_key
from hanamichi.server.bots import pace
from hanamichi.server.bots.pool import BotPool
from hanamichi.server.bots.warmup import Warmup
from hanamichi.server.cluster.peers import Peers, SoloProcess
from hanamichi.server.cluster.postgres import PostgresPeers
from hanamichi.server.http.health import Readiness
from hanamichi.server.http.services import Services
from hanamichi.server.live.daily_dealer import DailyDealer
from hanamichi.server.live.eraser import Eraser
from hanamichi.server.live.listing import TableListing
from hanamichi.server.live.live_tables import LiveTables
from hanamichi.server.live.opening import TableOpener
from hanamichi.server.live.owner_actions import OwnerActions
from hanamichi.server.live.owner_command_loop import OwnerCommandLoop
from hanamichi.server.live.owner_overview import OwnerOverviews
from hanamichi.server.live.owner_tables import OwnerTableList
from hanamichi.server.live.people import People
from hanamichi.server.live.report_box import ReportBox
from hanamichi.server.live.restrictions import Restrictions
from hanamichi.server.live.stored_tables import StoredTables
from hanamichi.server.live.table_services import TableServices
from hanamichi.server.ops.background_tasks import BackgroundTasks
from hanamichi.server.ops.clock import Clock
from hanamichi.server.ops.config import DEFAULT_CONFIG, ServerConfig
from hanamichi.server.ops.gc_pacing import GcPacing
from hanamichi.server.ops.log import report_fault
from hanamichi.server.ops.metrics import Metrics
from hanamichi.server.ops.rate_limits import Limits, RateLimiter, limits_of
from hanamichi.server.ops.wide_network import fair_share
from hanamichi.server.puzzles.answers import PuzzleAnswers
from hanamichi.server.puzzles.packs import PuzzlePacks, shipped_collections
from hanamichi.server.replays.history import MatchHistory
from hanamichi.server.replays.library import ReplayLibrary, replay_queue
from hanamichi.server.reviews.desk import ReviewDesk
from hanamichi.server.reviews.process import ReviewProcess
from hanamichi.server.reviews.progress import ProgressDesk
from hanamichi.server.reviews.queue import ReviewQueue
from hanamichi.server.storage.address_keys import AddressKeys
from hanamichi.server.storage.database import Database
from hanamichi.server.storage.disk_space import DiskSpace
from hanamichi.server.storage.errors import StorageError
from hanamichi.server.storage.file_lock import FileLock
from hanamichi.server.storage.owner_access import OwnerAccess
from hanamichi.server.storage.owner_commands import OwnerCommands
from hanamichi.server.storage.owner_lists import OwnerLists
from hanamichi.server.storage.prune import Pruner
from hanamichi.server.storage.quotas import Quotas
from hanamichi.server.storage.seen import SeenPeople
from hanamichi.server.storage.storers import Storers
from hanamichi.server.storage.tombstones import TombstoneFile, tombstone_file
from hanamichi.server.table.absence import Grace
from hanamichi.server.table.settings import BotPace

_LOG = logging.getLogger("hanamichi.server")
_IDLE_SECONDS = 600.0
"""A table that is unused for this long is evicted from memory."""
_MAINTENANCE_SECONDS = 60.0
_WARM_UP_SECONDS = 2.0
_MINUTE_MILLISECONDS = 60_000


class Application:
    """All services of one process."""

    def __init__(
        self,
        database: Database,
        *,
        bot_pace: BotPace = "human",
        clock: Clock | None = None,
        chance: Chance | None = None,
        pause: Callable[[BotPace], float] = pace.pause,
        warmup: Warmup | None = None,
        bot_pool: BotPool | None = None,
        guests: tuple[Guest, ...] = (),
        limits: Limits | None = None,
        config: ServerConfig = DEFAULT_CONFIG,
        tombstones: TombstoneFile | None = None,
        peers: Peers | None = None,
        new_review_process: Callable[[], ReviewProcess] = ReviewProcess,
    ) -> None:
        self.config = config
        self.database = database
        self._file_lock = FileLock(database.url)
        self.clock = clock = clock or Clock()
        self.address_keys = AddressKeys(database, clock.wall_clock, config.access.address_key_days)
        self.tasks = BackgroundTasks()
        self.metrics = metrics = Metrics()
        self.gc_pacing = GcPacing(lambda: metrics.command_count)
        self.warmup = warmup or Warmup()
        self.bot_pool = bot_pool or BotPool(
            self.warmup, max_ms=config.bots.max_thinking_ms, metrics=metrics, guests=guests
        )
        self.disk_space = DiskSpace(database, config.retention, metrics)
        storers = Storers(
            self.address_keys, self.disk_space, Quotas(config.quotas, config.retention), clock
        )
        self.peers: Peers = peers or (
            PostgresPeers(database, metrics, self.tasks) if database.shared else SoloProcess()
        )
        replays = replay_queue()
        metrics.watch_queue("replays", replays)
        stored = StoredTables(database, clock, replays)
        table_services = TableServices(
            database=database,
            stored=stored,
            clock=clock,
            chance=chance or Seeded(),
            new_key=new_key if chance is None else None,
            bots=self.bot_pool,
            hash_share=lambda address: self.address_keys.hash(fair_share(address)),
            storers=storers,
            max_thinking_ms=config.bots.max_thinking_ms,
            pause=pause,
            warmup=self.warmup,
            peers=self.peers,
            metrics=metrics,
            tasks=self.tasks,
            grace=Grace(60.0 * config.absence.grace_minutes, config.absence.clock_percent / 100),
            seat_link_seconds=3600.0 * config.access.seat_link_hours,
        )
        self.tables = LiveTables(table_services)
        self.pruner = Pruner(database, config.retention, clock, self.tables.delete_unused)
        self.seen = SeenPeople(database, clock)
        self.eraser = Eraser(
            database,
            stored,
            self.tables,
            tombstones or tombstone_file(database.url),
            clock,
            self.tasks,
        )
        self.warmup.on_ready = self.tables.bots_became_ready
        self.library = ReplayLibrary(database, clock, replays)
        self.history = MatchHistory(database, self.library)
        self.review_queue = ReviewQueue(
            database,
            self.library,
            self.warmup,
            self.tasks,
            metrics,
            clock,
            config.reviews.processes,
            new_review_process,
        )
        puzzle_packs = PuzzlePacks(shipped_collections, self.library.run_in_thread, __version__)
        owner_lists = OwnerLists(database)
        people = People(database, self.eraser, self.tables, self.seen, clock)
        self.restrictions = Restrictions(database, self.address_keys, self.tables, clock)
        self.owner_actions = OwnerActions(
            database, self.tables, people, self.restrictions, self.pruner, clock
        )
        self.owner_command_loop = OwnerCommandLoop(
            OwnerCommands(database), self.owner_actions, clock, shared=database.shared
        )
        rate_limiter = RateLimiter(limits or limits_of(config.limits))
        opener = TableOpener(
            database,
            self.tables,
            self.library,
            storers,
            clock=clock,
            chance=table_services.chance,
            new_key=table_services.new_key,
            bot_pace=bot_pace,
            max_thinking_ms=config.bots.max_thinking_ms,
        )
        self.services = Services(
            tables=self.tables,
            opener=opener,
            listing=TableListing(database, self.tables, self.peers, clock, config.quotas),
            people=people,
            library=self.library,
            history=self.history,
            progress_desk=ProgressDesk(database, self.library),
            review_desk=ReviewDesk(
                database, self.library, self.review_queue, clock, config.reviews
            ),
            rate_limiter=rate_limiter,
            metrics=metrics,
            readiness=Readiness(database, self.peers, self.tasks),
            server_clock=clock,
            storers=storers,
            address_keys=self.address_keys,
            restrictions=self.restrictions,
            report_box=ReportBox(database, self.tables, self.restrictions, rate_limiter, clock),
            owner_actions=self.owner_actions,
            owner_access=OwnerAccess(database, clock),
            owner_lists=owner_lists,
            owner_tables=OwnerTableList(owner_lists, self.tables, self.peers),
            owner_overviews=OwnerOverviews(
                owner_lists, self.tables, self.disk_space, metrics, clock
            ),
            bots_config=config.bots,
            daily=DailyDealer(database, opener, self.library, clock, config.daily),
            puzzle_packs=puzzle_packs,
            puzzle_answers=PuzzleAnswers(database, puzzle_packs, clock),
        )

    async def open(self, *, warm_up: bool = False) -> None:
        """Open the database, which no other server may use if it is a file, and resume matches.

        `warm_up` compiles the bots' kernels soon, instead of when a bot is first needed.
        """
        await self._file_lock.acquire()
        await self.database.open()
        await self.address_keys.load()
        await self.restrictions.load()
        if warm_up:
            self.tasks.spawn(self._warm_up())
        self.peers.on_owner_notice = self._owner_noticed
        self.peers.on_reviews_changed = self.review_queue.wake
        await self.peers.open(self.tables)
        if not self.database.shared:
            self.tasks.spawn(self.tables.keep_resuming(_MAINTENANCE_SECONDS))
        self.tasks.spawn(self.disk_space.watch())
        self.tasks.spawn(self.eraser.resume())
        self.tasks.spawn(self.history.store_missing_results())
        self.tasks.spawn(self.pruner.keep_running())
        self.tasks.spawn(self._maintain())
        self.tasks.spawn(self.owner_command_loop.run())
        self.tasks.spawn(self.review_queue.run())
        self.tasks.spawn(self.gc_pacing.run())
        self.tasks.spawn(self.metrics.loop_lag.run())

    async def open_for_owner(self) -> None:
        """Open the database for an act of the owner while no server runs: nothing is resumed."""
        await self._file_lock.acquire()
        await self.database.open()
        await self.address_keys.load()
        await self.restrictions.load()

    def _owner_noticed(self) -> None:
        """The owner did something by way of another process, or left a command."""
        self.owner_command_loop.wake()
        self.tasks.spawn(self._read_restrictions())

    async def _warm_up(self) -> None:
        """After a restart clients return first."""
        await asyncio.sleep(_WARM_UP_SECONDS)
        self.warmup.begin()

    async def _maintain(self) -> None:
        """Evict idle tables, end matches that nobody watches, and rotate keys."""
        while True:
            await asyncio.sleep(_MAINTENANCE_SECONDS)
            await self._read_restrictions()
            await _attempt(self.seen.write, "who was here is written later")
            await _attempt(self.eraser.retry, "erasures are finished later")
            await _attempt(self._end_unwatched, "unwatched matches are ended later")
            await _attempt(self._evict_idle, "idle tables are evicted later")

    async def _end_unwatched(self) -> None:
        if minutes := self.config.bots.unwatched_minutes:
            since = self.clock.wall_clock() - minutes * _MINUTE_MILLISECONDS
            await self.tables.end_unwatched(since)

    async def _evict_idle(self) -> None:
        evicted = self.tables.evict_idle(self.clock.now() - _IDLE_SECONDS)
        if evicted + self.tables.evict_superfluous():
            self.gc_pacing.request()  # tables and their sockets are reference cycles

    async def _read_restrictions(self) -> None:
        async def read() -> None:
            await self.address_keys.load()
            await self.restrictions.load()

        await _attempt(read, "who is blocked is read again later")

    async def close(self) -> None:
        """Close connections and services; every move is stored already. It may be called twice."""
        self.tasks.closing = True
        self.tables.close()
        await self.tasks.cancel_all()
        self.tables.clear()
        await self.review_queue.close()
        await self.peers.close()
        await self.warmup.close()
        await self.bot_pool.close()
        await self.database.close()
        self._file_lock.release()


async def _attempt(step: Callable[[], Awaitable[None]], otherwise: str) -> None:
    """Take a step of something that must go on, whatever goes wrong in it."""
    try:
        await step()
    except StorageError as error:
        _LOG.error("%s: %s", otherwise, error)
    except Exception as error:
        report_fault(error)
