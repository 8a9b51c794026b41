"""`Event.informs`: what a seat learns, it learns from an event that says so, in random matches."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from hanamichi.catalog import GAMES, preset_by_id
from hanamichi.core import Event, Seat, Seeded, event_for
from hanamichi.hanabi import events as hanabi
from hanamichi.koikoi.cards import Card

PRESETS = [
    ("hanabi/cocktail", 2),
    ("hanabi/grands-feux", 3),
    ("koikoi/nintendo", 2),
    ("koikoi/robin-red", 2),
]
_KOIKOI_CARDS = {card.value for card in Card}


def faces_in(game: str, event: Event | None) -> Iterator[object]:
    """The cards that an event names: in Hanabi with their ids, because faces repeat."""
    if event is None:
        return
    if game == "koikoi":
        yield from _cards_in(msgspec.to_builtins(event))
    elif isinstance(event, hanabi.HandDealt) and event.faces is not None:
        yield from zip(event.cards, event.faces, strict=True)
    elif isinstance(event, hanabi.ClueGiven):
        yield event.target, event.touched, event.colour, event.value
    elif getattr(event, "card", None) is not None and getattr(event, "face", None) is not None:
        yield event.card, event.face  # type: ignore[attr-defined]  # as the line above found


def _cards_in(value: Any) -> Iterator[str]:
    if isinstance(value, str) and value in _KOIKOI_CARDS:
        yield value
    elif isinstance(value, dict):
        for inner in value.values():
            yield from _cards_in(inner)
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from _cards_in(inner)


def informed(events: tuple[Event, ...], seat: Seat) -> bool:
    return any(event.informs().includes(seat) for event in events)


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize(("preset_id", "players"), PRESETS)
def test_nobody_learns_a_card_from_a_step_that_informs_nobody(
    preset_id: str, players: int, seed: int
) -> None:
    game_id = preset_id.partition("/")[0]
    game, (_, preset) = GAMES[game_id], preset_by_id(preset_id)
    chance, choice = Seeded(seed), random.Random(seed)
    state, events = game.start(preset.options, players, chance)
    known: list[set[object]] = [set() for _ in range(players)]
    informing = silent = 0
    while True:
        for event in events:
            for seat in range(players):
                if event.informs().includes(seat):
                    assert event.audience().includes(seat) or event.redacted() is not None
        for seat in range(players):
            seen = {face for event in events for face in faces_in(game_id, event_for(event, seat))}
            if isinstance(events[0], hanabi.ClueGiven) and events[0].target != seat:
                seen = set()  # the others see these cards anyway
            if not informed(events, seat):
                assert seen <= known[seat], (seat, events)
                silent += 1
            else:
                informing += 1
            known[seat] |= seen
        acting = game.to_act(state)
        if acting is None:
            break
        action = choice.choice(game.legal_actions(state, acting))
        state, events = game.apply(state, acting, action, chance)
    assert informing > silent > 0
