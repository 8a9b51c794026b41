"""Shares a few slots of work fairly: between addresses, then between their people."""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager
from typing import NamedTuple

from hanamichi.server.ops.fair_shares import Account, Level
from hanamichi.server.protocol.errors import Refused

_PEOPLE_OF_AN_ADDRESS = 4
"""An address may have as many pieces waiting as this many people."""
_RECENT = 0.1
"""The weight of the last piece in the mean."""


class Served(NamedTuple):
    """For whom something is done."""

    address: str
    """Whose share it is, as `fair_share` says: an address, or a part of a wide network."""
    person: str | None
    """None for those who have no name here yet; at one address they count as one person."""


NOBODY = Served("", None)
"""The server itself."""


class _Person(Account[str | None]):
    """A person at an address, whose pieces are served in the order in which they came."""

    def __init__(self, key: str | None) -> None:
        super().__init__(key)
        self.pieces: OrderedDict[asyncio.Future[None], float] = OrderedDict()
        """The pieces that wait, and how many seconds each is expected to take."""


class _Address(Account[str]):
    """An address and its people."""

    def __init__(self, key: str) -> None:
        super().__init__(key)
        self.people: Level[str | None, _Person] = Level(_Person)


class FairQueue:
    """Lends slots. The address that has used the least time is next; there, the same for people.

    What counts is time, not turns: long pieces do not get more of it than short ones. A piece
    is charged when it begins, so that what runs counts too, and settled when it ends.
    """

    def __init__(
        self,
        slots: int,
        *,
        max_waiting: int | None = None,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self.slots = slots
        self._free = slots
        self.waiting = 0
        """Pieces that wait for a slot."""
        self._max_waiting = max_waiting
        """How many pieces one person may have waiting; None if nobody is refused."""
        self._now = now
        self._addresses: Level[str, _Address] = Level(_Address)
        self._mean = 0.0
        """Seconds that recent pieces took."""

    @asynccontextmanager
    async def slot(
        self, served: Served, *, expected: float | None = None, patient: bool = False
    ) -> AsyncIterator[None]:
        """Wait for a slot and use it. `expected`: how many seconds it is likely to be used.

        Those who are not `patient` are refused when too much of theirs waits already.
        """
        seconds = self._mean if expected is None else expected
        if not (self._free or patient):
            self._refuse_too_many(served)
        address, person = await self._acquire(served, seconds)
        began = self._now()
        try:
            yield
        finally:
            used = self._now() - began
            self._mean += _RECENT * (used - self._mean)
            self._release(address, person, used - seconds)

    @property
    def busy(self) -> int:
        """Slots in use."""
        return self.slots - self._free

    def least_used(self, several: Iterable[Served]) -> Served | None:
        """Of these, the one to whom a slot is due first."""
        return min(several, key=self._used, default=None)

    def _used(self, served: Served) -> tuple[float, float, str, str]:
        address = self._addresses.find(served.address)
        of_person = 0.0 if address is None else address.people.used(served.person)
        of_address = self._addresses.used(served.address)
        return of_address, of_person, served.address, served.person or ""

    # -- slots --

    async def _acquire(self, served: Served, expected: float) -> tuple[_Address, _Person]:
        address = self._addresses.wait(served.address)
        person = address.people.wait(served.person)
        ready: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        person.pieces[ready] = expected
        self.waiting += 1
        self._lend()
        try:
            await ready
        except asyncio.CancelledError:
            if ready in person.pieces:
                del person.pieces[ready]
                self._give_up(address, person)
            elif not ready.cancelled():
                self._release(address, person, -expected)
            raise
        return address, person

    def _lend(self) -> None:
        """Give free slots to the pieces that wait, if there are any."""
        while self._free and (address := self._addresses.least()) is not None:
            person = address.people.least()
            assert person is not None
            ready, expected = person.pieces.popitem(last=False)
            if ready.cancelled():
                self._give_up(address, person)
                continue
            self._free -= 1
            self.waiting -= 1
            self._addresses.start(address, expected)
            address.people.start(person, expected)
            ready.set_result(None)

    def _release(self, address: _Address, person: _Person, correction: float) -> None:
        self._free += 1
        address.people.end(person, correction)
        self._addresses.end(address, correction)
        self._lend()
        self._forget_if_idle()

    def _give_up(self, address: _Address, person: _Person) -> None:
        self.waiting -= 1
        address.people.give_up(person)
        self._addresses.give_up(address)
        self._forget_if_idle()

    def _forget_if_idle(self) -> None:
        if self._free == self.slots and not self.waiting:
            self._addresses.clear()

    def _refuse_too_many(self, served: Served) -> None:
        if self._max_waiting is None:
            return
        address = self._addresses.find(served.address)
        if address is None:
            return
        person = address.people.find(served.person)
        of_person = 0 if person is None else person.waiting
        if of_person >= self._max_waiting:
            waiting = of_person
        elif address.waiting >= _PEOPLE_OF_AN_ADDRESS * self._max_waiting:
            waiting = address.waiting
        else:
            return
        raise Refused(
            "request/too-many",
            "Too much of this is still waiting to be done for you; wait a moment",
            retry_after=waiting * self._mean / self.slots,
        )
