"""What a record comes to, once it has been played again."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from hanamichi.catalog import GAMES
from hanamichi.core import MatchRecord, RecordError, replay
from hanamichi.core.record import plain
from hanamichi.hanabi import HanabiState
from hanamichi.hanabi.layout import layout_of
from hanamichi.hanabi.scoring import points_of, rating_of
from hanamichi.koikoi import KoiKoiState
from hanamichi.records.hanabi_settled import is_settled


class Summary(msgspec.Struct, frozen=True, kw_only=True):
    """A replayed match in a few words."""

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
    """The record claimed this end; otherwise the replay only found every move legal."""


def summarise(record: MatchRecord) -> Summary:
    """Replay a record and sum it up; raises `RecordError` where it cannot be what happened."""
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
    described = plain(outcome) if outcome is not None else plain(_standing(record, last.state))
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


def _standing(record: MatchRecord, state: Any) -> dict[str, Any]:
    """The end of a match that its rules did not end, in the words of an outcome."""
    match state:
        case HanabiState():
            return _hanabi_standing(record, state)
        case KoiKoiState():
            return {
                **_broken_off(record),
                "scores": state.scores,
                "winners": _winners_on_time(record),
            }
        case _:
            raise TypeError(f"no state of a game here: {state!r}")


def _winners_on_time(record: MatchRecord) -> tuple[int, ...]:
    """Whoever runs out of time forfeits a match against each other; nobody wins otherwise."""
    abandoned = record.abandoned
    if abandoned is None or abandoned.reason != "timeout" or abandoned.seat is None:
        return ()
    return tuple(seat for seat in range(len(record.players)) if seat != abandoned.seat)


def _broken_off(record: MatchRecord) -> dict[str, Any]:
    if record.abandoned is None:
        return {"termination": "unfinished"}
    return {
        "termination": "abandoned",
        "reason": record.abandoned.reason,
        "seat": record.abandoned.seat,
    }


def _hanabi_standing(record: MatchRecord, state: HanabiState) -> dict[str, Any]:
    options = state.options
    points = points_of(options, state.fireworks)
    maximum = layout_of(options).maximum
    standing = _broken_off(record)
    standing["result"] = standing["termination"]
    score = 0 if record.abandoned is not None else points
    if record.abandoned is None and is_settled(state):
        standing |= {
            "termination": "settled",
            "result": "scored",
            "rating": rating_of(score, maximum),
        }
    return standing | {
        "scores": (score,) * state.players,
        "winners": (),
        "score": score,
        "points": points,
        "maximum": maximum,
        "black_powder": options.black_powder,
    }
