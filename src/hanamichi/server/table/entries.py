"""The entries of a table: an append-only list of them is the whole table.

They hold decks and the results of chance, so they go to the database and nowhere else.
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
ProposalKind: TypeAlias = Literal["take-back", "end-match", "claim-win", "stand-in"]


class Entry(
    msgspec.Struct,
    frozen=True,
    gc=False,
    kw_only=True,
    tag_field="kind",
    tag=kebab,
    omit_defaults=True,
):
    """A change of a table."""


class TableSeat(msgspec.Struct, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """A seat of a table and who has it."""

    person: PersonId | None = None
    name: str | None = None
    bot: str | None = None
    """The bot that has the seat, or that stands in for its person."""
    left: bool = False
    """The person left the seat during the match."""
    devices: frozenset[PersonId] = frozenset()
    """Other browsers of the same person, which used a seat link."""

    @property
    def is_open(self) -> bool:
        """Whether the seat is free."""
        return self.person is None and self.bot is None

    def belongs_to(self, person: PersonId) -> bool:
        """Whether this browser acts for the seat."""
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
    """A rematch: it starts as soon as all its people are connected."""
    lesson: str | None = None
    """A guided first game."""
    branch: BranchPoint | None = None
    """The position of a replay from which the match is played on."""
    daily: str | None = None
    """The day whose deal is played here: `2026-11-16`."""


class Rearranged(Entry, frozen=True, kw_only=True):
    """Before the start: other people, other bots, other seats, another host."""

    seats: tuple[TableSeat, ...] = msgspec.field(name="chairs")
    host: PersonId


class Reset(Entry, frozen=True, kw_only=True):
    """Before the start: another game, other options."""

    settings: TableSettings


class Renamed(Entry, frozen=True, kw_only=True):
    """A person changed the nickname."""

    person: PersonId
    name: str | None
    """None once the person was erased."""


class Started(Entry, frozen=True, kw_only=True):
    """The match began with these draws."""

    draws: tuple[ChanceDraw, ...]
    key: str | None = None
    """The key that decides every shuffle of a sealed match. Secret until the end."""


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
    """Why a bot moved; shown when that reveals nothing hidden."""


class Proposed(Entry, frozen=True, kw_only=True):
    """A seat made a proposal to all others."""

    seat: Seat
    what: ProposalKind
    ply: int = 0
    about: Seat | None = None
    """The absent person whose match is claimed, or for whom a bot is to decide."""
    bot: str | None = None
    """The bot that is to stand in."""


class Answered(Entry, frozen=True, kw_only=True):
    """A seat agreed to the proposal, or refused and so ended it."""

    seat: Seat
    agree: bool


class TookBack(Entry, frozen=True, kw_only=True):
    """All agreed to return to a ply."""

    seat: Seat
    ply: int


class Stopped(Entry, frozen=True, kw_only=True):
    """The match ended otherwise than by its rules."""

    reason: Literal["timeout", "vote", "absence", "idle", "owner"]
    """`absence`: the others claimed the win. `idle`: they ended it without a result, or nobody
    watched a match of bots any longer. `owner`: the owner of the server ended it."""
    seat: Seat | None = None
    """Whose time ran out, or who stayed away."""


class GotUp(Entry, frozen=True, kw_only=True):
    """During the match: the person left the seat."""

    seat: Seat


class BotStoodIn(Entry, frozen=True, kw_only=True):
    """During the match: a bot decides for an absent person."""

    seat: Seat
    bot: str


class SatAgain(Entry, frozen=True, kw_only=True):
    """The person decides again."""

    seat: Seat


class LinkMade(Entry, frozen=True, kw_only=True):
    """A link to the seat of a person was made; only the hash of its key is stored."""

    person: PersonId
    key_hash: str


class LinksRevoked(Entry, frozen=True, kw_only=True):
    """A person's seat links open nothing any more, and other devices lost the seat."""

    person: PersonId


class DeviceJoined(Entry, frozen=True, kw_only=True):
    """Another browser of the person shares the seat."""

    seat: Seat
    person: PersonId


class Forgotten(Entry, frozen=True, kw_only=True):
    """The person of a seat was erased and cannot return."""

    seat: Seat


class Rematched(Entry, frozen=True, kw_only=True):
    """The people continue at another table."""

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
    | LinksRevoked
    | DeviceJoined
    | Forgotten
    | Rematched
)


class Stored(NamedTuple):
    """An entry with its position and time."""

    seq: int
    """From 1, without gaps."""
    at: int
    """Milliseconds since 1970."""
    entry: AnyEntry


def stored_run(entries: Iterable[AnyEntry], after: int, at: int) -> tuple[Stored, ...]:
    """Number entries from the `seq` after this one on."""
    return tuple(Stored(after + n, at, entry) for n, entry in enumerate(entries, 1))


_DECODER: msgspec.json.Decoder[AnyEntry] = msgspec.json.Decoder(AnyEntry)


def encode(entry: AnyEntry) -> str:
    """Encode an entry for the database."""
    return msgspec.json.encode(entry).decode()


def decode(body: str) -> AnyEntry:
    """Decode an entry from the database."""
    return _DECODER.decode(body)
