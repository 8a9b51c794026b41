"""Records from elsewhere, checked before a server keeps them."""

from __future__ import annotations

import msgspec

from hanamichi.catalog import game_by_id
from hanamichi.core import RecordError, replay
from hanamichi.core.record import MAX_GESTURES
from hanamichi.records import read_any, write_record
from hanamichi.server.protocol.replay_messages import MAX_RECORD
from hanamichi.server.table.length import MAX_PLIES

_MAX_TAKEBACKS = 128 * 1024
"""Bytes of what was taken back."""


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
    for index, position in enumerate(replay(game_by_id(record.game), record)):
        if position.ply > MAX_PLIES:
            raise too_long(f"moves[{index - 1}]")
    return write_record(record).decode()


def too_long(where: str) -> RecordError:
    """The refusal of a match with too many moves."""
    return RecordError(
        f"A match has at most {MAX_PLIES} plies and {MAX_GESTURES} gestures here",
        code="record/too-long",
        where=where,
    )
