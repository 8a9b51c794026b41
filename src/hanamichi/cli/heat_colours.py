"""Colours for the cells of a matrix; readable on their own ground, in light and in dark."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from hanamichi.arena import RoundRobin

Colour = tuple[int, int, int]

_LOW, _HIGH = (255, 244, 214), (11, 94, 107)
_BEHIND, _LEVEL, _AHEAD = (176, 74, 18), (246, 243, 238), (26, 84, 158)
_DARK_TEXT, _LIGHT_TEXT = (0, 0, 0), (255, 255, 255)


class Heat(NamedTuple):
    """The colour of a cell, and of the text on it."""

    ground: Colour
    text: Colour


def heat_of(found: RoundRobin) -> list[list[Heat | None]]:
    """A colour for every cell: from low to high scores, or from behind over level to ahead."""
    means = [cell.mean for row in found.matrix for cell in row if cell is not None]
    opponents = any(each.rating is not None for each in found.standings)
    scale = _around_zero(means) if opponents else _between(means)
    return [[None if cell is None else scale(cell.mean) for cell in row] for row in found.matrix]


class _Scale(NamedTuple):
    low: float
    high: float
    colours: tuple[Colour, ...]

    def __call__(self, value: float) -> Heat:
        width = self.high - self.low
        place = (value - self.low) / width if width else 1.0
        steps = len(self.colours) - 1
        step = min(int(place * steps), steps - 1)
        ground = _mixed(self.colours[step], self.colours[step + 1], place * steps - step)
        return Heat(ground, max((_DARK_TEXT, _LIGHT_TEXT), key=lambda t: contrast(t, ground)))


def _between(means: Iterable[float]) -> _Scale:
    values = list(means)
    return _Scale(min(values), max(values), (_LOW, _HIGH))


def _around_zero(means: Iterable[float]) -> _Scale:
    largest = max(map(abs, means))
    return _Scale(-largest, largest, (_BEHIND, _LEVEL, _AHEAD))


def _mixed(one: Colour, other: Colour, share: float) -> Colour:
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(one, other, strict=True))
    return red, green, blue


def contrast(one: Colour, other: Colour) -> float:
    """The contrast of two colours by WCAG, from 1 to 21."""
    darker, lighter = sorted((_luminance(one), _luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def _luminance(colour: Colour) -> float:
    parts = [
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
        for part in (value / 255 for value in colour)
    ]
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]
