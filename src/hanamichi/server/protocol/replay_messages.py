"""HTTP bodies about finished matches: replays, branches, one's own games.

As in `messages`, from which the browser client's types are written too.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal, TypeAlias

import msgspec
from msgspec import Meta

from hanamichi.core import Seat
from hanamichi.records import writers
from hanamichi.server.protocol.commands import BotId, BotPace, SeatIndex
from hanamichi.server.protocol.match_messages import (
    MESSAGES,
    GameFrame,
    GameResult,
    Unrated,
    union_of,
)
from hanamichi.server.protocol.messages import (
    Branch,
    LogEntry,
    SeatInfo,
    TableInfo,
)

MAX_RECORD = 1024 * 1024
"""The longest record that is taken in, in bytes."""
MAX_FRAMES = 50
"""How many frames come at once."""

if TYPE_CHECKING:
    RecordForm: TypeAlias = str
    Frame: TypeAlias = GameFrame
    MatchResult: TypeAlias = GameResult

    class Statistics(msgspec.Struct, frozen=True, kw_only=True):
        """Statistics of one person's matches, with the fields of every registered game."""

        def __init__(self, **fields: object) -> None: ...
else:
    RecordForm = Literal[tuple(writers())]
    Frame = union_of(each.frame for each in MESSAGES.all().values())
    MatchResult = union_of(each.result for each in MESSAGES.all().values())
    Statistics = msgspec.defstruct(
        "Statistics",
        [field for each in MESSAGES.all().values() for field in each.statistics.items()],
        frozen=True,
        kw_only=True,
        module=__name__,
        namespace={"__doc__": "What one's games come to. Matches that are `unrated` do not count."},
    )


# -- replays ---------------------------------------------------------------------------------------


class SealedDraw(msgspec.Struct, frozen=True):
    """An order that chance gave."""

    deed: int
    """What needed it: 0 the deal, then every move ever made."""
    label: str
    order: tuple[str | int, ...]


class Unsealed(msgspec.Struct, frozen=True):
    """All that is needed to lay every deck of a match again; `docs/fairness.md` says how."""

    commitment: str | None
    """The hash of the key, as it was shown before the first move. None: there was no seal."""
    key: str | None
    draws: tuple[SealedDraw, ...]


class Replay(msgspec.Struct, frozen=True, kw_only=True):
    """A finished match or an imported record, as one seat saw it or with everything open."""

    id: str
    table: TableInfo
    """The table at the end; its id is the replay's, because the table's own stays private."""
    plies: int
    """The replay has the frames 0 to this."""
    seat: Seat | None
    """The seat from which the log is seen; none: everything open."""
    you: Seat | None
    """The seat of the person who asks."""
    log: tuple[LogEntry, ...]
    """What happened and stands; each belongs to the frame of its ply."""
    forms: tuple[RecordForm, ...]
    """In what forms the record can be had."""
    imported: bool
    """It was imported from a file."""


class Frames(msgspec.Struct, frozen=True):
    """Some moments of a replay, one for each ply."""

    first: int
    """The ply of the first."""
    frames: tuple[Frame, ...]


class ReplayOpened(msgspec.Struct, frozen=True):
    """The answer to a record that was taken in."""

    id: str
    url: str
    """The address to show to friends: `…/replay/ID`."""


class CreateBranch(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A match to play on from a moment of a replay."""

    ply: Annotated[int, Meta(ge=0)]
    seat: SeatIndex
    """One's own; bots take the others."""
    cards: Literal["same", "reshuffled"]
    bot: BotId
    bot_pace: BotPace | None = None
    """None: the server's default."""


# -- one's own games -------------------------------------------------------------------------------


class PlayedMatch(msgspec.Struct, frozen=True, kw_only=True):
    """A finished match in the list of one's own."""

    replay: str
    preset: str
    ended: int
    plies: int
    seat: Seat
    """One's own."""
    seats: tuple[SeatInfo, ...]
    branch: Branch | None
    """It was played on from a replay."""
    unrated: Unrated | None
    """Why it does not count in the statistics; None: it does."""
    result: MatchResult


class PlayedMatches(msgspec.Struct, frozen=True):
    """One's own finished matches, the latest first."""

    matches: tuple[PlayedMatch, ...]
    more: bool
    """There are older ones: ask again with `before` the last of these."""


REQUEST_BODIES: tuple[type[msgspec.Struct], ...] = (CreateBranch,)
RESPONSE_BODIES: tuple[type[msgspec.Struct], ...] = (
    Replay,
    Frames,
    ReplayOpened,
    Unsealed,
    PlayedMatches,
    Statistics,
)
