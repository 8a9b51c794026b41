"""Prometheus metrics of a process. Numbers only: no names, no tables, no cards."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

from hanamichi.server.ops import process_stats
from hanamichi.server.ops.loop_lag import LoopLag
from hanamichi.server.protocol.owner_messages import QueueName

_FAST_BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)
_SLOW_BUCKETS = (0.001, 0.01, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0)
_REVIEW_BUCKETS = (1.0, 5.0, 10.0, 30.0, 60.0, 120.0, 300.0, 600.0, 1800.0)


class WatchedQueue(Protocol):
    """A queue of work."""

    @property
    def slots(self) -> int:
        """How many pieces can be done at the same time."""

    @property
    def busy(self) -> int:
        """Pieces that are being done."""

    @property
    def waiting(self) -> int:
        """Pieces that wait."""


class Metrics:
    """The counters of one process."""

    def __init__(self) -> None:
        registry = self._registry = CollectorRegistry()
        self.loop_lag = lag = LoopLag()
        self.watch("hanamichi_memory_bytes", "Memory in use", process_stats.memory_bytes)
        self.watch(
            "hanamichi_open_descriptors", "Descriptors in use", process_stats.open_descriptors
        )
        self.watch(
            "hanamichi_max_descriptors", "Descriptors allowed", process_stats.descriptor_limit
        )
        self.watch("hanamichi_uptime_seconds", "Time since the start", process_stats.uptime_seconds)
        self.watch("hanamichi_loop_lag_seconds", "Delay of the event loop", lambda: lag.seconds)
        self.watch(
            "hanamichi_loop_lag_worst_seconds",
            "Longest delay of the event loop since the last query",
            lag.take_worst,
        )
        self.limited = Counter(
            "hanamichi_limited", "Connections refused, by limit", ["limit"], registry=registry
        )
        self.sockets = Gauge("hanamichi_sockets", "Sockets that are open", registry=registry)
        self.tables = Gauge(
            "hanamichi_tables_in_memory", "Tables that are in memory", registry=registry
        )
        self.commands = Counter(
            "hanamichi_commands", "Commands that came in", ["type"], registry=registry
        )
        self.queues: dict[QueueName, WatchedQueue] = {}
        """Those that are watched."""
        self.command_count = 0
        """Commands of all types."""
        self._commands: dict[str, Counter] = {}
        """The counter of each type: looking it up takes longer than counting."""
        self.refusals = Counter(
            "hanamichi_refusals", "What was refused", ["code"], registry=registry
        )
        self.entries = Counter("hanamichi_entries", "Entries that were stored", registry=registry)
        self.commit = Histogram(
            "hanamichi_commit_seconds",
            "From a decision to the disk",
            buckets=_FAST_BUCKETS,
            registry=registry,
        )
        self.storage_failures = Counter(
            "hanamichi_storage_failures",
            "Writes and reads that the database refused",
            registry=registry,
        )
        self.thinking = Histogram(
            "hanamichi_bot_seconds",
            "How long bots take",
            ["bot"],
            buckets=_SLOW_BUCKETS,
            registry=registry,
        )
        self.bot_failures = Counter(
            "hanamichi_bot_failures", "Bots that failed", ["bot"], registry=registry
        )
        self._queue_waiting = Gauge(
            "hanamichi_queue_waiting",
            "Pieces of work that wait for a process",
            ["queue"],
            registry=registry,
        )
        self._queue_busy = Gauge(
            "hanamichi_queue_busy",
            "Pieces of work that are being done",
            ["queue"],
            registry=registry,
        )
        self.queue_wait = Histogram(
            "hanamichi_queue_wait_seconds",
            "How long work waits for a process",
            ["queue"],
            buckets=_SLOW_BUCKETS,
            registry=registry,
        )
        self.reviews = Counter(
            "hanamichi_reviews", "Reviews that ended", ["result"], registry=registry
        )
        self.review_seconds = Histogram(
            "hanamichi_review_seconds",
            "How long the review of one seat takes",
            ["game"],
            buckets=_REVIEW_BUCKETS,
            registry=registry,
        )
        self.notices = Counter(
            "hanamichi_notices", "Words from processes that share the database", registry=registry
        )
        self.taken_over = Counter(
            "hanamichi_tables_taken_over",
            "Tables that waited for a bot or a clock, and that no process looked after",
            registry=registry,
        )

    def watch(self, name: str, meaning: str, value: Callable[[], float]) -> None:
        """Add a number that is looked up whenever the metrics are read."""
        Gauge(name, meaning, registry=self._registry).set_function(value)

    def watch_queue(self, name: QueueName, queue: WatchedQueue) -> None:
        """Show how much waits in a queue and how much is being done."""
        self.queues[name] = queue
        self._queue_waiting.labels(name).set_function(lambda: queue.waiting)
        self._queue_busy.labels(name).set_function(lambda: queue.busy)

    def command(self, kind: str) -> None:
        """Count a command."""
        counter = self._commands.get(kind)
        if counter is None:
            counter = self._commands[kind] = self.commands.labels(kind)
        counter.inc()
        self.command_count += 1

    def refusal(self, code: str) -> None:
        """Count a refused request, socket or command."""
        self.refusals.labels(code).inc()

    def open_sockets(self) -> int:
        """How many sockets are open."""
        return round(_samples(self.sockets)[()])

    def refusals_by_code(self) -> dict[str, int]:
        """How often each code was sent since the process started."""
        return {code: round(count) for (code,), count in _samples(self.refusals).items()}

    def page(self) -> bytes:
        """All metrics in the format of Prometheus."""
        return generate_latest(self._registry)


def _samples(metric: Counter | Gauge) -> dict[tuple[str, ...], float]:
    """The values of a metric by its labels."""
    return {
        tuple(sample.labels.values()): sample.value
        for family in metric.collect()
        for sample in family.samples
        if not sample.name.endswith("_created")
    }
