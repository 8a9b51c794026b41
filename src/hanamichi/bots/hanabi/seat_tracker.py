"""A game as one seat follows it: the kernels' row, built from the events the seat was sent."""

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

ActionEvent = ClueGiven | CardPlayed | CardMisplayed | CardDiscarded | CardReturned
"""The event of an action."""


class SeatTracker:
    """A row without the seat's own cards and the deck; subclasses track more."""

    def __init__(
        self,
        options: HanabiOptions,
        players: int,
        seat: Seat,
        *,
        card_memory: bool = False,
        variants: bool = False,
    ) -> None:
        """`card_memory`: the row keeps what happened to each card, too.

        `variants`: follow tables of online variants as well. Who reads suits and values in slots
        does not ask for this: at such tables they hold clues.
        """
        self.options = options
        self.players = players
        self.seat = seat
        self.vector = option_vector(options, players, card_memory=card_memory, variants=variants)
        self.row = np.zeros(r.MEMORY_ROW_BYTES if card_memory else r.ROW_BYTES, np.uint8)
        self.hands: list[list[int]] = [[] for _ in range(players)]
        """The ids of the cards in each hand, in the order of the row: oldest first."""
        self.actions: list[int] = []
        """The ids of all actions so far."""
        self._seen: list[Event] = []
        self._rng = np.zeros(1, np.uint64)
        self._start()

    def _start(self) -> None:
        self.row[:] = 0
        self.row[: r.ROW_BYTES] = template(self.options)
        self.row[r.SHUFFLED] = 1
        self.row[r.DECK : r.DECK + int(self.row[r.DECK_SIZE])] = r.NO_CARD
        self.hands = [[] for _ in range(self.players)]
        self.actions = []
        self._seen = []

    def update(self, events: Sequence[Event]) -> None:
        """Apply all events since the deal; those applied before are skipped."""
        done = len(self._seen)
        if list(events[:done]) != self._seen:
            self._start()
            done = 0
        new = events[done:]
        self._seen.extend(new)
        if done == 0:
            self._deal(new)
        for event, after in _action_events(new):
            self._apply(event, after)

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
        self.row[r.DRAWN] = self.players * hand_size(self.options, self.players)

    def _code(self, seat: Seat, face: Card | None) -> int:
        if face is None or seat == self.seat:
            return r.NO_CARD
        return card_code(self.options, face)

    def _apply(self, event: ActionEvent, after: Sequence[Event]) -> None:
        """Apply one action and the events that followed from it."""
        seat = event.seat
        action = self.action_of(event)
        self._fill_own_cards(event, action)
        self._place_revealed(event, after)
        if isinstance(event, CardPlayed | CardMisplayed | CardDiscarded) and event.card is not None:
            self._reveal(seat, self.hands[seat].index(event.card), event.face)
            self.hands[seat].remove(event.card)
        self._step(action)
        self.actions.append(action)
        self._clear_own_cards()
        for drawn in after:
            if isinstance(drawn, CardDrawn):
                slot = len(self.hands[drawn.seat])
                self.row[self._cell(drawn.seat, slot)] = self._code(drawn.seat, drawn.face)
                self.hands[drawn.seat].append(drawn.card)

    def action_of(self, event: ActionEvent) -> int:
        """The id of the action of an event that is about to be applied."""
        return action_id(self.options, self.hands, event.seat, _action(event))

    def _step(self, action: int) -> None:
        """Apply an action to the row."""
        step(self.row, self.vector, action, self._rng, 0)

    def _place_revealed(self, event: ActionEvent, after: Sequence[Event]) -> None:
        """Put the cards and tiles that the action reveals where the kernels read them."""
        if isinstance(event, CardPlayed | CardMisplayed) and event.source == "deck":
            self.row[r.DECK + int(self.row[r.DRAWN])] = card_code(self.options, event.face)
        for revealed in after:
            if isinstance(revealed, TileRevealed):
                self.row[r.TILES + self.row[r.TILES_USED]] = TILES.index(revealed.tile) + 1

    def _reveal(self, seat: Seat, slot: int, face: Card) -> None:
        """Put a card that is about to leave a hand where the kernels read it."""
        self.row[self._cell(seat, slot)] = card_code(self.options, face)

    def _fill_own_cards(self, event: ActionEvent, action: int) -> None:
        """Fill the unseen cards with codes that kernels accept: a clue must touch the right slots.

        Nothing else in the result of an action depends on them.
        """
        yes = no = 0
        touched: tuple[int, ...] = ()
        if isinstance(event, ClueGiven) and event.target == self.seat:
            touches = self.vector[r.O_TOUCHES : r.O_TOUCHES + 5 * int(self.vector[r.O_SUITS])]
            bit = self._clue_bit(action)
            yes = next((code for code, by in enumerate(touches) if by & bit), no)
            no = next((code for code, by in enumerate(touches) if not by & bit), yes)
            touched = event.touched
        for slot, card in enumerate(self.hands[self.seat]):
            self.row[self._cell(self.seat, slot)] = yes if card in touched else no

    def _clue_bit(self, action: int) -> int:
        """What a clue names, as a bit of `O_TOUCHES`."""
        colours = int(self.vector[r.O_COLOURS])
        clue = action - 2 * int(self.vector[r.O_HAND])
        if clue < (self.players - 1) * colours:
            return 1 << clue % colours
        return 256 << (clue - (self.players - 1) * colours) % self.options.values

    def _clear_own_cards(self) -> None:
        for slot in range(int(self.row[r.HAND_SIZES + self.seat])):
            self.row[self._cell(self.seat, slot)] = r.NO_CARD

    def _cell(self, seat: Seat, slot: int) -> int:
        return (
            r.SLOTS + (seat * hand_size(self.options, self.players) + slot) * r.SLOT_BYTES + r.CARD
        )


def _action_events(events: Sequence[Event]) -> Iterator[tuple[ActionEvent, Sequence[Event]]]:
    """Each action with the events that followed from it."""
    end = len(events)
    found: list[tuple[ActionEvent, Sequence[Event]]] = []
    for place in range(len(events) - 1, -1, -1):
        event = events[place]
        if isinstance(event, ActionEvent):
            found.append((event, events[place + 1 : end]))
            end = place
    return reversed(found)


def _action(event: ActionEvent) -> HanabiAction:
    """The action of an event."""
    match event:
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
