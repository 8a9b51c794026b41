"""Counts what each address has open, with a limit for one address."""

from __future__ import annotations

from collections import Counter

from hanamichi.server.ops.wide_network import WIDE_FACTOR, wide_network


class AddressCounts:
    """What is open, by address. Addresses without anything open take no memory."""

    def __init__(self, limit: int) -> None:
        self.limit = limit
        self.total = 0
        """Of all addresses."""
        self._open: Counter[str] = Counter()

    def enter(self, address: str) -> bool:
        """Count one more, unless the address or its network has as many as it may; then False."""
        wide = wide_network(address)
        if self._open.get(address, 0) >= self.limit:
            return False
        if wide is not None:
            if self._open.get(wide, 0) >= self.limit * WIDE_FACTOR:
                return False
            self._open[wide] += 1
        self._open[address] += 1
        self.total += 1
        return True

    def leave(self, address: str) -> None:
        """Count one less."""
        self.total -= 1
        for each in (address, wide_network(address)):
            if each is not None:
                self._open[each] -= 1
                if not self._open[each]:
                    del self._open[each]
