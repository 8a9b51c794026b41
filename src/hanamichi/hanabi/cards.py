"""The cards: sixteen possible suits of values 1 to 5, written `r3` for the red 3."""

from __future__ import annotations

import enum

VALUES = (1, 2, 3, 4, 5)


_LETTERS = {
    "black": "k",
    "pink": "i",
    "brown": "n",
    "null": "u",
    "muddy": "d",
    "light": "l",
    "prism": "x",
}
"""The letters of suits whose initial another suit has."""


class Suit(enum.Enum):
    """What a card belongs to: six ordinary colours, and suits that clues touch in other ways."""

    WHITE = "white"
    RED = "red"
    BLUE = "blue"
    YELLOW = "yellow"
    GREEN = "green"
    BLACK = "black"
    MULTICOLOUR = "multicolour"
    POWDER = "powder"
    PINK = "pink"
    BROWN = "brown"
    CLEAR = "clear"
    OMNI = "omni"
    NULL = "null"
    MUDDY = "muddy"
    LIGHT = "light"
    PRISM = "prism"

    index: int
    letter: str

    # Members are singletons; `Enum` would hash the name each time.
    __hash__ = object.__hash__

    def __init__(self, name: str) -> None:
        self.index = len(type(self).__members__)
        self.letter = _LETTERS.get(name, name[0])


SUITS = tuple(Suit)
BOX_SUITS = SUITS[:8]
"""The suits of the boxes: the only ones that some bots know."""


class Card(enum.Enum):
    """The face of a card; copies of a card are the same face."""

    W1, W2, W3, W4, W5 = "w1", "w2", "w3", "w4", "w5"
    R1, R2, R3, R4, R5 = "r1", "r2", "r3", "r4", "r5"
    B1, B2, B3, B4, B5 = "b1", "b2", "b3", "b4", "b5"
    Y1, Y2, Y3, Y4, Y5 = "y1", "y2", "y3", "y4", "y5"
    G1, G2, G3, G4, G5 = "g1", "g2", "g3", "g4", "g5"
    K1, K2, K3, K4, K5 = "k1", "k2", "k3", "k4", "k5"
    M1, M2, M3, M4, M5 = "m1", "m2", "m3", "m4", "m5"
    P1, P2, P3, P4, P5 = "p1", "p2", "p3", "p4", "p5"
    I1, I2, I3, I4, I5 = "i1", "i2", "i3", "i4", "i5"
    N1, N2, N3, N4, N5 = "n1", "n2", "n3", "n4", "n5"
    C1, C2, C3, C4, C5 = "c1", "c2", "c3", "c4", "c5"
    O1, O2, O3, O4, O5 = "o1", "o2", "o3", "o4", "o5"
    U1, U2, U3, U4, U5 = "u1", "u2", "u3", "u4", "u5"
    D1, D2, D3, D4, D5 = "d1", "d2", "d3", "d4", "d5"
    L1, L2, L3, L4, L5 = "l1", "l2", "l3", "l4", "l5"
    X1, X2, X3, X4, X5 = "x1", "x2", "x3", "x4", "x5"

    index: int
    suit: Suit
    number: int
    """The value printed on the card."""
    step: int
    """Its step in its firework, from 1: the value, or for black powder 6 minus the value."""

    __hash__ = object.__hash__

    def __init__(self, code: str) -> None:
        self.index = len(type(self).__members__)
        self.suit = SUITS[self.index // 5]
        self.number = int(code[1])
        self.step = 6 - self.number if self.suit is Suit.POWDER else self.number

    def __str__(self) -> str:
        return str(self.value)


CARDS = tuple(Card)
BOX_CARDS = CARDS[: 5 * len(BOX_SUITS)]
UNBUILT = (0,) * len(SUITS)
"""The height of each firework, by suit, before the first card."""


def card_at(suit: Suit, step: int) -> Card:
    """The card that takes a given place in a firework."""
    number = 6 - step if suit is Suit.POWDER else step
    return CARDS[suit.index * 5 + number - 1]
