"""Who has a table open, as server processes publish it to each other."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import msgspec

from hanamichi.server.ops.fair_queue import Served
from hanamichi.server.table.entries import PersonId


class ProcessPresence(msgspec.Struct, frozen=True, gc=False):
    """The people whom one process has at a table. Times are milliseconds since 1970.

    It is stored as JSON in the column `presences.standing`.
    """

    since: int
    """Since when the process knows who visits the table."""
    people: tuple[PersonId, ...]
    gone: Mapping[PersonId, int]
    """When seated people lost their last connection."""
    strangers: int
    """Connections without a cookie."""
    served: tuple[Served, ...] = ()
    """For whom bots play: by the hashes of their addresses."""

    @property
    def viewers(self) -> int:
        """The number of people and strangers."""
        return len(self.people) + self.strangers


class RemotePresence(NamedTuple):
    """What other processes have to do with a table that is about to be loaded."""

    by_process: Mapping[str, ProcessPresence]
    attended: bool
    """Another process has the table in memory, so its clock never stopped."""


NO_REMOTE_PRESENCE = RemotePresence({}, attended=False)
