"""The layout of a match's row of 64-bit words, and of the vector of its options."""

from __future__ import annotations

# -- the row; sets of cards are masks, two cells side by side belong to seats 0 and 1 ----------
HANDS = 0
FIELD = 2
CAPTURES = 3
PLAYED = 5
SHOWN = 7
DECK = 9  # six words of eight cards, the top first
TOP = 15
"""How many cards of the deck are dealt or turned."""
SHUFFLED = 16
"""1 when a whole deck is shuffled at each deal; 0 when each card is picked as it is needed."""
PHASE = 17
ACTOR = 18
DEALER = 19
NUMBER = 20
"""Which round, from 1."""
ASKED = 21
CALLS = 23
STANDING = 25
TURNED = 27
"""The turned card that waits for a choice, plus one; 0 for none."""
PAIR_OWNER = 28
"""Whose lightning took a card as a joker, plus one; 0 for none."""
PAIR_MONTH = 29
"""From 0."""
SCORES = 30
PLY = 32
ROW_CELLS = 33

SWAP, PLAY, TURN, DECIDE, OVER = 0, 1, 2, 3, 4
"""The phases, in the reference engine's order."""

# -- the options -------------------------------------------------------------------------------
(
    O_PLAYERS,
    O_ROUNDS,
    O_FIRST_DEALER,
    O_BY_FOURS,
    O_HAND_SWAP,
    O_LUCKY,
    O_BOTH_LUCKY_DRAW,
    O_VOID,
    O_MUST_CAPTURE,
    O_RAIN_MAN,
    O_VIEWING,
    O_TRIAD,
    O_CUP_PLAIN,
    O_ADDITIVE,
    O_ONE_CALL,
    O_OWN_CALLS,
    O_DRAWN_SAME,
    O_GAJI,
    O_CUP_ONCE,
) = range(19)
"""O_VOID: 0 never, 1 four of a month, 2 four pairs as well.
O_TRIAD: 0 none, 1 bonus, 2 together."""
OPTION_CELLS = 19

# -- action ids --------------------------------------------------------------------------------
A_PLAY = 0  # a card, by its index
A_CAPTURE = 48  # a card and which of two field cards of its month it takes: 12 pairs each month
A_JOKER = 192  # the lightning aimed at a card
A_TAKE = 240  # what the turned card takes
A_STOP = 288
A_KOI_KOI = 289
A_SWAP = 290
A_KEEP = 291
ACTIONS = 292
