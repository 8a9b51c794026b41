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
def test_what_is_new_is_gone_through_soon() -> None:
    knot = weakref.ref(Knot())
    held = [[] for _ in range(20_000)]  # type: ignore[var-annotated]  # things, of whatever kind
    assert knot() is None
    assert held


def test_what_is_old_is_left_alone_while_somebody_plays(garbage: GcPacing, game: Game) -> None:
    knot = old_knot()
    garbage.request()
    for _ in range(5):
        game.commands += 1
        garbage.collect_if_due()
    gc.collect()
    assert knot() is not None


def test_when_nobody_plays_everything_is_gone_through(garbage: GcPacing) -> None:
    knot = old_knot()
    garbage.collect_if_due()
    garbage.request()
    garbage.collect_if_due()
    assert knot() is None


def test_where_play_never_ends_it_happens_after_many_rounds(garbage: GcPacing, game: Game) -> None:
    knot = old_knot()
    for _ in range(5_000):
        gc.collect(0)
    game.commands += 1
    garbage.collect_if_due()
    assert knot() is None


def test_nothing_is_left_as_it_was_not_before(game: Game) -> None:
    before = (gc.get_threshold(), len(gc.callbacks), gc.get_freeze_count())
    with GcPacing(game.count):
        assert gc.get_freeze_count() > 0
    assert (gc.get_threshold(), len(gc.callbacks), gc.get_freeze_count()) == before


def test_years_of_knots_take_no_more_room_than_a_day_of_them(garbage: GcPacing) -> None:
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
