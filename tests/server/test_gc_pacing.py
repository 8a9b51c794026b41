"""What holds on to itself goes in the end, and nobody who plays waits for it."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Iterator

import pytest

from hanamichi.server.ops.gc_pacing import GcPacing


class Knot:
    """Something that holds on to itself, so that only a look for garbage finds it."""

    def __init__(self) -> None:
        self.itself = self


class Game:
    """Commands, as a house counts them."""

    commands = 0

    def count(self) -> int:
        return self.commands


@pytest.fixture
def game() -> Game:
    return Game()


@pytest.fixture
def garbage(game: Game) -> Iterator[GcPacing]:
    with GcPacing(game.count) as garbage:
        yield garbage


def old_knot() -> weakref.ref[Knot]:
    """A knot that outlasted a look at what is new, and that nobody uses any more."""
    knot = Knot()
    gc.collect(0)
    return weakref.ref(knot)


@pytest.mark.usefixtures("garbage")
def test_new_objects_are_collected_soon() -> None:
    knot = weakref.ref(Knot())
    held = [[] for _ in range(20_000)]  # type: ignore[var-annotated]  # things, of whatever kind
    assert knot() is None
    assert held


def test_old_objects_are_not_visited_during_play(garbage: GcPacing, game: Game) -> None:
    knot = old_knot()
    garbage.request()
    for _ in range(5):
        game.commands += 1
        garbage.collect_if_due()
    gc.collect()
    assert knot() is not None


def test_a_full_collection_runs_when_nobody_plays(garbage: GcPacing) -> None:
    knot = old_knot()
    garbage.collect_if_due()
    garbage.request()
    garbage.collect_if_due()
    assert knot() is None


def test_during_endless_play_a_full_collection_runs_after_many_rounds(garbage: GcPacing, game: Game) -> None:
    knot = old_knot()
    for _ in range(5_000):
        gc.collect(0)
    game.commands += 1
    garbage.collect_if_due()
    assert knot() is None


def test_the_settings_of_the_collector_are_restored(game: Game) -> None:
    before = (gc.get_threshold(), len(gc.callbacks), gc.get_freeze_count())
    with GcPacing(game.count):
        assert gc.get_freeze_count() > 0
    assert (gc.get_threshold(), len(gc.callbacks), gc.get_freeze_count()) == before


def test_memory_for_cycles_does_not_grow(garbage: GcPacing) -> None:
    garbage.collect()
    start = gc.get_freeze_count()
    for _ in range(8):
        knots = [Knot() for _ in range(1_000)]
        gc.collect(0)
        assert knots
        del knots
        garbage.request()
        garbage.collect_if_due()  # and nobody played since the last one
        assert gc.get_freeze_count() < start + 5_000
