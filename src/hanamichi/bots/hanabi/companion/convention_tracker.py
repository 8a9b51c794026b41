"""The match as one seat follows it: events folded into hands, the board and what clues meant."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import Any

from hanamichi.bots.hanabi.companion.beliefs import BeliefModel
from hanamichi.bots.hanabi.companion.card_masks import (
    COLOUR_NUMBERS,
    CardMasks,
    card_masks_of,
)
from hanamichi.bots.hanabi.companion.conventions import Reading, read
from hanamichi.core import Event, Seat
from hanamichi.hanabi import events as ev
from hanamichi.hanabi.actions import FIRST_VALUE
from hanamichi.hanabi.cards import Suit
from hanamichi.hanabi.tiles import Tile
from hanamichi.hanabi.view import HanabiView, HeldCard

UNSEEN = -1
_MAX_CARDS = 160
"""More cards than any match draws."""
MAX_BREACHES = 2
"""After this many breaches a seat gives and reads clues literally, as the others see it."""
_RETURNING = (Tile.RETURN_CARD, Tile.RECOVER_CARD)


class ConventionTracker:
    """The same for a bot that followed the match and for one that reads the log now.

    Cards are known by their ids, faces by their indices, sets of faces are masks.
    """

    def __init__(
        self, masks: CardMasks, players: int, seat: Seat, strangers: Collection[Seat] = ()
    ) -> None:
        self.masks = masks
        self.players = players
        self.seat = seat
        self.hands: list[list[int]] = [[] for _ in range(players)]
        """The oldest card first, in whatever order the hand is held."""
        self.face = [UNSEEN] * _MAX_CARDS
        self.can_be = [masks.every] * _MAX_CARDS
        """What the literal meaning of all clues leaves possible."""
        self.meant = [0] * _MAX_CARDS
        """What the conventions leave possible; 0 where they say nothing."""
        self.clued = [False] * _MAX_CARDS
        self.pointed = [False] * _MAX_CARDS
        """Whether the card was the focus of a clue."""
        self.called = [0] * _MAX_CARDS
        """The face of a card that its holder is to play by a finesse."""
        self.doubled = [0] * _MAX_CARDS
        """Faces that a card may share with another, unknown to the giver of the clue."""
        self.giver = [UNSEEN] * _MAX_CARDS
        """The seat that gave the clue about a card, or the finesse."""
        self._twins: dict[int, list[int]] = {}
        self.waits: list[tuple[Seat, int, int, int]] = []
        """(seat, card, focus, mask): a finesse of the seat's card if the focus is in the mask."""
        self.convention_breaks = [
            MAX_BREACHES if seat in strangers else 0 for seat in range(players)
        ]
        """How often each seat's clues turned out to mean something else, or it discarded although a
        clue had told it to play.
        """
        self.ignored_finesse = [False] * players
        """Whether each seat ignored a finesse."""

        self.heights = [0] * len(masks.order)
        self.gone = [0] * len(masks.copies)
        self.unseen = list(masks.copies)
        """Copies that this seat does not see."""
        self.exhausted = ~masks.every & (1 << len(masks.copies)) - 1
        """Faces of which it sees every copy."""
        self.tokens = masks.options.clue_tokens
        self.errors = 0
        self.deck = masks.deck_size
        self.returns = len(_RETURNING) if masks.options.flamboyants else 0
        self.playable = self.dead = self.last = 0
        self.model = BeliefModel(self)
        self._recount()

    # -- the board -----------------------------------------------------------------------------

    def _recount(self) -> None:
        """Update which faces are playable, dead, and last copies."""
        masks = self.masks
        playable = dead = last = 0
        for suit in masks.suits:
            height = self.heights[suit]
            broken = False
            for step, face in enumerate(masks.order[suit], 1):
                bit = 1 << face
                if step <= height:
                    dead |= bit
                    continue
                if step == height + 1:
                    playable |= bit
                left = masks.copies[face] - self.gone[face]
                broken = broken or (left == 0 and not self.returns)
                if broken:
                    dead |= bit
                elif left == 1:
                    last |= bit
        self.playable, self.dead, self.last = playable & ~dead, dead, last
        self.model.clear()

    @property
    def score(self) -> int:
        """How many cards were played."""
        return sum(self.heights)

    @property
    def reach(self) -> int:
        """How many cards can still be played in all."""
        return 5 * len(self.masks.suits) - sum(
            (self.dead >> face & 1)
            for suit in self.masks.suits
            for face in self.masks.order[suit][self.heights[suit] :]
        )

    def chop(self, seat: Seat) -> int | None:
        """The oldest card without a clue: the next to be discarded."""
        for card in self.hands[seat]:
            if not self.clued[card] and not self.called[card]:
                return card
        return None

    def newest(self, seat: Seat) -> int | None:
        """The card a seat would play by a finesse: its newest without a clue.

        None while another finesse of the seat is open, and for a seat that ignored one.
        """
        if self.ignored_finesse[seat]:
            return None
        for wait in self.waits:
            if wait[0] == seat:
                return None
        found = None
        for card in self.hands[seat]:
            if self.called[card]:
                return None
            if not self.clued[card]:
                found = card
        return found

    @property
    def in_danger(self) -> bool:
        """Whether the next error loses the game."""
        return self.errors + 1 >= self.masks.options.errors

    def trusts(self, seat: Seat) -> bool:
        """Whether a seat still follows the conventions, in giving clues and in reading them."""
        limit = min(MAX_BREACHES, self.masks.options.errors - self.errors)
        return self.convention_breaks[seat] < limit

    # -- events --------------------------------------------------------------------------------

    def apply(self, event: Event) -> None:
        """Apply one event."""
        handler = _HANDLERS.get(type(event))
        if handler is not None:
            handler(self, event)

    def _see(self, face: int) -> None:
        self.unseen[face] -= 1
        if self.unseen[face] == 0:
            self.exhausted |= 1 << face

    def _dealt(self, event: ev.HandDealt) -> None:
        self.hands[event.seat] = list(event.cards)
        if event.faces is not None:
            for card, face in zip(event.cards, event.faces, strict=True):
                self.face[card] = face.index
                self._see(face.index)
        self.deck -= len(event.cards)
        self.model.clear()

    def _drawn(self, event: ev.CardDrawn) -> None:
        self.hands[event.seat].append(event.card)
        if event.face is not None:
            self.face[event.card] = event.face.index
            self._see(event.face.index)
        self.deck -= 1
        self.model.clear()

    def _clue(self, event: ev.ClueGiven) -> None:
        if event.colour is not None:
            clue = COLOUR_NUMBERS[event.colour.index]
        else:
            assert event.value is not None
            clue = FIRST_VALUE + event.value - 1
        reading = read(self, event.seat, event.target, clue, event.touched)
        if not event.free:
            self.tokens -= 1
        self._acted(event.seat, None)
        self.apply_reading(reading)

    def apply_reading(self, reading: Reading) -> None:
        """Apply a clue as it was read."""
        self._note_doubles(reading)
        for card in self.hands[reading.target]:
            self.can_be[card] = reading.words[card]
            self.meant[card] &= reading.words[card]
        for card in reading.touched:
            self.clued[card] = True
        for card, mask in reading.meant.items():
            self.meant[card] = mask
        if reading.focus is not None and reading.trusted:
            self.pointed[reading.focus] = True
            self.giver[reading.focus] = reading.giver
        if not reading.trusted:
            for card in reading.new:
                self.doubled[card] = self.masks.every
        for _, card, face, unasked in reading.calls:
            if unasked:
                self.called[card] = 1 << face
            else:
                self.meant[card] = 1 << face
            self.giver[card] = reading.giver
        self.waits += reading.waits
        self.model.clear()

    def _note_doubles(self, reading: Reading) -> None:
        """The giver of a clue may have clued a card that it holds itself."""
        giver = reading.giver
        if not reading.new:
            return
        for own, belief in zip(self.hands[giver], self.model.beliefs(giver), strict=True):
            if not self.clued[own] or belief & (belief - 1) == 0:
                continue
            for card in reading.new:
                self._may_be_the_same(card, own)
                self._may_be_the_same(own, card)

    def _may_be_the_same(self, card: int, other: int) -> None:
        if self.face[other] != UNSEEN:
            self.doubled[card] |= 1 << self.face[other]
        else:
            self._twins.setdefault(other, []).append(card)

    def _acted(self, seat: Seat, played: int | None) -> None:
        """A seat that did not play its finesse card has shown that it is another one."""
        waits = self.waits
        if waits:
            self.waits = [wait for wait in waits if wait[0] != seat]
            for by, card, focus, mask in waits:
                if by == seat and card != played:
                    self.meant[focus] = (self.meant[focus] & ~mask) or self.meant[focus]
        for card in self.hands[seat]:
            if self.called[card] and card != played:
                self.called[card] = 0
                self.ignored_finesse[seat] = True
        self.model.clear()

    def _leaves(self, seat: Seat, card: int | None, face: int) -> None:
        """A card leaves a hand and becomes public."""
        self._acted(seat, card)
        if card is None or card not in self.hands[seat]:
            return
        self.hands[seat].remove(card)
        bit = 1 << face
        for twin in self._twins.pop(card, ()):
            self.doubled[twin] |= bit
        if self.face[card] == UNSEEN:
            self.face[card] = face
            self._see(face)
        promised = self.called[card] or (self.meant[card] if self.pointed[card] else 0)
        giver = self.giver[card]
        if promised and not promised & bit and giver != UNSEEN:
            self.convention_breaks[giver] += 1

    def was_to_play(self, seat: Seat, discarded: int) -> bool:
        """Whether another seat, by the conventions, knew of a card to play rather."""
        if seat == self.seat:
            return False
        return any(
            self.pointed[card]
            and card != discarded
            and belief >> self.face[card] & 1
            and not belief & ~self.playable
            for card, belief in zip(self.hands[seat], self.model.beliefs(seat), strict=True)
        )

    def _played(self, event: ev.CardPlayed) -> None:
        self._leaves(event.seat, event.card, event.face.index)
        if event.source == "deck":
            self.deck -= 1
            self._see(event.face.index)
        elif event.source == "discards":
            self.gone[event.face.index] -= 1
        self.heights[event.face.suit.index] = event.face.step
        self._recount()

    def _misplayed(self, event: ev.CardMisplayed) -> None:
        self._leaves(event.seat, event.card, event.face.index)
        if event.source == "deck":
            self.deck -= 1
            self._see(event.face.index)
        self.errors = event.errors
        self.gone[event.face.index] += 1
        self._recount()

    def _discarded(self, event: ev.CardDiscarded) -> None:
        if self.was_to_play(event.seat, event.card):
            self.convention_breaks[event.seat] += 1
        self._leaves(event.seat, event.card, event.face.index)
        self.gone[event.face.index] += 1
        self._recount()

    def _token(self, event: ev.TokenGained) -> None:
        self.tokens = event.tokens

    def _tile(self, event: ev.TileRevealed) -> None:
        if event.tile in _RETURNING:
            self.returns -= 1
            self._recount()

    def _repaired(self, event: ev.ErrorRepaired) -> None:
        self.errors = event.errors

    def _returned(self, event: ev.CardReturned) -> None:
        face = event.face.index
        self.gone[face] -= 1
        self.unseen[face] += 1
        self.exhausted &= ~(1 << face)
        self.deck += 1
        self._recount()

    # -- without a log -------------------------------------------------------------------------

    def agrees_with(self, view: HanabiView) -> bool:
        """Whether this is what the seat sees now."""
        return (
            all(
                sorted(held.id for held in hand) == sorted(mine)
                for hand, mine in zip(view.hands, self.hands, strict=True)
            )
            and all(self.heights[suit.index] == height for suit, height in view.fireworks.items())
            and self.tokens == view.clue_tokens
            and sum(self.gone) == len(view.discards)
            and self.deck == view.deck
        )

    @classmethod
    def from_view(cls, view: HanabiView) -> ConventionTracker:
        """A tracker without a log: the literal meaning of clues, no conventions."""
        assert view.seat is not None
        tracker = cls(card_masks_of(view.options), view.players, view.seat)
        for card in view.discards:
            tracker.gone[card.index] += 1
            tracker._see(card.index)
        for suit, height in view.fireworks.items():
            tracker.heights[suit.index] = height
            for face in tracker.masks.order[suit.index][:height]:
                tracker._see(face)
        for seat, hand in enumerate(view.hands):
            for held in sorted(hand, key=lambda held: held.id):
                tracker._take_up(seat, held)
        tracker.tokens = view.clue_tokens
        tracker.errors = view.errors
        tracker.deck = view.deck
        tracker.returns -= sum(tile in view.used_tiles for tile in _RETURNING)
        tracker._recount()
        return tracker

    def _take_up(self, seat: Seat, held: HeldCard) -> None:
        self.hands[seat].append(held.id)
        if held.face is not None:
            self.face[held.id] = held.face.index
            self._see(held.face.index)
        matching = self.masks.matching
        for clue in _numbers(held.colours, held.values):
            self.can_be[held.id] &= matching[clue]
            self.clued[held.id] = True
        for clue in _numbers(held.not_colours, held.not_values):
            self.can_be[held.id] &= ~matching[clue]


def _numbers(colours: Sequence[Suit], values: Sequence[int]) -> list[int]:
    numbers = [COLOUR_NUMBERS[suit.index] for suit in colours]
    return numbers + [FIRST_VALUE + value - 1 for value in values]


_HANDLERS: dict[type[Event], Callable[[ConventionTracker, Any], None]] = {
    ev.HandDealt: ConventionTracker._dealt,
    ev.CardDrawn: ConventionTracker._drawn,
    ev.ClueGiven: ConventionTracker._clue,
    ev.CardPlayed: ConventionTracker._played,
    ev.CardMisplayed: ConventionTracker._misplayed,
    ev.CardDiscarded: ConventionTracker._discarded,
    ev.TokenGained: ConventionTracker._token,
    ev.TileRevealed: ConventionTracker._tile,
    ev.ErrorRepaired: ConventionTracker._repaired,
    ev.CardReturned: ConventionTracker._returned,
}
