"""Plays the bots' turns of one room, at the pace its table asks for."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import random
from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from hanamichi.bots import Choice, Sight
from hanamichi.bots.registry import BotError
from hanamichi.bots.spec import read_bot, replacement
from hanamichi.core import HanamichiError, Seat
from hanamichi.server.bots.process import BotFailed
from hanamichi.server.ops.log import report_fault
from hanamichi.server.storage.errors import StorageError
from hanamichi.server.table.lessons import scripted_move
from hanamichi.server.table.state import Table

if TYPE_CHECKING:
    from hanamichi.server.live.live_table import LiveTable
    from hanamichi.server.live.tables import LiveTables

_LOG = logging.getLogger("hanamichi.server")
_LONGEST_WAIT = 30.0


class BotTurn(NamedTuple):
    """A decision that a bot owes. An equal one is the same decision."""

    ply: int
    takebacks: int
    seat: Seat
    bot: str


def bot_turn(table: Table) -> BotTurn | None:
    """What a bot is to decide now; while people are asked something, it waits."""
    seat, bot = table.to_act, table.bot_to_act
    if seat is None or bot is None or table.play is None or table.proposal is not None:
        return None
    return BotTurn(table.ply, len(table.play.takebacks), seat, bot)


class BotTurns:
    """At most one task, which lives while it is a bot's turn."""

    def __init__(self, house: LiveTables, room: LiveTable) -> None:
        self._house = house
        self._room = room
        self._task: asyncio.Task[None] | None = None
        self._hurry = asyncio.Event()

    def wake(self) -> None:
        """Begin, if it is a bot's turn and nobody plays it yet."""
        if self._task is None and bot_turn(self._room.table) is not None:
            self._task = self._house.spawn(self._drive())

    def hurry(self) -> None:
        """Whatever was in the way has gone: try now instead of waiting."""
        self._hurry.set()
        self.wake()

    def stop(self) -> None:
        """Play no more."""
        if self._task is not None:
            self._task.cancel()

    async def _drive(self) -> None:
        failures = 0
        try:
            while (turn := bot_turn(self._room.table)) is not None:
                try:
                    if not await self._house.neighbours.claim(self._room.table.id):
                        return  # another process plays it, and we shall hear of it
                    await self._play(turn)
                except (StorageError, HanamichiError) as error:
                    # A refused move's message might name a card; storage's never does.
                    reason = error.code if isinstance(error, HanamichiError) else error
                    _LOG.error("a bot could not move: %s", reason)
                except Exception as error:
                    # Whatever it is, a table that waits for its bot for ever is worse.
                    report_fault(error)
                else:
                    failures = 0
                    continue
                failures += 1
                await self._wait(min(_LONGEST_WAIT, 0.25 * 2**failures))
        finally:
            self._task = None

    async def _wait(self, seconds: float) -> None:
        self._hurry.clear()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._hurry.wait()

    async def _play(self, turn: BotTurn) -> None:
        table = self._room.table
        pause = asyncio.sleep(self._house.pause(table.settings.bot_pace))
        choice, _ = await asyncio.gather(self._choose(table, turn), pause)
        await self._room.move_bot(turn, choice)

    async def _choose(self, table: Table, turn: BotTurn) -> Choice:
        assert table.play is not None
        game, state = table.game, table.play.state
        scripted = scripted_move(table)
        if scripted is not None:
            return Choice(scripted)
        legal = game.legal_actions(state, turn.seat)
        sight = Sight(game.view(state, turn.seat), table.events_for(turn.seat), legal)
        memory = f"{table.id} {turn.seat} {turn.takebacks}"
        metrics = self._house.metrics
        for bot in self._willing(table, turn.bot):
            bot_id = bot.partition(":")[0]
            try:
                with metrics.thinking.labels(bot_id).time():
                    return await self._house.think(memory, game.id, bot, sight)
            except Exception as error:
                # A table never waits for a broken bot. Its message might name a card: keep it out.
                metrics.bot_failures.labels(bot_id).inc()
                _LOG.error("the bot %s failed: %s", bot, _kind_of(error))
        return Choice(random.choice(legal))

    @staticmethod
    def _willing(table: Table, bot: str) -> Iterator[str]:
        """The bot itself, and should it fail, a simpler one."""
        yield bot
        with contextlib.suppress(BotError):  # one that this version does not know any more
            bot_id = read_bot(table.settings.game, bot).info.id
            yield replacement(table.settings.game, bot_id, table.options, len(table.seats)).id


def _kind_of(error: Exception) -> str:
    return str(error) if isinstance(error, BotFailed) else type(error).__name__
