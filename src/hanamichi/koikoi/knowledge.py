"""Deductions from a view: the state of each yaku, and what the cards in hand may do."""

from __future__ import annotations

import enum

import msgspec

from hanamichi.core import Seat
from hanamichi.koikoi.cards import (
    LIGHTNING,
    MATES_OF,
    MONTH_OF,
    NOVEMBER,
    SAKE_CUP,
    Card,
    cards_in,
    mask_of,
)
from hanamichi.koikoi.view import KoiKoiView
from hanamichi.koikoi.yaku import Yaku, YakuRule, contests


class YakuStatus(enum.Enum):
    """The status of a yaku for one side."""

    MADE = "made"
    OPEN = "open"
    """Some cards are missing and still available."""
    COVERED = "covered"
    """It cannot count: a better yaku of its family does, or would at the same moment."""
    IMPOSSIBLE = "impossible"
    """Too many of its cards are in the opponent's captures."""


class YakuOutlook(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """The outlook of one yaku for one side."""

    yaku: Yaku
    status: YakuStatus
    points: int = 0
    """What it counts now, when made."""
    missing: int = 0
    """How many cards it still needs, when open."""
    serving: tuple[Card, ...] = ()
    """Available cards that bring it closer when open, or add a point when made."""


def joker_targets(view: KoiKoiView, seat: Seat) -> tuple[Card, ...]:
    """The field cards of other months that this seat's lightning could take as a joker."""
    opponent = 1 - seat
    if not view.options.gaji or mask_of(view.played[opponent]) & NOVEMBER:
        return ()
    targets = mask_of(view.field) & ~NOVEMBER
    for card in view.known[opponent]:
        targets &= ~MONTH_OF[card.index]
    return cards_in(targets)


def playable_cards(view: KoiKoiView) -> tuple[Card, ...]:
    """The cards of one's own hand that may be played: only capturing ones where that is a duty."""
    if view.seat is None or view.hand is None:
        return ()
    field = mask_of(view.field)
    capturing = [card for card in view.hand if field & MATES_OF[card.index]]
    if not view.options.must_capture or not capturing:
        return view.hand
    if LIGHTNING in view.hand and LIGHTNING not in capturing and joker_targets(view, view.seat):
        capturing.append(LIGHTNING)
    return tuple(capturing)


def yaku_outlook(view: KoiKoiView, seat: Seat) -> tuple[YakuOutlook, ...]:
    """The outlook of every yaku of the table for one side."""
    own = mask_of(view.captures[seat])
    other = mask_of(view.captures[1 - seat])
    points = {entry.yaku: entry.points for entry in view.yaku[seat]}
    once = view.options.cup_counts_once
    return tuple(
        _outlook(
            _without_used_cup(rule, own) if once and rule.yaku not in points else rule,
            contest.rules[:place],
            own,
            other,
            points,
        )
        for contest in contests(view.options)
        for place, rule in enumerate(contest.rules)
    )


def _without_used_cup(rule: YakuRule, own: int) -> YakuRule:
    """A yaku that the sake cup would complete, had another one not more use for it."""
    if not rule.cards & own & SAKE_CUP.bit or (rule.cards & own).bit_count() < rule.needed:
        return rule
    return rule._replace(cards=rule.cards & ~SAKE_CUP.bit)


def _outlook(
    rule: YakuRule, better: tuple[YakuRule, ...], own: int, other: int, points: dict[Yaku, int]
) -> YakuOutlook:
    if rule.yaku in points:
        raising = cards_in(rule.grows_with & ~own & ~other)
        return YakuOutlook(rule.yaku, YakuStatus.MADE, points[rule.yaku], serving=raising)
    if _never_alone(rule, better, own):
        return YakuOutlook(rule.yaku, YakuStatus.COVERED)
    if rule.required & other or (rule.cards & ~other).bit_count() < rule.needed:
        return YakuOutlook(rule.yaku, YakuStatus.IMPOSSIBLE)
    missing, wanted = _distance(rule, own)
    serving = cards_in(wanted & ~own & ~other)
    return YakuOutlook(rule.yaku, YakuStatus.OPEN, missing=missing, serving=serving)


def _never_alone(rule: YakuRule, better: tuple[YakuRule, ...], own: int) -> bool:
    """Whether a better yaku of the family is made whenever this one would be."""
    forced = rule.cards if rule.cards.bit_count() == rule.needed else rule.required
    pile = own | forced
    return any(
        (pile & other.cards).bit_count() >= other.needed and pile & other.required == other.required
        for other in better
    )


def _distance(rule: YakuRule, own: int) -> tuple[int, int]:
    """How many cards are missing, and the set they may come from."""
    free = rule.cards & ~rule.required
    free_missing = rule.needed - rule.required.bit_count() - (own & free).bit_count()
    required = rule.required & ~own
    if free_missing <= 0:
        return required.bit_count(), required
    return required.bit_count() + free_missing, required | free
