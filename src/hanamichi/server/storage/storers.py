"""Says who stores something new, and refuses it while there is no room."""

from __future__ import annotations

from hanamichi.server.ops.address_hash import network_of
from hanamichi.server.ops.clock import Clock
from hanamichi.server.ops.wide_network import wide_network
from hanamichi.server.storage.address_keys import AddressKeys
from hanamichi.server.storage.disk_space import DiskSpace
from hanamichi.server.storage.quotas import Quotas, Storer
from hanamichi.server.table.entries import PersonId


class Storers:
    """Makes a `Storer` of a person and the address they write from."""

    def __init__(
        self, keys: AddressKeys, disk_space: DiskSpace, quotas: Quotas, clock: Clock
    ) -> None:
        self._keys = keys
        self._disk_space = disk_space
        self._clock = clock
        self.quotas = quotas

    def require_room(self) -> None:
        """Refuse what is new while the disk is full."""
        self._disk_space.require()

    def of(self, person: PersonId, address: str) -> Storer:
        """A person who stores something new; refused while the disk is full."""
        self.require_room()
        addresses = self._keys.hashes(address)
        is_wide = wide_network(address) is not None
        networks = tuple(network_of(each) for each in addresses) if is_wide else ()
        return Storer(person, addresses, networks, self._clock.wall_clock(), self.quotas)
