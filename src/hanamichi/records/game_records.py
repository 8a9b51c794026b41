"""What records need of a game: how an unfinished match is summed up, and foreign forms."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any, ClassVar, NamedTuple

from hanamichi.adapters import Facet
from hanamichi.core import MatchRecord


class ForeignForm(NamedTuple):
    """A form of records that another program reads and writes."""

    id: str
    label: str
    """As part of a sentence: `a game of hanab.live`."""
    recognises: Callable[[Any], bool]
    """Whether parsed JSON, or a plain text, is meant to be in this form."""
    read: Callable[[Any], MatchRecord]
    """A record from parsed JSON, or from a plain text; raises `RecordError`."""
    write: Callable[[MatchRecord], bytes]
    """Raises `RecordError` for a match that the form cannot hold."""
    plain_text: bool = False
    """The form is one line of text, such as a link, and not JSON."""


class GameRecords(ABC):
    """Records of one game."""

    forms: ClassVar[tuple[ForeignForm, ...]] = ()

    @abstractmethod
    def scores(self, state: Any) -> tuple[int, ...]:
        """The points that each seat has made so far."""

    @abstractmethod
    def unfinished(self, record: MatchRecord, state: Any) -> dict[str, Any]:
        """The result of a match that its rules did not end, in the form of an outcome.

        With `termination`, `scores` and `winners`; `abandonment` gives the first.
        """


RECORDS: Facet[GameRecords] = Facet("records", GameRecords)


def abandonment(record: MatchRecord) -> dict[str, Any]:
    """Why a match has no end by its rules."""
    if record.abandoned is None:
        return {"termination": "unfinished"}
    return {
        "termination": "abandoned",
        "reason": record.abandoned.reason,
        "seat": record.abandoned.seat,
    }


def winners_by_forfeit(record: MatchRecord) -> tuple[int, ...]:
    """The opponents of a seat that ran out of time or stayed away; else nobody has won."""
    abandoned = record.abandoned
    if abandoned is None or abandoned.seat is None:
        return ()
    if abandoned.reason not in ("timeout", "absence"):
        return ()
    return tuple(seat for seat in range(len(record.players)) if seat != abandoned.seat)
