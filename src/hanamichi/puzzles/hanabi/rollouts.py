"""What a move leads to: hands that fit what the seat believes, played on by the conventions."""

from __future__ import annotations

import pickle
from collections.abc import Sequence
from random import Random
from typing import Any

from hanamichi.bots.bot import Sight
from hanamichi.bots.hanabi.companion.card_masks import card_masks_of
from hanamichi.bots.hanabi.companion.companion_bot import Decision
from hanamichi.bots.hanabi.companion.convention_tracker import ConventionTracker
from hanamichi.core import Action, Event, event_for
from hanamichi.hanabi import HANABI
from hanamichi.hanabi.actions import ColourClue, Discard, HanabiAction, Play, ValueClue
from hanamichi.hanabi.cards import Card
from hanamichi.hanabi.events import (
    CardDiscarded,
    CardDrawn,
    CardMisplayed,
    CardPlayed,
    ClueGiven,
    HandDealt,
    TurnPassed,
)
from hanamichi.hanabi.knowledge import from_clues
from hanamichi.hanabi.layout import layout_of
from hanamichi.hanabi.options import HanabiOptions
from hanamichi.hanabi.state import HanabiState
from hanamichi.hanabi.view import HanabiView
from hanamichi.puzzles.hanabi.hidden_hands import unseen_by

ATTEMPTS = 400
"""Hands to try before one is taken that contradicts the conventions."""


class Dealt:
    """Gives a game its deck and its first seat."""

    def __init__(self, deck: Sequence[Card], first: int) -> None:
        self._deck = deck
        self._first = first

    def shuffle(self, label: str, items: Sequence[Any]) -> tuple[Any, ...]:
        """The deck, or the seats from the first one on."""
        if label == "deck":
            return tuple(self._deck)
        return (*items[self._first :], *items[: self._first])


class Continuations:
    """A position of the conventions' players, continued in sampled worlds.

    For tables without bonus tiles, whose last cards are drawn and not played from the deck.
    """

    def __init__(self, sight: Sight) -> None:
        view = sight.view
        assert isinstance(view, HanabiView)
        assert view.seat is not None
        self._view = view
        self._own = [held.id for held in view.hands[view.seat]]
        self._faces: dict[int, Card] = {}
        self._actions: list[HanabiAction] = []
        self._first = next(each.seat for each in sight.events if isinstance(each, TurnPassed))
        tracker = ConventionTracker(card_masks_of(view.options), view.players, view.seat)
        for event in sight.events:
            tracker.apply(event)
            self._note(event)
        place = {card: n for n, card in enumerate(tracker.hands[view.seat])}
        beliefs = tracker.model.beliefs(view.seat)
        self._believed = [beliefs[place[card]] for card in self._own]
        self._possible = [from_clues(view, held) for held in view.hands[view.seat]]

    def _note(self, event: Event) -> None:
        """Keep what was done, and the faces that the seat saw."""
        match event:
            case HandDealt(cards=cards, faces=faces) if faces is not None:
                self._faces.update(zip(cards, faces, strict=True))
            case CardDrawn(card=card, face=face) if face is not None:
                self._faces[card] = face
            case ClueGiven(target=target, colour=colour) if colour is not None:
                self._actions.append(ColourClue(target, colour))
            case ClueGiven(target=target, value=value):
                self._actions.append(ValueClue(target, value or 0))
            case CardPlayed(card=card, face=face) | CardMisplayed(card=card, face=face):
                assert card is not None
                self._faces[card] = face
                self._actions.append(Play(card))
            case CardDiscarded(card=card, face=face):
                self._faces[card] = face
                self._actions.append(Discard(card))
            case _:
                pass

    def scores(self, moves: Sequence[Action], chance: Random) -> list[int]:
        """The final score after each of the moves in one more world."""
        dealt = Dealt(self._deck(chance), self._first)
        state, events = HANABI.start(self._view.options, self._view.players, dealt)
        players = _Players(self._view.options, self._view.players)
        players.see(events)
        for action in self._actions:
            state, events = HANABI.apply(state, state.turn, action, dealt)
            players.see(events)
        copies = pickle.dumps(players)  # much faster than to follow the game again
        return [_score_after(move, state, pickle.loads(copies), dealt) for move in moves]

    def _deck(self, chance: Random) -> list[Card]:
        """A deck that the seat may be playing with."""
        size = len(layout_of(self._view.options).deck)
        unseen = sorted(unseen_by(self._view).elements(), key=lambda face: face.index)
        hand = self._hand(unseen, chance)
        faces = {**self._faces, **dict(zip(self._own, hand, strict=True))}
        for face in hand:
            unseen.remove(face)
        chance.shuffle(unseen)
        return [faces[card] for card in range(size - self._view.deck)] + unseen

    def _hand(self, unseen: Sequence[Card], chance: Random) -> list[Card]:
        """A hand that fits the conventions; else one that fits the clues. All equally likely."""
        believed = [
            [n for n, face in enumerate(unseen) if mask >> face.index & 1]
            for mask in self._believed
        ]
        possible = [
            [n for n, face in enumerate(unseen) if face in faces] for faces in self._possible
        ]
        for places in (believed, possible):
            for _ in range(ATTEMPTS if all(places) else 0):
                taken = [chance.choice(slot) for slot in places]
                if len(set(taken)) == len(taken):
                    return [unseen[n] for n in taken]
        raise ValueError("No hand fits the clues")


class _Players:
    """A player of the conventions in each seat."""

    def __init__(self, options: HanabiOptions, players: int) -> None:
        masks = card_masks_of(options)
        self._trackers = [ConventionTracker(masks, players, seat) for seat in range(players)]

    def see(self, events: Sequence[Event]) -> None:
        """Show everybody what happened."""
        for tracker in self._trackers:
            for event in events:
                seen = event_for(event, tracker.seat)
                if seen is not None:
                    tracker.apply(seen)

    def choose(self, state: HanabiState) -> Action:
        """The move of the seat to act."""
        seat = state.turn
        legal = HANABI.legal_actions(state, seat)
        return Decision(HANABI.view(state, seat), legal, self._trackers[seat]).choice().action


def _score_after(move: Action, state: HanabiState, players: _Players, dealt: Dealt) -> int:
    """The final score if everybody plays on after a move."""
    action: Any = move
    while True:
        state, events = HANABI.apply(state, state.turn, action, dealt)
        outcome = HANABI.outcome(state)
        if outcome is not None:
            return outcome.score
        players.see(events)
        action = players.choose(state)
