"""Hanabi players that see all cards, so that games score well."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import TypeAlias

from hanamichi.hanabi import (
    Card,
    ColourClue,
    Discard,
    HanabiAction,
    HanabiState,
    Play,
    RecoverCard,
    ReturnCard,
    ValueClue,
)
from hanamichi.hanabi.actions import clue_bit
from hanamichi.hanabi.layout import layout_of

Legal: TypeAlias = tuple[HanabiAction, ...]
HanabiPlayer: TypeAlias = Callable[[HanabiState, Legal, Random], HanabiAction]


def able(state: HanabiState, legal: Legal, choose: Random) -> HanabiAction:
    """Plays what fits, discards what nobody needs, and otherwise says something useful."""
    if state.pending is not None:
        return _tile_choice(state, legal, choose)
    plays = [a for a in legal if isinstance(a, Play) and fits(state, state.deck[a.card])]
    if plays:
        return min(plays, key=lambda play: (_wanted_late(state, play), play.card))
    discards = [a for a in legal if isinstance(a, Discard)]
    useless = [a for a in discards if is_useless(state, state.deck[a.card])]
    clues = [a for a in legal if isinstance(a, ColourClue | ValueClue)]
    if useless and (state.clue_tokens < 3 or not clues):
        return useless[0]
    if clues:
        return _best_clue(state, clues, choose)
    if discards:
        return min(discards, key=lambda a: _harm(state, state.deck[a.card]))
    return legal[0]


def careless(slips: float) -> HanabiPlayer:
    """As `Able`, with random moves now and then."""

    def player(state: HanabiState, legal: Legal, choose: Random) -> HanabiAction:
        return choose.choice(legal) if choose.random() < slips else able(state, legal, choose)

    return player


def wasteful(_: HanabiState, legal: Legal, choose: Random) -> HanabiAction:
    """Discards whatever can be discarded, and clues only for the token: a poor score is certain."""
    discards = [a for a in legal if isinstance(a, Discard)]
    clues = [a for a in legal if isinstance(a, ColourClue | ValueClue)]
    return discards[0] if discards else choose.choice(clues or list(legal))


def fits(state: HanabiState, card: Card) -> bool:
    """The card is the next of its firework."""
    return state.fireworks[card.suit.index] == card.step - 1


def is_useless(state: HanabiState, card: Card) -> bool:
    """It lies there already, or somebody holds another copy."""
    if state.fireworks[card.suit.index] >= card.step:
        return True
    held = sum(state.deck[other] is card for hand in state.hands for other in hand)
    return held > 1


def copies_left(state: HanabiState, card: Card) -> int:
    """Copies that are not in the discard pile."""
    return layout_of(state.options).copies[card.index] - state.discards.count(card)


def _harm(state: HanabiState, card: Card) -> tuple[bool, int]:
    return copies_left(state, card) == 1, -card.step


def _wanted_late(state: HanabiState, play: Play) -> tuple[bool, int]:
    """Cards that others hold too can wait; low cards cannot."""
    card = state.deck[play.card]
    elsewhere = any(
        state.deck[other] is card
        for seat, hand in enumerate(state.hands)
        if seat != state.turn
        for other in hand
    )
    return elsewhere, card.step


def _best_clue(
    state: HanabiState, clues: list[ColourClue | ValueClue], choose: Random
) -> HanabiAction:
    """The clue that touches most cards that fit now and were not yet touched by it."""
    touches = layout_of(state.options).touches

    def news(clue: ColourClue | ValueClue) -> int:
        bit = clue_bit(clue)
        told = zip(state.hands[clue.target], state.told[clue.target], strict=True)
        return sum(
            1 + 2 * fits(state, state.deck[card])
            for card, known in told
            if touches[state.deck[card].index] & bit and not known & bit
        )

    best = max(news(clue) for clue in clues)
    return choose.choice([clue for clue in clues if news(clue) == best])


def _tile_choice(state: HanabiState, legal: Legal, choose: Random) -> HanabiAction:
    recoveries = [a for a in legal if isinstance(a, RecoverCard)]
    if recoveries:
        return max(recoveries, key=lambda a: a.card.step)
    returns = [a for a in legal if isinstance(a, ReturnCard)]
    if returns:
        return min(returns, key=lambda a: (copies_left(state, a.card) > 0, a.card.step))
    clues = [a for a in legal if isinstance(a, ColourClue | ValueClue)]
    return _best_clue(state, clues, choose)
