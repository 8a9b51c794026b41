"""The bodies of HTTP requests and responses, except for replays and one's own games."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

import msgspec

from hanamichi.server.protocol.commands import (
    Clock,
    CreateTable,
    OptionChanges,
    PresetId,
    Text,
)
from hanamichi.server.protocol.error_codes import ErrorCode
from hanamichi.server.protocol.messages import BotObstacle, GameId, SeatInfo, TableInfo, TableStatus
from hanamichi.words.rules_document import Rules


class Problem(msgspec.Struct, frozen=True):
    """The body of every refused request."""

    code: ErrorCode
    message: str
    where: str | None = None
    instead: str | None = None
    """With `bot/unsupported`: a bot that can play there."""
    retry_after: int | msgspec.UnsetType = msgspec.UNSET
    """Seconds to wait before trying again, as in the header `Retry-After`."""


class Me(msgspec.Struct, frozen=True):
    """The person with this cookie."""

    name: str | None
    """None until a nickname was chosen."""


class NewName(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A nickname to go by."""

    name: Text


class TableCreated(msgspec.Struct, frozen=True):
    """The answer to a new table."""

    id: str
    url: str
    """The address to send to friends: `…/table/ID`."""
    notices: tuple[str, ...] = ()
    """What was not done quite as asked: a parameter out of bounds."""


class TableSummary(msgspec.Struct, frozen=True, kw_only=True):
    """A table in a list."""

    id: str
    game: GameId
    preset: str
    status: TableStatus
    seats: tuple[SeatInfo, ...]
    clock: Clock | None
    created: int
    changed: int
    """When something last happened there."""
    your_turn: bool
    """In the list of your own tables: it waits for you."""


class TableList(msgspec.Struct, frozen=True):
    """Open tables, or your own."""

    tables: tuple[TableSummary, ...]


class ChoiceInfo(msgspec.Struct, frozen=True):
    """A value an option can have, and what it is called."""

    value: Any
    label: str


class OptionForm(msgspec.Struct, frozen=True, kw_only=True):
    """An option of a game in the words of a language."""

    name: str
    kind: Literal["flag", "number", "choice", "list"]
    label: str
    text: str
    booklets: tuple[str, ...]
    """Where it comes from: booklet numbers, or `online`."""
    choices: tuple[ChoiceInfo, ...]
    """For `choice` and `list`; a nullable option has a choice of value null."""
    minimum: int | None
    maximum: int | None
    nullable: bool


class PresetForm(msgspec.Struct, frozen=True, kw_only=True):
    """A box that people own."""

    id: str
    name: str
    text: str
    """The edition in two sentences."""
    edition: str
    booklet: str
    options: Mapping[str, Any]
    """Every option as the box plays it."""
    offers: Mapping[str, Any]
    """The variants its booklet describes: what switching each of them on means."""


class BotParameter(msgspec.Struct, frozen=True):
    """A whole number that a bot can be given, as in `search:ms=250`."""

    name: str
    default: int
    lowest: int
    highest: int


class BotForm(msgspec.Struct, frozen=True, kw_only=True):
    """A bot that can be given a seat, in the words of a language."""

    id: str
    name: str
    """What it goes by at the table."""
    level: str
    """How strong it is, in a word."""
    text: str
    """How it plays, in two sentences."""
    parameters: tuple[BotParameter, ...]


class GameForm(msgspec.Struct, frozen=True, kw_only=True):
    """A game and all that can be chosen about it."""

    id: GameId
    name: str
    text: str
    players: tuple[int, ...]
    """How many can play."""
    presets: tuple[PresetForm, ...]
    options: tuple[OptionForm, ...]
    bots: tuple[BotForm, ...]
    """The weakest first."""
    usual_bot: str
    """The bot to suggest."""


class Catalog(msgspec.Struct, frozen=True):
    """Everything that can be played here."""

    lang: str
    languages: tuple[str, ...]
    games: tuple[GameForm, ...]


class OptionsQuery(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Options to look at before opening a table."""

    preset: PresetId
    options: OptionChanges = {}
    players: int = 2


class Impossible(msgspec.Struct, frozen=True):
    """A value that would not fit the rest, and why."""

    option: str
    """`players` for the number of players."""
    value: Any
    why: str


class CheckedOptions(msgspec.Struct, frozen=True):
    """Whether these options make a table, and what could not be added to them."""

    problem: Problem | None
    """None: all is well."""
    options: Mapping[str, Any] | None
    """Every option of the table; none where one of them makes no sense at all."""
    impossible: tuple[Impossible, ...]
    """Single changes that are not possible from here."""
    unfit_bots: tuple[BotObstacle, ...] = ()
    """The bots that cannot play at such a table."""


REQUEST_BODIES: tuple[type[msgspec.Struct], ...] = (NewName, CreateTable, OptionsQuery)
RESPONSE_BODIES: tuple[type[msgspec.Struct], ...] = (
    Problem,
    Me,
    TableCreated,
    TableInfo,
    TableList,
    Catalog,
    CheckedOptions,
    Rules,
)
