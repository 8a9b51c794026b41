"""Where everything stands in the memory of a game: what is common knowledge, and working room.

One memory serves all seats: as long as every message is true, what each seat can work out about the
others' hats is the same for everybody.
"""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

Memory: TypeAlias = NDArray[np.int64]
"""The memory of one game: `MEMORY_CELLS` numbers."""
MEMORY_TYPE = np.int64

SLOTS_EACH = 5
"""Cells for each seat, however many cards it holds."""

# -- common knowledge: sets of cards as bits, one for each card code ---------------------------
HELD = 0
"""For each seat and slot, the cards it may be."""
LEFT = 25
"""The cards of which at least one, two, three copies are not yet revealed."""
PLAYABLE = 28
DEAD = 29
"""Cards that can never be played any more."""
PUBLIC_CELLS = 30

# -- set at the deal, never changed ------------------------------------------------------------
CLUES = 30
"""For each clue, colours first, the cards it touches."""

# -- working room ------------------------------------------------------------------------------
TRIAL = 44
"""Held cards again, as a hat being worked out would leave them."""
UNSEEN = 69
"""As LEFT, without what the acting seat sees in other hands."""
ITEM_SLOTS = 72
ITEM_CARDS = 104
"""A question is a list of slots and cards: the first slot that holds such a card answers it."""
ITEM_KEYS = 136
MEMORY_CELLS = 168
