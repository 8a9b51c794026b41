"""The actions of Hanabi. A card in hand is identified by its id: its index in drawing order."""

from __future__ import annotations

from typing import Annotated, TypeAlias

from msgspec import Meta

from hanamichi.core import Action, Seat
from hanamichi.hanabi.cards import BOX_SUITS, SUITS, VALUES, Card, Suit

CardId: TypeAlias = Annotated[int, Meta(ge=0, le=127)]
SeatId: TypeAlias = Annotated[int, Meta(ge=0, le=4)]


class Play(Action, frozen=True):
    """Play a card from one's hand."""

    card: CardId


class Discard(Action, frozen=True):
    """Discard a card from one's hand for a clue token."""

    card: CardId


class ColourClue(Action, frozen=True):
    """Tell a player which cards are of a colour."""

    target: SeatId
    colour: Suit


class ValueClue(Action, frozen=True):
    """Tell a player which cards are of a value."""

    target: SeatId
    value: Annotated[int, Meta(ge=1, le=5)]


class PlayFromDeck(Action, frozen=True):
    """Play the last card of the deck unseen, where the table allows it."""


class ReturnCard(Action, frozen=True):
    """Bonus tile 5: shuffle a discarded card into the deck."""

    card: Card


class RecoverCard(Action, frozen=True):
    """Bonus tile 6: play a discarded card."""

    card: Card


class Rearrange(Action, frozen=True):
    """A gesture, allowed at any time: arrange one's hand in another order."""

    cards: tuple[CardId, ...]


HanabiAction: TypeAlias = (
    Play | Discard | ColourClue | ValueClue | PlayFromDeck | ReturnCard | RecoverCard | Rearrange
)
Clue: TypeAlias = ColourClue | ValueClue

# Actions are values, so these objects are shared: listing legal actions allocates nothing.
PLAYS = tuple(Play(card) for card in range(128))
DISCARDS = tuple(Discard(card) for card in range(128))
PLAY_FROM_DECK = PlayFromDeck()
RETURNS = tuple(ReturnCard(card) for card in Card)
RECOVERIES = tuple(RecoverCard(card) for card in Card)

# One bit for each possible clue: the eight suits of the boxes, five values, then the suits of
# variants that may be named. A suit that no clue names has none.
FIRST_VALUE = len(BOX_SUITS)
"""The place of the bit of the value 1."""
_NAMES = (*BOX_SUITS, *(None for _ in VALUES), Suit.PINK, Suit.BROWN)
CLUE_BITS = len(_NAMES)
BOX_CLUE_BITS = FIRST_VALUE + len(VALUES)
COLOUR_BITS = tuple(1 << _NAMES.index(suit) if suit in _NAMES else 0 for suit in SUITS)
VALUE_BITS = tuple(1 << (FIRST_VALUE + value - 1) for value in VALUES)
ALL_COLOURS = sum(COLOUR_BITS)
ALL_VALUES = sum(VALUE_BITS)


def clue_bit(clue: Clue) -> int:
    """The bit of a clue."""
    if isinstance(clue, ColourClue):
        return COLOUR_BITS[clue.colour.index]
    return VALUE_BITS[clue.value - 1]


def clue_of(bit: int, target: Seat) -> Clue:
    """The clue of a bit."""
    index = bit.bit_length() - 1
    colour = _NAMES[index]
    if colour is None:
        return ValueClue(target, index - FIRST_VALUE + 1)
    return ColourClue(target, colour)
