"""A game as one seat follows it: the kernels' row, made from what the seat was told."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from hanamichi.batch.hanabi import row as r
from hanamichi.batch.hanabi.kernel import add_card, step
from hanamichi.batch.hanabi.setup import action_id, card_code, option_vector, template
from hanamichi.core import Event, Seat
from hanamichi.hanabi.actions import (
    ColourClue,
    Discard,
    HanabiAction,
    Play,
    PlayFromDeck,
    RecoverCard,
    ReturnCard,
    ValueClue,
)
from hanamichi.hanabi.cards import Card
from hanamichi.hanabi.events import (
    CardDiscarded,
    CardDrawn,
    CardMisplayed,
    CardPlayed,
    CardReturned,
    ClueGiven,
    HandDealt,
    TileRevealed,
    TurnPassed,
)
from hanamichi.hanabi.options import HanabiOptions, hand_size
from hanamichi.hanabi.tiles import TILES

Deed = ClueGiven | CardPlayed | CardMisplayed | CardDiscarded | CardReturned
"""What an action is told by."""


class SeatTracker:
    """A row without the seat's own cards and the deck. Who knows more of the game adds to it."""

    def __init__(self, options: HanabiOptions, players: int, seat: Seat) -> None:
        self.options = options
        self.players = players
        self.seat = seat
        self.vector = option_vector(options, players)
        self.row = template(options)
        self.hands: list[list[int]] = [[] for _ in range(players)]
        """The ids of the cards in each hand, in the order of the row: oldest first."""
        self.actions: list[int] = []
        """The ids of all actions so far."""
        self._heard: list[Event] = []
        self._rng = np.zeros(1, np.uint64)
        self._start()

    def _start(self) -> None:
        self.row[:] = template(self.options)
        self.row[r.SHUFFLED] = 1
        self.row[r.DECK : r.DECK + self.row[r.DECK_SIZE]] = r.NO_CARD
        self.hands = [[] for _ in range(self.players)]
        self.actions = []
        self._heard = []

    def hear(self, events: Sequence[Event]) -> None:
        """Take in everything told since the deal; what was taken in before is not done again."""
        done = len(self._heard)
        if list(events[:done]) != self._heard:
            self._start()
            done = 0
        news = events[done:]
        self._heard.extend(news)
        if done == 0:
            self._deal(news)
        for deed, after in _deeds(news):
            self._take_in(deed, after)

    def _deal(self, events: Sequence[Event]) -> None:
        for event in events:
            if isinstance(event, HandDealt):
                for n, card in enumerate(event.cards):
                    face = None if event.faces is None else event.faces[n]
                    add_card(self.row, self.vector, event.seat, self._code(event.seat, face))
                    self.hands[event.seat].append(card)
            elif isinstance(event, TurnPassed):
                self.row[r.TURN] = event.seat
                break
        self.row[r.DRAWN] = self.players * hand_size(self.players)

    def _code(self, seat: Seat, face: Card | None) -> int:
        if face is None or seat == self.seat:
            return r.NO_CARD
        return card_code(self.options, face)

    def _take_in(self, deed: Deed, after: Sequence[Event]) -> None:
        """One action, with what it led to."""
        seat = deed.seat
        action = action_id(self.options, self.hands, seat, _action(deed))
        self._dress(deed, action)
        self._foresee(deed, after)
        if isinstance(deed, CardPlayed | CardMisplayed | CardDiscarded) and deed.card is not None:
            self._reveal(seat, self.hands[seat].index(deed.card), deed.face)
            self.hands[seat].remove(deed.card)
        self._carry_out(action)
        self.actions.append(action)
        self._undress()
        for event in after:
            if isinstance(event, CardDrawn):
                slot = len(self.hands[event.seat])
                self.row[self._cell(event.seat, slot)] = self._code(event.seat, event.face)
                self.hands[event.seat].append(event.card)

    def _carry_out(self, action: int) -> None:
        """Do to the row what the action does."""
        step(self.row, self.vector, action, self._rng, 0)

    def _foresee(self, deed: Deed, after: Sequence[Event]) -> None:
        """Lay what the action will turn up where the kernels find it."""
        if isinstance(deed, CardPlayed | CardMisplayed) and deed.source == "deck":
            self.row[r.DECK + int(self.row[r.DRAWN])] = card_code(self.options, deed.face)
        for event in after:
            if isinstance(event, TileRevealed):
                self.row[r.TILES + self.row[r.TILES_USED]] = TILES.index(event.tile) + 1

    def _reveal(self, seat: Seat, slot: int, face: Card) -> None:
        """Put a card that is about to leave a hand where the kernels find it."""
        self.row[self._cell(seat, slot)] = card_code(self.options, face)

    def _dress(self, deed: Deed, action: int) -> None:
        """Let our unseen cards be some that kernels can look at: a clue to us touches just those.

        Nothing else that a kernel does with an action depends on what they are.
        """
        yes = no = 0
        touched: tuple[int, ...] = ()
        if isinstance(deed, ClueGiven) and deed.target == self.seat:
            touches = self.vector[r.O_TOUCHES : r.O_TOUCHES + 5 * int(self.vector[r.O_SUITS])]
            bit = self._clue_bit(action)
            yes = next(code for code, by in enumerate(touches) if by & bit)
            no = next(code for code, by in enumerate(touches) if not by & bit)
            touched = deed.touched
        for slot, card in enumerate(self.hands[self.seat]):
            self.row[self._cell(self.seat, slot)] = yes if card in touched else no

    def _clue_bit(self, action: int) -> int:
        """What a clue says, as `O_TOUCHES` has it."""
        colours = int(self.vector[r.O_COLOURS])
        clue = action - 2 * int(self.vector[r.O_HAND])
        if clue < (self.players - 1) * colours:
            return 1 << clue % colours
        return 256 << (clue - (self.players - 1) * colours) % 5

    def _undress(self) -> None:
        for slot in range(int(self.row[r.HAND_SIZES + self.seat])):
            self.row[self._cell(self.seat, slot)] = r.NO_CARD

    def _cell(self, seat: Seat, slot: int) -> int:
        return r.SLOTS + (seat * hand_size(self.players) + slot) * r.SLOT_BYTES + r.CARD


def _deeds(events: Sequence[Event]) -> Iterator[tuple[Deed, Sequence[Event]]]:
    """Each action that was taken, and the events that followed from it."""
    end = len(events)
    found: list[tuple[Deed, Sequence[Event]]] = []
    for place in range(len(events) - 1, -1, -1):
        event = events[place]
        if isinstance(event, Deed):
            found.append((event, events[place + 1 : end]))
            end = place
    return reversed(found)


def _action(deed: Deed) -> HanabiAction:
    """The action that an event tells of."""
    match deed:
        case ClueGiven(target=target, colour=colour) if colour is not None:
            return ColourClue(target, colour)
        case ClueGiven(target=target, value=value):
            assert value is not None
            return ValueClue(target, value)
        case CardPlayed(source="discards", face=face):
            return RecoverCard(face)
        case CardPlayed(card=card) | CardMisplayed(card=card):
            return PlayFromDeck() if card is None else Play(card)
        case CardDiscarded(card=card):
            return Discard(card)
        case CardReturned(face=face):
            return ReturnCard(face)
