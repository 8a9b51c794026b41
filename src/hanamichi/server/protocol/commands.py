"""What clients ask for: commands over the socket, and the table to open."""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeAlias

import msgspec
from msgspec import Meta

from hanamichi.core.audience import kebab
from hanamichi.server.protocol.match_messages import MESSAGES

_ANY_ACTION = " | ".join(f"{each.prefix}Action" for each in MESSAGES.all().values())

MAX_FRAME = 64 * 1024
"""The longest frame, and the longest request body, that is read at all, in bytes."""

BotPace: TypeAlias = Literal["instant", "quick", "human"]
"""How long bots seem to think: not at all, half a second, or about two seconds."""
Aids: TypeAlias = Literal["all", "table", "no"]
"""What to receive with a position: all that follows from it, all but what cards in hands can be, or
nothing."""

CommandId: TypeAlias = Annotated[str, Meta(min_length=1, max_length=64)]
"""Chosen by the client, one for each command. The answer carries it back."""
SeatIndex: TypeAlias = Annotated[int, Meta(ge=0, le=4)]
TableId: TypeAlias = Annotated[str, Meta(min_length=1, max_length=64)]
PresetId: TypeAlias = Annotated[str, Meta(min_length=1, max_length=64)]
BotId: TypeAlias = Annotated[str, Meta(min_length=1, max_length=64)]
Text: TypeAlias = Annotated[str, Meta(max_length=2000)]
OptionChanges: TypeAlias = Annotated[dict[str, Any], Meta(max_length=64)]


class Clock(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Thinking time in seconds: for the whole match, and added after every move."""

    bank: Annotated[int, Meta(ge=10, le=86_400)]
    increment: Annotated[int, Meta(ge=0, le=3_600)] = 0


class MySeat(msgspec.Struct, frozen=True, tag="me", forbid_unknown_fields=True):
    """In a plan of seats: for the person who opens the table."""


class OpenSeat(msgspec.Struct, frozen=True, tag="open", forbid_unknown_fields=True):
    """In a plan of seats: for a friend with the link, or for anybody at a listed table."""


class BotSeat(msgspec.Struct, frozen=True, tag="bot", forbid_unknown_fields=True):
    """In a plan of seats: for a bot of the catalog, with parameters if it has any.

    `casual`, or `search:ms=250`.
    """

    bot: BotId


SeatPlan: TypeAlias = MySeat | OpenSeat | BotSeat


class CreateTable(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A table to open."""

    preset: PresetId
    options: OptionChanges = {}
    """What differs from the preset."""
    seats: Annotated[tuple[SeatPlan, ...], Meta(min_length=1, max_length=10)]
    listed: bool = False
    clock: Clock | None = None
    bot_pace: BotPace | None = None
    """None: the server's default (`human` unless configured)."""
    start: bool = False
    """Begin at once; every seat must be filled."""


class Command(
    msgspec.Struct,
    frozen=True,
    kw_only=True,
    tag_field="type",
    tag=kebab,
    forbid_unknown_fields=True,
):
    """A frame from the client. It is always answered: by an `ack`, or by an `error`."""

    id: CommandId


class MoveCommand(Command, frozen=True, kw_only=True, tag="move"):
    """Act in your seat. The same id twice counts once, from whatever connection."""

    ply: Annotated[int, Meta(ge=0)]
    """The ply of the position it answers; not looked at for a gesture."""
    action: Annotated[msgspec.Raw, Meta(extra={"typescript": _ANY_ACTION})]


class Sit(Command, frozen=True, kw_only=True):
    """Take an open seat, any or this one, before the start."""

    seat: SeatIndex | None = None


class Leave(Command, frozen=True, kw_only=True):
    """Get up. Before the start the seat is open again; later it stays yours to come back to."""


class ComeBack(Command, frozen=True, kw_only=True):
    """Decide again where a bot stands in for you. Connecting does this by itself."""


class SetSeat(Command, frozen=True, kw_only=True):
    """Host, before the start: give a seat to a bot, leave it open, or take it."""

    seat: SeatIndex
    plan: SeatPlan


class ChangeTable(Command, frozen=True, kw_only=True):
    """Host, before the start: change the game or its settings. What is not sent stays."""

    preset: PresetId | None = None
    options: OptionChanges | None = None
    """What differs from the preset; a new preset without options has none."""
    players: Annotated[int, Meta(ge=1, le=10)] | None = None
    listed: bool | None = None
    clock: Clock | msgspec.UnsetType | None = msgspec.UNSET
    bot_pace: BotPace | None = None


class Start(Command, frozen=True, kw_only=True):
    """Host: begin; every seat must be filled."""


class Propose(Command, frozen=True, kw_only=True):
    """Ask everybody to take moves back or to end the match. Bots agree, people answer.

    Once a person is absent, those who are left may end it without them, or claim the win.
    """

    what: Literal["take-back", "end-match", "claim-win"]
    ply: Annotated[int, Meta(ge=0)] | None = None
    """The position to return to; by default the one of your own last decision."""


class Answer(Command, frozen=True, kw_only=True):
    """Agree to the proposal or refuse it; the proposer may withdraw it by refusing."""

    agree: bool


class StandIn(Command, frozen=True, kw_only=True):
    """Ask those who are left to let a bot decide for an absent person."""

    seat: SeatIndex
    bot: BotId


class LinkSeat(Command, frozen=True, kw_only=True):
    """Ask for a private address that opens your seat on another device."""


class RevokeSeatLinks(Command, frozen=True, kw_only=True):
    """End all links to your seat, and take it from the devices that used one."""


class UseSeatLink(Command, frozen=True, kw_only=True):
    """On the other device: share the seat for which the link was made."""

    key: Annotated[str, Meta(min_length=1, max_length=128)]


class Note(Command, frozen=True, kw_only=True):
    """Write a private note; an empty text removes it."""

    key: Annotated[str, Meta(min_length=1, max_length=32)]
    text: Annotated[str, Meta(max_length=500)]


class PlayAgain(Command, frozen=True, kw_only=True):
    """After the end: a new table, same people, same options. The first request makes it."""


class Hint(Command, frozen=True, kw_only=True):
    """What would a good player do? For practice games, when it is your turn."""


class SetAids(Command, frozen=True, kw_only=True):
    """What to receive with positions from now on. A new snapshot follows."""

    aids: Aids


class Ping(Command, frozen=True, kw_only=True):
    """Ask whether the server still answers."""


ClientMessage: TypeAlias = (
    MoveCommand
    | Sit
    | Leave
    | ComeBack
    | SetSeat
    | ChangeTable
    | Start
    | Propose
    | Answer
    | StandIn
    | LinkSeat
    | RevokeSeatLinks
    | UseSeatLink
    | Note
    | PlayAgain
    | Hint
    | SetAids
    | Ping
)
