"""Counts what each address has open, with a limit for one address."""

from __future__ import annotations

from collections import Counter


class AddressCounts:
    """What is open, by address. Addresses without anything open take no memory."""

    def __init__(self, limit: int) -> None:
        self.limit = limit
        self.total = 0
        """Of all addresses."""
        self._open: Counter[str] = Counter()

    def enter(self, address: str) -> bool:
        """Count one more, unless the address has as many as it may; then False."""
        if self._open[address] >= self.limit:
            if not self._open[address]:
                del self._open[address]
            return False
        self._open[address] += 1
        self.total += 1
        return True

    def leave(self, address: str) -> None:
        """Count one less."""
        self._open[address] -= 1
        self.total -= 1
        if not self._open[address]:
            del self._open[address]
