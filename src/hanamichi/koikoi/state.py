"""The complete state of a match, as a value."""

from __future__ import annotations

import enum
from typing import TypeAlias, TypeVar

import msgspec

from hanamichi.core import Seat
from hanamichi.koikoi.options import KoiKoiOptions
from hanamichi.koikoi.scoring import RoundResult

T = TypeVar("T")
Pair: TypeAlias = tuple[T, T]
"""One value for each seat."""


class Phase(enum.Enum):
    """The kind of decision to be made."""

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
    """The seat to act, or the seat whose turn ended the round."""
    hands: Pair[tuple[int, ...]]
    """The dealt hands minus what was played."""
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
    """Calls not annulled by a rise of the opponent's yaku."""
    shown: Pair[int] = (0, 0)
    """Cards of each seat seen by the opponent: a Hiki, and the lightning it refused."""
    ruled_out: Pair[int] = (0, 0)
    """Cards that each seat is publicly known not to hold."""
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
    """The current round; after the match, the last one."""


def with_item(pair: Pair[T], seat: Seat, item: T) -> Pair[T]:
    """The pair with one seat's value replaced."""
    return (pair[0], item) if seat else (item, pair[1])
