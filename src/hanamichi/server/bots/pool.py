"""A pool of processes for the bots of all tables: started on demand, replaced when they fail."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor

from hanamichi.bots import Choice
from hanamichi.bots.spec import BotSpec, read_bot
from hanamichi.bots.worker_process import cores
from hanamichi.server.bots.process import BotProcess, BotProcessLost, BotRequest
from hanamichi.server.bots.warmup import Warmup

_MAX_QUICK = 2
"""Processes for quick bots: this many with compiled kernels, and this many without."""
_MAX_THINKING = 8
"""Processes for bots with a time budget, if there are as many cores; each may take 200 MB."""
_IDLE_SECONDS = 300.0
"""Unused processes end after this long."""
TIMEOUT_SECONDS = 30.0
"""Time that a bot may take beyond its own budget before its process is killed."""


class Lane:
    """The processes for one kind of bot. Each serves one request at a time."""

    def __init__(self, size: int, niceness: int) -> None:
        self._slots = asyncio.Semaphore(size)
        self._niceness = niceness
        self._free: list[BotProcess] = []
        self.processes: set[BotProcess] = set()
        """All of them, busy or not."""

    async def acquire(self, match: str, threads: ThreadPoolExecutor) -> BotProcess:
        """A process to use exclusively, if possible one that still has the bot of this match."""
        await self._slots.acquire()
        try:
            self._free = [process for process in self._free if process.alive]
            self._free.sort(key=lambda process: match in process.matches)
            if self._free:
                return self._free.pop()
            loop = asyncio.get_running_loop()
            process = await loop.run_in_executor(threads, BotProcess, self._niceness)
        except BaseException:
            self._slots.release()
            raise
        self.processes.add(process)
        return process

    def release(self, process: BotProcess) -> None:
        """Let other requests use the process, unless it has ended."""
        if process.alive:
            self._free.append(process)
        else:
            self.processes.discard(process)
        self._slots.release()

    def remove_idle(self) -> list[BotProcess]:
        """Take the unused processes out of the lane; the caller ends them."""
        idle, self._free = self._free, []
        self.processes.difference_update(idle)
        return idle


class BotPool:
    """Runs bots in other processes. Bots that think for long never delay quick ones."""

    def __init__(self, warmup: Warmup, *, timeout: float = TIMEOUT_SECONDS) -> None:
        thinking = min(_MAX_THINKING, max(2, cores()))
        self._warmup = warmup
        self._timeout = timeout
        self._lanes = {
            "plain": Lane(_MAX_QUICK, 0),
            "compiled": Lane(_MAX_QUICK, 0),
            "thinking": Lane(thinking, 5),
        }
        self._threads = ThreadPoolExecutor(2 * _MAX_QUICK + thinking, "hanamichi-bot")
        self._requests: set[asyncio.Task[Choice]] = set()
        self._idle_timer: asyncio.TimerHandle | None = None
        self._closed = False

    async def think(self, request: BotRequest) -> Choice:
        """A bot's choice, once the bot is ready. A lost process is replaced and asked once more."""
        bot = read_bot(request.game, request.bot)
        await self._warmup.wait_until_ready(request.game, bot.info.id)
        try:
            return await self._ask(bot, request)
        except BotProcessLost:
            return await self._ask(bot, request)

    async def _ask(self, bot: BotSpec, request: BotRequest) -> Choice:
        if self._closed:
            raise BotProcessLost
        # A task of its own: if the caller is cancelled, the process stays busy until it answers.
        task = asyncio.get_running_loop().create_task(self._run(bot, request))
        self._requests.add(task)
        task.add_done_callback(self._requests.discard)
        return await asyncio.shield(task)

    async def _run(self, bot: BotSpec, request: BotRequest) -> Choice:
        budget = bot.settings.get("ms")
        kind = "compiled" if bot.info.compiled else "plain"
        lane = self._lanes[kind if budget is None else "thinking"]
        process = await lane.acquire(request.match, self._threads)
        loop = asyncio.get_running_loop()
        try:
            if self._closed:
                raise BotProcessLost
            answer = loop.run_in_executor(self._threads, process.ask, request)
            await asyncio.wait([answer], timeout=self._timeout + 3e-3 * (budget or 0))
            if not answer.done():
                process.kill()  # which ends the waiting of its thread
            return await answer
        except BotProcessLost:
            await loop.run_in_executor(self._threads, process.close)
            raise
        finally:
            lane.release(process)
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
