"""Reference cycles are collected in the end, and not while people play."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Iterator

import pytest

from hanamichi.server.ops.gc_pacing import GcPacing


class Cycle:
    """An object that refers to itself, so that only the collector frees it."""

    def __init__(self) -> None:
        self.itself = self


class Commands:
    """The number of commands received."""

    received = 0
    memory = 100 << 20
    """What the process uses."""

    def count(self) -> int:
        return self.received

    def memory_now(self) -> int:
        return self.memory


@pytest.fixture
def commands() -> Commands:
    return Commands()


@pytest.fixture
def gc_pacing(commands: Commands) -> Iterator[GcPacing]:
    with GcPacing(commands.count, commands.memory_now) as gc_pacing:
        yield gc_pacing


def old_cycle() -> weakref.ref[Cycle]:
    """An unused cycle that survived a collection of new objects."""
    cycle = Cycle()
    gc.collect(0)
    return weakref.ref(cycle)


@pytest.mark.usefixtures("gc_pacing")
def test_new_objects_are_collected_soon() -> None:
    cycle = weakref.ref(Cycle())
    held = [[] for _ in range(20_000)]  # type: ignore[var-annotated]  # any objects
    assert cycle() is None
    assert held


def test_old_objects_are_not_visited_during_play(gc_pacing: GcPacing, commands: Commands) -> None:
    cycle = old_cycle()
    gc_pacing.request()
    for _ in range(5):
        commands.received += 1
        gc_pacing.collect_if_due()
    gc.collect()
    assert cycle() is not None


def test_a_full_collection_runs_when_no_match_is_played(gc_pacing: GcPacing) -> None:
    cycle = old_cycle()
    gc_pacing.collect_if_due()
    gc_pacing.request()
    gc_pacing.collect_if_due()
    assert cycle() is None


def test_during_endless_play_a_full_collection_runs_after_many_rounds(
    gc_pacing: GcPacing, commands: Commands
) -> None:
    cycle = old_cycle()
    for _ in range(5_000):
        gc.collect(0)
    commands.received += 1
    gc_pacing.collect_if_due()
    assert cycle() is None


def test_during_endless_play_a_full_collection_runs_when_memory_has_grown(
    gc_pacing: GcPacing, commands: Commands
) -> None:
    """A flood of requests leaves much garbage in a few rounds."""
    gc_pacing.collect()
    cycle = old_cycle()
    for growth, is_left in ((90 << 20, True), (10 << 20, False)):
        commands.received += 1
        commands.memory += growth
        gc_pacing.collect_if_due()
        assert (cycle() is not None) == is_left
    newer = old_cycle()
    commands.received += 1
    gc_pacing.collect_if_due()  # it has not grown since
    assert newer() is not None


def test_the_settings_of_the_collector_are_restored(commands: Commands) -> None:
    before = (gc.get_threshold(), len(gc.callbacks), gc.get_freeze_count())
    with GcPacing(commands.count):
        assert gc.get_freeze_count() > 0
    assert (gc.get_threshold(), len(gc.callbacks), gc.get_freeze_count()) == before


def test_memory_for_cycles_does_not_grow(gc_pacing: GcPacing) -> None:
    gc_pacing.collect()
    start = gc.get_freeze_count()
    for _ in range(8):
        cycles = [Cycle() for _ in range(1_000)]
        gc.collect(0)
        assert cycles
        del cycles
        gc_pacing.request()
        gc_pacing.collect_if_due()  # and no command came since the last one
        assert gc.get_freeze_count() < start + 5_000
