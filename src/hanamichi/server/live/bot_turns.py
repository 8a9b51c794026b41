"""Plays the bots' turns of one live table, at the table's pace, while somebody has it open."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import random
from collections.abc import Iterator, Sequence
from typing import NamedTuple, Protocol

from hanamichi.bots import Choice, Sight
from hanamichi.bots.bot import bot_ids
from hanamichi.bots.spec import replacement
from hanamichi.core import HanamichiError, Seat
from hanamichi.server.bots.pace import pause_for
from hanamichi.server.bots.process import BotFailed, BotRequest
from hanamichi.server.live.table_services import TableServices
from hanamichi.server.ops.fair_queue import Served
from hanamichi.server.ops.log import report_fault
from hanamichi.server.storage.errors import StorageError
from hanamichi.server.table.lessons import scripted_move
from hanamichi.server.table.state import Table

_LOG = logging.getLogger("hanamichi.server")
_MAX_RETRY_SECONDS = 30.0


class BotTurn(NamedTuple):
    """A decision that a bot has to make. Equal turns are the same decision."""

    ply: int
    takebacks: int
    seat: Seat
    bot: str


def bot_turn(table: Table) -> BotTurn | None:
    """The decision a bot has to make now; none while a proposal is open."""
    seat = table.to_act
    bot = None if seat is None else table.seats[seat].bot
    if seat is None or bot is None or table.play is None or table.proposal is not None:
        return None
    return BotTurn(table.ply, len(table.play.takebacks), seat, bot)


class BotTable(Protocol):
    """The live table, as far as its bots' turns need it."""

    @property
    def table(self) -> Table:
        """Its current state."""

    @property
    def viewers(self) -> int:
        """About how many connections every move is sent to."""

    @property
    def watched(self) -> bool:
        """Whether anybody has it open."""

    def served(self) -> Sequence[Served]:
        """For whom its bots play."""

    async def move_bot(self, turn: BotTurn, choice: Choice) -> None:
        """Carry out a bot's choice, unless its turn has passed."""


class BotTurns:
    """At most one task, which runs while it is a bot's turn."""

    def __init__(self, services: TableServices, live_table: BotTable) -> None:
        self._services = services
        self._live_table = live_table
        self._task: asyncio.Task[None] | None = None
        self._retry = asyncio.Event()
        self._moving = False
        """A choice is being carried out, which must not be interrupted."""
        self._pausing = False
        """The task was cancelled because nobody looked, and has not ended yet."""

    def _turn(self) -> BotTurn | None:
        """The decision a bot has to make now. It waits until somebody looks."""
        turn = bot_turn(self._live_table.table)
        return turn if turn is not None and self._live_table.watched else None

    def wake(self) -> None:
        """Begin, if it is a bot's turn and the task does not run."""
        if self._task is None and self._turn() is not None:
            self._task = self._services.tasks.spawn(self._run())

    def retry_now(self) -> None:
        """Try again at once instead of waiting."""
        self._retry.set()
        self.wake()

    def pause_if_unwatched(self) -> None:
        """Think no further at a table that nobody has open."""
        if self._task is not None and not self._live_table.watched and not self._moving:
            self._pausing = True
            self._task.cancel()

    def stop(self) -> None:
        """Cancel the task, which looks at the table no more."""
        self._pausing = False
        if self._task is not None:
            self._task.cancel()

    async def _run(self) -> None:
        failures = 0
        try:
            while (turn := self._turn()) is not None:
                try:
                    if not await self._services.peers.claim(self._live_table.table.id):
                        return  # another process plays it, and notifies this one
                    await self._play(turn)
                except (StorageError, HanamichiError) as error:
                    # The message of a refused move might name a card; the database's never does.
                    reason = error.code if isinstance(error, HanamichiError) else error
                    _LOG.error("a bot could not move: %s", reason)
                except Exception as error:
                    # Any failure is retried: a table must not wait for its bot indefinitely.
                    report_fault(error)
                else:
                    failures = 0
                    continue
                failures += 1
                await self._wait(min(_MAX_RETRY_SECONDS, 0.25 * 2**failures))
        finally:
            self._task = None
            if self._pausing:
                self._pausing = False
                self.wake()  # somebody may look again by now

    async def _wait(self, seconds: float) -> None:
        self._retry.clear()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._retry.wait()

    async def _play(self, turn: BotTurn) -> None:
        table = self._live_table.table
        least = pause_for(self._live_table.viewers)
        pause = max(least, self._services.pause(table.settings.bot_pace))
        choice, _ = await asyncio.gather(self._choose(table, turn), asyncio.sleep(pause))
        self._moving = True
        try:
            await self._live_table.move_bot(turn, choice)
        finally:
            self._moving = False

    async def _choose(self, table: Table, turn: BotTurn) -> Choice:
        assert table.play is not None
        game, state = table.game, table.play.state
        scripted = scripted_move(table)
        if scripted is not None:
            return Choice(scripted)
        legal = game.legal_actions(state, turn.seat)
        view, events = game.view(state, turn.seat), table.events_for(turn.seat)
        company = bot_ids(seat.bot for seat in table.seats)
        sight = Sight(view, events, legal, company)
        match = f"{table.id} {turn.seat} {turn.takebacks}"
        metrics = self._services.metrics
        for bot in self._candidates(table, turn.bot):
            bot_id = bot.partition(":")[0]
            request = BotRequest(match, game.id, bot, sight, _seed(table, turn))
            try:
                with metrics.thinking.labels(bot_id).time():
                    return await self._services.bots.think(request, self._live_table.served())
            except Exception as error:
                # A table never waits for a broken bot. The error's text might name a card.
                metrics.bot_failures.labels(bot_id).inc()
                _LOG.error("the bot %s failed: %s", bot, _kind_of(error))
        return Choice(random.choice(legal))

    @staticmethod
    def _candidates(table: Table, bot: str) -> Iterator[str]:
        """The bot itself, and a simpler one in case it fails."""
        yield bot
        bot_id = bot.partition(":")[0]  # perhaps of a bot that this server does not have any more
        with contextlib.suppress(HanamichiError):  # a game without bots
            yield replacement(table.settings.game, bot_id, table.options, len(table.seats)).id


def _seed(table: Table, turn: BotTurn) -> str | None:
    """At the deal of the day bots answer all players alike."""
    if table.daily is None:
        return None
    return f"{table.daily} {table.settings.preset} {turn.ply}"


def _kind_of(error: Exception) -> str:
    return str(error) if isinstance(error, BotFailed) else type(error).__name__
