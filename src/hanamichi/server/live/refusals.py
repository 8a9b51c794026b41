"""Refusals that follow from what the owner did."""

from __future__ import annotations

from hanamichi.server.protocol.errors import Refused


def person_blocked() -> Refused:
    """The refusal of a blocked person."""
    return Refused(
        "person/blocked", "The owner of this server has blocked you: you cannot play here"
    )


def person_silenced() -> Refused:
    """The refusal of what a silenced person may not do."""
    return Refused("person/silenced", "The owner of this server does not let you do this")


def table_deleted() -> Refused:
    """The refusal of everybody at a table that was deleted."""
    return Refused("table/deleted", "The owner of this server has removed this table")
