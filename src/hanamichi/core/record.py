"""Match records: everything needed to replay a match exactly, without a random seed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Annotated, Any, Generic, Literal, NamedTuple, TypeAlias

import msgspec
from msgspec import Meta

from hanamichi.core.audience import Seat
from hanamichi.core.chance import ChanceDraw, Replayed
from hanamichi.core.errors import HanamichiError, MoveError, OptionError, RecordError
from hanamichi.core.game import ActionT, EventT, Game, OptionsT, OutcomeT, StateT, ViewT
from hanamichi.core.options import build_options, describe_options

VERSION = 1

MAX_GESTURES = 2_000
"""The most gestures in a match: the rules limit decisions, but a gesture may always be repeated."""

if TYPE_CHECKING:
    JsonObject: TypeAlias = Mapping[str, object]
else:
    JsonObject = Mapping[str, Any]  # msgspec has no JSON Schema for `object`


class Move(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """One accepted action, as plain values."""

    seat: Seat
    action: JsonObject


class Abandonment(
    msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, omit_defaults=True
):
    """How a match was abandoned before its rules ended it."""

    reason: Literal["timeout", "terminated", "idle", "vote", "absence"]
    seat: Seat | None = None


class TakeBack(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """Moves that all players agreed to take back, with what they revealed."""

    after: Annotated[int, Meta(ge=0)]
    """The number of moves that remained; a later take-back may have removed some of them."""
    removed: Annotated[int, Meta(ge=1)]
    revealed: tuple[JsonObject, ...]
    """The events of the moves taken back, in order."""


class Seal(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, omit_defaults=True):
    """The key that determined every shuffle, and its hash, published before the first move."""

    commitment: Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]
    key: Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]
    numbered: Literal["moves", "draws"] = "moves"
    """What a shuffle depends on besides the key: the move that needed it, or how many shuffles came
    before it, so that whoever plays the same deal gets the same cards."""


class MatchRecord(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, kw_only=True):
    """A whole match of any game. `docs/records.md` describes the JSON."""

    format: Literal["hanamichi-record"] = "hanamichi-record"
    version: int = VERSION
    game: str
    preset: str | None = None
    """The preset of the table; `options` has the actual values."""
    options: JsonObject
    """Every option of the table, defaults included."""
    players: tuple[str, ...]
    chance: tuple[ChanceDraw, ...]
    moves: tuple[Move, ...]
    abandoned: Abandonment | None = None
    takebacks: tuple[TakeBack, ...] | None = None
    """None when nothing was taken back."""
    result: JsonObject | None = None
    """The claimed outcome; replaying verifies it."""
    seal: Seal | None = None
    """Set when the shuffle was committed to before the first move."""
    source: JsonObject | None = None
    """The origin of an imported record, and its fields that have no meaning here."""


class Position(NamedTuple, Generic[StateT, EventT]):
    """A position of a replayed match."""

    ply: int
    move: Move | None
    """The last move; `None` at the start."""
    state: StateT
    events: tuple[EventT, ...]


AnyGame = Game[Any, Any, Any, Any, Any, Any]


def plain(value: Any) -> Any:
    """A value as it comes back from JSON: lists for tuples, strings for enums."""
    return msgspec.json.decode(msgspec.json.encode(value))


def options_of(game: AnyGame, record: MatchRecord) -> Any:
    """The table's options, validated like those of a new table."""
    optional = record.options.keys() | game.options_type.added_later
    missing = [
        info.name for info in describe_options(game.options_type) if info.name not in optional
    ]
    if missing:
        raise OptionError(
            f"A record names every option, and this one leaves out {', '.join(missing)}",
            where=missing[0],
        )
    options = build_options(game.options_type(), record.options)
    game.check(options, len(record.players))
    return options


def replay(
    game: Game[OptionsT, StateT, ActionT, EventT, ViewT, OutcomeT], record: MatchRecord
) -> Iterator[Position[StateT, EventT]]:
    """Every position of the match in order, starting after the deal.

    Raises `RecordError` with the place in the record that does not fit the rules.
    """
    if record.game != game.id:
        raise RecordError(
            f"This is a record of {record.game!r}, not of {game.id}",
            code="record/mismatch",
            where="game",
        )
    chance = Replayed(record.chance)
    try:
        game.check_players(len(record.players))
    except HanamichiError as error:
        raise RecordError(error.message, code="record/impossible", where="players") from None
    try:
        options = options_of(game, record)
    except HanamichiError as error:
        raise RecordError(
            error.message, code="record/impossible", where=_join("options", error.where)
        ) from None
    state, events = game.start(options, len(record.players), chance)
    yield Position(0, None, state, events)
    for index, move in enumerate(record.moves):
        try:
            action = game.parse_action(move.action)
            state, events = game.apply(state, move.seat, action, chance)
        except MoveError as error:
            raise RecordError(
                error.message, code="record/impossible", where=f"moves[{index}]"
            ) from None
        ply = game.ply(state)
        if index + 1 - ply > MAX_GESTURES:
            raise RecordError(
                f"A match has at most {MAX_GESTURES} gestures, such as rearranging a hand",
                code="record/too-long",
                where=f"moves[{index}]",
            )
        yield Position(ply, move, state, events)
    _check_end(game, record, state, chance)


def _check_end(game: AnyGame, record: MatchRecord, state: Any, chance: Replayed) -> None:
    if not chance.exhausted:
        raise RecordError(
            "The record gives chance that the match never asked for",
            code="record/impossible",
            where=f"chance[{chance.used}]",
        )
    outcome = game.outcome(state)
    if outcome is not None and record.abandoned is not None:
        raise RecordError(
            "The match ended by its rules and cannot have been abandoned too",
            code="record/impossible",
            where="abandoned",
        )
    leaver = None if record.abandoned is None else record.abandoned.seat
    if leaver is not None and leaver not in range(len(record.players)):
        raise RecordError("No such seat", code="record/impossible", where="abandoned.seat")
    claimed = record.result
    if claimed is not None and plain(claimed) != plain(outcome):
        raise RecordError(
            "The match does not end as the record says it did",
            code="record/mismatch",
            where="result",
        )


def _join(*parts: str | None) -> str:
    return ".".join(part for part in parts if part)
