"""Compiles the kernels of bots in the background, before anyone waits for those bots."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from multiprocessing.connection import Connection
from typing import TypeAlias

from hanamichi.bots.registry import bot_by_id, bots_for
from hanamichi.bots.spec import is_installed
from hanamichi.bots.worker_process import WorkerProcess
from hanamichi.catalog import GAMES
from hanamichi.server.bots.process import CONTEXT

_LOG = logging.getLogger("hanamichi.server")
_LOWEST_PRIORITY = 19

BotKey: TypeAlias = tuple[str, str]
"""The ids of a game and of a bot that plays it."""


def compile_bots(pipe: Connection, bots: list[BotKey]) -> None:
    """The main function of the process: making a bot compiles its kernels into the cache."""
    for game_id, bot_id in bots:
        try:
            bot_by_id(game_id, bot_id).make()
        except Exception as error:
            pipe.send((game_id, bot_id, type(error).__name__))
        else:
            pipe.send((game_id, bot_id, None))


def _compiled_bots() -> list[BotKey]:
    """The bots with compiled kernels, the simpler ones of both games first."""
    found = [
        (index, (game_id, info.id))
        for game_id in GAMES
        for index, info in enumerate(bots_for(game_id))
        if info.compiled and is_installed(info)
    ]
    return [key for _, key in sorted(found)]


class Warmup:
    """Which bots are ready. Later starts on the same machine find the kernels in the cache."""

    def __init__(self) -> None:
        self.on_ready: Callable[[], None] = lambda: None
        """Called whenever a bot has become ready."""
        self._pending: dict[BotKey, asyncio.Event] = {
            key: asyncio.Event() for key in _compiled_bots()
        }
        self._pending_by_game: dict[str, frozenset[str]] = {}
        """A cache for `not_ready`."""
        self._task: asyncio.Task[None] | None = None
        self._process: WorkerProcess | None = None
        self._closing = False

    def not_ready(self, game_id: str) -> frozenset[str]:
        """The bots of a game that are not ready yet."""
        if game_id not in self._pending_by_game:
            pending = frozenset(bot_id for game, bot_id in self._pending if game == game_id)
            self._pending_by_game[game_id] = pending
        return self._pending_by_game[game_id]

    def begin(self) -> None:
        """Start, unless that was done before or no bot needs it."""
        if self._task is None and self._pending:
            self._task = asyncio.get_running_loop().create_task(self._run())

    async def wait_until_ready(self, game_id: str, bot_id: str) -> None:
        """Wait until a bot is ready."""
        event = self._pending.get((game_id, bot_id))
        if event is not None:
            self.begin()
            await event.wait()

    async def wait_for_game(self, game_id: str) -> None:
        """Wait until all bots of a game are ready, if that has begun: others need their kernels."""
        for bot_id in self.not_ready(game_id) if self._task is not None else ():
            await self.wait_until_ready(game_id, bot_id)

    async def _run(self) -> None:
        loop = asyncio.get_running_loop()
        try:
            # The first process of this kind takes a while to start.
            process = self._process = await loop.run_in_executor(None, self._start)
            if self._closing:
                process.kill()
            while self._pending:
                game_id, bot_id, failure = await loop.run_in_executor(None, process.pipe.recv)
                if failure is not None:
                    _LOG.error("the bot %s could not be made ready (%s)", bot_id, failure)
                self._is_ready((game_id, bot_id))
        except (EOFError, OSError):
            if not self._closing:
                _LOG.error("bots could not be made ready: their process is gone")
        finally:
            # The others compile when first asked, and take longer then.
            for key in list(self._pending):
                self._is_ready(key)
            if self._process is not None:
                self._process.close()

    def _start(self) -> WorkerProcess:
        return WorkerProcess(
            compile_bots,
            list(self._pending),
            context=CONTEXT,
            output="discard",
            niceness=_LOWEST_PRIORITY,
        )

    def _is_ready(self, key: BotKey) -> None:
        self._pending.pop(key).set()
        self._pending_by_game.clear()
        self.on_ready()

    async def close(self) -> None:
        """Stop compiling."""
        self._closing = True
        if self._task is not None:
            if self._process is not None:
                self._process.kill()
            await asyncio.gather(self._task, return_exceptions=True)
