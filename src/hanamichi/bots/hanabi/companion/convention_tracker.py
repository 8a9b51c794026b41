"""What one seat remembers of a match: every event folded into hands, a board and promises."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from hanamichi.bots.hanabi.companion.beliefs import BeliefModel
from hanamichi.bots.hanabi.companion.card_masks import FIRST_VALUE, CardMasks, card_masks_of
from hanamichi.bots.hanabi.companion.conventions import Reading, read
from hanamichi.core import Event, Seat
from hanamichi.hanabi import events as ev
from hanamichi.hanabi.cards import Suit
from hanamichi.hanabi.tiles import Tile
from hanamichi.hanabi.view import HanabiView, HeldCard

UNSEEN = -1
_ROOM = 160
"""More cards than any match draws."""
PATIENCE = 2
"""So many broken promises, and a player's clues are taken at their word; in danger, one less."""
_RETURNING = (Tile.RETURN_CARD, Tile.RECOVER_CARD)


class ConventionTracker:
    """The same for a bot that was there from the deal and for one that reads the log now.

    Cards are known by their ids, faces by their indices, sets of faces are masks of a `CardMasks`.
    """

    def __init__(self, masks: CardMasks, players: int, seat: Seat) -> None:
        self.masks = masks
        self.players = players
        self.seat = seat
        self.hands: list[list[int]] = [[] for _ in range(players)]
        """The oldest card first, however the hand is held."""
        self.face = [UNSEEN] * _ROOM
        self.can_be = [masks.every] * _ROOM
        """What the words of all clues leave open."""
        self.meant = [0] * _ROOM
        """What the conventions leave of it; nothing where they say nothing."""
        self.clued = [False] * _ROOM
        self.pointed = [False] * _ROOM
        """Whether a clue was about this card first of all."""
        self.called = [0] * _ROOM
        """What a card is, if its holder is called to play it unasked."""
        self.doubled = [0] * _ROOM
        """Faces a card may share with another, because whoever gave the clue could not know."""
        self.giver = [UNSEEN] * _ROOM
        """Who pointed at a card, or called it."""
        self._twins: dict[int, list[int]] = {}
        self.waits: list[tuple[Seat, int, int, int]] = []
        """Who would play which card unasked if that other card is one of a mask."""
        self.breaches = [0] * players
        """How often each seat's clues turned out to mean something else."""
        self.deaf = [False] * players
        """Who was called to play a card unasked, and did not."""

        self.heights = [0] * len(masks.order)
        self.gone = [0] * len(masks.copies)
        self.unseen = list(masks.copies)
        """Copies that this seat sees nowhere."""
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
        """Which faces fit now, which never will, and which are the last of their kind."""
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
        self.model.forget()

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
        """The oldest card nobody spoke of: the next to be discarded."""
        for card in self.hands[seat]:
            if not self.clued[card] and not self.called[card]:
                return card
        return None

    def newest(self, seat: Seat) -> int | None:
        """The card a seat would play unasked: its newest that nobody spoke of.

        None while it is not settled whether the seat has to play another one unasked, and for
        somebody who does not listen to such calls.
        """
        if self.deaf[seat]:
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
        """Whether the next error loses."""
        return self.errors + 1 >= self.masks.options.errors

    def trusts(self, seat: Seat) -> bool:
        """Whether a seat's clues can be taken to follow the conventions."""
        patience = min(PATIENCE, self.masks.options.errors - self.errors)
        return self.breaches[seat] < patience

    # -- hearing -------------------------------------------------------------------------------

    def hear(self, event: Event) -> None:
        """Take in one more event."""
        listener = _LISTENERS.get(type(event))
        if listener is not None:
            listener(self, event)

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
        self.model.forget()

    def _drawn(self, event: ev.CardDrawn) -> None:
        self.hands[event.seat].append(event.card)
        if event.face is not None:
            self.face[event.card] = event.face.index
            self._see(event.face.index)
        self.deck -= 1
        self.model.forget()

    def _clue(self, event: ev.ClueGiven) -> None:
        if event.colour is not None:
            clue = event.colour.index
        else:
            assert event.value is not None
            clue = FIRST_VALUE + event.value - 1
        reading = read(self, event.seat, event.target, clue, event.touched)
        if not event.free:
            self.tokens -= 1
        self._acted(event.seat, None)
        self.take_in(reading)

    def take_in(self, reading: Reading) -> None:
        """Remember a clue as it was read."""
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
        self.model.forget()

    def _note_doubles(self, reading: Reading) -> None:
        """Whoever gives a clue does not see the own hand, and may speak of the same card there."""
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
        """Whoever was called to play a card unasked and did not, has shown that it is no such."""
        waits = self.waits
        if waits:
            self.waits = [wait for wait in waits if wait[0] != seat]
            for by, card, focus, mask in waits:
                if by == seat and card != played:
                    self.meant[focus] = (self.meant[focus] & ~mask) or self.meant[focus]
        for card in self.hands[seat]:
            if self.called[card] and card != played:
                self.called[card] = 0
                self.deaf[seat] = True
        self.model.forget()

    def _leaves(self, seat: Seat, card: int | None, face: int) -> None:
        """A card leaves a hand and is seen by all."""
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
            self.breaches[giver] += 1

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

    def _laid_aside(self, event: ev.CardDiscarded) -> None:
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

    # -- when the log and the table disagree ---------------------------------------------------

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
        """What can be remembered without a log: the words of the clues, no conventions."""
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
    return [suit.index for suit in colours] + [FIRST_VALUE + value - 1 for value in values]


_LISTENERS: dict[type[Event], Callable[[ConventionTracker, Any], None]] = {
    ev.HandDealt: ConventionTracker._dealt,
    ev.CardDrawn: ConventionTracker._drawn,
    ev.ClueGiven: ConventionTracker._clue,
    ev.CardPlayed: ConventionTracker._played,
    ev.CardMisplayed: ConventionTracker._misplayed,
    ev.CardDiscarded: ConventionTracker._laid_aside,
    ev.TokenGained: ConventionTracker._token,
    ev.TileRevealed: ConventionTracker._tile,
    ev.ErrorRepaired: ConventionTracker._repaired,
    ev.CardReturned: ConventionTracker._returned,
}
