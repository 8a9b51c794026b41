"""Days of the calendar, in UTC, as the deals of the day use them."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

_SECOND_MILLISECONDS = 1000


def day_at(at: int) -> str:
    """The day of a time in milliseconds since 1970: `2026-11-16`."""
    return datetime.fromtimestamp(at / _SECOND_MILLISECONDS, UTC).date().isoformat()


def day_after(day: str) -> str:
    """The next day."""
    return (date.fromisoformat(day) + timedelta(days=1)).isoformat()


def end_of(day: str) -> int:
    """When a day is over, in milliseconds since 1970."""
    midnight = datetime.fromisoformat(day_after(day)).replace(tzinfo=UTC)
    return round(midnight.timestamp()) * _SECOND_MILLISECONDS


def is_day(text: str) -> bool:
    """Whether a text is a day in this form."""
    try:
        return date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False
