"""A review that this process makes: the seats that are done, and those that are to be reviewed."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from hanamichi.catalog import game_by_id
from hanamichi.core import MatchRecord, Seat, replay
from hanamichi.records import read_record, write_record
from hanamichi.review import SeatReview, check_reviewable
from hanamichi.review.review import put_together
from hanamichi.server.replays.replay import MatchReplay
from hanamichi.server.reviews.process import Piece, ReviewProcess
from hanamichi.server.reviews.seat_summary import summary_of
from hanamichi.server.storage.review_work import FinishedReview, PendingReview, SeatSummary

_SEATS: msgspec.json.Decoder[tuple[SeatReview, ...]] = msgspec.json.Decoder(tuple[SeatReview, ...])


class ReviewJob:
    """One review. Only the event loop changes it."""

    def __init__(
        self, review: PendingReview, game: str, record: bytes, company: tuple[str | None, ...]
    ) -> None:
        self.key = review.key
        self.game = game
        self.request = review.request
        """The wish because of which it is made."""
        self.done: dict[Seat, SeatReview] = {}
        self.running: dict[Seat, ReviewProcess | None] = {}
        """The seats that are being reviewed; None while their process is awaited."""
        self.saved_seats = 0
        """How many of those that are done are stored."""
        self.saved_progress = 0
        self.lost = 0
        """Processes that were lost and that the database does not know of yet."""
        self.problem: str | None = None
        """The code with which it has failed."""
        self.ended = False
        """It was cancelled, deleted, or is stored whole."""
        self._record = record
        self._company = company

    @property
    def waiting(self) -> list[Seat]:
        """The seats that nobody reviews yet."""
        seats = range(len(self._company))
        return [seat for seat in seats if seat not in self.done and seat not in self.running]

    @property
    def complete(self) -> bool:
        """Whether every seat is done."""
        return len(self.done) == len(self._company)

    @property
    def progress(self) -> int:
        """Percent."""
        begun = sum(0.0 if process is None else process.share for process in self.running.values())
        return min(99, int(100 * (len(self.done) + begun) / len(self._company)))

    def piece(self, seat: Seat) -> Piece:
        """The review of a seat, for a process."""
        return Piece(self._record, seat, self._company, self.key.depth)

    def seats_json(self) -> str:
        """The seats that are done, to be stored."""
        return msgspec.json.encode(tuple(self.done.values())).decode()

    def finished(self, node: str) -> FinishedReview:
        """The whole review. It takes a while: call it from a thread."""
        record = read_record(self._record)
        seats = [self.done[seat] for seat in sorted(self.done)]
        review = put_together(record, self.key.depth, seats)
        body = msgspec.json.encode(review).decode()
        return FinishedReview(self.key, node, body, summaries_of(record, seats))

    def kill(self) -> None:
        """End its processes."""
        self.ended = True
        for process in self.running.values():
            if process is not None:
                process.kill()


def job_of(review: PendingReview, found: MatchReplay, seats: str) -> ReviewJob:
    """The job of a review; `seats` are those that are done already.

    Raises `ReviewError` if the match is not over, or cannot be reviewed. Call it from a thread.
    """
    record: MatchRecord = found.record
    check_reviewable(record)
    bots = tuple(None if found.imported else seat.bot for seat in found.table.seats)
    job = ReviewJob(review, record.game, write_record(record), bots)
    job.done = {each.seat: each for each in _SEATS.decode(seats)}
    job.saved_seats = len(job.done)
    return job


def summaries_of(record: MatchRecord, seats: Sequence[SeatReview]) -> tuple[SeatSummary, ...]:
    """What statistics need of the reviewed seats of a match."""
    positions = tuple(replay(game_by_id(record.game), record))
    return tuple(
        SeatSummary(
            each.seat,
            each.accuracy,
            msgspec.json.encode(summary_of(record.game, positions, each)).decode(),
        )
        for each in seats
    )
