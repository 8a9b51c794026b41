"""Yaku: which there are under given options, and which a pile of captured cards makes."""

from __future__ import annotations

import enum
from functools import lru_cache
from typing import NamedTuple

import msgspec

from hanamichi.koikoi.cards import (
    ANIMALS,
    BLUE_RIBBONS,
    CURTAIN,
    LIGHTS,
    MOON,
    PLAINS,
    POEM_RIBBONS,
    RAIN_MAN,
    RIBBONS,
    SAKE_CUP,
    Card,
    mask_of,
)
from hanamichi.koikoi.options import KoiKoiOptions, Triad


class Yaku(enum.Enum):
    """A combination that scores."""

    FIVE_LIGHTS = "five-lights"
    FOUR_LIGHTS = "four-lights"
    RAINY_FOUR = "rainy-four"
    THREE_LIGHTS = "three-lights"
    MOON_VIEWING = "moon-viewing"
    FLOWER_VIEWING = "flower-viewing"
    BOAR_DEER_BUTTERFLIES = "boar-deer-butterflies"
    POEM_RIBBONS = "poem-ribbons"
    BLUE_RIBBONS = "blue-ribbons"
    POEM_AND_BLUE = "poem-and-blue"
    ANIMALS = "animals"
    RIBBONS = "ribbons"
    PLAINS = "plains"


class YakuPoints(msgspec.Struct, frozen=True, gc=False):
    """A yaku that counts, and its points."""

    yaku: Yaku
    points: int


class YakuRule(NamedTuple):
    """The cards a yaku needs, as masks, and its points."""

    yaku: Yaku
    points: int
    cards: int
    needed: int
    """The number of those cards needed."""
    grows_with: int = 0
    """Each card of this set beyond those the yaku needs adds a point."""
    required: int = 0
    """Cards that must be among them."""


class Contest(NamedTuple):
    """Yaku of which only the best counts."""

    rules: tuple[YakuRule, ...]
    """The best first."""
    cards: int
    fewest: int
    """A pile with fewer of these cards makes none of them: an early exit for most piles."""


def _contest(*rules: YakuRule) -> Contest:
    cards = 0
    for rule in rules:
        cards |= rule.cards
    return Contest(rules, cards, min(rule.needed for rule in rules))


_DRY_LIGHTS = LIGHTS & ~RAIN_MAN.bit
_BOAR_DEER_BUTTERFLIES = mask_of((Card.CLOVER_BOAR, Card.MAPLE_DEER, Card.PEONY_BUTTERFLIES))
_TRIAD_BONUS = 3


@lru_cache(maxsize=256)
def contests(options: KoiKoiOptions) -> tuple[Contest, ...]:
    """The yaku of a table, grouped into those that exclude each other."""
    # 003, Kasu: ten of the 24; 004, ⑪ and Carte spéciale: the sake cup is one of them.
    plains = PLAINS | SAKE_CUP.bit if options.cup_is_plain else PLAINS
    return _contests(options, ANIMALS, plains)


@lru_cache(maxsize=256)
def _either_way(options: KoiKoiOptions) -> tuple[tuple[Contest, ...], tuple[Contest, ...]]:
    """The yaku when the sake cup is an animal only, and when it is a plain card only."""
    return (
        _contests(options, ANIMALS, PLAINS),
        _contests(options, ANIMALS & ~SAKE_CUP.bit, PLAINS | SAKE_CUP.bit),
    )


def _contests(options: KoiKoiOptions, animals: int, plains: int) -> tuple[Contest, ...]:
    return (
        _lights(options),
        *_viewings(options),
        *_animals(options, animals),
        *_ribbons(options),
        _contest(YakuRule(Yaku.PLAINS, 1, plains, 10, plains)),
    )


def _lights(options: KoiKoiOptions) -> Contest:
    # 003, Sankou and player aid: any three of the five; 004, ③: never with the rain man.
    three = LIGHTS if options.rain_man_counts else _DRY_LIGHTS
    return _contest(
        YakuRule(Yaku.FIVE_LIGHTS, 10, LIGHTS, 5),
        YakuRule(Yaku.FOUR_LIGHTS, 8, _DRY_LIGHTS, 4),
        YakuRule(Yaku.RAINY_FOUR, 7, LIGHTS, 4, required=RAIN_MAN.bit),
        YakuRule(Yaku.THREE_LIGHTS, 5, three, 3),
    )


def _viewings(options: KoiKoiOptions) -> tuple[Contest, ...]:
    # 003, Tsukimi and Hanami; 004, ④ and ⑤: a table may leave them out.
    if not options.viewing_yaku:
        return ()
    return (
        _contest(YakuRule(Yaku.MOON_VIEWING, 5, MOON.bit | SAKE_CUP.bit, 2)),
        _contest(YakuRule(Yaku.FLOWER_VIEWING, 5, CURTAIN.bit | SAKE_CUP.bit, 2)),
    )


def _animals(options: KoiKoiOptions, animals: int) -> tuple[Contest, ...]:
    # 003, Inoshikachou and Tane; 004, ⑥ and ⑨.
    trio = YakuRule(Yaku.BOAR_DEER_BUTTERFLIES, 5, _BOAR_DEER_BUTTERFLIES, 3, animals)
    five = YakuRule(Yaku.ANIMALS, 1, animals, 5, animals)
    return (_contest(trio), _contest(five)) if options.additive else (_contest(trio, five),)


def _ribbons(options: KoiKoiOptions) -> tuple[Contest, ...]:
    # 003, Akatan, Aotan and Tan; 004, ⑦, ⑧ and ⑩.
    poem = YakuRule(Yaku.POEM_RIBBONS, 5, POEM_RIBBONS, 3, RIBBONS)
    blue = YakuRule(Yaku.BLUE_RIBBONS, 5, BLUE_RIBBONS, 3, RIBBONS)
    five = YakuRule(Yaku.RIBBONS, 1, RIBBONS, 5, RIBBONS)
    both = POEM_RIBBONS | BLUE_RIBBONS
    families: tuple[tuple[YakuRule, ...], ...] = ((poem,), (blue,))
    bonus: tuple[Contest, ...] = ()
    if options.triad is Triad.TOGETHER:  # 004, ⑫
        families = ((YakuRule(Yaku.POEM_AND_BLUE, 10, both, 6, RIBBONS), poem, blue),)
    elif options.triad is Triad.BONUS:  # 003, La Triade
        bonus = (_contest(YakuRule(Yaku.POEM_AND_BLUE, _TRIAD_BONUS, both, 6)),)
    if options.additive:
        return (*(_contest(*family) for family in families), *bonus, _contest(five))
    return (_contest(*(rule for family in families for rule in family), five), *bonus)


def yaku_made(pile: int, options: KoiKoiOptions) -> tuple[YakuPoints, ...]:
    """The yaku that count for a pile of captured cards."""
    if options.cup_counts_once and pile & SAKE_CUP.bit:
        # 004, ④: an animal "ou" a plain card; of equals the animal.
        animal, plain = (_made(pile, each) for each in _either_way(options))
        return plain if total_of(plain) > total_of(animal) else animal
    return _made(pile, contests(options))


def _made(pile: int, among: tuple[Contest, ...]) -> tuple[YakuPoints, ...]:
    made = []
    for rules, contested, fewest in among:
        if (pile & contested).bit_count() < fewest:
            continue
        for yaku, points, cards, needed, grows_with, required in rules:
            if (pile & cards).bit_count() >= needed and pile & required == required:
                if grows_with:
                    points += (pile & grows_with).bit_count() - needed
                made.append(YakuPoints(yaku, points))
                break
    return tuple(made)


def total_of(yaku: tuple[YakuPoints, ...]) -> int:
    """The total points of some yaku."""
    return sum([entry.points for entry in yaku])
