"""Whether a clue is news to its receiver."""

from __future__ import annotations

from hanamichi.hanabi.actions import Clue, clue_bit
from hanamichi.hanabi.knowledge import deduced
from hanamichi.hanabi.layout import layout_of
from hanamichi.hanabi.view import HanabiView


def tells_nothing(view: HanabiView, clue: Clue) -> bool:
    """Whether the receiver of a clue could tell all of it before, as far as the viewer knows.

    The receiver sees the viewer's hand too, and so may know more; never less.
    """
    touches = layout_of(view.options).touches
    bit = clue_bit(clue)
    for held, possible in zip(view.hands[clue.target], deduced(view, clue.target), strict=True):
        assert held.face is not None
        touched = touches[held.face.index] & bit
        if any(touches[face.index] & bit != touched for face in possible):
            return False
    return True
