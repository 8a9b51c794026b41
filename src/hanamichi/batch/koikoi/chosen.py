"""Rows of Koi-Koi that begin with a chosen deck, or at the end of a replayed match."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeVar

from hanamichi.batch.arrays import AnyRows, Bits, Random
from hanamichi.batch.chosen_games import Decks
from hanamichi.batch.koikoi import setup
from hanamichi.core import Seeded
from hanamichi.core.record import Position
from hanamichi.koikoi import KOIKOI, KoiKoiEvent, KoiKoiOptions, KoiKoiState
from hanamichi.koikoi.cards import CARDS

T = TypeVar("T")


class _FirstDeck:
    """A chance that gives one deck first and then others at random."""

    def __init__(self, deck: Sequence[int], seed: int) -> None:
        self._deck: Sequence[int] | None = deck
        self._others = Seeded(seed)

    def shuffle(self, label: str, items: Sequence[T]) -> tuple[T, ...]:
        if label == "deck" and self._deck is not None:
            deck, self._deck = self._deck, None
            return tuple(items[card] for card in deck)
        return self._others.shuffle(label, items)


def begin_with(rows: AnyRows, options: KoiKoiOptions, decks: Decks, random: Random) -> None:
    """Let the first round of each match be dealt from a deck; what follows is random."""
    for place, deck in enumerate(decks.tolist()):
        chance = _FirstDeck(deck, int(random[place]))
        rows[place] = setup.pack(KOIKOI.start(options, KOIKOI.seat_counts[0], chance).state)


def row_after(positions: Iterator[Position[KoiKoiState, KoiKoiEvent]]) -> Bits:
    """The row at the end of a replayed match."""
    *_, last = positions
    return setup.pack(last.state)


WHOLE_DECK = ([str(card) for card in CARDS], [card.index for card in CARDS])
