"""What can be known from a view alone: what cards can be, what is playable, what is lost."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from hanamichi.core import Seat
from hanamichi.hanabi.actions import COLOUR_BITS, VALUE_BITS
from hanamichi.hanabi.cards import CARDS, Card, Suit, card_at
from hanamichi.hanabi.layout import layout_of
from hanamichi.hanabi.options import hand_size
from hanamichi.hanabi.scoring import points_of
from hanamichi.hanabi.tiles import Tile
from hanamichi.hanabi.view import HanabiView, HeldCard

_RETURNING = (Tile.RETURN_CARD, Tile.RECOVER_CARD)


# -- what a card can be ------------------------------------------------------------------------


def from_clues(view: HanabiView, held: HeldCard) -> frozenset[Card]:
    """What a card can be by its clues alone, told and not told."""
    layout = layout_of(view.options)
    positive = _bits(held.colours, held.values)
    negative = _bits(held.not_colours, held.not_values)
    return frozenset(
        card
        for card in CARDS
        if layout.copies[card.index]
        and layout.touches[card.index] & positive == positive
        and not layout.touches[card.index] & negative
    )


def deduced(view: HanabiView, seat: Seat) -> tuple[frozenset[Card], ...]:
    """What each card of a hand can be for its holder: clues, plus every card the holder sees.

    Exact: a face is possible only if the rest of the hand can then still be filled. Where the
    viewer is not the holder, the holder also sees the viewer's own hand, which the viewer does
    not: the answer then leaves possible what only those unseen cards would rule out.
    """
    left = _unaccounted(view, seat)
    hand = view.hands[seat]
    options = [
        frozenset(card for card in from_clues(view, held) if left[card] > 0) for held in hand
    ]
    copies = [sum(left[card] for card in choices) for choices in options]
    return tuple(
        choices
        if _plenty(copies[:slot] + copies[slot + 1 :])
        else frozenset(card for card in choices if _fillable(options, slot, card, left))
        for slot, choices in enumerate(options)
    )


def _bits(colours: Sequence[Suit], values: Sequence[int]) -> int:
    bits = 0
    for colour in colours:
        bits |= COLOUR_BITS[colour.index]
    for value in values:
        bits |= VALUE_BITS[value - 1]
    return bits


def _unaccounted(view: HanabiView, holder: Seat) -> Counter[Card]:
    """Copies that the holder of a hand sees nowhere: what that hand and the deck are made of."""
    left = Counter(layout_of(view.options).deck)
    left.subtract(view.discards)
    for suit, height in view.fireworks.items():
        left.subtract(card_at(suit, step) for step in range(1, height + 1))
    for owner, hand in enumerate(view.hands):
        if owner != holder:
            left.subtract(held.face for held in hand if held.face is not None)
    return left


def _plenty(copies: list[int]) -> bool:
    """Whether slots with so many copies to choose from can all be filled, one copy being gone.

    Enough, not necessary (Hall): the slot with the k-th fewest copies has more than k of them.
    Nearly always so, and much quicker to see than by filling.
    """
    return all(count > place for place, count in enumerate(sorted(copies), 1))


def _fillable(options: list[frozenset[Card]], slot: int, card: Card, left: Counter[Card]) -> bool:
    """Whether the other cards of the hand can all be something once this one is settled."""
    others = sorted((choices for n, choices in enumerate(options) if n != slot), key=len)
    left[card] -= 1
    try:
        return _fill(others, left)
    finally:
        left[card] += 1


def _fill(slots: list[frozenset[Card]], left: Counter[Card]) -> bool:
    if not slots:
        return True
    first, rest = slots[0], slots[1:]
    for card in first:
        if left[card] > 0:
            left[card] -= 1
            filled = _fill(rest, left)
            left[card] += 1
            if filled:
                return True
    return False


# -- what a card is worth ----------------------------------------------------------------------


def is_playable(view: HanabiView, card: Card) -> bool:
    """It is the next card of its firework."""
    return view.fireworks.get(card.suit) == card.step - 1


def is_dead(view: HanabiView, card: Card) -> bool:
    """It can never be played any more: already there, or a card before it is gone for good."""
    if card.suit not in view.fireworks:
        return True
    return card.step <= view.fireworks[card.suit] or card.step > _reach(view, card.suit)


def is_indispensable(view: HanabiView, card: Card) -> bool:
    """Still needed, and the last copy: losing it costs points."""
    left = layout_of(view.options).copies[card.index] - view.discards.count(card)
    return left == 1 and not is_dead(view, card)


def _reach(view: HanabiView, suit: Suit) -> int:
    """How high a firework can still get; anything may still be returned by an unused tile."""
    return 5 if _returns_left(view) else _reach_without_returns(view, suit)


def _reach_without_returns(view: HanabiView, suit: Suit) -> int:
    missing = _lost_steps(view, suit)
    return missing[0] - 1 if missing else 5


def _lost_steps(view: HanabiView, suit: Suit) -> list[int]:
    """Steps of a firework of which every copy is discarded."""
    copies = layout_of(view.options).copies
    return [
        step
        for step in range(view.fireworks[suit] + 1, 6)
        if view.discards.count(card := card_at(suit, step)) >= copies[card.index]
    ]


def _returns_left(view: HanabiView) -> int:
    """How many discarded cards bonus tiles may still bring back."""
    if not view.options.flamboyants:
        return 0
    waiting = sum(tile not in view.used_tiles or tile is view.pending for tile in _RETURNING)
    if view.pending in _RETURNING:
        return waiting
    # a tile is revealed only by completing a firework, so one must still be completable
    revealing = any(
        view.fireworks[suit] < 5 and _reach_without_returns(view, suit) == 5
        for suit in view.fireworks
        if suit is not Suit.POWDER or view.options.tile_on_any_completion
    )
    return waiting if revealing else 0


def maximum_score(view: HanabiView) -> int:
    """The best score still reachable, as far as discards and errors tell."""
    if view.outcome is not None:
        return view.outcome.score
    returns = _returns_left(view)
    best = [points_of(view.options, (0,) * 8)] * (returns + 1)
    for suit in view.fireworks:
        lost = _lost_steps(view, suit)
        # reach[k]: how high this firework gets when k of its lost cards come back
        reach = [lost[k] - 1 if k < len(lost) else 5 for k in range(returns + 1)]
        best = [
            max(best[total - here] + reach[here] for here in range(total + 1))
            for total in range(returns + 1)
        ]
    return best[returns]


# -- how the team is doing ---------------------------------------------------------------------


def score(view: HanabiView) -> int:
    """What the fireworks are worth at this moment."""
    heights = [0] * 8
    for suit, height in view.fireworks.items():
        heights[suit.index] = height
    return points_of(view.options, tuple(heights))


def pace(view: HanabiView) -> int | None:
    """How many discards the team can afford and still reach the maximum.

    Score so far + deck + players - reachable maximum; in the last round, the turns that remain
    instead of deck and players. None under the final bouquet, where the deck is no clock.
    """
    if view.options.final_bouquet or view.outcome is not None:
        return None
    turns = view.deck + view.players if view.turns_left is None else view.turns_left
    return score(view) + turns - maximum_score(view)


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
    to_play = 5 * len(layout.suits)
    dealt = view.players * hand_size(view.players)
    starting_pace = len(layout.deck) - dealt + view.players - to_play
    clues = view.options.clue_tokens + max(0, starting_pace) + len(layout.suits) - 1
    return to_play / clues
