"""The deals of the day: opens their tables, and tells who has played them and how."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from hanamichi.bots.spec import usual_bot
from hanamichi.catalog import preset_by_id, presets
from hanamichi.core.seal import commitment_of
from hanamichi.server.live.opening import TableOpener
from hanamichi.server.ops.clock import Clock
from hanamichi.server.ops.config import DailyConfig
from hanamichi.server.ops.fair_queue import Served
from hanamichi.server.protocol.commands import BotSeat, CreateTable, MySeat
from hanamichi.server.protocol.daily_messages import (
    DailyDeal,
    DailyDeals,
    DailyGame,
    DailyResult,
    OthersPlay,
)
from hanamichi.server.protocol.errors import Refused
from hanamichi.server.replays.library import ReplayLibrary
from hanamichi.server.replays.others_play import TurnsCache, compare
from hanamichi.server.storage.archive import decode_result
from hanamichi.server.storage.daily import DailyStore, Deal
from hanamichi.server.storage.database import Database
from hanamichi.server.storage.errors import Conflict
from hanamichi.server.table.days import day_after, day_at, end_of, is_day
from hanamichi.server.table.decision import Actor, require_person
from hanamichi.server.table.entries import PersonId
from hanamichi.server.table.identity import new_secret
from hanamichi.server.table.result import RESULTS

_TEAM = 3
"""Players of a cooperative game."""
_MAX_RESULTS = 500
_MAX_COMPARED = 200
_SEAT = 0
"""Where the player of a deal sits."""


class DailyDealer:
    """One deal a day for each edition: the same cards and the same bots for everybody."""

    def __init__(
        self,
        database: Database,
        opener: TableOpener,
        library: ReplayLibrary,
        clock: Clock,
        config: DailyConfig,
    ) -> None:
        self._database = database
        self._store = DailyStore(database)
        self._opener = opener
        self._library = library
        self._clock = clock
        self._enabled = config.enabled
        self._turns = TurnsCache(database)

    # -- playing --

    async def play(self, actor: Actor, preset: str) -> str:
        """The table at which a person plays today's deal, opened unless there is one."""
        person = require_person(actor)
        deal = Deal(day_at(self._clock.wall_clock()), preset)
        self._check(deal)
        key = (await self._store.make_keys(deal.day, _presets()))[preset]
        game = await self._store.game_of(deal, person)
        table_id = new_secret() if game is None else game.table_id
        if game is None:
            table_id = await self._store.begin(deal, person, table_id)
        if not await self._database.entries(table_id):  # it was noted, and then not opened
            bots = (BotSeat(bot=bot) for bot in _bots(preset))
            request = CreateTable(preset=preset, seats=(MySeat(), *bots), start=True)
            with suppress(Conflict):  # the same person asked twice at once
                await self._opener.open_daily(actor, request, deal.day, key, table_id)
        return table_id

    def _check(self, deal: Deal) -> None:
        if not self._enabled:
            raise Refused("daily/off", "This server has no deal of the day")
        if deal.preset not in _presets() or not is_day(deal.day):
            raise Refused("daily/unknown", "There is no such deal of the day; look at /daily")

    async def set_named(self, deal: Deal, person: PersonId | None, *, named: bool) -> None:
        """Show or hide a person's nickname in the results."""
        self._check(deal)
        if person is None or not await self._store.set_named(deal, person, named=named):
            raise Refused("daily/unknown", "You have not played this deal")

    # -- looking --

    async def today(self, person: PersonId | None) -> DailyDeals:
        """Today's deals, and the seals of tomorrow's."""
        if not self._enabled:
            raise Refused("daily/off", "This server has no deal of the day")
        day = day_at(self._clock.wall_clock())
        keys = await self._store.make_keys(day, _presets())
        next_keys = await self._store.make_keys(day_after(day), _presets())
        finished = await self._store.number_finished(day, end_of(day))
        deals = [
            await self._deal(Deal(day, preset), keys[preset], finished.get(preset, 0), person)
            for preset in _presets()
        ]
        seals = {preset: commitment_of(next_keys[preset]) for preset in _presets()}
        return DailyDeals(day, end_of(day), tuple(deals), seals)

    async def deal(self, deal: Deal, person: PersonId | None) -> DailyDeal:
        """A deal, with its results for those who may see them."""
        self._check(deal)
        key = (await self._store.find_keys(deal.day)).get(deal.preset)
        if key is None or deal.day > day_at(self._clock.wall_clock()):
            raise Refused("daily/unknown", "That day had no deal here, or has not come yet")
        rows = await self._store.finished(deal, end_of(deal.day), _MAX_RESULTS)
        return await self._deal(deal, key, len(rows), person, rows)

    async def _deal(
        self,
        deal: Deal,
        key: str,
        finished: int,
        person: PersonId | None,
        rows: Sequence[Any] | None = None,
    ) -> DailyDeal:
        game, _ = preset_by_id(deal.preset)
        mine = None if person is None else await self._game(deal, person)
        over = self._clock.wall_clock() >= end_of(deal.day)
        may_see = over or (mine is not None and mine.replay is not None)
        bots = _bots(deal.preset)
        return DailyDeal(
            day=deal.day,
            ends=end_of(deal.day),
            game=game.id,
            preset=deal.preset,
            players=1 + len(bots),
            bots=bots,
            seal=commitment_of(key),
            key=key if over else None,
            finished=finished,
            mine=mine,
            results=_results(rows, person) if rows is not None and may_see else None,
        )

    async def _game(self, deal: Deal, person: PersonId) -> DailyGame | None:
        found = await self._store.game_of(deal, person)
        if found is None:
            return None
        result = None
        if found.replay_id is not None:
            result = await self._store.result_of(found.table_id)
        message = None if result is None else _message(result)
        return DailyGame(found.table_id, found.replay_id, message, found.named)

    async def others(self, replay_id: str, served: Served) -> OthersPlay:
        """How others played the deal of a replay."""
        replay = await self._library.find(replay_id, served)
        table = replay.table
        if table.daily is None:
            raise Refused("daily/unknown", "This match was no deal of a day")
        deal = Deal(table.daily, table.settings.preset)
        rows = await self._store.finished(deal, end_of(deal.day), _MAX_COMPARED)
        tables = [row.table_id for row in rows if row.table_id != table.id]
        own = await self._turns.of(table.id, table.game)
        others = [await self._turns.of(each, table.game) for each in tables]
        return await self._library.run_in_thread(lambda: compare(own, others, _SEAT), served)


def _presets() -> tuple[str, ...]:
    return tuple(preset.id for _, preset in presets())


def _bots(preset_id: str) -> tuple[str, ...]:
    """The bots of a deal: partners, or an opponent."""
    game, preset = preset_by_id(preset_id)
    players = min(_TEAM, game.seat_counts[-1]) if game.cooperative else game.seat_counts[0]
    return (usual_bot(game.id, preset.options, players).id,) * (players - 1)


def _message(row: Any) -> Any:
    return RESULTS.of(row.game).message(decode_result(row))


def _results(rows: Sequence[Any], person: PersonId | None) -> tuple[DailyResult, ...]:
    """The matches that were played to their end, the best first."""
    listed: list[DailyResult] = []
    for row in rows:
        result = decode_result(row)
        if result.reason == "rules":
            you = person is not None and row.person_id == person
            points = RESULTS.of(row.game).points(result, _SEAT)
            name = row.name if row.named else None
            listed.append(DailyResult(name, you, points, _message(row), row.replay_id))
    return tuple(sorted(listed, key=lambda each: -each.points))
