"""Who is restricted: known in memory, so that checks cost nothing, and applied to sockets."""

from __future__ import annotations

from hanamichi.server.live.connection import REFUSED
from hanamichi.server.live.live_tables import LiveTables
from hanamichi.server.live.refusals import person_blocked
from hanamichi.server.ops.address_hash import network_of
from hanamichi.server.ops.clock import Clock
from hanamichi.server.protocol.errors import Refused
from hanamichi.server.storage.address_keys import AddressKeys
from hanamichi.server.storage.database import Database
from hanamichi.server.storage.restrictions import CurrentRestrictions, read_restrictions
from hanamichi.server.table.decision import Actor
from hanamichi.server.table.entries import PersonId


class Restrictions:
    """The restricted people and blocked addresses, as this process knows them."""

    def __init__(
        self, database: Database, address_keys: AddressKeys, tables: LiveTables, clock: Clock
    ) -> None:
        self._database = database
        self._address_keys = address_keys
        self._tables = tables
        self._clock = clock
        self._current = CurrentRestrictions({}, {})

    async def load(self) -> None:
        """Read who is restricted, and end connections of the blocked. Call it regularly."""
        self._current = await read_restrictions(self._database, self._clock.wall_clock())
        if self._current.people or self._current.networks:
            self._tables.refuse(self._refusal_of, REFUSED)

    def check_address(self, address: str) -> None:
        """Refuse a blocked address."""
        if (refusal := self._address_refusal(address)) is not None:
            raise refusal

    def check(self, actor: Actor) -> None:
        """Refuse a blocked person, and anybody at a blocked address."""
        if (refusal := self._refusal_of(actor)) is not None:
            raise refusal

    def _refusal_of(self, actor: Actor) -> Refused | None:
        if actor.person is not None and self._current.people.get(actor.person) == "blocked":
            return person_blocked()
        return self._address_refusal(actor.address)

    def _address_refusal(self, address: str) -> Refused | None:
        blocked = self._current.networks
        if not blocked:
            return None
        now = self._clock.wall_clock()
        for each in map(network_of, self._address_keys.hashes(address)):
            if each in blocked:
                until = blocked[each]
                if until is None:
                    return Refused(
                        "address/blocked", "The owner of this server blocks this network"
                    )
                if until > now:
                    return Refused(
                        "address/blocked",
                        "The owner of this server blocks this network for some time",
                        retry_after=(until - now) / 1000,
                    )
        return None

    def is_silenced(self, person: PersonId) -> bool:
        """Whether a person is silenced."""
        return self._current.people.get(person) == "silenced"
