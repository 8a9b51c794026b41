"""What every live table of a process needs from outside."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from hanamichi.core import Chance
from hanamichi.server.bots.pool import BotPool
from hanamichi.server.bots.warmup import Warmup
from hanamichi.server.cluster.peers import Peers
from hanamichi.server.live.stored_tables import StoredTables
from hanamichi.server.ops.background_tasks import BackgroundTasks
from hanamichi.server.ops.clock import Clock
from hanamichi.server.ops.metrics import Metrics
from hanamichi.server.storage.database import Database
from hanamichi.server.storage.storers import Storers
from hanamichi.server.table.absence import Grace
from hanamichi.server.table.settings import BotPace


@dataclass(frozen=True, slots=True)
class TableServices:
    """The services that live tables share."""

    database: Database
    stored: StoredTables
    clock: Clock
    chance: Chance
    new_key: Callable[[], str] | None
    """Makes the keys that seal decks; None where chance is given and nothing is sealed."""
    bots: BotPool
    hash_share: Callable[[str], str]
    """The hash of an address's `fair_share`, which other processes may know."""
    storers: Storers
    max_thinking_ms: int
    """The most milliseconds that a bot may think about a move."""
    pause: Callable[[BotPace], float]
    """How many seconds a bot takes at least for a move."""
    warmup: Warmup
    peers: Peers
    metrics: Metrics
    tasks: BackgroundTasks
    grace: Grace
    """How long matches wait for people who are away."""
    seat_link_seconds: float
    """How long a link to a seat works."""
