"""The layout of a game's memory array: public knowledge first, then working space.

One memory serves all seats: as long as every message is true, each seat infers the same about the
other hands. Sets of cards are bit masks, one bit for each card code.
"""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

Memory: TypeAlias = NDArray[np.int64]
"""The memory of one game: `MEMORY_CELLS` numbers."""
MEMORY_TYPE = np.int64

SEATS = 5
SLOTS_EACH = 5
"""Cells for each seat, however many cards it holds."""
SUITS = 8
STEPS_EACH = 5
MAX_CLUES = 14
"""Colours and values that a clue can name."""
MAX_ITEMS = 48
"""Items of a question."""
MAX_POOL = 16
"""Unseen cards that a world can be sampled from."""
MAX_DECK_SAMPLE = 12


class _Layout:
    """Assigns consecutive cells. The offsets are plain integers, which Numba compiles in."""

    def __init__(self) -> None:
        self.size = 0

    def cells(self, count: int = 1) -> int:
        """Reserve cells; the offset of the first."""
        offset = self.size
        self.size += count
        return offset


_layout = _Layout()

# -- public knowledge --------------------------------------------------------------------------
HELD = _layout.cells(SEATS * SLOTS_EACH)
"""For each seat and slot, the cards it may be."""
LEFT = _layout.cells(3)
"""The cards of which at least one, two, three copies are not yet revealed."""
PLAYABLE = _layout.cells()
DEAD = _layout.cells()
"""Cards that can never be played any more."""
PUBLIC_CELLS = _layout.size

# -- set at the deal, never changed ------------------------------------------------------------
CLUES = _layout.cells(MAX_CLUES)
"""For each clue, colours first, the cards it touches."""
STEPS = _layout.cells(STEPS_EACH)
"""For each step of a firework, the cards on it."""

# -- working space -----------------------------------------------------------------------------
TENTATIVE = _layout.cells(SEATS * SLOTS_EACH)
"""As HELD, after the hats being worked out; for the acting seat, its own cards as it sees them."""
UNSEEN = _layout.cells(3)
"""As LEFT, without the cards that the acting seat sees in other hands."""
AHEAD_PLAYABLE = _layout.cells(SEATS)
AHEAD_DEAD = _layout.cells(SEATS)
"""For each seat, the board expected at its next turn, by public knowledge."""
ITEM_SLOTS = _layout.cells(MAX_ITEMS)
ITEM_CARDS = _layout.cells(MAX_ITEMS)
ITEM_KEYS = _layout.cells(MAX_ITEMS)
"""A question is a list of slots and cards: the first slot that holds such a card answers it."""
THEIR_UNSEEN = _layout.cells(3)
"""UNSEEN of another seat, as far as the acting seat can tell."""
THEIR_HAND = _layout.cells(SLOTS_EACH)
"""What the cards of another seat may be to their holder, as far as the acting seat can tell."""
WANTED = _layout.cells(SEATS)
"""For each seat, the cards it can play when their turn comes, in an endgame search."""
HEIGHTS = _layout.cells(SUITS)
"""For each suit, the height of its firework in that search."""
GOAL = _layout.cells()
"""The score that the search tries to reach."""
NODES_LEFT = _layout.cells()
"""How many positions the search may still visit."""
SAMPLE_RNG = _layout.cells()
"""The state of the random numbers that worlds are sampled with."""
POOL = _layout.cells(MAX_POOL)
"""The cards that the acting seat does not see, as sets of one."""
OWN_SAMPLE = _layout.cells(SLOTS_EACH)
"""Its own cards in the sampled world, as sets of one."""
DECK_SAMPLE = _layout.cells(MAX_DECK_SAMPLE)
"""The deck in the sampled world, the last card first."""
MEMORY_CELLS = _layout.size
