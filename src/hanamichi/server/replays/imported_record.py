"""Records from elsewhere, checked before a server keeps them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
from msgspec import structs

from hanamichi.catalog import AnyGame, game_by_id
from hanamichi.core import RecordError, TakeBack, replay
from hanamichi.core.record import MAX_GESTURES, plain
from hanamichi.records import read_any, write_record
from hanamichi.server.protocol.replay_messages import MAX_RECORD
from hanamichi.server.table.length import MAX_PLIES

_MAX_TAKEBACKS = 128 * 1024
"""Bytes of what was taken back."""
_MAX_TEXT = 100
"""Characters of a text in an event: such a text names something."""


def checked_record(data: bytes) -> str:
    """A valid record of any form in ours; refuses what is longer than any match."""
    if len(data) > MAX_RECORD:
        raise RecordError(
            f"A record has at most {MAX_RECORD // 1024} KiB here", code="record/too-large"
        )
    record = read_any(data)
    if len(record.moves) > MAX_PLIES + MAX_GESTURES:
        raise too_long(f"moves[{MAX_PLIES + MAX_GESTURES}]")
    if record.takebacks and len(msgspec.json.encode(record.takebacks)) > _MAX_TAKEBACKS:
        raise RecordError(
            "More was taken back than is kept here", code="record/too-long", where="takebacks"
        )
    game = game_by_id(record.game)
    for index, position in enumerate(replay(game, record)):
        if position.ply > MAX_PLIES:
            raise too_long(f"moves[{index - 1}]")
    if record.takebacks is not None:
        takebacks = tuple(_checked(game, n, each) for n, each in enumerate(record.takebacks))
        record = structs.replace(record, takebacks=takebacks)
    return write_record(record).decode()


def _checked(game: AnyGame, number: int, takeback: TakeBack) -> TakeBack:
    """A take-back with what belongs to events; what was revealed cannot be played again."""
    where = f"takebacks[{number}].revealed"
    revealed = tuple(
        _event(game, each, f"{where}[{n}]") for n, each in enumerate(takeback.revealed)
    )
    return structs.replace(takeback, revealed=revealed)


def _event(game: AnyGame, given: object, where: str) -> dict[str, Any]:
    try:
        event: dict[str, Any] = plain(msgspec.convert(given, game.event_type))
    except msgspec.ValidationError:
        raise RecordError("This is no event of the game", where=where) from None
    if any(len(text) > _MAX_TEXT for text in _texts(event)):
        raise RecordError("This text is too long for an event", where=where)
    return event


def _texts(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list):
        for member in value.values() if isinstance(value, dict) else value:
            yield from _texts(member)


def too_long(where: str) -> RecordError:
    """The refusal of a match with too many moves."""
    return RecordError(
        f"A match has at most {MAX_PLIES} plies and {MAX_GESTURES} gestures here",
        code="record/too-long",
        where=where,
    )
