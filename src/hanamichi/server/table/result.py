"""What is kept of a finished match beside its entries: a row to list it and to count it by."""

from __future__ import annotations

import base64
import hashlib
from collections import Counter
from typing import Any, NamedTuple

import msgspec

from hanamichi.hanabi import HanabiState
from hanamichi.hanabi.layout import layout_of
from hanamichi.hanabi.scoring import outcome_of
from hanamichi.koikoi import KoiKoiState, Yaku
from hanamichi.server.protocol.replay_messages import HanabiResult, KoiKoiResult, MatchResult
from hanamichi.server.table.entries import BranchPoint
from hanamichi.server.table.state import Table


def replay_id(table_id: str) -> str:
    """The public name of a finished match.

    It follows from the table's id and leads no way back: a replay can be shown to the world, while
    the table, and with it the link to the next match of the same people, stays among them.
    """
    digest = hashlib.sha256(f"replay of {table_id}".encode()).digest()
    return base64.urlsafe_b64encode(digest[:18]).decode()


class Finished(NamedTuple):
    """A match that is over, summed up once and for all."""

    table_id: str
    replay_id: str
    ended: int
    game: str
    preset: str
    plies: int
    result: MatchResult
    branch: BranchPoint | None
    counts: bool
    """It counts in statistics: no branch, no lesson, and not broken off by a vote."""

    def row(self) -> dict[str, Any]:
        """As the database keeps it."""
        branch = None if self.branch is None else msgspec.json.encode(self.branch).decode()
        result = msgspec.json.encode(self.result).decode()
        return {**self._asdict(), "result": result, "branch": branch}


def finished(table: Table) -> Finished:
    """The sum of a table that is over."""
    assert table.play is not None
    assert table.ending is not None
    return Finished(
        table_id=table.id,
        replay_id=replay_id(table.id),
        ended=_ended(table),
        game=table.settings.game,
        preset=table.settings.preset,
        plies=table.ply,
        result=result_of(table, table.play.state),
        branch=table.branch,
        counts=table.branch is None and table.lesson is None and table.ending.reason != "vote",
    )


def _ended(table: Table) -> int:
    """When the last move was made or the match was broken off: later entries are about people."""
    return max(item.at for item in table.log)


def result_of(table: Table, state: Any) -> MatchResult:
    """What the match came to."""
    assert table.ending is not None
    reason = table.ending.reason
    match state:
        case HanabiState():
            outcome = outcome_of(state)
            return HanabiResult(
                reason=reason,
                result="abandoned" if outcome is None else outcome.result,
                score=table.ending.scores[0],
                maximum=layout_of(state.options).maximum,
            )
        case KoiKoiState():
            first, second = table.ending.scores
            winners = [result.winner for result in state.results]
            return KoiKoiResult(
                reason=reason,
                scores=(first, second),
                winners=table.ending.winners,
                rounds=len(state.results),
                rounds_won=(winners.count(0), winners.count(1)),
                yaku=(_yaku_won_with(state, 0), _yaku_won_with(state, 1)),
            )
        case _:
            raise TypeError(f"no state of a game here: {state!r}")


def _yaku_won_with(state: KoiKoiState, seat: int) -> dict[Yaku, int]:
    return Counter(
        entry.yaku
        for result in state.results
        if result.winner == seat and result.value is not None
        for entry in result.value.yaku
    )
