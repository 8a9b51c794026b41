"""The reviewed matches of a person in the database."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from sqlalchemy import Connection, exists, func, select

from hanamichi.catalog import GAMES
from hanamichi.server.storage import schema
from hanamichi.server.storage.archive import AnyRow
from hanamichi.server.table.entries import PersonId

MAX_MATCHES = 300
"""How many of the latest matches are looked at."""


class ReviewedMatches(NamedTuple):
    """What is known of a person's matches by their reviews."""

    reviewed: Sequence[AnyRow]
    """The oldest first."""
    unreviewed: Sequence[str]
    """The latest replays that nobody has asked to be reviewed, the latest first."""
    pending: int
    """Reviews that the person waits for."""


def reviewed_matches(connection: Connection, item: tuple[PersonId, int]) -> ReviewedMatches:
    """The matches of a person that count, and at most so many of those without a review."""
    person, most_unreviewed = item
    finished, seatings = schema.finished.c, schema.seatings.c
    seats, reviews, requests = schema.reviewed_seats.c, schema.reviews.c, schema.review_requests.c
    mine = (
        select(
            *(finished.replay_id, finished.preset, finished.ended, finished.game, seatings.seat),
            *(seats.depth, seats.accuracy, seats.summary),
        )
        .join(schema.seatings, seatings.table_id == finished.table_id)
        .where(seatings.person_id == person, finished.counts, finished.game.in_(GAMES))
        .order_by(finished.ended.desc(), finished.replay_id)
    )
    of_seat = (seats.replay_id == finished.replay_id) & (seats.seat == seatings.seat)
    reviewed = mine.join(schema.reviewed_seats, of_seat).limit(MAX_MATCHES)
    asked = exists().where(reviews.replay_id == finished.replay_id)
    unreviewed = mine.with_only_columns(finished.replay_id).where(~asked).limit(most_unreviewed)
    pending = select(func.count()).where(requests.person_id == person, requests.active)
    return ReviewedMatches(
        connection.execute(reviewed).all()[::-1],
        list(connection.execute(unreviewed).scalars()),
        connection.execute(pending).scalar_one(),
    )
