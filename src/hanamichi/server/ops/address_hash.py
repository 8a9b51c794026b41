"""Hashes of network addresses: enough to block an address, not enough to find it out."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from hanamichi.server.ops.wide_network import wide_network

AddressHash: TypeAlias = str
"""The number of a key and a keyed hash, such as `3-9f86d081884c7d65`."""

_CACHE_SIZE = 20_000
_HASH_CHARACTERS = 24
_NETWORK_CHARACTERS = 12
"""So many characters of the hash of an IPv6 address are those of its /48 network."""
ADDRESS_CHARACTERS = _HASH_CHARACTERS - _NETWORK_CHARACTERS
"""And so many at its end are not."""


class AddressKey(NamedTuple):
    """A secret key, in use from its creation until the next one is made."""

    id: int
    key: str
    created: int
    """Milliseconds since 1970."""


def new_address_key(key_id: int, at: int) -> AddressKey:
    """A new random key."""
    return AddressKey(key_id, secrets.token_hex(32), at)


class AddressHasher:
    """Hashes addresses with the newest key, and finds those hashed with earlier ones."""

    def __init__(self, keys: Sequence[AddressKey]) -> None:
        assert keys, "there is always a key"
        self._keys = sorted(keys, key=lambda key: key.id, reverse=True)
        self._hashes = lru_cache(_CACHE_SIZE)(self._compute)

    @property
    def newest(self) -> AddressKey:
        """The key for new hashes."""
        return self._keys[0]

    def hash(self, address: str) -> AddressHash:
        """The hash to store for an address."""
        return self._hashes(address)[0]

    def hashes(self, address: str) -> tuple[AddressHash, ...]:
        """All hashes under which an address may be stored, the newest first."""
        return self._hashes(address)

    def _compute(self, address: str) -> tuple[AddressHash, ...]:
        return tuple(_hash(key, address) for key in self._keys)


def network_of(address: AddressHash) -> str:
    """The beginning of a hash that all addresses of a /48 network share; no IPv4 address does."""
    key_id, _, digest = address.partition("-")
    return f"{key_id}-{digest[:_NETWORK_CHARACTERS]}"


def _hash(key: AddressKey, address: str) -> AddressHash:
    digest, wide = _digest(key, address), wide_network(address)
    if wide is not None:
        digest = _digest(key, wide)[:_NETWORK_CHARACTERS] + digest
    return f"{key.id}-{digest[:_HASH_CHARACTERS]}"


def _digest(key: AddressKey, text: str) -> str:
    return hmac.new(key.key.encode(), text.encode(), hashlib.sha256).hexdigest()
