"""Deletes the reviews of replays that are deleted."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from sqlalchemy import Connection, Select, delete

from hanamichi.server.storage import schema

_TABLES = (schema.reviews, schema.reviewed_seats, schema.review_requests)


def delete_reviews(connection: Connection, replays: Collection[str] | Select[Any]) -> None:
    """Delete all reviews of these replays. Those that are being made end by themselves."""
    for table in _TABLES:
        connection.execute(delete(table).where(table.c.replay_id.in_(replays)))
