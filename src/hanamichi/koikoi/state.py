"""The whole truth of a match at one moment, as a value."""

from __future__ import annotations

import enum
from typing import TypeAlias, TypeVar

import msgspec

from hanamichi.core import Seat
from hanamichi.koikoi.options import KoiKoiOptions
from hanamichi.koikoi.scoring import RoundResult

T = TypeVar("T")
Pair: TypeAlias = tuple[T, T]
"""One thing of each seat."""


class Phase(enum.Enum):
    """What kind of decision is awaited."""

    SWAP = "swap"
    PLAY = "play"
    TURNED = "turned"
    """Which of two field cards the turned card takes."""
    DECIDE = "decide"
    """Stop or koi-koi."""
    OVER = "over"


class Pairing(msgspec.Struct, frozen=True, gc=False):
    """The lightning took a card as a joker: who owns the two, and that card's month."""

    owner: Seat
    month: int


class Round(msgspec.Struct, frozen=True, gc=False):
    """One round. Cards are indices, sets of cards are masks."""

    number: int
    """From 1."""
    dealer: Seat
    phase: Phase
    actor: Seat
    """Whose decision is awaited, or whose turn ended the round."""
    hands: Pair[tuple[int, ...]]
    """As dealt and held, less what was played."""
    field: tuple[int, ...]
    """In the order the cards came."""
    stock: tuple[int, ...]
    """Face down, the top first."""
    captures: Pair[int] = (0, 0)
    turned: int | None = None
    """The stock card that waits for the choice of its capture."""
    played: Pair[int] = (0, 0)
    """What each seat has played from its hand."""
    asked: Pair[int] = (0, 0)
    """Each seat's yaku total when it last had to stop or call."""
    calls: Pair[int] = (0, 0)
    standing_calls: Pair[int] = (0, 0)
    """The calls that were not annulled by a yaku of the opponent."""
    shown: Pair[int] = (0, 0)
    """Cards each seat has let the other see: a Hiki, and the lightning it refused."""
    ruled_out: Pair[int] = (0, 0)
    """Cards that each seat, as all could see, did not hold."""
    both_lucky: bool = False
    """Both dealt hands were lucky, and play went on."""
    pairing: Pairing | None = None


Progress: TypeAlias = tuple[Round, RoundResult | None]
"""A round after some event, and its result once it has one."""


class KoiKoiState(msgspec.Struct, frozen=True, gc=False):
    """Nothing here is redacted: seats get a `KoiKoiView`."""

    options: KoiKoiOptions
    ply: int
    scores: Pair[int]
    results: tuple[RoundResult, ...]
    round: Round
    """The one being played; after the match, the last."""


def with_item(pair: Pair[T], seat: Seat, item: T) -> Pair[T]:
    """The pair with one seat's thing replaced."""
    return (pair[0], item) if seat else (item, pair[1])
