"""The services that HTTP and socket handlers use."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any

from litestar.di import Provide

from hanamichi.server.http.health import Readiness
from hanamichi.server.live.daily_dealer import DailyDealer
from hanamichi.server.live.listing import TableListing
from hanamichi.server.live.live_tables import LiveTables
from hanamichi.server.live.opening import TableOpener
from hanamichi.server.live.owner_actions import OwnerActions
from hanamichi.server.live.owner_overview import OwnerOverviews
from hanamichi.server.live.owner_tables import OwnerTableList
from hanamichi.server.live.people import People
from hanamichi.server.live.report_box import ReportBox
from hanamichi.server.live.restrictions import Restrictions
from hanamichi.server.ops.clock import Clock
from hanamichi.server.ops.config import BotsConfig
from hanamichi.server.ops.metrics import Metrics
from hanamichi.server.ops.rate_limits import RateLimiter
from hanamichi.server.puzzles.answers import PuzzleAnswers
from hanamichi.server.puzzles.packs import PuzzlePacks
from hanamichi.server.replays.history import MatchHistory
from hanamichi.server.replays.library import ReplayLibrary
from hanamichi.server.reviews.desk import ReviewDesk
from hanamichi.server.reviews.progress import ProgressDesk
from hanamichi.server.storage.address_keys import AddressKeys
from hanamichi.server.storage.owner_access import OwnerAccess
from hanamichi.server.storage.owner_lists import OwnerLists
from hanamichi.server.storage.storers import Storers


@dataclass(frozen=True, slots=True)
class Services:
    """Each handler names those it needs as parameters."""

    tables: LiveTables
    opener: TableOpener
    listing: TableListing
    people: People
    library: ReplayLibrary
    history: MatchHistory
    review_desk: ReviewDesk
    progress_desk: ProgressDesk
    rate_limiter: RateLimiter
    metrics: Metrics
    readiness: Readiness
    server_clock: Clock
    """Named unlike any field of a body: Litestar would take an error there for a fault of ours."""
    storers: Storers
    address_keys: AddressKeys
    restrictions: Restrictions
    report_box: ReportBox
    owner_actions: OwnerActions
    owner_access: OwnerAccess
    owner_lists: OwnerLists
    owner_tables: OwnerTableList
    owner_overviews: OwnerOverviews
    bots_config: BotsConfig
    daily: DailyDealer
    puzzle_packs: PuzzlePacks
    puzzle_answers: PuzzleAnswers

    def dependencies(self) -> dict[str, Provide]:
        """Each service by its name, for Litestar, and all of them as `services`.

        Litestar starts a task for each of several dependencies.
        """
        each = {field.name: _provide(getattr(self, field.name)) for field in fields(self)}
        return {**each, "services": _provide(self)}


def _provide(service: Any) -> Provide:
    async def provide() -> Any:
        return service

    return Provide(provide)
