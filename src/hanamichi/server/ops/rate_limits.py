"""Rate limits for each socket and address, far above what play needs."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import lru_cache
from ipaddress import IPv6Address, IPv6Network
from typing import NamedTuple

from hanamichi.server.ops.address_counts import AddressCounts
from hanamichi.server.ops.config import DEFAULT_CONFIG, LimitsConfig
from hanamichi.server.protocol.errors import Refused

_HOUR_SECONDS = 3600.0
_MAX_ADDRESSES = 20_000
"""Token buckets kept; the one unused for longest is evicted first."""


class Rate(NamedTuple):
    """How many tokens a bucket holds, and how many it gains each second."""

    burst: float
    per_second: float


class Limits(NamedTuple):
    """The limits of a server. An address can be a whole club behind one router."""

    frames: Rate = Rate(300, 100)
    """Commands on one socket."""
    writes: Rate = Rate(120, 10)
    """Requests of one address that change something: tables opened, names, notes."""
    reads: Rate = Rate(600, 100)
    """Other requests of one address."""
    newcomers: Rate = Rate(60, 1)
    """Browsers of one address without a cookie."""
    sockets: int = 400
    """Sockets of one address at a time."""
    connections: int = DEFAULT_CONFIG.limits.connections
    """Other connections of one address at a time, and its requests behind a trusted proxy."""
    uploads: int = DEFAULT_CONFIG.limits.uploads
    """Large bodies that one address sends at a time."""


DEFAULT_LIMITS = Limits()
_MANY = 10**9
UNLIMITED = Limits(*(Rate(float("inf"), 0),) * 4, sockets=_MANY, connections=_MANY, uploads=_MANY)
"""For benchmarks, and behind a proxy with limits of its own."""


def limits_of(config: LimitsConfig) -> Limits:
    """The limits that the owner has set."""
    return Limits(connections=config.connections, uploads=config.uploads)


class TokenBucket:
    """The tokens that are left."""

    def __init__(self, rate: Rate, now: float) -> None:
        self._rate = rate
        self._left = rate.burst
        self._at = now

    def take(self, now: float) -> bool:
        """Take a token; False if there is none left."""
        gained = max(0.0, now - self._at) * self._rate.per_second
        self._left = min(self._rate.burst, self._left + gained)
        self._at = max(self._at, now)
        if self._left < 1:
            return False
        self._left -= 1
        return True

    def wait(self) -> float:
        """Seconds until there is a token again, as of the last `take`."""
        per_second = self._rate.per_second
        return max(0.0, 1 - self._left) / per_second if per_second else _HOUR_SECONDS


class RateLimiter:
    """Limits requests and sockets by address, in bounded memory."""

    def __init__(self, limits: Limits, now: Callable[[], float] = time.monotonic) -> None:
        self.limits = limits
        self._now = now
        self._buckets: OrderedDict[tuple[str, str], TokenBucket] = OrderedDict()
        self.sockets = AddressCounts(limits.sockets)
        self.connections = AddressCounts(limits.connections)
        self.requests = AddressCounts(limits.connections)
        self.uploads = AddressCounts(limits.uploads)

    def request(self, address: str, *, writes: bool) -> None:
        """Allow a request, or refuse it."""
        self._take("writes" if writes else "reads", address)

    def newcomer(self, address: str) -> None:
        """Allow a browser without a cookie, or refuse it."""
        self._take("newcomers", address)

    def socket_bucket(self) -> TokenBucket:
        """A bucket for the commands of a new socket."""
        return TokenBucket(self.limits.frames, self._now())

    def command(self, bucket: TokenBucket) -> None:
        """Allow a command, or refuse it."""
        if not bucket.take(self._now()):
            raise Refused(
                "frame/too-many",
                "Too many commands at once; wait a second",
                retry_after=bucket.wait(),
            )

    @contextmanager
    def socket(self, address: str) -> Iterator[None]:
        """Count a socket while it is open, or refuse it."""
        if not self.sockets.enter(address):
            raise Refused(
                "request/too-many",
                "Too many connections from one address; close some, or wait a minute",
                retry_after=60,
            )
        try:
            yield
        finally:
            self.sockets.leave(address)

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

    def _take(self, limit: str, address: str) -> None:
        key = (limit, address)
        bucket = self._buckets.pop(key, None)
        if bucket is None:
            bucket = TokenBucket(getattr(self.limits, limit), self._now())
        self._buckets[key] = bucket
        if len(self._buckets) > _MAX_ADDRESSES:
            self._buckets.popitem(last=False)
        if not bucket.take(self._now()):
            raise Refused(
                "request/too-many",
                "Too many requests from one address; wait a moment",
                retry_after=bucket.wait(),
            )


def address_of(client: tuple[str, int] | None) -> str:
    """The address to limit: for IPv6, its /64 network."""
    if client is None:
        return "local"
    return _network_of(client[0])


@lru_cache(_MAX_ADDRESSES)
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
