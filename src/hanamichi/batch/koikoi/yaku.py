"""What a pile of captured cards is worth, from its mask."""

from __future__ import annotations

import numpy as np

from hanamichi.batch.arrays import OptionVector, Word
from hanamichi.batch.bits import popcount
from hanamichi.batch.jit import kernel
from hanamichi.batch.koikoi.row import (
    O_ADDITIVE,
    O_CUP_ONCE,
    O_CUP_PLAIN,
    O_RAIN_MAN,
    O_TRIAD,
    O_VIEWING,
)
from hanamichi.koikoi import cards

_LIGHTS = np.uint64(cards.LIGHTS)
_ANIMALS = np.uint64(cards.ANIMALS)
_RIBBONS = np.uint64(cards.RIBBONS)
_PLAINS = np.uint64(cards.PLAINS)
_CUP = np.uint64(cards.SAKE_CUP.bit)
_ALL_BUT_CUP = np.uint64(cards.ALL_CARDS & ~cards.SAKE_CUP.bit)
_RAIN_MAN = np.uint64(cards.RAIN_MAN.bit)
_MOON_VIEWING = np.uint64(cards.MOON.bit | cards.SAKE_CUP.bit)
_FLOWER_VIEWING = np.uint64(cards.CURTAIN.bit | cards.SAKE_CUP.bit)
_TRIO = np.uint64(
    cards.Card.CLOVER_BOAR.bit | cards.Card.MAPLE_DEER.bit | cards.Card.PEONY_BUTTERFLIES.bit
)
_POEM = np.uint64(cards.POEM_RIBBONS)
_BLUE = np.uint64(cards.BLUE_RIBBONS)
_NONE = np.uint64(0)


@kernel
def lights(pile: Word, o: OptionVector) -> Word:
    """The best yaku of lights."""
    count = popcount(pile & _LIGHTS)
    rain = 1 if pile & _RAIN_MAN else 0
    if count == 5:
        return 10
    if count == 4:
        return 7 if rain else 8
    return 5 if count - (0 if o[O_RAIN_MAN] else rain) >= 3 else 0


@kernel
def animals(pile: Word, o: OptionVector) -> Word:
    """Boar, deer and butterflies, and five animals."""
    count = popcount(pile & _ANIMALS)
    points = count + 2 if pile & _TRIO == _TRIO else 0
    if count >= 5 and (o[O_ADDITIVE] or not points):
        points += count - 4
    return points


@kernel
def ribbons(pile: Word, o: OptionVector) -> Word:
    """Poem ribbons, blue ribbons, both, and five ribbons."""
    count = popcount(pile & _RIBBONS)
    poem = pile & _POEM == _POEM
    blue = pile & _BLUE == _BLUE
    points = np.int64(0)
    if poem and blue and o[O_TRIAD] == 2:
        points = count + 4
    elif poem or blue:
        points = count + 2
        if poem and blue and o[O_ADDITIVE]:
            points += count + 2
    if count >= 5 and (o[O_ADDITIVE] or not points):
        points += count - 4
    if poem and blue and o[O_TRIAD] == 1:
        points += 3
    return points


@kernel
def plains(pile: Word, o: OptionVector) -> Word:
    """Ten plain cards, and a point for each further one."""
    count = popcount(pile & (_PLAINS | _CUP if o[O_CUP_PLAIN] else _PLAINS))
    return count - 9 if count >= 10 else 0


@kernel
def total(pile: Word, o: OptionVector) -> Word:
    """All yaku of a pile added up."""
    points = lights(pile, o) + ribbons(pile, o)
    if o[O_VIEWING] and pile & _CUP:
        if pile & _MOON_VIEWING == _MOON_VIEWING:
            points += 5
        if pile & _FLOWER_VIEWING == _FLOWER_VIEWING:
            points += 5
    if o[O_CUP_ONCE] and pile & _CUP:
        rest = pile & _ALL_BUT_CUP
        as_animal = animals(pile, o) + plains(rest, o)
        as_plain = animals(rest, o) + plains(pile, o)
        return points + max(as_animal, as_plain)
    return points + animals(pile, o) + plains(pile, o)
