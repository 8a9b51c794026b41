"""Who has a table open: in this process, and as other processes tell of theirs."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import msgspec

from hanamichi.server.live.connection import Connection
from hanamichi.server.table.decision import Presence
from hanamichi.server.table.entries import PersonId


class ProcessPresence(msgspec.Struct, frozen=True, gc=False):
    """Whom one process has at a table. Times are milliseconds since 1970: others read them."""

    since: int
    """When the process began to look."""
    people: tuple[PersonId, ...]
    gone: Mapping[PersonId, int]
    """When those who sit there lost their last connection."""
    strangers: int


class TablePresence:
    """The connections of one table, and everybody's presence."""

    def __init__(self, now: Callable[[], float], wall_clock: Callable[[], int]) -> None:
        self.here: set[Connection] = set()
        self.was_attended = False
        """Somebody was here since the table was loaded."""
        self._now = now
        self._wall_clock = wall_clock
        self._since = now()
        self._gone: dict[PersonId, float] = {}
        self.elsewhere: Mapping[str, ProcessPresence] = {}
        """What each of the other processes says."""
        self._presence: Presence | None = None
        """What was last told of all this, until it changes."""

    @property
    def people(self) -> set[PersonId]:
        """The people who have the table open here."""
        people = {connection.actor.person for connection in self.here}
        return {person for person in people if person is not None}

    @property
    def connected(self) -> frozenset[PersonId]:
        """The people who have the table open, anywhere."""
        people = self.people
        for standing in self.elsewhere.values():
            people.update(standing.people)
        return frozenset(people)

    def presence(self, cold: frozenset[str]) -> Presence:
        """Everything about who is here, as decisions want it."""
        known = self._presence
        if known is None or known.cold != cold:
            strangers = sum(connection.actor.person is None for connection in self.here)
            known = self._presence = Presence(
                since=self._since,
                connected=self.connected,
                gone=dict(self._gone),
                strangers=strangers + sum(each.strangers for each in self.elsewhere.values()),
                cold=cold,
            )
        return known

    def enter(self, connection: Connection) -> None:
        """Somebody opened the table here."""
        self.was_attended = True
        self.here.add(connection)
        self._presence = None

    def leave(self, connection: Connection) -> bool:
        """A connection ended; whether somebody is gone now."""
        before = self.connected
        self.here.discard(connection)
        return self._miss(before)

    def hear(self, elsewhere: Mapping[str, ProcessPresence]) -> bool:
        """What all the other processes say; whether somebody is gone now."""
        before = self.connected
        self.elsewhere = elsewhere
        for standing in elsewhere.values():
            # What they have seen is remembered here, should they be gone tomorrow.
            self._since = min(self._since, self._here(standing.since))
            for person, at in standing.gone.items():
                self._gone[person] = max(self._gone.get(person, self._since), self._here(at))
        return self._miss(before)

    def lose(self, node: str) -> bool:
        """Another process is gone, and with it those who were there."""
        left = {each: standing for each, standing in self.elsewhere.items() if each != node}
        return self.hear(left)

    def standing(self, seated: frozenset[PersonId]) -> ProcessPresence:
        """What the other processes are told."""
        return ProcessPresence(
            since=self._there(self._since),
            people=tuple(sorted(self.people)),
            gone={who: self._there(at) for who, at in self._gone.items() if who in seated},
            strangers=sum(connection.actor.person is None for connection in self.here),
        )

    def _miss(self, before: frozenset[PersonId]) -> bool:
        self._presence = None
        missed = before - self.connected
        for person in missed:
            self._gone[person] = self._now()
        return bool(missed)

    def _here(self, at: int) -> float:
        """A time of day as this process measures time."""
        return self._now() - max(0, self._wall_clock() - at) / 1000

    def _there(self, at: float) -> int:
        return self._wall_clock() - round(1000 * (self._now() - at))
