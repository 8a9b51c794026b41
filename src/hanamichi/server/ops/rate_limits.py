"""How much one browser, and one address, may ask for. Nobody who plays comes near it."""

from __future__ import annotations

import time
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import lru_cache
from ipaddress import IPv6Address, IPv6Network
from typing import NamedTuple

from hanamichi.server.protocol.errors import Refused

_REMEMBERED = 20_000
"""Askers that are remembered; the one who has been quiet longest is forgotten first."""


class Rate(NamedTuple):
    """So many at once, and so many more each second."""

    burst: float
    a_second: float


class Limits(NamedTuple):
    """What is allowed. An address can be a whole club behind one router."""

    frames: Rate = Rate(300, 100)
    """Commands on one socket."""
    writes: Rate = Rate(120, 10)
    """Requests of one address that change something: tables opened, names, notes."""
    reads: Rate = Rate(600, 100)
    """Other requests of one address."""
    newcomers: Rate = Rate(60, 1)
    """Browsers of one address that were never here."""
    sockets: int = 400
    """Sockets of one address at a time."""


USUAL = Limits()
UNLIMITED = Limits(*(Rate(float("inf"), 0),) * 4, sockets=10**9)
"""For measuring, and behind a proxy that limits by itself."""


class TokenBucket:
    """What is left of an allowance."""

    def __init__(self, allowance: Rate, now: float) -> None:
        self._allowance = allowance
        self._left = allowance.burst
        self._at = now

    def take(self, now: float) -> bool:
        """Use one; False when there is none left."""
        gained = max(0.0, now - self._at) * self._allowance.a_second
        self._left = min(self._allowance.burst, self._left + gained)
        self._at = max(self._at, now)
        if self._left < 1:
            return False
        self._left -= 1
        return True


class RateLimiter:
    """Counts what every address asks for, in bounded memory."""

    def __init__(self, limits: Limits, now: Callable[[], float] = time.monotonic) -> None:
        self.limits = limits
        self._now = now
        self._buckets: OrderedDict[tuple[str, str], TokenBucket] = OrderedDict()
        self._sockets: Counter[str] = Counter()

    def request(self, address: str, *, writes: bool) -> None:
        """Let a request pass, or refuse it."""
        self._take("writes" if writes else "reads", address)

    def newcomer(self, address: str) -> None:
        """Let somebody in who has no cookie yet, or refuse."""
        self._take("newcomers", address)

    def frames(self) -> TokenBucket:
        """The allowance of a new socket."""
        return TokenBucket(self.limits.frames, self._now())

    def frame(self, bucket: TokenBucket) -> None:
        """Let a command pass, or refuse it."""
        if not bucket.take(self._now()):
            raise Refused("frame/too-many", "Too many commands at once; wait a second")

    @contextmanager
    def socket(self, address: str) -> Iterator[None]:
        """A socket for as long as it is open, or a refusal."""
        if self._sockets[address] >= self.limits.sockets:
            raise Refused("request/too-many", "Too many connections from one address")
        self._sockets[address] += 1
        try:
            yield
        finally:
            self._sockets[address] -= 1
            if not self._sockets[address]:
                del self._sockets[address]

    def _take(self, what: str, address: str) -> None:
        key = (what, address)
        bucket = self._buckets.pop(key, None)
        if bucket is None:
            bucket = TokenBucket(getattr(self.limits, what), self._now())
        self._buckets[key] = bucket
        if len(self._buckets) > _REMEMBERED:
            self._buckets.popitem(last=False)
        if not bucket.take(self._now()):
            raise Refused("request/too-many", "Too many requests from one address; wait a minute")


def address_of(client: tuple[str, int] | None) -> str:
    """Who asks: an address, and for IPv6 the network of one household."""
    if client is None:
        return "local"
    return _household(client[0])


@lru_cache(_REMEMBERED)
def _household(host: str) -> str:
    if ":" not in host:
        return host
    try:
        address = IPv6Address(host.partition("%")[0])
    except ValueError:
        return host
    if address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    return str(IPv6Network((address, 64), strict=False))
