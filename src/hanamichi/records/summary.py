"""The summary of a record, made by replaying it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from hanamichi.catalog import GAMES
from hanamichi.core import MatchRecord, RecordError, replay
from hanamichi.core.record import plain
from hanamichi.records.game_records import RECORDS


class Summary(msgspec.Struct, frozen=True, kw_only=True):
    """The summary of a replayed match."""

    game: str
    preset: str | None
    options: Mapping[str, Any]
    players: tuple[str, ...]
    plies: int
    """Decisions taken."""
    moves: int
    """Decisions and gestures."""
    score: int | tuple[int, ...]
    """The score of all in a cooperative game; otherwise the points of each seat."""
    outcome: Mapping[str, Any]
    """How it ended by its rules; or its `termination` is `abandoned`, `settled` or `unfinished`."""
    result_checked: bool
    """Whether the record states this result; otherwise only the moves were checked."""


def summarise(record: MatchRecord) -> Summary:
    """Replay a record and summarise it; raises `RecordError` for an impossible match."""
    try:
        game = GAMES[record.game]
    except KeyError:
        raise RecordError(
            f"There is no game {record.game!r} here; there are: {', '.join(GAMES)}",
            code="record/unsupported",
            where="game",
        ) from None
    *_, last = replay(game, record)
    outcome = game.outcome(last.state)
    described = plain(
        RECORDS.of(game.id).unfinished(record, last.state) if outcome is None else outcome
    )
    return Summary(
        game=game.id,
        preset=record.preset,
        options=record.options,
        players=record.players,
        plies=last.ply,
        moves=len(record.moves),
        score=described["score"] if "score" in described else tuple(described["scores"]),
        outcome=described,
        result_checked=record.result is not None,
    )
