"""Choosing the first dealer, dealing, lucky hands and void fields."""

from __future__ import annotations

import enum
from collections.abc import Iterable
from typing import NamedTuple

from hanamichi.core import Chance, Seat
from hanamichi.koikoi.cards import CARDS, MONTHS, Card, mask_of_indices, month_mask
from hanamichi.koikoi.options import DealOrder, KoiKoiOptions, VoidDeals


class Pattern(enum.Enum):
    """What makes a dealt hand lucky or a dealt field void."""

    FOUR_OF_A_MONTH = "four-of-a-month"
    FOUR_PAIRS = "four-pairs"


class Target(enum.Enum):
    """Where a packet of cards goes."""

    OPPONENT = "opponent"
    FIELD = "field"
    DEALER = "dealer"


# 004, Déroulement du jeu; 003, Préparatif.
_ROUNDS_OF_PACKETS = {
    DealOrder.TWOS: (2, (Target.OPPONENT, Target.FIELD, Target.DEALER)),
    DealOrder.FOURS: (4, (Target.OPPONENT, Target.DEALER, Target.FIELD)),
}
_EACH = 8


class Packet(NamedTuple):
    """Some cards from the top of the deck, and the seat they go to; `None` is the field."""

    seat: Seat | None
    cards: tuple[Card, ...]


class Layout(NamedTuple):
    """A dealt table, as card indices."""

    hands: tuple[tuple[int, ...], tuple[int, ...]]
    field: tuple[int, ...]
    stock: tuple[int, ...]
    packets: tuple[Packet, ...]
    """How it was dealt."""


def draw_dealer(chance: Chance) -> tuple[tuple[tuple[Card, Card], ...], Seat]:
    """The cards both players drew, pair after pair until the months differ, and who deals."""
    # 003, Préparatif; 004, Choix du donneur: the earlier month deals, equal months draw again.
    deck = chance.shuffle("dealer-draw", CARDS)
    draws: list[tuple[Card, Card]] = []
    for first, second in zip(deck[::2], deck[1::2], strict=True):
        draws.append((first, second))
        if first.month != second.month:
            return tuple(draws), 0 if first.month < second.month else 1
    # Every drawn pair had equal months, so the seats are interchangeable.
    return tuple(draws), 0


def lay_out(options: KoiKoiOptions, dealer: Seat, chance: Chance) -> Layout:
    """Shuffle and deal in the table's order."""
    deck = chance.shuffle("deck", CARDS)
    size, targets = _ROUNDS_OF_PACKETS[options.deal]
    seats: dict[Target, Seat | None] = {
        Target.OPPONENT: 1 - dealer,
        Target.FIELD: None,
        Target.DEALER: dealer,
    }
    piles: dict[Seat | None, list[int]] = {0: [], 1: [], None: []}
    packets = []
    top = 0
    for _ in range(_EACH // size):
        for target in targets:
            packet = Packet(seats[target], deck[top : top + size])
            packets.append(packet)
            piles[packet.seat] += [card.index for card in packet.cards]
            top += size
    return Layout(
        hands=(tuple(piles[0]), tuple(piles[1])),
        field=tuple(piles[None]),
        stock=tuple([card.index for card in deck[top:]]),
        packets=tuple(packets),
    )


_MONTH_MASKS = tuple(month_mask(month) for month in MONTHS)


def pattern_in(cards: Iterable[int]) -> Pattern | None:
    """The pattern eight dealt cards form, if any."""
    # 003, Teshi and Kuttsuki; 004, Main heureuse.
    mask = mask_of_indices(cards)
    counts = [(mask & month).bit_count() for month in _MONTH_MASKS]
    if 4 in counts:
        return Pattern.FOUR_OF_A_MONTH
    if counts.count(2) == 4:
        return Pattern.FOUR_PAIRS
    return None


def void_pattern(options: KoiKoiOptions, field: Iterable[int]) -> Pattern | None:
    """The pattern that makes a field void, if any."""
    if options.void_deals is VoidDeals.NEVER:
        return None
    pattern = pattern_in(field)
    # 003, Chaque joueur examine ses cartes, 2: there four pairs void the deal as well.
    if pattern is Pattern.FOUR_PAIRS and options.void_deals is VoidDeals.FOUR_OF_A_MONTH:
        return None
    return pattern
