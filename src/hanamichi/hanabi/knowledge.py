"""Deductions from a view alone: possible cards, playability, reachable score."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache, partial, reduce
from itertools import combinations
from operator import or_
from typing import NamedTuple

from hanamichi.core import Seat
from hanamichi.core.memo import Memo
from hanamichi.hanabi.actions import CLUE_BITS, COLOUR_BITS, VALUE_BITS
from hanamichi.hanabi.cards import CARDS, SUITS, UNBUILT, Card, Suit, card_at
from hanamichi.hanabi.layout import Layout, layout_of
from hanamichi.hanabi.options import HanabiOptions, hand_size
from hanamichi.hanabi.scoring import points_of
from hanamichi.hanabi.state import NEGATIVE
from hanamichi.hanabi.tiles import Tile
from hanamichi.hanabi.view import HanabiView, HeldCard

_RETURNING = (Tile.RETURN_CARD, Tile.RECOVER_CARD)


# -- possible cards ----------------------------------------------------------------------------
#
# Computed for every seat after every move, so it works on integers: a *pile* has two bits for
# each face, the number of copies, and a *choice* is a pile with at most one copy of each.

_ONE = tuple(1 << 2 * card.index for card in CARDS)
_EACH_ONCE = sum(_ONE)


def from_clues(view: HanabiView, held: HeldCard) -> frozenset[Card]:
    """What a card can be by its positive and negative clues alone."""
    return frozenset(faces_of(_clued(layout_of(view.options), held)))


def deduced(view: HanabiView, seat: Seat) -> tuple[frozenset[Card], ...]:
    """What each card of a hand can be for its holder: clues, plus every card the holder sees.

    Exact: a face is possible only if the rest of the hand can then still be filled. Where the
    viewer is not the holder, the holder also sees the viewer's own hand, which the viewer does
    not: the answer then leaves possible what only those unseen cards would rule out.
    """
    layout, covered = layout_of(view.options), prospects(view).covered
    return tuple(map(frozenset, _deduced(layout, view.hands, seat, covered)))


def deductions(view: HanabiView) -> dict[int, tuple[Card, ...]]:
    """What each card in a hand can be for its holder, by its id and with the faces in order."""
    layout, covered = layout_of(view.options), prospects(view).covered
    return {
        held.id: faces
        for seat, hand in enumerate(view.hands)
        for held, faces in zip(hand, _deduced(layout, view.hands, seat, covered), strict=True)
    }


def _deduced(
    layout: Layout, hands: Sequence[Sequence[HeldCard]], holder: Seat, covered: int
) -> list[tuple[Card, ...]]:
    left = _unaccounted(hands, holder, covered)
    choices = [_clued(layout, held) for held in hands[holder]]
    return [faces_of(choice) for choice in narrowed(choices, left)]


def narrowed(choices: Sequence[int], left: int) -> list[int]:
    """What each card of a hand can be when only what is left can be in it, given its clues."""
    ones, twos = left & _EACH_ONCE, left >> 1 & _EACH_ONCE
    some, size = ones | twos, len(choices)
    options = [choice & some for choice in choices]
    few = [
        slot
        for slot, choice in enumerate(options)
        if choice.bit_count() < size
        and (choice & ones).bit_count() + 2 * (choice & twos).bit_count() < size
    ]
    if few:
        for slots, choice in _settled(options, few, ones, twos):
            for slot in range(size):
                if slot not in slots:
                    options[slot] &= ~choice
    return options


def _settled(
    options: Sequence[int], few: Sequence[int], ones: int, twos: int
) -> list[tuple[tuple[int, ...], int]]:
    """Cards of a hand that together need every copy of what they can be, leaving none for others.

    By Hall's theorem nothing else keeps a hand from being filled once one card is settled. Only the
    cards with fewer copies to choose from than the hand has cards can be part of such a group.
    """
    found = []
    for size in range(1, len(few) + 1):
        for slots in combinations(few, size):
            choice = reduce(or_, (options[slot] for slot in slots))
            if (choice & ones).bit_count() + 2 * (choice & twos).bit_count() <= size:
                found.append((slots, choice))
    return found


@lru_cache(maxsize=10_000)
def faces_of(choice: int) -> tuple[Card, ...]:
    """The faces of a choice, in their order."""
    faces: list[Card] = []
    while choice:
        lowest = choice & -choice
        faces.append(CARDS[lowest.bit_length() >> 1])
        choice ^= lowest
    return tuple(faces)


def _clued(layout: Layout, held: HeldCard) -> int:
    return _told(layout, held.colours, held.not_colours, held.values, held.not_values)


@lru_cache(maxsize=10_000)
def _told(
    layout: Layout,
    colours: Sequence[Suit],
    not_colours: Sequence[Suit],
    values: Sequence[int],
    not_values: Sequence[int],
) -> int:
    told = _bits(colours, values) | _bits(not_colours, not_values) << NEGATIVE
    return clued(layout)[told]


@lru_cache(maxsize=256)
def clued(layout: Layout) -> Memo[int, int]:
    """The choice left by positive and negative clues."""
    return Memo(partial(_left_by_clues, layout), 10_000)


def _left_by_clues(layout: Layout, told: int) -> int:
    choice = _whole(layout)
    choice = (choice | choice >> 1) & _EACH_ONCE
    touched = _touched(layout)
    while told:
        bit = (told & -told).bit_length() - 1
        choice &= touched[bit] if bit < NEGATIVE else ~touched[bit - NEGATIVE]
        told &= told - 1
    return choice


@lru_cache(maxsize=256)
def _touched(layout: Layout) -> tuple[int, ...]:
    """The choice that each clue touches, by its bit."""
    return tuple(
        sum(_ONE[card.index] for card in CARDS if layout.touches[card.index] >> bit & 1)
        for bit in range(CLUE_BITS)
    )


def _bits(colours: Sequence[Suit], values: Sequence[int]) -> int:
    bits = 0
    for colour in colours:
        bits |= COLOUR_BITS[colour.index]
    for value in values:
        bits |= VALUE_BITS[value - 1]
    return bits


def _unaccounted(hands: Sequence[Sequence[HeldCard]], holder: Seat, covered: int) -> int:
    """The pile of cards that the holder of a hand does not see: that hand and the deck."""
    left = covered
    for owner, hand in enumerate(hands):
        if owner != holder:
            for held in hand:
                if held.face is not None:
                    left -= _ONE[held.face.index]
    return left


# -- usefulness of cards -----------------------------------------------------------------------


class Prospects(NamedTuple):
    """What the public cards imply about every face; the same for all viewers."""

    playable: tuple[Card, ...]
    indispensable: tuple[Card, ...]
    dead: tuple[Card, ...]
    maximum: int
    """The best score still reachable, judging by the discards."""
    covered: int
    """The pile of cards neither in a firework nor discarded."""


def prospects(view: HanabiView) -> Prospects:
    """The usefulness of each face of the table now."""
    fireworks = _heights(view)
    return prospects_of(view.options, fireworks, view.discards, view.used_tiles, view.pending)


def _heights(view: HanabiView) -> tuple[int, ...]:
    heights = [0] * len(SUITS)
    for suit, height in view.fireworks.items():
        heights[suit.index] = height
    return tuple(heights)


def is_playable(view: HanabiView, card: Card) -> bool:
    """It is the next card of its firework."""
    return view.fireworks.get(card.suit) == card.step - 1


def is_dead(view: HanabiView, card: Card) -> bool:
    """It can never be played again: already played, or a card before it is lost."""
    return card.suit not in view.fireworks or card in prospects(view).dead


def is_indispensable(view: HanabiView, card: Card) -> bool:
    """Still needed, and the last copy: losing it costs points."""
    return card in prospects(view).indispensable


def maximum_score(view: HanabiView) -> int:
    """The best score still reachable, judging by discards and errors."""
    return prospects(view).maximum if view.outcome is None else view.outcome.score


@lru_cache(maxsize=1_000)
def prospects_of(
    options: HanabiOptions,
    fireworks: tuple[int, ...],
    discards: tuple[Card, ...],
    used_tiles: tuple[Tile, ...],
    pending: Tile | None,
) -> Prospects:
    """The usefulness of each face for these public cards; fireworks by suit index."""
    worths, maximum, covered = worths_of(options, fireworks, discards, used_tiles, pending)
    return Prospects(
        playable=tuple(card for worth in worths for card in worth.playable),
        indispensable=tuple(card for worth in worths for card in worth.indispensable),
        dead=tuple(card for worth in worths for card in worth.dead),
        maximum=maximum,
        covered=covered,
    )


class Worth:
    """The usefulness of one suit's faces, in order; equal inputs share one object."""

    __slots__ = ("dead", "indispensable", "lying", "playable", "reach")

    def __init__(self, layout: Layout, suit: Suit, height: int, gone: int, *, hope: bool) -> None:
        lost = _lost(layout, suit, height, gone)
        # an unused tile may still return any card
        self.reach = layout.top if hope or not lost else lost[0] - 1
        """How high its firework can still get."""
        faces = CARDS[suit.index * 5 : suit.index * 5 + layout.top]
        self.playable = tuple(card for card in faces if card.step == height + 1)
        self.dead = tuple(card for card in faces if not height < card.step <= self.reach)
        self.indispensable = tuple(
            card
            for card in faces
            if card not in self.dead and layout.copies[card.index] - _copies(gone, card) == 1
        )
        self.lying = pile_of(card for card in faces if card.step <= height)
        """The pile that its firework is."""


def worths_of(
    options: HanabiOptions,
    fireworks: tuple[int, ...],
    discards: tuple[Card, ...],
    used_tiles: tuple[Tile, ...],
    pending: Tile | None,
) -> tuple[list[Worth], int, int]:
    """The usefulness of each suit, the maximum score, and the pile of cards not in public view."""
    layout = layout_of(options)
    gone = pile_of(discards)
    lost: dict[Suit, list[int]] = {}
    returns = 0
    if options.flamboyants:
        heights = {suit: fireworks[suit.index] for suit in layout.suits}
        lost = {suit: _lost(layout, suit, height, gone) for suit, height in heights.items()}
        returns = _returns_left(options, heights, lost, used_tiles, pending)
    known, hope = _worths(layout), 1 << _HOPE if returns else 0
    # A suit's index, lost cards and firework height packed into one integer as a cache key.
    worths = [
        known[hope | fireworks[index] << 16 | index << 10 | gone >> 10 * index & 0x3FF]
        for index in [suit.index for suit in layout.in_order]
    ]
    covered = _whole(layout) - gone - sum([worth.lying for worth in worths])
    if returns:
        return worths, _maximum(options, lost, returns), covered
    reached = sum([worth.reach for worth in worths])
    return worths, points_of(options, UNBUILT) + reached, covered


_HOPE = 20
"""The bit set while bonus tiles may still return cards."""


@lru_cache(maxsize=256)
def _worths(layout: Layout) -> Memo[int, Worth]:
    return Memo(partial(_worth, layout), 10_000)


def _worth(layout: Layout, key: int) -> Worth:
    gone, index, height, hope = key & 0x3FF, key >> 10 & 0x3F, key >> 16 & 0xF, key >> _HOPE
    return Worth(layout, SUITS[index], height, gone << 10 * index, hope=bool(hope))


def pile_of(cards: Iterable[Card]) -> int:
    """Cards as a pile."""
    return sum([_ONE[card.index] for card in cards])


def _copies(pile: int, card: Card) -> int:
    return pile >> 2 * card.index & 3


@lru_cache(maxsize=256)
def _whole(layout: Layout) -> int:
    return pile_of(layout.deck)


def _lost(layout: Layout, suit: Suit, height: int, gone: int) -> list[int]:
    """Steps of a firework whose copies are all discarded."""
    cards = [card_at(suit, step) for step in range(height + 1, layout.top + 1)]
    return [card.step for card in cards if _copies(gone, card) >= layout.copies[card.index]]


def _returns_left(
    options: HanabiOptions,
    heights: dict[Suit, int],
    lost: dict[Suit, list[int]],
    used_tiles: tuple[Tile, ...],
    pending: Tile | None,
) -> int:
    """How many discarded cards bonus tiles may still return."""
    if not options.flamboyants:
        return 0
    waiting = sum(tile not in used_tiles or tile is pending for tile in _RETURNING)
    if pending in _RETURNING:
        return waiting
    # a tile is revealed only by completing a firework, so one must still be completable
    revealing = any(
        height < layout_of(options).top and not lost[suit]
        for suit, height in heights.items()
        if suit is not Suit.POWDER or options.tile_on_any_completion
    )
    return waiting if revealing else 0


def _maximum(options: HanabiOptions, lost: dict[Suit, list[int]], returns: int) -> int:
    top = layout_of(options).top
    best = [points_of(options, UNBUILT)] * (returns + 1)
    for steps in lost.values():
        # reach[k]: how high this firework gets when k of its lost cards come back
        reach = [steps[k] - 1 if k < len(steps) else top for k in range(returns + 1)]
        best = [
            max(best[total - here] + reach[here] for here in range(total + 1))
            for total in range(returns + 1)
        ]
    return best[returns]


# -- progress of the team ----------------------------------------------------------------------


def score(view: HanabiView) -> int:
    """The current score of the fireworks."""
    return points_of(view.options, _heights(view))


def pace(view: HanabiView) -> int | None:
    """How many discards the team can afford and still reach the maximum.

    Score so far + deck + players - reachable maximum; in the last round, the turns that remain
    instead of deck and players. None under the final bouquet, where the deck is no clock.
    """
    if view.outcome is not None:
        return None
    spare = score(view) - prospects(view).maximum
    return pace_of(view.options, spare, view.deck, view.players, view.turns_left)


def pace_of(
    options: HanabiOptions, spare: int, deck: int, players: int, turns_left: int | None
) -> int | None:
    """The pace of a game in progress; `spare` is the score so far minus the reachable maximum."""
    if options.final_bouquet:
        return None
    return spare + (deck + players if turns_left is None else turns_left)


def efficiency(view: HanabiView) -> float | None:
    """Cards got for each clue spent: cards played and cards in hand that a clue has touched."""
    if not view.clues_given:
        return None
    touched = sum(bool(held.colours or held.values) for hand in view.hands for held in hand)
    return (sum(view.fireworks.values()) + touched) / view.clues_given


def required_efficiency(view: HanabiView) -> float:
    """The efficiency a perfect game needs from the first card on, at this table.

    All cards to play, over all clues there can be: the tokens at the start, one for every discard
    the starting pace affords, one for every firework but the last.
    """
    layout = layout_of(view.options)
    to_play = layout.top * len(layout.suits)
    dealt = view.players * hand_size(view.options, view.players)
    starting_pace = len(layout.deck) - dealt + view.players - to_play
    returned = max(0, starting_pace) + len(layout.suits) - 1
    worth = 0.5 if view.options.half_tokens else 1
    return to_play / (view.options.clue_tokens + returned * worth)
