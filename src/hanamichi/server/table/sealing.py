"""The chance of a sealed match: a key decides every shuffle."""

from __future__ import annotations

from hanamichi.core import Chance, Sealed
from hanamichi.core.seal import SealedByDraw, steps_before
from hanamichi.server.table.state import Table


def sealed_chance(table: Table, key: str) -> Chance:
    """The chance of the next step. At the deal of the day all players get the same cards."""
    play = table.play
    if table.daily is not None:
        steps = () if play is None else play.steps
        opening = 0 if play is None else len(play.opening)
        return SealedByDraw(key, opening + sum(len(step.draws) for step in steps))
    step = 0 if play is None else steps_before(len(play.steps), play.takebacks)
    return Sealed(key, step)
