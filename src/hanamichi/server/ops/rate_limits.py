"""Limits for each socket, person, table and address, far above what play needs.

What costs time is counted in milliseconds of work, roughly as many as it takes: a command that
sends a whole table costs more than a ping.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from ipaddress import IPv6Address, IPv6Network
from typing import Literal, NamedTuple, TypeAlias

from hanamichi.server.ops.address_counts import AddressCounts
from hanamichi.server.ops.config import LimitsConfig
from hanamichi.server.ops.token_bucket import Rate, TokenBucket
from hanamichi.server.ops.wide_network import WIDE_FACTOR, WIDE_SUFFIX, wide_network
from hanamichi.server.protocol.errors import Refused

_MAX_BUCKETS = 50_000
"""Token buckets kept; the one unused for longest is evicted first."""
_DAY_SECONDS = 24 * 3600
_EXPLAINED = Rate(20, 1)
"""Sockets of an address that are opened only to be refused with a reason."""

_ENTRIES_OF_A_SOCKET = 250
"""A table in memory takes about a kilobyte for each entry; usual matches have fewer than this."""

FRAME_COST = 0.25
"""Milliseconds of work for any frame."""
REQUEST_COST = 0.3
"""Milliseconds of work for any request."""


class Limits(NamedTuple):
    """The limits of a server. An address can be a whole club behind one router."""

    frames: Rate
    """Commands on one socket."""
    work: Rate
    """Milliseconds of work for one address."""
    person_work: Rate
    """Milliseconds of work for one person, of what costs more than a move."""
    spectator_work: Rate
    """The same for all spectators of one table together."""
    writes: Rate
    """Requests of one address that change something: tables opened, names, records."""
    newcomers: Rate
    """Browsers of one address without a cookie."""
    newcomers_in_a_day: Rate
    """The same over a longer time: they are stored."""
    renames: Rate
    """Nicknames of one person, after the first."""
    reports: Rate
    """Reports of one person, and of one address."""
    notes: Rate
    """Notes on cards that the people of one address write."""
    table_changes: Rate
    """What the people of one address do at one table besides moves, all of which it stores."""
    new_sockets: Rate
    """Sockets that one address opens."""
    sockets: int
    """Sockets of one address at a time."""
    person_sockets: int
    """Sockets of one person at a time."""
    connections: int
    """Other connections of one address at a time, and its requests behind a trusted proxy."""
    uploads: int
    """Large bodies that one address sends at a time."""


def limits_of(config: LimitsConfig) -> Limits:
    """The limits that the owner has set, with what may be done at once."""
    return Limits(
        frames=_rate(config.commands_per_second, 3),
        work=_rate(config.work_ms_per_second, 10),
        person_work=_rate(config.person_work_ms_per_second, 10),
        spectator_work=_rate(config.spectator_work_ms_per_second, 3),
        writes=_rate(config.writes_per_second, 12),
        newcomers=_rate(config.newcomers_per_minute / 60, 60),
        newcomers_in_a_day=_rate(config.newcomers_per_day / _DAY_SECONDS, _DAY_SECONDS),
        renames=_rate(config.renames_per_hour / 3600, 3600),
        reports=_rate(config.reports_per_hour / 3600, 3600),
        notes=_rate(config.notes_per_day / _DAY_SECONDS, _DAY_SECONDS),
        table_changes=_rate(config.table_changes_per_hour / 3600, 3600),
        new_sockets=_rate(config.new_sockets_per_second, 20),
        sockets=config.sockets,
        person_sockets=config.sockets_per_person,
        connections=config.connections,
        uploads=config.uploads,
    )


def _rate(per_second: float, seconds_at_once: float) -> Rate:
    return Rate(per_second * seconds_at_once, per_second)


DEFAULT_LIMITS = limits_of(LimitsConfig())
_MANY = 10**9
UNLIMITED = Limits(*(Rate(float("inf"), 0),) * 12, *(_MANY,) * 4)
"""For benchmarks, and behind a proxy with limits of its own."""

_Kind: TypeAlias = Literal[
    "work",
    "person_work",
    "spectator_work",
    "writes",
    "newcomers",
    "newcomers_in_a_day",
    "renames",
    "reports",
    "notes",
    "table_changes",
    "new_sockets",
    "explained",
]


class SocketLimits:
    """The limits of one socket: its own, and those of its address, person and table."""

    __slots__ = (
        "_address",
        "_changes",
        "_frames",
        "_notes",
        "_now",
        "_person",
        "_spectators",
        "_wide",
    )

    def __init__(
        self,
        now: Callable[[], float],
        frames: TokenBucket,
        address: TokenBucket,
        wide: TokenBucket | None,
        person: TokenBucket | None,
        spectators: TokenBucket,
        notes: Sequence[TokenBucket],
        changes: Sequence[TokenBucket],
    ) -> None:
        self._now = now
        self._frames = frames
        self._address = address
        self._wide = wide
        self._person = person
        self._spectators = spectators
        self._notes = notes
        self._changes = changes

    def frame(self) -> TokenBucket | None:
        """Allow another frame; otherwise the bucket that lacks tokens."""
        now = self._now()
        if not self._frames.take(now):
            return self._frames
        if not self._address.take(now, FRAME_COST):
            return self._address
        wide = self._wide
        return None if wide is None or wide.take(now, FRAME_COST) else wide

    def work(self, cost: float, *, watches: bool) -> TokenBucket | None:
        """Allow a command that costs more than its frame; otherwise the bucket that refuses."""
        now = self._now()
        for bucket in (self._spectators if watches else self._person, self._address, self._wide):
            if bucket is not None and not bucket.take(now, cost):
                return bucket
        return None

    def note(self) -> TokenBucket | None:
        """Allow another note on a card; otherwise the bucket that lacks tokens."""
        return self._one_of_each(self._notes)

    def change(self) -> TokenBucket | None:
        """Allow another change at the table; otherwise the bucket that lacks tokens."""
        return self._one_of_each(self._changes)

    def _one_of_each(self, buckets: Sequence[TokenBucket]) -> TokenBucket | None:
        now = self._now()
        return next((bucket for bucket in buckets if not bucket.take(now)), None)


def refused_frame(bucket: TokenBucket, cost: float = 1.0) -> Refused:
    """The refusal of a command for which a bucket lacks tokens."""
    return Refused(
        "frame/too-many", "Too many commands; wait a moment", retry_after=bucket.wait(cost)
    )


class RateLimiter:
    """Limits requests and sockets by address, person and table, in bounded memory."""

    def __init__(self, limits: Limits, now: Callable[[], float] = time.monotonic) -> None:
        self.limits = limits
        self._now = now
        self._buckets: OrderedDict[tuple[_Kind, str], TokenBucket] = OrderedDict()
        self.sockets = AddressCounts(limits.sockets)
        self._person_sockets = AddressCounts(limits.person_sockets)
        self.connections = AddressCounts(limits.connections)
        self.requests = AddressCounts(limits.connections)
        self.uploads = AddressCounts(limits.uploads)

    # -- requests --

    def request(self, address: str, cost: float = REQUEST_COST) -> None:
        """Allow a request that takes so many milliseconds of work, or refuse it."""
        self._take("work", address, cost)

    def write(self, address: str) -> None:
        """Allow a request that changes something, or refuse it."""
        self._take("writes", address)

    def newcomer(self, address: str) -> None:
        """Allow a browser without a cookie, or refuse it."""
        self._take("newcomers", address)
        self._take("newcomers_in_a_day", address)

    def report(self, person: str, address: str) -> None:
        """Allow a person to report something, or refuse it."""
        self._take("reports", person)
        self._take("reports", address)

    def person(self, person: str | None, cost: float) -> None:
        """Allow a person what takes so many milliseconds of work, or refuse it."""
        if person is not None:
            refusal = "You have asked for a lot; wait a moment"
            self._take_own("person_work", person, cost, refusal)

    def rename(self, person: str, cost: float) -> None:
        """Allow a person another nickname, which takes so many milliseconds, or refuse it."""
        self.person(person, cost)
        refusal = "You have changed your nickname often; keep this one for a while"
        self._take_own("renames", person, 1.0, refusal)

    @contextmanager
    def request_in_progress(self, address: str, *, upload: bool) -> Iterator[None]:
        """Count a request, and its body if that is large, until it is answered; or refuse it."""
        counts = [self.requests, self.uploads] if upload else [self.requests]
        entered: list[AddressCounts] = []
        try:
            for each in counts:
                if not each.enter(address):
                    raise Refused(
                        "request/too-many",
                        "Too many uploads at once from one address; wait for the others"
                        if each is self.uploads
                        else "Too many requests at once from one address; wait a moment",
                        retry_after=5,
                    )
                entered.append(each)
            yield
        finally:
            for each in entered:
                each.leave(address)

    # -- sockets --

    def may_explain(self, address: str) -> bool:
        """Whether a socket may be opened to say why it is refused: that takes time too."""
        return self._bucket("explained", address).take(self._now())

    def open_socket(self, address: str) -> None:
        """Allow a new socket, or refuse it."""
        self._take("new_sockets", address)

    @contextmanager
    def socket(self, address: str) -> Iterator[None]:
        """Count a socket while it is open, or refuse it."""
        with _counted(self.sockets, address, 1, "one address"):
            yield

    @contextmanager
    def socket_of(self, person: str | None) -> Iterator[None]:
        """Count a person's socket while it is open, or refuse it."""
        with _counted(self._person_sockets, person, 1, "one person"):
            yield

    @contextmanager
    def long_table(self, address: str, person: str | None, entries: int) -> Iterator[None]:
        """Count the socket of a table with many entries as several more, or refuse it.

        Whoever has no other one open may have it, however long it is.
        """
        more = entries // _ENTRIES_OF_A_SOCKET
        of_address = min(more, self.sockets.limit - 1)
        of_person = min(more, self._person_sockets.limit - 1)
        with (
            _counted(self.sockets, address, of_address, "one address"),
            _counted(self._person_sockets, person, of_person, "one person"),
        ):
            yield

    def socket_limits(self, address: str, person: str | None, table_id: str) -> SocketLimits:
        """The limits of a new socket."""
        wide = wide_network(address)
        addresses = [each for each in (address, wide) if each is not None]
        return SocketLimits(
            self._now,
            TokenBucket(self.limits.frames, self._now()),
            self._bucket("work", address),
            None if wide is None else self._bucket("work", wide),
            None if person is None else self._bucket("person_work", person),
            self._bucket("spectator_work", table_id),
            [self._bucket("notes", each) for each in addresses],
            [self._bucket("table_changes", f"{table_id} {each}") for each in addresses],
        )

    # -- buckets --

    def _take(self, kind: _Kind, address: str, cost: float = 1.0) -> None:
        now, wide = self._now(), wide_network(address)
        for each in (address,) if wide is None else (address, wide):
            bucket = self._bucket(kind, each)
            if not bucket.take(now, cost):
                raise Refused(
                    "request/too-many",
                    "Too many requests from one address; wait a moment",
                    retry_after=bucket.wait(cost),
                )

    def _take_own(self, kind: _Kind, person: str, cost: float, refusal: str) -> None:
        bucket = self._bucket(kind, person)
        if not bucket.take(self._now(), cost):
            raise Refused("request/too-many", refusal, retry_after=bucket.wait(cost))

    def _bucket(self, kind: _Kind, key: str) -> TokenBucket:
        full_key = (kind, key)
        bucket = self._buckets.get(full_key)
        if bucket is not None:
            self._buckets.move_to_end(full_key)
            return bucket
        rate: Rate = _EXPLAINED if kind == "explained" else getattr(self.limits, kind)
        if key.endswith(WIDE_SUFFIX):
            rate = rate.times(WIDE_FACTOR)
        bucket = self._buckets[full_key] = TokenBucket(rate, self._now())
        if len(self._buckets) > _MAX_BUCKETS:
            self._buckets.popitem(last=False)
        return bucket


@contextmanager
def _counted(counts: AddressCounts, key: str | None, many: int, whose: str) -> Iterator[None]:
    """Count so many sockets of an address or person, or refuse them."""
    if key is None or not many:
        yield
        return
    if not counts.enter(key, many):
        raise _too_many_sockets(whose)
    try:
        yield
    finally:
        counts.leave(key, many)


def _too_many_sockets(whose: str) -> Refused:
    return Refused(
        "request/too-many",
        f"Too many connections from {whose}; close some, or wait a minute",
        retry_after=60,
    )


def address_of(client: tuple[str, int] | None) -> str:
    """The address to limit: for IPv6, its /64 network."""
    if client is None:
        return "local"
    return _network_of(client[0])


@lru_cache(_MAX_BUCKETS)
def _network_of(host: str) -> str:
    if ":" not in host:
        return host
    try:
        address = IPv6Address(host.partition("%")[0])
    except ValueError:
        return host
    if address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    return str(IPv6Network((address, 64), strict=False))
