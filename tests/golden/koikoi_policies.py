"""Koi-Koi players that capture the most valuable cards, with different habits."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import TypeAlias

from hanamichi.koikoi import (
    CARDS,
    Card,
    Keep,
    Kind,
    KoiKoiAction,
    KoiKoiState,
    PlayCard,
    Stop,
    Swap,
    TakeCard,
)

Legal: TypeAlias = tuple[KoiKoiAction, ...]
KoiKoiPlayer: TypeAlias = Callable[[KoiKoiState, Legal, Random], KoiKoiAction]

_WORTH = {Kind.LIGHT: 10, Kind.ANIMAL: 5, Kind.RIBBON: 4, Kind.PLAIN: 1}


def greedy(*, daring: float = 0.0, swaps: float = 0.0, joker: bool = True) -> KoiKoiPlayer:
    """Takes the best cards, calls koi-koi and swaps hands so often, and aims the lightning."""

    def player(state: KoiKoiState, legal: Legal, choose: Random) -> KoiKoiAction:
        first = legal[0]
        if isinstance(first, Stop):
            return legal[choose.random() < daring]
        if isinstance(first, Swap | Keep):
            return legal[choose.random() >= swaps]
        listed = [a for a in legal if joker or not is_joker(a)] or list(legal)
        return max(listed, key=lambda action: (worth(state, action), -listed.index(action)))

    return player


def hopeless(state: KoiKoiState, legal: Legal, _: Random) -> KoiKoiAction:
    """Takes the worst cards, so that rounds end without points; prefers koi-koi to a stop."""
    first = legal[0]
    if isinstance(first, Stop):
        return legal[1]
    if isinstance(first, Swap | Keep):
        return legal[1]
    return min(legal, key=lambda action: (worth(state, action), legal.index(action)))


def is_joker(action: KoiKoiAction) -> bool:
    """The lightning aimed at a card of another month."""
    return (
        isinstance(action, PlayCard)
        and action.capture is not None
        and action.capture.month != action.card.month
    )


def worth(state: KoiKoiState, action: KoiKoiAction) -> int:
    """What an action takes from the field, its own card included; what is laid down is lost."""
    if isinstance(action, TakeCard):
        return _WORTH[action.card.kind]
    if not isinstance(action, PlayCard):
        return 0
    mates = [CARDS[n] for n in state.round.field if CARDS[n].month == action.card.month]
    taken: list[Card] = [action.capture] if action.capture is not None else mates
    own = _WORTH[action.card.kind]
    return own + sum(_WORTH[card.kind] for card in taken) if taken else -own
