"""The arrays of the compiled companion: what all seats know, and how each follows the match.

Cards in hand are known by their *cells*: five for each seat, used again for the card drawn next.
Faces are card indices, sets of faces are masks, as in the reference.
"""

from __future__ import annotations

from collections.abc import Collection
from math import exp
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from hanamichi.batch.hanabi.setup import card_code, option_vector
from hanamichi.bots.hanabi.companion.card_masks import card_masks_of
from hanamichi.bots.hanabi.companion.evaluation import WEIGHTS
from hanamichi.core import Seat
from hanamichi.hanabi.actions import BOX_CLUE_BITS
from hanamichi.hanabi.cards import BOX_CARDS, BOX_SUITS
from hanamichi.hanabi.layout import layout_of
from hanamichi.hanabi.options import HanabiOptions, hand_size

Memory: TypeAlias = NDArray[np.int64]
"""One match, as every seat follows it."""
Rules: TypeAlias = NDArray[np.int64]
"""What follows from a table's options."""
Worths: TypeAlias = NDArray[np.float64]
"""The weights of the evaluation, and powers of them."""

SEATS = 5
CELLS = 25
FACES = 40

# -- what all seats know --------------------------------------------------------------------------
HANDS = 0
"""For each seat, its cells: those of its hand, the oldest first, then the free ones."""
SIZES = HANDS + CELLS
FACE = SIZES + SEATS
"""The true face in each cell; a seat never reads its own."""
CAN_BE = FACE + CELLS
HEIGHTS = CAN_BE + CELLS
GONE = HEIGHTS + 8
(
    CLUED,
    TOKENS,
    ERRORS,
    DECK,
    RETURNS,
    TURNS,
    PLAYABLE,
    DEAD,
    LAST,
    SCORE,
    REACH,
) = range(GONE + FACES, GONE + FACES + 11)
"""CLUED: the cells that clues have touched, as bits. TURNS: those left, or -1."""
FIRST_TRACKER = GONE + FACES + 11

# -- how one seat follows the match ---------------------------------------------------------------
MEANT = 0
CALLED = MEANT + CELLS
DOUBLED = CALLED + CELLS
GIVER = DOUBLED + CELLS
TWINS = GIVER + CELLS
"""For each cell, the cells that may turn out to share its face, as bits."""
UNSEEN = TWINS + CELLS
BREAKS = UNSEEN + FACES
WAIT_CARD = BREAKS + SEATS
WAIT_FOCUS = WAIT_CARD + SEATS
WAIT_MASK = WAIT_FOCUS + SEATS
"""For each seat, the open question whether it plays its newest card; 0 for none."""
POINTED = WAIT_MASK + SEATS
IGNORED = POINTED + 1
EXHAUSTED = IGNORED + 1

# computed on demand, cleared when anything happens
KNOWN_VALID = EXHAUSTED + 1
BELIEFS_VALID = KNOWN_VALID + 1
SETTLED_VALID = BELIEFS_VALID + 1
SHOWN_VALID = SETTLED_VALID + 1
SHOWN = SHOWN_VALID + 1
MARKED = SHOWN + SEATS
SETTLED = MARKED + SEATS
BELIEFS = SETTLED + SEATS
KNOWN = BELIEFS + CELLS
KNOWN_GONE, KNOWN_TAKEN, KNOWN_OWN, KNOWN_LINE, KNOWN_AWAITED, KNOWN_CELLS = range(6)
"""What a seat knows; with a giver, what the giver of a clue knows that it knows."""
TRACKER_CELLS = KNOWN + SEATS * (SEATS + 1) * KNOWN_CELLS

# -- how a clue is read ---------------------------------------------------------------------------
READING = FIRST_TRACKER + SEATS * TRACKER_CELLS
R_WORDS = READING
R_MEANT = R_WORDS + SEATS
"""By slot; -1 where the conventions say nothing."""
R_AFTER = R_MEANT + SEATS
"""What its target will believe."""
(R_GIVER, R_TARGET, R_TOUCHED, R_NEW, R_FOCUS, R_CHOP, R_TRUSTED, R_STRAY, R_CALLS) = range(
    R_AFTER + SEATS, R_AFTER + SEATS + 9
)
"""R_TOUCHED, R_NEW: slots as bits. R_FOCUS: a slot, or -1. R_CHOP: a cell, or -1."""
R_CALL = R_CALLS + 1
CALL_SEAT, CALL_CELL, CALL_FACE, CALL_UNASKED, CALL_CELLS = range(5)
R_WAIT_CARD = R_CALL + SEATS * CALL_CELLS
R_WAIT_MASK = R_WAIT_CARD + SEATS

# -- the forecast of an ending --------------------------------------------------------------------
F_HANDS = R_WAIT_MASK + SEATS
"""For each seat, five useful cards: twice the face, plus 1 if its holder knows it."""
F_SIZES = F_HANDS + CELLS
F_SIM_HANDS = F_SIZES + SEATS
F_SIM_SIZES = F_SIM_HANDS + CELLS
F_HEIGHTS = F_SIM_SIZES + SEATS
(F_SEAT, F_SCORE, F_TOKENS, F_DECK, F_TURNS) = range(F_HEIGHTS + 8, F_HEIGHTS + 13)

MEMORY_CELLS = F_HEIGHTS + 13

# -- the rules of a table -------------------------------------------------------------------------
C_ORDER = 0
C_COPIES = C_ORDER + FACES
C_SUIT = C_COPIES + FACES
C_STEP = C_SUIT + FACES
C_MATCHING = C_STEP + FACES
C_SUIT_LIST = C_MATCHING + BOX_CLUE_BITS
C_FACE_OF = C_SUIT_LIST + 8
"""The face of a card's number in the row; C_CODE_OF is its inverse."""
C_CODE_OF = C_FACE_OF + FACES
C_COLOUR_OF = C_CODE_OF + FACES
"""By suit: its place among the colours that may be named, or -1."""
(
    C_SUITS,
    C_PLAYERS,
    C_HAND,
    C_COLOURS,
    C_EVERY,
    C_SECONDS,
    C_TOPS,
    C_MAX_TOKENS,
    C_MAX_ERRORS,
    C_BOUQUET,
    C_EMPTY,
    C_RETURNS,
    C_DECK,
    C_STRANGERS,
    RULE_CELLS,
) = range(C_COLOUR_OF + 8, C_COLOUR_OF + 23)
"""C_STRANGERS: the seats that nobody trusts from the beginning, as bits."""

FIRST_VALUE = len(BOX_SUITS)
TOP = 5
NO_SEAT = -1

# -- the weights ----------------------------------------------------------------------------------
(
    W_PLAY,
    W_LOW,
    W_TOKEN,
    W_OPENS,
    W_CALLED,
    W_NOW,
    W_LATER,
    W_PROMPT,
    W_FINESSE,
    W_KEEP,
    W_DISTANCE,
    W_IDLE,
    W_KNOWN_IDLE,
    W_CLEARER,
    W_OWN_DOUBLE,
    W_RESCUE,
    W_LIE,
    W_PUZZLE,
    W_LAST,
    W_BELOW,
    W_SECOND,
    W_FITTING,
    W_OTHER,
    W_ELSEWHERE,
    W_LOCKED,
    W_PERIL,
    W_BUSY,
    W_AWAY,
    W_SCARCE,
    W_FEW,
    W_RATE,
    W_LATE,
    W_SLACK,
    W_DEAD,
    W_DOUBLE,
    W_DOOM,
    W_BOLD,
    W_DARE,
    W_ERROR,
    W_ENDING,
    W_FORESIGHT,
) = range(len(WEIGHTS))
W_BUSY_POWERS = len(WEIGHTS)
W_AWAY_POWERS = W_BUSY_POWERS + 5
W_KEEPING = W_AWAY_POWERS + 5
"""The value of touching a card so many steps away."""
W_DELAYS = W_KEEPING + 6
"""The cost of one card less in the deck, by pace."""
MAX_PACE = 120


def rules_of(options: HanabiOptions, players: int, strangers: Collection[Seat] = ()) -> Rules:
    """The tables of these options, for a match in which strangers to the conventions play."""
    option_vector(options, players)  # raises for options that contradict each other
    layout, masks = layout_of(options), card_masks_of(options)
    rules = np.zeros(RULE_CELLS, np.int64)
    for suit, faces in enumerate(masks.order[: len(BOX_SUITS)]):
        rules[C_ORDER + 5 * suit : C_ORDER + 5 * suit + 5] = faces
    rules[C_COPIES : C_COPIES + FACES] = masks.copies[:FACES]
    rules[C_SUIT : C_SUIT + FACES] = masks.suit[:FACES]
    rules[C_STEP : C_STEP + FACES] = masks.step[:FACES]
    rules[C_MATCHING : C_MATCHING + BOX_CLUE_BITS] = masks.matching[:BOX_CLUE_BITS]
    rules[C_SUIT_LIST : C_SUIT_LIST + len(masks.suits)] = masks.suits
    for card in BOX_CARDS:
        if masks.copies[card.index]:
            code = card_code(options, card)
            rules[C_FACE_OF + code], rules[C_CODE_OF + card.index] = card.index, code
    rules[C_COLOUR_OF : C_COLOUR_OF + 8] = -1
    for place, nameable in enumerate(layout.nameable):
        rules[C_COLOUR_OF + nameable.index] = place
    rules[C_SUITS], rules[C_PLAYERS] = len(masks.suits), players
    rules[C_HAND] = hand_size(options, players)
    rules[C_COLOURS] = len(layout.nameable)
    rules[C_EVERY], rules[C_SECONDS], rules[C_TOPS] = masks.every, masks.seconds, masks.tops
    rules[C_MAX_TOKENS], rules[C_MAX_ERRORS] = options.clue_tokens, options.errors
    rules[C_BOUQUET], rules[C_EMPTY] = options.final_bouquet, options.empty_clues
    rules[C_RETURNS] = 2 if options.flamboyants else 0
    rules[C_DECK] = masks.deck_size
    rules[C_STRANGERS] = sum(1 << seat for seat in strangers)
    return rules


def worths_of_weights() -> Worths:
    """The companion's weights, and what is computed of them once."""
    weights = WEIGHTS
    found = [float(each) for each in weights]
    found += [weights.busy**tokens for tokens in range(5)]
    found += [weights.away**seats for seats in range(5)]
    found += [0.0, *(weights.keep / away**weights.distance for away in range(1, 6))]
    found += [weights.late * exp(-pace / weights.slack) for pace in range(MAX_PACE + 1)]
    return np.array(found)
