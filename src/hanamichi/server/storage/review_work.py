"""Which process makes which review, how far it is, and what came of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple
from zlib import crc32

from sqlalchemy import ColumnElement, Connection, delete, func, insert, or_, select, update

from hanamichi.core import Seat
from hanamichi.server.ops.wide_network import WIDE_FACTOR
from hanamichi.server.storage import schema
from hanamichi.server.storage.notify import ReviewsChanged, notify_sync
from hanamichi.server.storage.quotas import DAY_MILLISECONDS
from hanamichi.server.storage.reviews import PENDING, ReviewKey, close_requests, is_review
from hanamichi.server.table.entries import PersonId

MAX_ATTEMPTS = 2
"""A review fails when so many processes were lost over it without getting any further."""
FAILED = "review/failed"
_REVIEWS, _REQUESTS = schema.reviews.c, schema.review_requests.c


class PendingReview(NamedTuple):
    """A review that waits or is being made."""

    key: ReviewKey
    node: str | None
    """The process that makes it; None while it waits."""
    asked: int
    request: str | None
    """The first wish for it that stands; None if whoever asked was erased."""
    person: PersonId | None
    share: str
    """Whose turn it takes: that of an address, or of a part of a wide network."""


class SpentSeconds(NamedTuple):
    """How much time was spent for somebody within a day."""

    share: str
    person: PersonId
    seconds: float


class PendingReviews(NamedTuple):
    """All that is needed to say which review is next."""

    reviews: Sequence[PendingReview]
    """The oldest first."""
    spent: Sequence[SpentSeconds]


class SeatSummary(NamedTuple):
    """What statistics need of the review of a seat."""

    seat: Seat
    accuracy: float | None
    summary: str


class FinishedReview(NamedTuple):
    """A review that is done."""

    key: ReviewKey
    node: str
    body: str
    seats: Sequence[SeatSummary]


def _share(address: str | None, network: str | None) -> str:
    """Whose turn it is, by the hashes of an address: as `fair_share` says for addresses."""
    if network is None:
        return address or ""
    return f"{network} {crc32((address or '').encode()) % WIDE_FACTOR}"


def pending_reviews(connection: Connection, now: int) -> PendingReviews:
    """The reviews that wait or are being made, and the time that was spent within a day."""
    asked_for = (_REQUESTS.replay_id == _REVIEWS.replay_id) & (_REQUESTS.depth == _REVIEWS.depth)
    query = (
        select(
            *(_REVIEWS.replay_id, _REVIEWS.depth, _REVIEWS.node, _REVIEWS.asked),
            *(_REQUESTS.id, _REQUESTS.person_id, _REQUESTS.address, _REQUESTS.network),
        )
        .outerjoin(schema.review_requests, asked_for & _REQUESTS.active)
        .where(_REVIEWS.status.in_(PENDING))
        .order_by(_REVIEWS.asked, _REVIEWS.replay_id, _REVIEWS.depth, _REQUESTS.at)
    )
    found: dict[ReviewKey, PendingReview] = {}
    for row in connection.execute(query):
        key = ReviewKey(row.replay_id, row.depth)
        share = _share(row.address, row.network)
        found.setdefault(key, PendingReview(key, row.node, row.asked, row.id, row.person_id, share))
    if not found:
        return PendingReviews((), ())
    spent = connection.execute(
        select(
            *(_REQUESTS.address, _REQUESTS.network, _REQUESTS.person_id),
            func.sum(_REQUESTS.seconds).label("seconds"),
        )
        .where(_REQUESTS.at > now - DAY_MILLISECONDS, _REQUESTS.seconds > 0)
        .group_by(_REQUESTS.address, _REQUESTS.network, _REQUESTS.person_id)
    )
    return PendingReviews(
        tuple(found.values()),
        tuple(
            SpentSeconds(_share(row.address, row.network), row.person_id, row.seconds)
            for row in spent
        ),
    )


# -- by the process that makes it ------------------------------------------------------------------


def _mine(key: ReviewKey, node: str) -> ColumnElement[bool]:
    return is_review(key) & (_REVIEWS.node == node) & (_REVIEWS.status == "running")


def claim_review(connection: Connection, item: tuple[ReviewKey, str]) -> str | None:
    """Begin a review that waits; the seats that are done already, None if it does not wait."""
    key, node = item
    waiting = is_review(key) & (_REVIEWS.status == "waiting")
    taken = update(schema.reviews).where(waiting).values(status="running", node=node)
    if not connection.execute(taken).rowcount:
        return None
    body: str | None = connection.execute(select(_REVIEWS.body).where(is_review(key))).scalar_one()
    return body or "[]"


def store_progress(connection: Connection, item: tuple[ReviewKey, str, int]) -> bool:
    """Store how many percent are done; False if this process does not make the review any more."""
    key, node, progress = item
    row = update(schema.reviews).where(_mine(key, node)).values(progress=progress)
    return bool(connection.execute(row).rowcount)


def store_seats(connection: Connection, item: tuple[ReviewKey, str, str]) -> bool:
    """Store the seats that are done, so that no process has to make them again."""
    key, node, body = item
    row = update(schema.reviews).where(_mine(key, node)).values(body=body, attempts=0)
    return bool(connection.execute(row).rowcount)


def finish_review(connection: Connection, review: FinishedReview) -> bool:
    """Store a whole review, which replaces a less deep one."""
    key, node, body, seats = review
    row = update(schema.reviews).where(_mine(key, node))
    done = row.values(status="done", progress=100, body=body, node=None)
    if not connection.execute(done).rowcount:
        return False
    closed = [key]
    if key.depth == "deep":
        less = ReviewKey(key.replay_id, "standard")
        connection.execute(delete(schema.reviews).where(is_review(less)))
        closed.append(less)
    close_requests(connection, closed)
    store_summaries(connection, key, seats)
    return True


def store_summaries(connection: Connection, key: ReviewKey, seats: Sequence[SeatSummary]) -> None:
    """Store what statistics need of a review, unless they have a deeper one."""
    table = schema.reviewed_seats
    of_replay = table.c.replay_id == key.replay_id
    deeper = select(table.c.seat).where(of_replay, table.c.depth == "deep")
    if key.depth != "deep" and connection.execute(deeper).first() is not None:
        return
    connection.execute(delete(table).where(of_replay))
    if seats:
        rows = [
            {"replay_id": key.replay_id, "depth": key.depth, **each._asdict()} for each in seats
        ]
        connection.execute(insert(table), rows)


def fail_review(connection: Connection, item: tuple[ReviewKey, str, str]) -> None:
    """Give a review up, with a code."""
    key, node, code = item
    failed = update(schema.reviews).where(_mine(key, node))
    values = {"status": "failed", "problem": code, "body": None, "node": None}
    if connection.execute(failed.values(**values)).rowcount:
        close_requests(connection, [key])


def count_attempt(connection: Connection, item: tuple[ReviewKey, str]) -> bool:
    """A process was lost over a review; False if that has happened too often, or it was ended."""
    key, node = item
    mine = _mine(key, node)
    more = update(schema.reviews).where(mine).values(attempts=_REVIEWS.attempts + 1)
    if not connection.execute(more).rowcount:
        return False
    attempts: int = connection.execute(select(_REVIEWS.attempts).where(mine)).scalar_one()
    if attempts < MAX_ATTEMPTS:
        return True
    fail_review(connection, (key, node, FAILED))
    return False


def charge(connection: Connection, item: tuple[str, float]) -> None:
    """Add to the time that was spent because of a wish."""
    request, seconds = item
    row = update(schema.review_requests).where(_REQUESTS.id == request)
    connection.execute(row.values(seconds=_REQUESTS.seconds + seconds))


def is_claimed(connection: Connection, item: tuple[ReviewKey, str]) -> bool:
    """Whether a process still is to make a review: it may have been cancelled or deleted."""
    return connection.execute(select(_REVIEWS.depth).where(_mine(*item))).first() is not None


def release_review(connection: Connection, item: tuple[ReviewKey, str]) -> None:
    """Leave a review to be begun later."""
    row = update(schema.reviews).where(_mine(*item))
    connection.execute(row.values(status="waiting", node=None))


def release_reviews(connection: Connection, node: str) -> None:
    """A process ends and leaves its reviews to others, or to itself after a restart."""
    running = (_REVIEWS.node == node) & (_REVIEWS.status == "running")
    left = update(schema.reviews).where(running).values(status="waiting", node=None)
    if connection.execute(left).rowcount:
        notify_sync(connection, ReviewsChanged())


def take_over(connection: Connection, node: str) -> int:
    """Let the reviews of processes that are gone wait again; how many.

    Those over which several processes were lost fail.
    """
    lost = (_REVIEWS.status == "running") & or_(_REVIEWS.node.is_(None), _REVIEWS.node != node)
    if connection.dialect.name == "postgresql":
        lost &= _REVIEWS.node.not_in(select(schema.nodes.c.id))
    rows = connection.execute(
        select(_REVIEWS.replay_id, _REVIEWS.depth).where(lost).with_for_update(skip_locked=True)
    ).all()
    for row in rows:
        key = ReviewKey(row.replay_id, row.depth)
        mine = update(schema.reviews).where(is_review(key), lost)
        if connection.execute(mine.values(node=node)).rowcount and count_attempt(
            connection, (key, node)
        ):
            connection.execute(
                update(schema.reviews).where(_mine(key, node)).values(status="waiting", node=None)
            )
    return len(rows)
