"""What one seat, or a spectator, may see of a game."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

import msgspec
from msgspec import structs

from hanamichi.core import Seat, check_viewer
from hanamichi.hanabi.actions import CLUE_BITS, ColourClue, clue_of
from hanamichi.hanabi.cards import Card, Suit
from hanamichi.hanabi.layout import layout_of
from hanamichi.hanabi.options import HanabiOptions
from hanamichi.hanabi.scoring import HanabiOutcome, outcome_of
from hanamichi.hanabi.state import NEGATIVE, ClueKind, HanabiState
from hanamichi.hanabi.tiles import Tile


class HeldCard(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """A card in a hand."""

    id: int
    """Its index in drawing order, from 0."""
    face: Card | None = None
    """`None` where the viewer may not see it."""
    colours: tuple[Suit, ...] = ()
    """Colours it was told to be."""
    not_colours: tuple[Suit, ...] = ()
    values: tuple[int, ...] = ()
    """Values it was told to be: at most one."""
    not_values: tuple[int, ...] = ()


class HanabiView(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """Everything a seat may use to decide."""

    options: HanabiOptions
    seat: Seat | None
    """Whose view it is; `None` for a spectator."""
    to_act: Seat | None
    ply: int
    hands: tuple[tuple[HeldCard, ...], ...]
    deck: int
    """How many cards are left to draw."""
    fireworks: Mapping[Suit, int]
    """How many cards each firework has."""
    discards: tuple[Card, ...]
    clue_tokens: int
    errors: int
    clues_given: int
    turns_left: int | None
    tiles: int
    """Bonus tiles still face down."""
    used_tiles: tuple[Tile, ...]
    pending: Tile | None
    outcome: HanabiOutcome | None
    last_clue: ClueKind | None = None
    """The kind of the last clue, where clues alternate."""
    half_token: bool = False
    """Half of the next clue token is back."""

    @property
    def players(self) -> int:
        """How many seats the table has."""
        return len(self.hands)


def view_of(state: HanabiState, seat: Seat | None) -> HanabiView:
    """The state without what this seat may not know."""
    check_viewer(seat, state.players)
    over = state.ended is not None
    deck = state.deck
    hands = []
    for owner, (hand, told) in enumerate(zip(state.hands, state.told, strict=True)):
        open_to_viewer = over or _sees(seat, owner)
        hands.append(
            tuple(
                [
                    held_card(card, bits, deck[card] if open_to_viewer else None)
                    for card, bits in zip(hand, told, strict=True)
                ]
            )
        )
    return HanabiView(
        options=state.options,
        seat=seat,
        to_act=None if over else state.turn,
        ply=state.ply,
        hands=tuple(hands),
        deck=len(state.deck) - state.drawn,
        fireworks={suit: state.fireworks[suit.index] for suit in layout_of(state.options).suits},
        discards=state.discards,
        clue_tokens=state.clue_tokens,
        errors=state.errors,
        clues_given=state.clues_given,
        turns_left=state.turns_left,
        tiles=len(state.tiles),
        used_tiles=state.used_tiles,
        pending=state.pending,
        outcome=outcome_of(state),
        last_clue=state.last_clue,
        half_token=state.half_token,
    )


def open_view(state: HanabiState) -> HanabiView:
    """Everything face up, for finished records only; never sent to players."""
    hidden = view_of(state, None)
    hands = tuple(
        tuple(structs.replace(held, face=state.deck[held.id]) for held in hand)
        for hand in hidden.hands
    )
    return structs.replace(hidden, hands=hands)


def _sees(seat: Seat | None, owner: Seat) -> bool:
    """A player sees every hand but their own; a spectator, who might be anyone, sees none."""
    return seat is not None and seat != owner


@lru_cache(maxsize=20_000)
def held_card(card: int, told: int, face: Card | None) -> HeldCard:
    """A card in a hand, with what it was told; no face where the viewer may not see it."""
    colours, values = _read_bits(told)
    not_colours, not_values = _read_bits(told >> NEGATIVE)
    return HeldCard(card, face, colours, not_colours, values, not_values)


def _read_bits(bits: int) -> tuple[tuple[Suit, ...], tuple[int, ...]]:
    colours, values = [], []
    for index in range(CLUE_BITS):
        if bits >> index & 1:
            clue = clue_of(1 << index, 0)
            if isinstance(clue, ColourClue):
                colours.append(clue.colour)
            else:
                values.append(clue.value)
    return tuple(colours), tuple(values)
