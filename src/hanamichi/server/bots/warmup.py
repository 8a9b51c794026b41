"""Bots that need compiled kernels: made ready in the background, before anybody waits for them."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from multiprocessing.connection import Connection
from typing import TypeAlias

from hanamichi.bots.registry import bot_by_id, bots_for
from hanamichi.bots.spec import is_installed
from hanamichi.bots.worker_process import serve_the_keeper, without_interrupts
from hanamichi.catalog import GAMES
from hanamichi.server.bots.process import CONTEXT, be_quiet_and_nice

_LOG = logging.getLogger("hanamichi.server")
_LOWEST = 19

BotKey: TypeAlias = tuple[str, str]
"""The ids of a game and of a bot that plays it."""


def warm(pipe: Connection, bots: list[BotKey]) -> None:
    """What the process does: a bot that sits down has its kernels compiled and kept."""
    serve_the_keeper()
    be_quiet_and_nice(_LOWEST)
    for game_id, bot_id in bots:
        try:
            bot_by_id(game_id, bot_id).make()
        except Exception as error:
            pipe.send((game_id, bot_id, type(error).__name__))
        else:
            pipe.send((game_id, bot_id, None))


def _compiled() -> list[BotKey]:
    """The bots that need it, the simpler ones of both games first: people ask for them soonest."""
    found = [
        (index, (game_id, info.id))
        for game_id in GAMES
        for index, info in enumerate(bots_for(game_id))
        if info.compiled and is_installed(info)
    ]
    return [key for _, key in sorted(found)]


class Warmup:
    """Which bots are ready. Compiling happens once on a machine; later it is but a look."""

    def __init__(self, told: Callable[[], None]) -> None:
        self._told = told
        """Is called whenever a bot has become ready."""
        self._cold: dict[BotKey, asyncio.Event] = {key: asyncio.Event() for key in _compiled()}
        self._told_cold: dict[str, frozenset[str]] = {}
        """The same by game, as it was last asked for."""
        self._task: asyncio.Task[None] | None = None
        self._end: Callable[[], None] | None = None
        self._closing = False

    def cold(self, game_id: str) -> frozenset[str]:
        """The bots of a game that are not ready yet."""
        if game_id not in self._told_cold:
            cold = frozenset(bot_id for game, bot_id in self._cold if game == game_id)
            self._told_cold[game_id] = cold
        return self._told_cold[game_id]

    def begin(self) -> None:
        """Start, unless that was done before or nothing needs it."""
        if self._task is None and self._cold:
            self._task = asyncio.get_running_loop().create_task(self._run())

    async def ready(self, game_id: str, bot_id: str) -> None:
        """Wait until a bot is ready."""
        event = self._cold.get((game_id, bot_id))
        if event is not None:
            self.begin()
            await event.wait()

    async def _run(self) -> None:
        ours, theirs = CONTEXT.Pipe()
        process = CONTEXT.Process(target=warm, args=(theirs, list(self._cold)), daemon=True)
        self._end = process.kill
        loop = asyncio.get_running_loop()
        try:
            with without_interrupts():
                process.start()
            theirs.close()
            while self._cold:
                game_id, bot_id, failure = await loop.run_in_executor(None, ours.recv)
                if failure is not None:
                    _LOG.error("the bot %s could not be made ready (%s)", bot_id, failure)
                self._is_ready((game_id, bot_id))
        except (EOFError, OSError):
            if not self._closing:
                _LOG.error("bots could not be made ready: their process is gone")
        finally:
            # Whoever is not ready now will be when first asked, and takes longer for it.
            for key in list(self._cold):
                self._is_ready(key)
            process.kill()
            process.join()
            ours.close()

    def _is_ready(self, key: BotKey) -> None:
        self._cold.pop(key).set()
        self._told_cold.clear()
        self._told()

    async def close(self) -> None:
        """Stop, wherever it is."""
        self._closing = True
        if self._task is not None:
            if self._end is not None:
                self._end()
            await asyncio.gather(self._task, return_exceptions=True)
