"""What a table writes down: an append-only list of these is the whole table.

They hold decks and orders of chance, so they go to the database and nowhere else.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Literal, NamedTuple, TypeAlias

import msgspec

from hanamichi.bots import Reason
from hanamichi.core import ChanceDraw, Seat
from hanamichi.core.audience import kebab
from hanamichi.server.table.settings import TableSettings

PersonId: TypeAlias = str


class Entry(
    msgspec.Struct,
    frozen=True,
    gc=False,
    kw_only=True,
    tag_field="kind",
    tag=kebab,
    omit_defaults=True,
):
    """Something that changed a table for good."""


class TableSeat(msgspec.Struct, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """A seat of a table and who has it."""

    person: PersonId | None = None
    name: str | None = None
    bot: str | None = None
    """Whose seat it is when there is no person; who stands in when there is one."""
    left: bool = False
    """The person got up during the match."""
    devices: frozenset[PersonId] = frozenset()
    """Other browsers of the same person, let in by a seat link."""

    @property
    def is_open(self) -> bool:
        """Whether anybody may sit down here."""
        return self.person is None and self.bot is None

    def belongs_to(self, person: PersonId) -> bool:
        """Whether this browser acts here."""
        return person == self.person or person in self.devices


class BranchPoint(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """The position of a replay from which a match is played on."""

    replay: str
    """The id of the replay."""
    ply: int
    cards: Literal["same", "reshuffled"]
    """Whether the hidden cards are those of the replay, or were reshuffled."""


class Opened(Entry, frozen=True, kw_only=True):
    """A new table."""

    host: PersonId
    settings: TableSettings
    seats: tuple[TableSeat, ...] = msgspec.field(name="chairs")
    autostart: bool = False
    """A rematch: it starts as soon as all its people are there."""
    lesson: str | None = None
    """A guided first game."""
    branch: BranchPoint | None = None
    """The moment of a replay it goes on from: its first moves were made there."""


class Rearranged(Entry, frozen=True, kw_only=True):
    """Before the start: other people, other bots, other seats, another host."""

    seats: tuple[TableSeat, ...] = msgspec.field(name="chairs")
    host: PersonId


class Reset(Entry, frozen=True, kw_only=True):
    """Before the start: another game, other options."""

    settings: TableSettings


class Renamed(Entry, frozen=True, kw_only=True):
    """A person goes by another name."""

    person: PersonId
    name: str | None
    """None once the person was forgotten."""


class Started(Entry, frozen=True, kw_only=True):
    """The match began; chance gave this."""

    draws: tuple[ChanceDraw, ...]
    key: str | None = None
    """What decides every order of this match, when it is sealed. A secret until its end."""


class Moved(Entry, frozen=True, kw_only=True):
    """A seat acted."""

    seat: Seat
    action: Mapping[str, Any]
    draws: tuple[ChanceDraw, ...] = ()
    command: str | None = None
    """The client's id; none for a bot."""
    spent: float = 0.0
    """Seconds of thinking time it used."""
    reason: Reason | None = None
    """Why a bot moved; told when that gives nothing away."""


class Proposed(Entry, frozen=True, kw_only=True):
    """A seat asked everybody for something."""

    seat: Seat
    what: Literal["take-back", "end-match"]
    ply: int = 0


class Answered(Entry, frozen=True, kw_only=True):
    """A seat agreed, or refused and so ended the question."""

    seat: Seat
    agree: bool


class TookBack(Entry, frozen=True, kw_only=True):
    """All agreed to return to a ply."""

    seat: Seat
    ply: int


class Stopped(Entry, frozen=True, kw_only=True):
    """The match ended otherwise than by its rules."""

    reason: Literal["timeout", "vote"]
    seat: Seat | None = None


class GotUp(Entry, frozen=True, kw_only=True):
    """During the match: the person left the seat."""

    seat: Seat


class BotStoodIn(Entry, frozen=True, kw_only=True):
    """During the match: a bot decides for an absent person."""

    seat: Seat
    bot: str


class SatAgain(Entry, frozen=True, kw_only=True):
    """The person is back and decides again."""

    seat: Seat


class LinkMade(Entry, frozen=True, kw_only=True):
    """A link to the seat of a person, wherever that is; only the hash of its key is kept."""

    person: PersonId
    key_hash: str


class DeviceJoined(Entry, frozen=True, kw_only=True):
    """Another browser of the person sits here too."""

    seat: Seat
    person: PersonId


class Forgotten(Entry, frozen=True, kw_only=True):
    """The person of a seat asked to be forgotten: nobody will come back to it."""

    seat: Seat


class Rematched(Entry, frozen=True, kw_only=True):
    """The people went on to another table."""

    table: str


AnyEntry: TypeAlias = (
    Opened
    | Rearranged
    | Reset
    | Renamed
    | Started
    | Moved
    | Proposed
    | Answered
    | TookBack
    | Stopped
    | GotUp
    | BotStoodIn
    | SatAgain
    | LinkMade
    | DeviceJoined
    | Forgotten
    | Rematched
)


class Stored(NamedTuple):
    """An entry in its place."""

    seq: int
    """From 1, without gaps."""
    at: int
    """Milliseconds since 1970."""
    entry: AnyEntry


def stored_run(entries: Iterable[AnyEntry], after: int, at: int) -> tuple[Stored, ...]:
    """Number entries from the place after `after` on."""
    return tuple(Stored(after + n, at, entry) for n, entry in enumerate(entries, 1))


_DECODER: msgspec.json.Decoder[AnyEntry] = msgspec.json.Decoder(AnyEntry)


def encode(entry: AnyEntry) -> str:
    """The entry as it is stored."""
    return msgspec.json.encode(entry).decode()


def decode(body: str) -> AnyEntry:
    """The entry back from storage."""
    return _DECODER.decode(body)
