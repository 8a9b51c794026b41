"""Who has a table open: in this process, and as other processes publish it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from hanamichi.server.cluster.process_presence import ProcessPresence
from hanamichi.server.live.connection import Connection
from hanamichi.server.ops.clock import Clock
from hanamichi.server.ops.fair_queue import Served
from hanamichi.server.table.absence import Grace, Presence
from hanamichi.server.table.entries import PersonId

_MAX_SERVED = 16
"""Of more spectators than this, the bots play for some."""


class Visits(NamedTuple):
    """What is known of earlier visits to a table. Times are milliseconds since 1970."""

    began: int
    """Since when it is known: before, people may have been here whom nobody remembers."""
    gone: Mapping[PersonId, int] = {}
    """When seated people lost their last connection."""


class TablePresence:
    """The connections of one table, and the presence of its people in all processes."""

    def __init__(
        self,
        clock: Clock,
        remote: Mapping[str, ProcessPresence],
        hash_share: Callable[[str], str],
        seated: Callable[[], frozenset[PersonId]],
        *,
        visits: Visits,
        grace: Grace,
    ) -> None:
        self.connections: set[Connection] = set()
        """The connections to this process."""
        self.was_opened = False
        """A client has connected since the table was loaded."""
        self._clock = clock
        self._hash_share = hash_share
        self._seated = seated
        """The people who have a seat, with all their devices."""
        self._began = visits.began
        """Since when this process, or one that serves the table too, knows who visits it."""
        self._gone = dict(visits.gone)
        """When seated people lost their last connection."""
        self._grace = grace
        self.remote: Mapping[str, ProcessPresence] = {}
        """The presence in each of the other processes."""
        self._cached: Presence | None = None
        """The last result of `presence`, until anything changes."""
        self.update_remote(remote)

    @property
    def people(self) -> set[PersonId]:
        """The people connected to this process."""
        people = {connection.actor.person for connection in self.connections}
        return {person for person in people if person is not None}

    @property
    def connected(self) -> frozenset[PersonId]:
        """The people connected to any process."""
        people = self.people
        for presence in self.remote.values():
            people.update(presence.people)
        return frozenset(people)

    @property
    def viewers(self) -> int:
        """The number of connections here, and of people and strangers in other processes."""
        remote = self.remote.values()
        return len(self.connections) + sum(each.viewers for each in remote)

    @property
    def watched(self) -> bool:
        """Whether anybody has the table open, in any process."""
        remote = self.remote.values()
        return bool(self.connections) or any(each.viewers for each in remote)

    def presence(self, cold: frozenset[str]) -> Presence:
        """The presence as decisions need it. `cold`: the bots that are not ready."""
        cached = self._cached
        if cached is None or cached.cold != cold:
            strangers = self._strangers()
            cached = self._cached = Presence(
                began=self._began,
                connected=self.connected,
                gone=dict(self._gone),
                strangers=strangers + sum(each.strangers for each in self.remote.values()),
                cold=cold,
                grace=self._grace,
            )
        return cached

    def add(self, connection: Connection) -> None:
        """A client connected to this process."""
        self.was_opened = True
        self.connections.add(connection)
        self._cached = None

    def remove(self, connection: Connection) -> None:
        """A connection ended."""
        before = self.connected
        self.connections.discard(connection)
        self._note_gone(before)

    def update_remote(self, by_process: Mapping[str, ProcessPresence]) -> None:
        """Take over what all other processes publish."""
        before = self.connected
        self.remote = by_process
        for presence in by_process.values():
            # Remembered here too, in case that process ends.
            self._began = min(self._began, presence.since)
            for person, at in presence.gone.items():
                self._gone[person] = max(self._gone.get(person, 0), at)
        self._note_gone(before)

    def drop_process(self, node: str) -> None:
        """Another process has ended."""
        self.update_remote({each: of for each, of in self.remote.items() if each != node})

    def served(self) -> list[Served]:
        """For whom bots play: the seated people who have the table open, or else all who do."""
        seated = self._seated()
        found = [*self._served_here(seated)]
        found += (each for process in self.remote.values() for each in process.served)
        return [each for each in found if each.person in seated] or found

    def _served_here(self, seated: frozenset[PersonId]) -> list[Served]:
        actors = {(each.actor.address, each.actor.person) for each in self.connections}
        chosen = [actor for actor in actors if actor[1] in seated] or actors
        served = {Served(self._hash_share(address), person) for address, person in chosen}
        return sorted(served, key=str)[:_MAX_SERVED]

    def detach(self) -> None:
        """Ask the table no longer who is seated."""
        self._seated = frozenset

    def local(self) -> ProcessPresence:
        """What this process publishes."""
        return ProcessPresence(
            since=self._began,
            people=tuple(sorted(self.people)),
            gone=self.visits.gone,
            strangers=self._strangers(),
            served=tuple(self._served_here(self._seated())),
        )

    @property
    def visits(self) -> Visits:
        """What to remember of the visits."""
        seated = self._seated()
        gone = {person: at for person, at in self._gone.items() if person in seated}
        return Visits(self._began, gone)

    def _strangers(self) -> int:
        return sum(connection.actor.person is None for connection in self.connections)

    def _note_gone(self, before: frozenset[PersonId]) -> None:
        self._cached = None
        # Of spectators nothing is kept: there may be any number of them.
        self._gone = dict(self.visits.gone)
        for person in (before - self.connected) & self._seated():
            self._gone[person] = self._clock.wall_clock()
