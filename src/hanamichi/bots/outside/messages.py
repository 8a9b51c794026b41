"""The lines that a host and a bot exchange: `docs/bot-protocol.md`."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any, Literal, NamedTuple, TypeAlias

import msgspec

from hanamichi.catalog import game_by_id
from hanamichi.core import Action, Event, Seat

PROTOCOL = 1
"""The version of the protocol."""

FailureKind: TypeAlias = Literal["crashed", "illegal", "stalled", "died", "flooded"]
"""How a bot failed."""


class Start(msgspec.Struct, frozen=True, kw_only=True, tag_field="type", tag="start"):
    """To the bot: a match begins, and what it knew of another one no longer holds."""

    protocol: int = PROTOCOL
    game: str
    preset: str | None
    """The edition, where the table is one as it is."""
    options: Any
    players: int
    seat: Seat | None
    company: tuple[str | None, ...] = ()
    """By seat, the id of the bot there, None for a person; empty where that is not known."""
    seed: str
    """For the bot's random numbers: with the same seed the same game is played again."""
    seconds: float | None
    """How long it has for a move."""


class Choose(msgspec.Struct, frozen=True, kw_only=True, tag_field="type", tag="choose"):
    """To the bot: it is your turn."""

    id: int
    view: Any
    events: Any
    """What the seat was told since the last question of this match."""
    legal: Any


class Ready(msgspec.Struct, frozen=True, tag_field="type", tag="ready"):
    """From the bot: it has understood `start`."""

    protocol: int = PROTOCOL


class Move(msgspec.Struct, frozen=True, omit_defaults=True, tag_field="type", tag="move"):
    """From the bot: its decision, either as a place in `legal` or as the action itself."""

    id: int
    choice: int | None = None
    action: dict[str, Any] | None = None


class Failed(msgspec.Struct, frozen=True, tag_field="type", tag="failed"):
    """From the bot: it cannot go on."""

    message: str
    kind: Literal["crashed", "illegal"] = "crashed"


class StartAsSent(Start, frozen=True, kw_only=True, tag="start"):
    """A `start` as a Python bot's process reads it: the game is not known yet."""

    options: msgspec.Raw


class ChooseAsSent(Choose, frozen=True, kw_only=True, tag="choose"):
    """A `choose` whose parts wait for the types of the game."""

    view: msgspec.Raw
    events: msgspec.Raw
    legal: msgspec.Raw


FROM_BOT: msgspec.json.Decoder[Ready | Move | Failed] = msgspec.json.Decoder(Ready | Move | Failed)
TO_BOT: msgspec.json.Decoder[StartAsSent | ChooseAsSent] = msgspec.json.Decoder(
    StartAsSent | ChooseAsSent
)


def line_of(message: msgspec.Struct) -> bytes:
    """A message as it is sent."""
    return msgspec.json.encode(message) + b"\n"


class GameDecoders(NamedTuple):
    """The parts of a question as objects of one game."""

    view: msgspec.json.Decoder[msgspec.Struct]
    events: msgspec.json.Decoder[Sequence[Event]]
    legal: msgspec.json.Decoder[tuple[Action, ...]]


@cache
def decoders_of(game_id: str) -> GameDecoders:
    """What reads the questions of a game."""
    game = game_by_id(game_id)
    return GameDecoders(
        msgspec.json.Decoder(game.view_type),
        msgspec.json.Decoder(list[game.event_type]),  # type: ignore[name-defined]
        msgspec.json.Decoder(tuple[game.action_type, ...]),  # type: ignore[name-defined]
    )
