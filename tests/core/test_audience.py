"""Audiences and redaction of events."""

from __future__ import annotations

from typing import Any

import pytest

from hanamichi.core import (
    EVERYONE,
    NOBODY,
    Audience,
    Event,
    UnknownSeat,
    event_for,
    only,
    seats_but,
)
from hanamichi.core.audience import check_viewer, kebab


class Whisper(Event, frozen=True):
    """A text for one seat; the others see that there was one."""

    to: int
    word: str | None

    def audience(self) -> Audience:
        return only(self.to)

    def redacted(self) -> Event:
        return Whisper(self.to, None)


class Thought(Event, frozen=True):
    """An event that only its audience sees."""

    by: int

    def audience(self) -> Audience:
        return only(self.by)

    def redacted(self) -> None:
        return None


class Bell(Event, frozen=True):
    """An event that all see."""


@pytest.mark.parametrize(
    ("audience", "seats", "spectators"),
    [
        (EVERYONE, {0, 1, 2}, True),
        (NOBODY, set(), False),
        (only(1), {1}, False),
        (only(0, 2), {0, 2}, False),
        (seats_but(1), {0, 2}, False),
        (Audience(never=frozenset({1})), {0, 2}, True),
        (Audience(only=frozenset({0, 1}), never=frozenset({1}), spectators=False), {0}, False),
    ],
)
def test_members_of_an_audience(audience: Audience, seats: set[int], spectators: bool) -> None:  # noqa: FBT001
    assert {seat for seat in range(3) if audience.includes(seat)} == seats
    assert audience.includes(None) is spectators


def test_the_audience_sees_the_event_and_the_others_its_redaction() -> None:
    whisper = Whisper(1, "plum")
    assert event_for(whisper, 1) == whisper
    assert event_for(whisper, 0) == Whisper(1, None)
    assert event_for(whisper, None) == Whisper(1, None)


def test_an_event_may_be_hidden_from_the_others() -> None:
    assert event_for(Thought(0), 0) == Thought(0)
    assert event_for(Thought(0), 1) is None
    assert event_for(Thought(0), None) is None


def test_an_event_without_a_secret_is_the_same_for_all() -> None:
    for seat in (0, 1, None):
        assert event_for(Bell(), seat) == Bell()


def test_a_viewer_sits_at_the_table_or_is_a_spectator() -> None:
    for seat in (None, 0, 1):
        check_viewer(seat, 2)
    nobody: tuple[Any, ...] = (-1, 2, "0", 0.5, [])
    for seat in nobody:
        with pytest.raises(UnknownSeat) as refusal:
            check_viewer(seat, 2)
        assert refusal.value.code == "seat/unknown"


def test_types_are_named_in_kebab_case_on_the_wire() -> None:
    assert [kebab(name) for name in ("Play", "CardDrawn", "PlayFromDeck")] == [
        "play",
        "card-drawn",
        "play-from-deck",
    ]
