"""Accounts of used time: who has used the least is served next."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from heapq import heapify, heappop, heappush
from typing import Any, Generic, TypeVar

_MAX_IDLE = 1024
"""Accounts kept for those who use and want nothing now; the least charged is forgotten first."""
_SPARE = 16
"""Outdated entries that a heap may have in any case."""


K = TypeVar("K", bound=Hashable)


class Account(Generic[K]):
    """The time of one party."""

    def __init__(self, key: K) -> None:
        self.key = key
        self.used = 0.0
        """Seconds, on a scale that is common to its level. Only differences mean something."""
        self.running = 0
        self.waiting = 0

    @property
    def idle(self) -> bool:
        """Whether nothing of it runs or waits."""
        return not (self.running or self.waiting)


A = TypeVar("A", bound=Account[Any])


class Level(Generic[K, A]):
    """The accounts of one level, such as all addresses.

    Who comes anew, or comes back after a while, begins at the level of those who are served
    now: nobody saves time up, and nobody pays for time that no one else wanted.
    """

    def __init__(self, make: Callable[[K], A]) -> None:
        self._make = make
        self._accounts: dict[K, A] = {}
        self._served_at = 0.0
        """What the last one to be served had used: those who come begin here."""
        self._waiting: list[tuple[float, int, A]] = []
        """A heap; an entry counts if it says what the account, which waits, has used."""
        self._idle: list[tuple[float, int, A]] = []
        """A heap of those to forget, as far as they are still idle."""
        self._count = 0
        """Breaks ties in the order of arrival."""

    def __len__(self) -> int:
        return len(self._accounts)

    def used(self, key: K) -> float:
        """What a party has used, on the scale of this level."""
        account = self._accounts.get(key)
        return self._served_at if account is None else max(account.used, self._served_at)

    def find(self, key: K) -> A | None:
        """The account of a party, if it is known."""
        return self._accounts.get(key)

    def wait(self, key: K) -> A:
        """A piece of this party waits from now on."""
        account = self._accounts.get(key)
        if account is None:
            account = self._accounts[key] = self._make(key)
        if account.idle:
            account.used = max(account.used, self._served_at)
        account.waiting += 1
        if account.waiting == 1:
            self._push(account)
        return account

    def least(self) -> A | None:
        """Of those who wait, the one who used the least."""
        while self._waiting:
            if self._counts(self._waiting[0]):
                return self._waiting[0][2]
            heappop(self._waiting)
        return None

    def start(self, account: A, seconds: float) -> None:
        """A waiting piece begins, and is charged what it is expected to take."""
        self._served_at = max(self._served_at, account.used)
        account.waiting -= 1
        account.running += 1
        self._charge(account, seconds)
        self._forget()

    def end(self, account: A, correction: float) -> None:
        """A piece has ended, and took this much longer than expected."""
        account.running -= 1
        self._charge(account, correction)
        self._retire(account)

    def give_up(self, account: A) -> None:
        """A waiting piece is not wanted any more."""
        account.waiting -= 1
        self._retire(account)

    def clear(self) -> None:
        """Forget everybody: nobody wants anything."""
        self._accounts.clear()
        self._waiting.clear()
        self._idle.clear()
        self._served_at = 0.0

    # -- heaps --

    def _charge(self, account: A, seconds: float) -> None:
        account.used += seconds
        if account.waiting:
            self._push(account)

    def _push(self, account: A) -> None:
        self._count += 1
        heappush(self._waiting, (account.used, self._count, account))
        if len(self._waiting) > 2 * len(self._accounts) + _SPARE:
            # Entries that do not count any more are the majority.
            counting = {entry[2].key: entry for entry in self._waiting if self._counts(entry)}
            self._waiting = list(counting.values())
            heapify(self._waiting)

    @staticmethod
    def _counts(entry: tuple[float, int, A]) -> bool:
        used, _, account = entry
        return account.waiting > 0 and account.used == used

    def _retire(self, account: A) -> None:
        if account.idle:
            self._count += 1
            heappush(self._idle, (account.used, self._count, account))
            self._forget()

    def _forget(self) -> None:
        """Drop idle accounts that a newcomer would equal, and more if there are too many."""
        while self._idle and (self._idle[0][0] <= self._served_at or len(self._idle) > _MAX_IDLE):
            used, _, account = heappop(self._idle)
            current = self._accounts.get(account.key) is account
            if current and account.idle and account.used == used:
                del self._accounts[account.key]
