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

    def enter(self, address: str, many: int = 1) -> bool:
        """Count so many more, unless the address or its network would have too many; then False."""
        wide = wide_network(address)
        if self._open.get(address, 0) + many > self.limit:
            return False
        if wide is not None:
            if self._open.get(wide, 0) + many > self.limit * WIDE_FACTOR:
                return False
            self._open[wide] += many
        self._open[address] += many
        self.total += many
        return True

    def leave(self, address: str, many: int = 1) -> None:
        """Count so many less."""
        self.total -= many
        for each in (address, wide_network(address)):
            if each is not None:
                self._open[each] -= many
                if not self._open[each]:
                    del self._open[each]
