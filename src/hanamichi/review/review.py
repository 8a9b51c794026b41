"""Reviews a match: checks that it is over, and has each seat judged by itself."""

from __future__ import annotations

from collections.abc import Sequence

from hanamichi.catalog import game_by_id
from hanamichi.core import MatchRecord, Seat, check_seal
from hanamichi.core.record import options_of
from hanamichi.records import summarise
from hanamichi.review.game_review import REVIEW, Progress
from hanamichi.review.history import history_of
from hanamichi.review.model import Depth, Review, ReviewError, SeatReview


def check_reviewable(record: MatchRecord) -> None:
    """Raise `ReviewError` or `RecordError` if the match cannot be reviewed.

    It must be over or abandoned, by rules that reviews are made for, and shuffled as its seal says,
    if it has one. Records of other sites may claim no result: the moves say whether it was over.
    """
    if summarise(record).outcome["termination"] == "unfinished":
        raise ReviewError(
            "This match is not over: finish it, then have it reviewed", code="review/unfinished"
        )
    game_review = REVIEW.find(record.game)
    if game_review is None:
        raise ReviewError(f"There is no review of {record.game}")
    game = game_by_id(record.game)
    game_review.check(options_of(game, record), len(record.players))
    if record.seal is not None:
        check_seal(game, record)


def review_seat(
    record: MatchRecord,
    seat: Seat,
    *,
    company: Sequence[str | None] | None = None,
    depth: Depth = "standard",
    progress: Progress = lambda _: None,
) -> SeatReview:
    """The review of one seat. `company`: the bot of each seat, None for a person."""
    if seat not in range(len(record.players)):
        raise ReviewError(f"This match had no seat {seat}", code="review/seat", where="seat")
    bots = None if company is None else tuple(company)
    check_reviewable(record)
    history = history_of(record, seat, bots)
    return REVIEW.of(record.game).review(history, depth, progress)


def review_match(
    record: MatchRecord,
    *,
    seats: Sequence[Seat] | None = None,
    company: Sequence[str | None] | None = None,
    depth: Depth = "standard",
    progress: Progress = lambda _: None,
) -> Review:
    """The review of a match, by default of every seat."""
    check_reviewable(record)
    wanted = tuple(range(len(record.players))) if seats is None else tuple(seats)
    done: list[SeatReview] = []
    for seat in wanted:
        done.append(
            review_seat(
                record,
                seat,
                company=company,
                depth=depth,
                progress=lambda share: progress((len(done) + share) / len(wanted)),
            )
        )
    return put_together(record, depth, done)


def put_together(record: MatchRecord, depth: Depth, seats: Sequence[SeatReview]) -> Review:
    """The review of a match from those of its seats."""
    history = history_of(record, 0)  # without an ending its last ply is one that nobody decided
    return Review(
        game=record.game,
        preset=record.preset,
        depth=depth,
        plies=len(history.plies) if history.ending else len(history.plies) - 1,
        rounds=REVIEW.of(record.game).rounds(history),
        seats=tuple(seats),
    )
