"""Reviews in the database, and who asked for them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple, TypeAlias

from sqlalchemy import (
    ColumnElement,
    Connection,
    case,
    delete,
    exists,
    func,
    insert,
    select,
    text,
    update,
)

from hanamichi.review import Depth
from hanamichi.server.ops.config import ReviewsConfig
from hanamichi.server.ops.wide_network import WIDE_FACTOR
from hanamichi.server.protocol.errors import Refused
from hanamichi.server.storage import schema
from hanamichi.server.storage.notify import ReviewsChanged, notify_sync
from hanamichi.server.storage.quotas import (
    DAY_MILLISECONDS,
    Storer,
    lock_quotas,
    lock_storers,
    oldest_of,
)
from hanamichi.server.table.entries import PersonId
from hanamichi.server.table.identity import new_secret

ReviewStatus: TypeAlias = Literal["waiting", "running", "done", "failed"]
PENDING = ("waiting", "running")

_REVIEW_SECONDS = 60
"""About how long one takes."""
_REVIEWS, _REQUESTS = schema.reviews.c, schema.review_requests.c
_ADD = text(
    "INSERT INTO reviews (replay_id, depth, status, asked, progress, attempts)"
    " VALUES (:replay, :depth, 'waiting', :at, 0, 0) ON CONFLICT (replay_id, depth) DO UPDATE"
    " SET status = 'waiting', asked = :at, progress = 0, attempts = 0, problem = NULL,"
    " body = NULL, node = NULL"
)


_NOTE = text(
    "INSERT INTO reviews (replay_id, depth, status, asked, progress, attempts, problem)"
    " VALUES (:replay, :depth, 'failed', :at, 0, 0, :problem) ON CONFLICT (replay_id, depth)"
    " DO NOTHING"
)


class ReviewKey(NamedTuple):
    """Which review."""

    replay_id: str
    depth: Depth


class StoredReview(NamedTuple):
    """A review, or how far it is."""

    key: ReviewKey
    status: ReviewStatus
    progress: int
    """Percent."""
    problem: str | None
    """The code with which it failed."""
    body: str | None
    """The review, when it is done."""
    yours: bool
    """Whether the person who looks asked for it."""


class Wish(NamedTuple):
    """A person asks for a review."""

    key: ReviewKey
    storer: Storer
    limits: ReviewsConfig


class _Limits(NamedTuple):
    """How many reviews a person, or an address, may ask for; 0 for any number."""

    waiting: int
    a_day: int
    deep_a_day: int


def serving(key: ReviewKey) -> list[ReviewKey]:
    """The reviews that serve somebody who asks for this one."""
    return [key] if key.depth == "deep" else [key, ReviewKey(key.replay_id, "deep")]


def find_review(
    connection: Connection, item: tuple[ReviewKey, PersonId | None]
) -> StoredReview | None:
    """The review that serves somebody best: a finished one, the deepest of them, or the next."""
    wanted, person = item
    depths = [key.depth for key in serving(wanted)]
    mine = exists().where(
        _REQUESTS.replay_id == _REVIEWS.replay_id,
        _REQUESTS.depth == _REVIEWS.depth,
        _REQUESTS.person_id == person,
        _REQUESTS.active,
    )
    query = select(
        *(_REVIEWS.depth, _REVIEWS.status, _REVIEWS.progress, _REVIEWS.problem),
        # What is stored of an unfinished one is not a review.
        case((_REVIEWS.status == "done", _REVIEWS.body)).label("body"),
        mine.label("yours"),
    ).where(_REVIEWS.replay_id == wanted.replay_id, _REVIEWS.depth.in_(depths))
    found = {
        row.depth: StoredReview(
            ReviewKey(wanted.replay_id, row.depth),
            row.status,
            row.progress,
            row.problem,
            row.body,
            row.yours,
        )
        for row in connection.execute(query)
    }
    rows = [found[depth] for depth in depths if depth in found]
    done = [row for row in rows if row.status == "done"]
    pending = [row for row in rows if row.status in PENDING]
    # Somebody who only wants a standard one need not know that a deep one failed.
    failed = [row for row in rows if row.key == wanted]
    return next(iter([*reversed(done), *pending, *failed]), None)


# -- asking ----------------------------------------------------------------------------------------


def ask_for_review(connection: Connection, wish: Wish) -> None:
    """Store a wish, and the review to be made, unless there is one that serves.

    Raises `Refused` for a person, or an address, with too many.
    """
    lock_storers(connection, [wish.storer])
    _lock(connection, wish.key.replay_id)
    person, at = wish.storer.person, wish.storer.at
    found = find_review(connection, (wish.key, person))
    if found is not None and (found.status == "done" or (found.yours and found.status in PENDING)):
        return
    if (refused := _refused(connection, wish)) is not None:
        raise refused
    key = wish.key
    if found is not None and found.status in PENDING:
        key = found.key
    else:
        connection.execute(_ADD, {"replay": key.replay_id, "depth": key.depth, "at": at})
    connection.execute(
        insert(schema.review_requests).values(
            id=new_secret(),
            replay_id=key.replay_id,
            depth=key.depth,
            person_id=person,
            address=wish.storer.address,
            network=wish.storer.network,
            at=at,
            active=True,
            seconds=0.0,
        )
    )
    notify_sync(connection, ReviewsChanged())


def note_unreviewable(connection: Connection, item: tuple[ReviewKey, str, int]) -> None:
    """Note that a match cannot be reviewed, and why, so that nobody is told to ask for it."""
    key, problem, at = item
    values = {"replay": key.replay_id, "depth": key.depth, "at": at, "problem": problem}
    connection.execute(_NOTE, values)


def _refused(connection: Connection, wish: Wish) -> Refused | None:
    """Why somebody may not ask for another review now, if so."""
    limits, storer = wish.limits, wish.storer
    of_person = _Limits(
        limits.waiting_per_person, limits.per_day_per_person, limits.deep_per_day_per_person
    )
    of_address = _Limits(
        limits.waiting_per_address, limits.per_day_per_address, limits.deep_per_day_per_address
    )
    counted = [(_REQUESTS.person_id == storer.person, of_person)]
    if storer.addresses:
        counted.append((_REQUESTS.address.in_(storer.addresses), of_address))
    if storer.networks:
        wide = _Limits(*(WIDE_FACTOR * each for each in of_address))
        counted.append((_REQUESTS.network.in_(storer.networks), wide))
    for mine, limit in counted:
        refused = _too_many_waiting(connection, mine, limit.waiting) or _too_many_today(
            connection, storer, mine, limit.a_day
        )
        if refused is None and wish.key.depth == "deep":
            of_those = mine & (_REQUESTS.depth == "deep")
            refused = _too_many_today(connection, storer, of_those, limit.deep_a_day)
        if refused is not None:
            return refused
    return None


def _too_many_waiting(
    connection: Connection, mine: ColumnElement[bool], limit: int
) -> Refused | None:
    query = select(func.count()).select_from(schema.review_requests).where(mine, _REQUESTS.active)
    if not limit or connection.execute(query).scalar_one() < limit:
        return None
    return Refused(
        "quota/reviews",
        f"There are {limit} reviews waiting for you already: ask again when one of them is done",
        retry_after=_REVIEW_SECONDS,
    )


def _too_many_today(
    connection: Connection, storer: Storer, mine: ColumnElement[bool], limit: int
) -> Refused | None:
    since = storer.at - DAY_MILLISECONDS
    oldest = oldest_of(connection, _REQUESTS.at, mine, since, limit)
    if oldest is None:
        return None
    return Refused(
        "quota/reviews",
        f"Enough reviews were asked for from here for today: {limit} in a day; ask again later",
        retry_after=(oldest - since) / 1000,
    )


# -- cancelling ------------------------------------------------------------------------------------


def withdraw_wish(connection: Connection, item: tuple[ReviewKey, PersonId | None]) -> None:
    """Withdraw a person's wish; a review that nobody else wants ends.

    Refused where only others asked for it.
    """
    wanted, person = item
    _lock(connection, wanted.replay_id)
    found = find_review(connection, item)
    if found is None or found.status not in PENDING:
        return
    if not found.yours:
        raise Refused("review/not-yours", "You did not ask for this review, so it goes on")
    same = (_REQUESTS.replay_id == wanted.replay_id) & (_REQUESTS.depth == found.key.depth)
    connection.execute(
        update(schema.review_requests)
        .where(same, _REQUESTS.person_id == person)
        .values(active=False)
    )
    others = select(_REQUESTS.id).where(same, _REQUESTS.active)
    if connection.execute(others).first() is None:
        connection.execute(
            delete(schema.reviews).where(is_review(found.key), _REVIEWS.status.in_(PENDING))
        )
        notify_sync(connection, ReviewsChanged())


def is_review(key: ReviewKey) -> ColumnElement[bool]:
    """The condition on a row of `reviews`."""
    return (_REVIEWS.replay_id == key.replay_id) & (_REVIEWS.depth == key.depth)


def close_requests(connection: Connection, keys: Sequence[ReviewKey]) -> None:
    """Nobody waits for these reviews any more."""
    for key in keys:
        same = (_REQUESTS.replay_id == key.replay_id) & (_REQUESTS.depth == key.depth)
        connection.execute(update(schema.review_requests).where(same).values(active=False))


def _lock(connection: Connection, replay_id: str) -> None:
    """Let other processes that have to do with these reviews wait for the transaction's end."""
    lock_quotas(connection, {f"review {replay_id}"})
