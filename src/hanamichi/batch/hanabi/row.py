"""The layout of a game's row of bytes, and of the vector of its options."""

from __future__ import annotations

# -- the row -----------------------------------------------------------------------------------
TURN = 0
TOKENS = 1
ERRORS = 2
TURNS_LEFT = 3
"""Turns that remain, plus one; 0 while the deck lasts."""
PENDING = 4
"""The tile that waits for a choice, 1 to 6; 0 for none."""
ENDED = 5
"""0 while playing, else one of the ENDED_ numbers."""
DRAWN = 6
DECK_SIZE = 7
PLY = 8  # two bytes
CLUES_GIVEN = 10  # two bytes
TILES_USED = 12
SHUFFLED = 13
"""1 when the whole deck was given; 0 when each card is picked as it is drawn."""
SHORT = 14
"""1 while the acting player has yet to draw, once the tile's choice is made."""

# the last action, for observations
LAST_TYPE = 15
LAST_SEAT = 16
LAST_TARGET = 17
LAST_WHAT = 18
"""The colour's index or the value of the clue, from 0."""
LAST_TOUCHED = 19
LAST_SLOT = 20
LAST_CARD = 21
LAST_SCORED = 22
LAST_TOKEN = 23

FIREWORKS = 24  # 8
DISCARDS = 32  # 8 suits of two bytes: a thermometer for each value
TILES = 48  # 6
HAND_SIZES = 54  # 5
SLOTS = 59  # 25 slots of 5 bytes
SLOT_BYTES = 5
SLOT_COUNT = 25
# in a slot: the card, the suits and values it can be by its clues, the colours and value it is
CARD, SUITS_LEFT, VALUES_LEFT, COLOURS_TOLD, VALUES_TOLD = 0, 1, 2, 3, 4
COLOURS_DENIED, VALUES_DENIED = SUITS_LEFT, VALUES_LEFT
"""By the rules of online variants these two bytes have the clues that did not touch the card."""
DECK = 184  # up to 80 cards and 6 that come back
HALF_TOKEN = 270
"""1 while half of the next clue token is back."""
CLUE_KIND = 271
"""Where clues alternate, the kind of the last one; 0 before the first."""
COLOUR_KIND, VALUE_KIND = 1, 2
ROW_BYTES = 272

# what happened to each card, for batches that keep it: 8 bytes for each slot, behind the row
CARD_MEMORY = ROW_BYTES
MEMORY_BYTES = 8
AGE, LAST_CLUE, SINCE_CLUE, CLUE_TOUCHED, CLUE_BOARD = 0, 1, 2, 3, 4
"""Actions since the card was drawn; what last touched it (1 + the place among colours and values, 0
for nothing), actions since then, how many cards it touched, the fireworks then, two in a byte."""
MEMORY_ROW_BYTES = CARD_MEMORY + SLOT_COUNT * MEMORY_BYTES

NO_CARD = 255

ENDED_COMPLETE, ENDED_LAST_ROUND, ENDED_ERRORS, ENDED_INDISPENSABLE, ENDED_NO_ACTION = 1, 2, 3, 4, 5
TERMINATIONS = (
    None,
    "fireworks-complete",
    "last-round",
    "errors",
    "indispensable-lost",
    "no-action",
)

(
    LAST_NONE,
    LAST_PLAY,
    LAST_DISCARD,
    LAST_COLOUR,
    LAST_VALUE,
    LAST_FROM_DECK,
    LAST_RETURN,
    LAST_RECOVER,
) = range(8)

# -- the options -------------------------------------------------------------------------------
(
    O_PLAYERS,
    O_HAND,
    O_SUITS,
    O_COLOURS,
    O_TOKENS,
    O_ERRORS,
    O_EMPTY_CLUES,
    O_BOUQUET,
    O_FLAMBOYANTS,
    O_TILE_ON_ANY,
    O_DECK_PLAY,
    O_POWDER,
    O_WILD,
    O_FIRST_SEAT,
    O_DECK_SIZE,
    O_VALUES,
    O_KEEP_POINTS,
    O_CARD_MEMORY,
    O_VARIANT,
    O_EVERY_CLUE,
    O_MAY_BE_EMPTY,
    O_ALTERNATING,
    O_HALF_TOKENS,
    O_UNTOLD,
    O_TOUCHED,
    O_COPIES,
    O_STARTS,
    O_TOUCHES,
    O_SPREAD,
    O_PLACES,
) = (*range(24), 24, 32, 72, 112, 152, 168)
"""O_COLOURS: how many colours may be named. O_POWDER, O_WILD: a suit's index, or -1.
O_CARD_MEMORY: whether rows keep what happened to each card. O_VARIANT: whether an option of online
variants is in force, so that a slot keeps clues, not suits and values. O_UNTOLD: the first two
bytes of what a slot keeps of a new card, the second one shifted by eight bits. O_EVERY_CLUE,
O_MAY_BE_EMPTY: the clues there are, and those that may touch no card, as in O_TOUCHES. O_TOUCHED:
for each nameable colour, the suits its clue touches. For each card (8 x 5): O_COPIES; O_STARTS,
where its copies begin in its suit's thermometer of discards; O_TOUCHES, the clues that touch it,
colours in the low byte and values above; O_PLACES, its place among the cards there are. O_SPREAD:
four suits' bits, set apart by the number of values."""
OPTION_CELLS = 208
