"""The part of the wire that remembers: replays, branches, one's own games.

As in `messages`, from which the browser client's types are written too.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal, TypeAlias

import msgspec
from msgspec import Meta

from hanamichi.core import Seat
from hanamichi.hanabi.cards import Card as HanabiCard
from hanamichi.koikoi import Yaku
from hanamichi.koikoi.cards import Card as FlowerCard
from hanamichi.server.protocol.commands import BotId, BotPace, SeatIndex
from hanamichi.server.protocol.messages import (
    Branch,
    HanabiPosition,
    KoiKoiPosition,
    LogEntry,
    SeatInfo,
    TableInfo,
)

MAX_RECORD = 1024 * 1024
"""The longest record that is taken in, in bytes."""
MAX_FRAMES = 50
"""How many frames come at once."""

RecordForm: TypeAlias = Literal["hanamichi", "hanab-live"]


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
    """A finished match, or a record from elsewhere, from one seat's chair or with all open."""

    id: str
    table: TableInfo
    """The table at the end; its id is the replay's, because the table's own stays private."""
    plies: int
    """The replay has the frames 0 to this."""
    seat: Seat | None
    """Through whose eyes the log is told; none: everything open."""
    you: Seat | None
    """Where the one who asks sat."""
    log: tuple[LogEntry, ...]
    """What happened and stands; each belongs to the frame of its ply."""
    forms: tuple[RecordForm, ...]
    """In what forms the record can be had."""
    imported: bool
    """It was opened from a file, and nobody here played it."""


class HanabiFrame(msgspec.Struct, frozen=True, kw_only=True, tag_field="game", tag="hanabi"):
    """A moment of a game of Hanabi."""

    position: HanabiPosition
    """As that seat saw it then; nothing is legal any more."""
    clued: Mapping[int, tuple[HanabiCard, ...]]
    """For each card in a hand: what its clues alone leave possible."""
    upcoming: tuple[HanabiCard, ...] | None
    """With everything open: the deck, the next card first."""


class KoiKoiFrame(msgspec.Struct, frozen=True, kw_only=True, tag_field="game", tag="koikoi"):
    """A moment of a match of Koi-Koi."""

    position: KoiKoiPosition
    """As that seat saw it then; nothing is legal any more."""
    unseen: tuple[FlowerCard, ...]
    """The cards of which that seat could not tell where they were."""
    upcoming: tuple[FlowerCard, ...] | None
    """With everything open: the stock, the next card first."""


Frame: TypeAlias = HanabiFrame | KoiKoiFrame


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
    """None: as the server was told to."""


# -- one's own games -------------------------------------------------------------------------------


class HanabiResult(msgspec.Struct, frozen=True, kw_only=True, tag_field="game", tag="hanabi"):
    """What a game of Hanabi came to."""

    reason: Literal["rules", "timeout", "vote"]
    result: Literal["won", "scored", "lost", "abandoned"]
    score: int
    maximum: int


class KoiKoiResult(msgspec.Struct, frozen=True, kw_only=True, tag_field="game", tag="koikoi"):
    """What a match of Koi-Koi came to; pairs are of seats 0 and 1."""

    reason: Literal["rules", "timeout", "vote"]
    scores: tuple[int, int]
    winners: tuple[Seat, ...]
    rounds: int
    """How many were played to their end."""
    rounds_won: tuple[int, int]
    yaku: tuple[Mapping[Yaku, int], Mapping[Yaku, int]]
    """How often each won a round with each yaku."""


MatchResult: TypeAlias = HanabiResult | KoiKoiResult


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
    """It was played on from a replay, and does not count in the statistics."""
    result: MatchResult


class PlayedMatches(msgspec.Struct, frozen=True):
    """One's own finished matches, the latest first."""

    matches: tuple[PlayedMatch, ...]
    more: bool
    """There are older ones: ask again with `before` the last of these."""


class ScorePoint(msgspec.Struct, frozen=True):
    """One game in a line of scores."""

    replay: str
    ended: int
    score: int
    maximum: int


class HanabiStatistics(msgspec.Struct, frozen=True, kw_only=True):
    """One's games of one edition of Hanabi, played to their end."""

    preset: str
    games: int
    won: int
    lost: int
    best: int
    mean: float
    scores: tuple[ScorePoint, ...]
    """The latest, the oldest of them first."""


class KoiKoiStatistics(msgspec.Struct, frozen=True, kw_only=True):
    """One's matches of one edition of Koi-Koi."""

    preset: str
    matches: int
    won: int
    drawn: int
    lost: int
    points: int
    points_against: int
    rounds: int
    rounds_won: int


class YakuCount(msgspec.Struct, frozen=True):
    """How many rounds were won with a yaku."""

    yaku: Yaku
    rounds: int


class Statistics(msgspec.Struct, frozen=True, kw_only=True):
    """What one's games come to. Branches and matches that were broken off do not count."""

    hanabi: tuple[HanabiStatistics, ...]
    koikoi: tuple[KoiKoiStatistics, ...]
    yaku: tuple[YakuCount, ...]
    """The favourite first."""


REQUEST_BODIES: tuple[type[msgspec.Struct], ...] = (CreateBranch,)
RESPONSE_BODIES: tuple[type[msgspec.Struct], ...] = (
    Replay,
    Frames,
    ReplayOpened,
    Unsealed,
    PlayedMatches,
    Statistics,
)
