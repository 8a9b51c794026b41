"""A pool of processes for the bots of all tables: started on demand, replaced when they fail."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Literal, TypeAlias

from hanamichi.bots import Choice
from hanamichi.bots.outside.guests import Guest
from hanamichi.bots.spec import BotSpec, read_bot
from hanamichi.bots.worker_process import cores
from hanamichi.server.bots.process import BotProcess, BotProcessLost, BotRequest
from hanamichi.server.bots.warmup import Warmup
from hanamichi.server.ops.fair_queue import NOBODY, FairQueue, Served
from hanamichi.server.ops.metrics import Metrics

_MAX_QUICK = 2
"""Processes for quick bots: this many with compiled kernels, and this many without."""
_MAX_THINKING = 8
"""Processes for bots with a time budget, if there are as many cores; each may take 200 MB."""
_BRIEF_MS = 1000
"""Bots with a larger budget think in processes of their own, so that others need not wait."""
_IDLE_SECONDS = 300.0
"""Unused processes end after this long."""
TIMEOUT_SECONDS = 30.0
"""Time that a bot may take beyond its own budget before its process is killed."""

LaneName: TypeAlias = Literal["plain", "compiled", "brief", "long"]
"""Quick bots without compiled kernels and with them; bots that think up to a second, or longer.

Nobody knows how long a bot of others takes, so these are among the last.
"""


class Lane:
    """The processes for one kind of bot. Each serves one request at a time."""

    def __init__(self, size: int, niceness: int, guests: tuple[Guest, ...] = ()) -> None:
        self.queue = FairQueue(size)
        """Its slots are the processes, whether they were started or not."""
        self._niceness = niceness
        self._guests = guests
        self._free: list[BotProcess] = []
        self.processes: set[BotProcess] = set()
        """All of them, busy or not."""

    async def take(self, match: str, threads: ThreadPoolExecutor) -> BotProcess:
        """A process for the holder of a slot, preferably one that has the bot of this match."""
        self._free = [process for process in self._free if process.alive]
        self._free.sort(key=lambda process: match in process.matches)
        if self._free:
            return self._free.pop()
        loop = asyncio.get_running_loop()
        process = await loop.run_in_executor(threads, BotProcess, self._niceness, self._guests)
        self.processes.add(process)
        return process

    def give_back(self, process: BotProcess) -> None:
        """Let other requests use the process, unless it has ended."""
        if process.alive:
            self._free.append(process)
        else:
            self.processes.discard(process)

    def remove_idle(self) -> list[BotProcess]:
        """Take the unused processes out of the lane; the caller ends them."""
        idle, self._free = self._free, []
        self.processes.difference_update(idle)
        return idle


class BotPool:
    """Runs bots in other processes, shared fairly between the people they play for."""

    def __init__(
        self,
        warmup: Warmup,
        *,
        max_ms: int | None = None,
        timeout: float = TIMEOUT_SECONDS,
        metrics: Metrics | None = None,
        guests: tuple[Guest, ...] = (),
    ) -> None:
        thinking = min(_MAX_THINKING, max(2, cores()))
        self._warmup = warmup
        self._max_ms = max_ms
        """The most milliseconds that a bot may think about a move; None for no limit."""
        self._timeout = timeout
        self._lanes: dict[LaneName, Lane] = {
            "plain": Lane(_MAX_QUICK, 0),
            "compiled": Lane(_MAX_QUICK, 0),
            "brief": Lane(thinking, 5),
            # No more than half of the cores for long thinking.
            "long": Lane(max(1, thinking // 2), 10, guests),
        }
        self._metrics = metrics = metrics or Metrics()
        for name, lane in self._lanes.items():
            metrics.watch_queue(name, lane.queue)
        slots = sum(lane.queue.slots for lane in self._lanes.values())
        self._threads = ThreadPoolExecutor(slots, "hanamichi-bot")
        self._requests: set[asyncio.Task[Choice]] = set()
        self._idle_timer: asyncio.TimerHandle | None = None
        self._closed = False

    async def think(self, request: BotRequest, served: Sequence[Served] = ()) -> Choice:
        """A bot's choice, once the bot is ready. A lost process is replaced and asked once more.

        `served`: those for whom it plays; it takes the turn of the one who used the least.
        """
        bot = read_bot(request.game, request.bot, self._max_ms)
        request = request._replace(bot=bot.id)
        await self._warmup.wait_until_ready(request.game, bot.info.id)
        try:
            return await self._ask(bot, request, served)
        except BotProcessLost:
            return await self._ask(bot, request, served)

    async def _ask(
        self, bot: BotSpec, request: BotRequest, served: Sequence[Served] = ()
    ) -> Choice:
        if self._closed:
            raise BotProcessLost
        # A task of its own: if the caller is cancelled, the process stays busy until it answers.
        began = asyncio.Event()
        task = asyncio.get_running_loop().create_task(self._run(bot, request, served, began))
        self._requests.add(task)
        task.add_done_callback(self._requests.discard)
        try:
            return await asyncio.shield(task)
        except asyncio.CancelledError:
            if not began.is_set():
                task.cancel()
            raise

    async def _run(
        self, bot: BotSpec, request: BotRequest, served: Sequence[Served], began: asyncio.Event
    ) -> Choice:
        budget = bot.settings.get("ms")
        name = _lane_of(bot, budget)
        lane = self._lanes[name]
        due = lane.queue.least_used(served) or NOBODY
        expected = None if budget is None else budget / 1000
        loop = asyncio.get_running_loop()
        waiting_since = loop.time()
        async with lane.queue.slot(due, expected=expected):
            began.set()
            self._metrics.queue_wait.labels(name).observe(loop.time() - waiting_since)
            process = await lane.take(request.match, self._threads)
            try:
                if self._closed:
                    raise BotProcessLost
                answer = loop.run_in_executor(self._threads, process.ask, request)
                # A guest may take as long as any bot: once to begin, and for the move.
                most = self._max_ms if bot.info.level == "guest" else budget
                await asyncio.wait([answer], timeout=self._timeout + 3e-3 * (most or 0))
                if not answer.done():
                    process.kill()  # which ends the waiting of its thread
                return await answer
            except BotProcessLost:
                await loop.run_in_executor(self._threads, process.close)
                raise
            finally:
                lane.give_back(process)
                self._restart_idle_timer()

    # -- ending processes --

    def _restart_idle_timer(self) -> None:
        if self._idle_timer is not None:
            self._idle_timer.cancel()
        if not self._closed:
            loop = asyncio.get_running_loop()
            self._idle_timer = loop.call_later(_IDLE_SECONDS, self._end_idle)

    def _end_idle(self) -> None:
        for lane in self._lanes.values():
            for process in lane.remove_idle():
                self._threads.submit(process.close)

    def pids(self) -> list[int]:
        """The ids of the running processes."""
        processes = (process for lane in self._lanes.values() for process in lane.processes)
        return [process.pid for process in processes if process.alive and process.pid is not None]

    async def close(self) -> None:
        """End every process; open requests fail."""
        self._closed = True
        if self._idle_timer is not None:
            self._idle_timer.cancel()
        lanes = self._lanes.values()
        for process in [process for lane in lanes for process in lane.processes]:
            process.kill()
        await asyncio.gather(*self._requests, return_exceptions=True)
        for process in [process for lane in lanes for process in lane.remove_idle()]:
            process.close()
        self._threads.shutdown()


def _lane_of(bot: BotSpec, budget: int | None) -> LaneName:
    if bot.info.level == "guest":
        return "long"
    if budget is not None:
        return "brief" if budget <= _BRIEF_MS else "long"
    return "compiled" if bot.info.compiled else "plain"
