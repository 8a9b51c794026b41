"""Records of Hanabi: unfinished games, and the forms of hanab.live."""

from __future__ import annotations

from typing import Any, ClassVar

from hanamichi.core import MatchRecord
from hanamichi.hanabi import HanabiState
from hanamichi.hanabi.layout import layout_of
from hanamichi.hanabi.scoring import points_of, rating_of
from hanamichi.records.game_records import ForeignForm, GameRecords, abandonment
from hanamichi.records.hanab_live import (
    is_link,
    read_link,
    write_hanab_live,
    write_link,
)
from hanamichi.records.hanab_live.reader import record_from
from hanamichi.records.hanabi_settled import is_settled


def _is_hanab_live(value: Any) -> bool:
    return isinstance(value, dict) and ("deck" in value or "actions" in value)


class HanabiRecords(GameRecords):
    """The team scores nothing in an abandoned game."""

    forms: ClassVar[tuple[ForeignForm, ...]] = (
        ForeignForm(
            "hanab-live", "a game of hanab.live", _is_hanab_live, record_from, write_hanab_live
        ),
        ForeignForm(
            "hanab-live-link", "a link to hanab.live", is_link, read_link, write_link, True
        ),
    )

    def scores(self, state: HanabiState) -> tuple[int, ...]:
        return (points_of(state.options, state.fireworks),) * state.players

    def unfinished(self, record: MatchRecord, state: HanabiState) -> dict[str, Any]:
        options = state.options
        points = points_of(options, state.fireworks)
        maximum = layout_of(options).maximum
        outcome = abandonment(record)
        outcome["result"] = outcome["termination"]
        score = 0 if record.abandoned is not None else points
        if record.abandoned is None and is_settled(state):
            outcome |= {
                "termination": "settled",
                "result": "scored",
                "rating": rating_of(score, maximum),
            }
        return outcome | {
            "scores": (score,) * state.players,
            "winners": (),
            "score": score,
            "points": points,
            "maximum": maximum,
            "black_powder": options.black_powder,
        }


HANABI_RECORDS = HanabiRecords()
