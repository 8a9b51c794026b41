"""The codes of refusals and failures. Programs read them, so they never change."""

from __future__ import annotations

from typing import Literal, TypeAlias

ErrorCode: TypeAlias = Literal[
    # a request or a frame that cannot be read
    "request/invalid",
    "request/not-found",
    "request/origin",
    "request/timeout",
    "request/too-large",
    "request/too-many",
    "frame/malformed",
    "frame/too-large",
    "frame/too-many",
    # people
    "person/unknown",
    "person/name",
    "person/silenced",
    "person/blocked",
    "address/blocked",
    # tables and seats
    "table/unknown",
    "table/full",
    "table/seat-taken",
    "table/seat-unknown",
    "table/not-your-seat",
    "table/not-host",
    "table/started",
    "table/not-started",
    "table/seats-open",
    "table/too-many-people",
    "table/present",
    "table/seat-link",
    "table/over",
    "table/deleted",
    "table/not-over",
    "table/proposal-pending",
    "table/no-proposal",
    "table/nothing-to-take-back",
    "table/no-hint",
    "bot/unknown",
    "bot/missing",
    "bot/parameter",
    "bot/unsupported",
    # moves
    "move/stale",
    "move/illegal",
    "move/unparsable",
    "move/not-your-turn",
    "move/game-over",
    # replays, and records from elsewhere
    "replay/unknown",
    "replay/ply",
    "replay/over",
    "record/unreadable",
    "record/too-large",
    "record/too-long",
    "record/version",
    "record/invalid",
    "record/unsupported",
    "record/impossible",
    "record/mismatch",
    # options
    "options/preset",
    "options/players",
    "options/unknown",
    "options/invalid",
    "options/inconsistent",
    "options/too-long",
    "words/language",
    "lesson/unknown",
    # the owner's page and commands
    "owner/not-signed-in",
    "owner/link",
    "owner/unknown-table",
    "owner/unknown-person",
    "owner/unknown-address",
    "owner/unknown-report",
    "owner/ambiguous",
    "owner/interrupted",
    # our own fault; nothing changed, and trying again later is safe
    "server/full",
    "server/storage",
    "server/internal",
]
"""Stable codes: programs read these, people read the message with them."""
