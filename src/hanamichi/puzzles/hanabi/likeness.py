"""What makes a Hanabi position, whatever its colours are called."""

from __future__ import annotations

from collections import Counter

from hanamichi.hanabi.cards import Suit
from hanamichi.hanabi.layout import layout_of
from hanamichi.hanabi.view import HanabiView, HeldCard
from hanamichi.puzzles.game_puzzles import Question


def features(question: Question) -> frozenset[str]:
    """Where the cards are that the seat sees and what its own were told.

    Ordinary colours are interchangeable, so they are named by what is known of them; seats are
    counted from the one that is asked.
    """
    view = question.sight.view
    assert isinstance(view, HanabiView)
    ordinary = layout_of(view.options).colours
    columns = {suit: _column(view, question.seat, suit) for suit in view.fireworks}
    named = sorted(ordinary, key=lambda suit: columns[suit])
    names = {suit: f"colour {n}" for n, suit in enumerate(named)}
    found = [f"kind {question.kind}", f"players {question.players}", f"deck {view.deck // 4}"]
    for suit, column in columns.items():
        found += [f"{names.get(suit, suit.value)} {feature}" for feature in column]
    found += _values(view, question)
    counted = Counter[str]()
    numbered = []
    for feature in found:
        counted[feature] += 1
        numbered.append(f"{feature} {counted[feature]}")
    return frozenset(numbered)


def _column(view: HanabiView, seat: int, suit: Suit) -> tuple[str, ...]:
    """All that concerns one suit."""
    found = [f"height {view.fireworks[suit]}"]
    found += [f"discarded {face.number}" for face in view.discards if face.suit is suit]
    for away, slot, held in _held(view, seat):
        if held.face is not None and held.face.suit is suit:
            found.append(f"hand {away} {held.face.number}")
        if away == 0 and suit in held.colours:
            found.append(f"own {slot}")
        if away == 0 and suit in held.not_colours:
            found.append(f"own not {slot}")
    return tuple(sorted(found))


def _values(view: HanabiView, question: Question) -> list[str]:
    """What the own cards were told about values, and which card is asked about."""
    found = []
    for away, slot, held in _held(view, question.seat):
        if away == 0:
            found += [f"own {slot} is {value}" for value in held.values]
        if held.id == question.asked_card:
            found.append(f"asked {slot}")
    return found


def _held(view: HanabiView, seat: int) -> list[tuple[int, int, HeldCard]]:
    players = len(view.hands)
    return [
        (away, slot, held)
        for away in range(players)
        for slot, held in enumerate(view.hands[(seat + away) % players])
    ]
