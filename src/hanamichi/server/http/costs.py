"""What requests and commands cost: about as many milliseconds of work as they take here.

A handler names its cost as `cost=…`; any request costs `REQUEST_COST` besides.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from hanamichi.server.protocol.commands import (
    Answer,
    ChangeTable,
    ClientMessage,
    ComeBack,
    Hint,
    Leave,
    LinkSeat,
    Note,
    PlayAgain,
    Propose,
    RevokeSeatLinks,
    SetAids,
    SetSeat,
    Sit,
    StandIn,
    Start,
    UseSeatLink,
)

COST = "cost"
"""The name under which a handler has its cost."""

LOOK_UP = 1.0
"""A few rows of the database, or a page of the catalog."""
SUM_UP = 5.0
"""All matches of a person, or a replay that is kept in memory."""
SUM_UP_MATCH = 0.02
"""For each match in a person's statistics."""
LOOK_AT_REVIEW = 2.0
"""Its state, asked for again and again while its replay is kept in memory."""
RECORD_MATCH = 1.0
"""For each match in the file of a person's records."""
LARGE_PAGE = 10.0
"""Hundreds of kilobytes to be compressed."""
OPEN_TABLE = 5.0
OPEN_TABLE_FOR_PERSON = 20.0
"""It stays for a while: one person opens 50 at once, then five a second."""
RENAME_FOR_PERSON = 20.0
"""All tables where the person sits are told."""
REPLAY_MATCH = 20.0
"""A whole match is replayed: a branch, a record taken in."""
REPLAY_FOR_PERSON = 50.0
"""It stays for a while: one person makes 20 at once, then two a second."""

JOIN = 2.0
"""A socket is opened and sent a whole table."""
JOIN_ENTRY = 0.01
"""Besides, for each entry of the log that it is sent."""
AUDIENCE = 0.03
"""For each connection of a table that is told of a change there."""

COMMAND_COSTS: Mapping[type[ClientMessage], float] = MappingProxyType(
    {
        Sit: 2.0,
        Leave: 2.0,
        ComeBack: 2.0,
        SetSeat: 2.0,
        ChangeTable: 3.0,
        Start: 3.0,
        Propose: 3.0,
        Answer: 2.0,
        StandIn: 3.0,
        LinkSeat: 3.0,
        UseSeatLink: 3.0,
        RevokeSeatLinks: 3.0,
        Note: 10.0,
        PlayAgain: 5.0,
        Hint: 10.0,
        SetAids: 1.0,
    }
)
"""Moves and pings cost their frame only: the turn limits moves."""

TABLE_CHANGES: frozenset[type[ClientMessage]] = frozenset(
    {Sit, Leave, ComeBack, Propose, StandIn, LinkSeat, UseSeatLink, RevokeSeatLinks}
)
"""What others than the host may do at a table besides moves, and what it stores.

A table stores so many of these and no more, so nobody may use all of them up.
"""
