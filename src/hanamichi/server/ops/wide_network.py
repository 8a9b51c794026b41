"""The network that one owner of IPv6 addresses is likely to have."""

from __future__ import annotations

from functools import lru_cache
from ipaddress import IPv6Network
from zlib import crc32

WIDE_FACTOR = 8
"""A /48 network may do as much as this many addresses, not as much as the 65,536 in it."""
WIDE_SUFFIX = "/48"


@lru_cache(50_000)
def wide_network(address: str) -> str | None:
    """The /48 network of a limited IPv6 address, which is a /64 network; None for others."""
    if not address.endswith("/64"):
        return None
    return str(IPv6Network(address).supernet(new_prefix=48))


def fair_share(address: str) -> str:
    """Whose share of a fair queue an address uses: all of a /48 network use `WIDE_FACTOR` ones.

    Every process gives an address the same one.
    """
    wide = wide_network(address)
    return address if wide is None else f"{wide} {crc32(address.encode()) % WIDE_FACTOR}"
