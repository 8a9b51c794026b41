"""A few processes for the bots of all tables: started when needed, replaced when they fail."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor

from hanamichi.bots import Choice
from hanamichi.bots.spec import BotSpec
from hanamichi.bots.worker_process import cores
from hanamichi.server.bots.process import BotProcess, BotProcessLost, BotRequest

_QUICK = 2
"""Processes for bots that answer at once: so many for those that need kernels, and for others."""
_MOST_THINKERS = 8
"""Processes for bots that think, as far as there are cores for them; each may take 200 MB."""
_IDLE = 300.0
"""Seconds after which a process that nobody needs is ended."""
PATIENCE = 30.0
"""Seconds that a bot may take beyond its own budget before its process is ended."""


class Lane:
    """So many processes for bots of a kind. Each serves one table at a time."""

    def __init__(self, most: int, niceness: int) -> None:
        self._slots = asyncio.Semaphore(most)
        self._niceness = niceness
        self._free: list[BotProcess] = []
        self.workers: set[BotProcess] = set()
        """All of them, at work or not."""

    async def take(self, memory: str, threads: ThreadPoolExecutor) -> BotProcess:
        """A process of one's own for a while, if possible the one that knows the match."""
        await self._slots.acquire()
        try:
            self._free = [worker for worker in self._free if worker.alive]
            self._free.sort(key=lambda worker: memory in worker.memories)
            if self._free:
                return self._free.pop()
            loop = asyncio.get_running_loop()
            worker = await loop.run_in_executor(threads, BotProcess, self._niceness)
        except BaseException:
            self._slots.release()
            raise
        self.workers.add(worker)
        return worker

    def give_back(self, worker: BotProcess) -> None:
        """Let others have it; a process that is gone is forgotten."""
        if worker.alive:
            self._free.append(worker)
        else:
            self.workers.discard(worker)
        self._slots.release()

    def spare(self) -> list[BotProcess]:
        """Those that nobody uses, now to be ended."""
        spare, self._free = self._free, []
        self.workers.difference_update(spare)
        return spare


class BotPool:
    """Where bots think. A bot that thinks for long never holds up one that does not."""

    def __init__(self, *, patience: float = PATIENCE) -> None:
        thinkers = min(_MOST_THINKERS, max(2, cores()))
        self._patience = patience
        self._lanes = {
            "plain": Lane(_QUICK, 0),
            "compiled": Lane(_QUICK, 0),
            "thinking": Lane(thinkers, 5),
        }
        self._threads = ThreadPoolExecutor(2 * _QUICK + thinkers, "hanamichi-bot")
        self._asked: set[asyncio.Task[Choice]] = set()
        self._retiring: asyncio.TimerHandle | None = None
        self._closed = False

    async def think(self, bot: BotSpec, job: BotRequest) -> Choice:
        """A bot's choice. A process that dies or stalls is replaced, and asked once more."""
        try:
            return await self._ask(bot, job)
        except BotProcessLost:
            return await self._ask(bot, job)

    async def _ask(self, bot: BotSpec, job: BotRequest) -> Choice:
        if self._closed:
            raise BotProcessLost
        # A task of its own: who asks may go away, but the process is lent until it has answered.
        task = asyncio.get_running_loop().create_task(self._lend(bot, job))
        self._asked.add(task)
        task.add_done_callback(self._asked.discard)
        return await asyncio.shield(task)

    async def _lend(self, bot: BotSpec, job: BotRequest) -> Choice:
        budget = bot.settings.get("ms")
        kind = "compiled" if bot.info.compiled else "plain"
        lane = self._lanes[kind if budget is None else "thinking"]
        worker = await lane.take(job.memory, self._threads)
        try:
            if self._closed:
                raise BotProcessLost
            return await self._within(self._patience + 3e-3 * (budget or 0), worker, job)
        except BotProcessLost:
            await asyncio.get_running_loop().run_in_executor(self._threads, worker.close)
            raise
        finally:
            lane.give_back(worker)
            self._retire_later()

    async def _within(self, limit: float, worker: BotProcess, job: BotRequest) -> Choice:
        asked = asyncio.get_running_loop().run_in_executor(self._threads, worker.ask, job)
        await asyncio.wait([asked], timeout=limit)
        if not asked.done():
            worker.kill()  # which ends the waiting of its thread
        return await asked

    # -- ending processes --

    def _retire_later(self) -> None:
        if self._retiring is not None:
            self._retiring.cancel()
        if not self._closed:
            self._retiring = asyncio.get_running_loop().call_later(_IDLE, self._retire)

    def _retire(self) -> None:
        for lane in self._lanes.values():
            for worker in lane.spare():
                self._threads.submit(worker.close)

    def pids(self) -> list[int]:
        """The processes there are."""
        workers = (worker for lane in self._lanes.values() for worker in lane.workers)
        return [worker.pid for worker in workers if worker.alive and worker.pid is not None]

    async def close(self) -> None:
        """End every process; nobody is asked any more."""
        self._closed = True
        if self._retiring is not None:
            self._retiring.cancel()
        lanes = self._lanes.values()
        for worker in [worker for lane in lanes for worker in lane.workers]:
            worker.kill()
        await asyncio.gather(*self._asked, return_exceptions=True)
        for worker in [worker for lane in lanes for worker in lane.spare()]:
            worker.close()
        self._threads.shutdown()
