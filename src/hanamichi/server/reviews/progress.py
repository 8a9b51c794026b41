"""How a person's play develops: sums over the reviews of their matches."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime
from typing import NamedTuple, get_args

import msgspec

from hanamichi.core import Seat
from hanamichi.review import Depth, Verdict
from hanamichi.review.model import MistakeKind
from hanamichi.server.ops.fair_queue import Served
from hanamichi.server.protocol.messages import GameId
from hanamichi.server.protocol.progress_messages import (
    DealResult,
    GameDeals,
    MistakeTotal,
    OpeningTotal,
    Progress,
    ReviewedMatch,
)
from hanamichi.server.replays.library import ReplayLibrary
from hanamichi.server.reviews.seat_summary import StoredSummary
from hanamichi.server.storage.archive import AnyRow
from hanamichi.server.storage.database import Database
from hanamichi.server.storage.reviewed_matches import ReviewedMatches, reviewed_matches
from hanamichi.server.table.result import Opening

_MAX_UNREVIEWED = 5
_MAX_DEALS = 3
_MAX_OPENINGS = 12
_SUMMARY: msgspec.json.Decoder[StoredSummary] = msgspec.json.Decoder(StoredSummary)


class _Match(NamedTuple):
    """A reviewed match, read from its row."""

    replay: str
    preset: str
    ended: int
    game: GameId
    seat: Seat
    depth: Depth
    accuracy: float | None
    summary: StoredSummary


class ProgressDesk:
    """Answers for the progress of people."""

    def __init__(self, database: Database, library: ReplayLibrary) -> None:
        self._database = database
        self._library = library

    async def progress_of(self, served: Served) -> Progress:
        """How a person's play develops; nothing for somebody unknown."""
        if served.person is None:
            return progress(ReviewedMatches((), (), 0))
        found = await self._database.run_read(reviewed_matches, (served.person, _MAX_UNREVIEWED))
        return await self._library.run_in_thread(lambda: progress(found), served)


def progress(found: ReviewedMatches) -> Progress:
    """The sums over the matches in these rows."""
    matches = [_read(row) for row in found.reviewed]
    return Progress(
        matches=tuple(map(_message, matches)),
        mistakes=tuple(_mistakes(matches)),
        openings=tuple(_openings(matches)[:_MAX_OPENINGS]),
        deals=tuple(_deals(matches)),
        unreviewed=tuple(found.unreviewed),
        pending=found.pending,
    )


def _read(row: AnyRow) -> _Match:
    return _Match(
        replay=row.replay_id,
        preset=row.preset,
        ended=row.ended,
        game=row.game,
        seat=row.seat,
        depth=row.depth,
        accuracy=row.accuracy,
        summary=_SUMMARY.decode(row.summary),
    )


def _message(match: _Match) -> ReviewedMatch:
    return ReviewedMatch(
        replay=match.replay,
        preset=match.preset,
        ended=match.ended,
        seat=match.seat,
        depth=match.depth,
        accuracy=None if match.accuracy is None else round(match.accuracy, 1),
        verdicts=match.summary.verdicts,
        kinds={kind: counted.count for kind, counted in match.summary.kinds.items()},
    )


def _mistakes(matches: Iterable[_Match]) -> list[MistakeTotal]:
    found: dict[tuple[GameId, MistakeKind], MistakeTotal] = {}
    for match in matches:
        for kind, counted in match.summary.kinds.items():
            before = found.get((match.game, kind))
            found[match.game, kind] = MistakeTotal(
                game=match.game,
                kind=kind,
                count=counted.count + (before.count if before else 0),
                matches=1 + (before.matches if before else 0),
                loss=round(counted.loss + (before.loss if before else 0.0), 4),
            )
    return sorted(found.values(), key=lambda each: (each.game, -each.loss, -each.count, each.kind))


def _openings(matches: Iterable[_Match]) -> list[OpeningTotal]:
    found: dict[Opening, list[int]] = {}
    for match in matches:
        for deal in match.summary.deals:
            if deal.opening is not None:
                found.setdefault(deal.opening, []).append(deal.points)
    totals = [
        OpeningTotal(
            month=opening.month,
            kind=opening.kind,
            captured=opening.captured,
            rounds=len(points),
            won=sum(each > 0 for each in points),
            points=sum(points),
        )
        for opening, points in found.items()
    ]
    return sorted(totals, key=lambda each: (-each.rounds, -each.points, each.month, each.kind))


def _deals(matches: Iterable[_Match]) -> Iterator[GameDeals]:
    by_game: dict[GameId, list[DealResult]] = {}
    for match in matches:
        for number, deal in enumerate(match.summary.deals, 1):
            by_game.setdefault(match.game, []).append(
                DealResult(
                    replay=match.replay,
                    preset=match.preset,
                    ended=match.ended,
                    number=number,
                    ply=deal.ply,
                    points=deal.points,
                    maximum=deal.maximum,
                )
            )
    for game, deals in sorted(by_game.items()):
        # Of those that went alike the latest counts.
        ordered = sorted(deals, key=lambda deal: (_share(deal), deal.ended), reverse=True)
        best = ordered[: min(_MAX_DEALS, (len(ordered) + 1) // 2)]
        worst = ordered[len(best) :][::-1][:_MAX_DEALS]
        yield GameDeals(game=game, best=tuple(best), worst=tuple(worst))


def _share(deal: DealResult) -> float:
    """By which deals are compared: editions have different maxima."""
    return deal.points / deal.maximum if deal.maximum else deal.points


def as_csv(matches: Sequence[ReviewedMatch], base: str) -> bytes:
    """Reviewed matches, one a line; `base` is the server's address."""
    verdicts, kinds = get_args(Verdict), get_args(MistakeKind)
    written = io.StringIO(newline="")
    table = csv.writer(written)
    table.writerow(["ended", "edition", "seat", "depth", "accuracy", *verdicts, *kinds, "replay"])
    for match in matches:
        ended = datetime.fromtimestamp(match.ended / 1000, UTC).isoformat(timespec="seconds")
        counts = [match.verdicts.get(verdict, 0) for verdict in verdicts]
        counts += [match.kinds.get(kind, 0) for kind in kinds]
        accuracy = "" if match.accuracy is None else match.accuracy
        link = f"{base}/replay/{match.replay}"
        table.writerow([ended, match.preset, match.seat, match.depth, accuracy, *counts, link])
    return written.getvalue().encode()
