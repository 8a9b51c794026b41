"""What a server's owner may want to count. Numbers only: no names, no tables, no cards."""

from __future__ import annotations

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

_QUICK = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)
_SLOW = (0.001, 0.01, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0)


class Metrics:
    """The counters of one process."""

    def __init__(self) -> None:
        here = self._registry = CollectorRegistry()
        self.sockets = Gauge("hanamichi_sockets", "Sockets that are open", registry=here)
        self.rooms = Gauge("hanamichi_tables_in_memory", "Tables that are in memory", registry=here)
        self.commands = Counter(
            "hanamichi_commands", "Commands that came in", ["type"], registry=here
        )
        self.commands_heard = 0
        """All of them."""
        self._commands: dict[str, Counter] = {}
        """The same by their kinds: looking them up takes longer than counting."""
        self.refusals = Counter("hanamichi_refusals", "What was refused", ["code"], registry=here)
        self.entries = Counter("hanamichi_entries", "Entries that were stored", registry=here)
        self.commit = Histogram(
            "hanamichi_commit_seconds", "From a decision to the disk", buckets=_QUICK, registry=here
        )
        self.storage_failures = Counter(
            "hanamichi_storage_failures",
            "Writes and reads that the database refused",
            registry=here,
        )
        self.thinking = Histogram(
            "hanamichi_bot_seconds", "How long bots take", ["bot"], buckets=_SLOW, registry=here
        )
        self.bot_failures = Counter(
            "hanamichi_bot_failures", "Bots that failed", ["bot"], registry=here
        )

        self.notices = Counter(
            "hanamichi_notices", "Words from processes that share the database", registry=here
        )
        self.taken_over = Counter(
            "hanamichi_tables_taken_over",
            "Tables that waited for a bot or a clock, and that no process looked after",
            registry=here,
        )

    def command(self, kind: str) -> None:
        """A command of this kind came in."""
        counter = self._commands.get(kind)
        if counter is None:
            counter = self._commands[kind] = self.commands.labels(kind)
        counter.inc()
        self.commands_heard += 1

    def page(self) -> bytes:
        """Everything, as Prometheus reads it."""
        return generate_latest(self._registry)
