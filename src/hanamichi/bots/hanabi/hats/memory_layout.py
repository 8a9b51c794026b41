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
STEPS = 44
"""For each place in a firework, the cards that take it."""
LASTING_CELLS = 49
"""Whoever keeps a memory for later may leave out what comes after these."""

# -- working room ------------------------------------------------------------------------------
TRIAL = 49
"""Held cards again, as a hat being worked out would leave them; the acting seat's own cards as it
sees them itself."""
UNSEEN = 74
"""As LEFT, without what the acting seat sees in other hands."""
AHEAD_PLAYABLE = 77
AHEAD_DEAD = 82
"""For each seat, the board as it will be at its next turn for all anybody knows."""
ITEM_SLOTS = 87
ITEM_CARDS = 135
ITEM_KEYS = 183
"""A question is a list of slots and cards: the first slot that holds such a card answers it."""
EYES = 231
"""Somebody else's UNSEEN, as the acting seat imagines it."""
GUESS = 234
"""What somebody else's cards may be, as the acting seat imagines them to think."""
WANTED = 239
"""For each seat, the cards it could play when their turn comes, in a plan for the ending."""
HEIGHTS = 244
"""For each suit, its firework in that plan."""
GOAL = 252
PATIENCE = 253
"""How many positions a plan may still look at."""
LOTS = 254
"""Random numbers for the worlds that the acting seat imagines."""
POOL = 255
"""The cards that it does not see."""
OWN = 271
"""Its own cards in such a world, as sets of one."""
DRAWS = 276
"""The deck in such a world, the last card first."""
MEMORY_CELLS = 288
