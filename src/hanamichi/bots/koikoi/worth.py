"""What each card is still worth to a side: by its kind, and by the yaku that it serves."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from hanamichi.koikoi.cards import CARDS, Kind, indices_in
from hanamichi.koikoi.options import KoiKoiOptions
from hanamichi.koikoi.yaku import Contest, YakuRule, contests


class Taste(NamedTuple):
    """How much somebody cares for what."""

    kinds: tuple[float, float, float, float]
    """A light, an animal, a ribbon, a plain card, for its own sake."""
    near: tuple[float, ...]
    """A card of a yaku that misses one, two, three, … for each of its points."""
    first: float
    """Points that any yaku is worth beside its own: it allows to stop."""
    more: float
    """One more card on a yaku already made."""


_KINDS = tuple(Kind)
_BASES = tuple(_KINDS.index(card.kind) for card in CARDS)


def worth_of_cards(options: KoiKoiOptions, pile: int, other: int, taste: Taste) -> list[float]:
    """For each card, by its index, what it would bring a side with this pile."""
    worth = [taste.kinds[base] for base in _BASES]
    for contest in contests(options):
        for place, rule in enumerate(contest.rules):
            wanted, gain = _gain(contest, place, rule, pile, other, taste)
            for index in indices_in(wanted):
                worth[index] += gain
            if rule.needed <= (pile & rule.cards).bit_count() and not rule.required & ~pile:
                break  # lesser yaku of the family do not count any more
    return worth


def _gain(
    contest: Contest, place: int, rule: YakuRule, pile: int, other: int, taste: Taste
) -> tuple[int, float]:
    """The cards that a yaku asks for, and what one of them is worth."""
    free = rule.cards & ~rule.required
    need = rule.needed - rule.required.bit_count() - (pile & free).bit_count()
    required = rule.required & ~pile
    missing = required.bit_count() + max(need, 0)
    if not missing:
        return rule.grows_with & ~pile & ~other, taste.more
    if missing > len(taste.near) or required & other:
        return 0, 0.0
    wanted = (required | free if need > 0 else required) & ~pile & ~other
    if wanted.bit_count() < missing:
        return 0, 0.0
    lesser = 0
    for below in contest.rules[place + 1 :]:
        if (pile & below.cards).bit_count() >= below.needed and not below.required & ~pile:
            lesser = below.points
            break
    points = rule.points - lesser + (0.0 if lesser else taste.first)
    return wanted, points * taste.near[missing - 1]


def total_worth(cards: int, *sides: tuple[Sequence[float], float]) -> float:
    """What some cards are worth together, each side counting for so much."""
    return sum(share * worth[index] for index in indices_in(cards) for worth, share in sides)
