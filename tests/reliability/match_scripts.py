"""Whole matches as scripts, and other worlds that somebody could not tell from them."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import accumulate, pairwise
from typing import Any, NamedTuple

import msgspec

from hanamichi.catalog import AnyGame, preset_by_id
from hanamichi.core import (
    ChanceDraw,
    Event,
    HanamichiError,
    OptionError,
    Replayed,
    Seat,
    Seeded,
    build_options,
    event_for,
)
from hanamichi.hanabi import HanabiState
from hanamichi.testing.sample_match import SampleMatch

Draws = tuple[ChanceDraw, ...]
_DEALS = 6
"""How often hidden cards are dealt anew before it is said that there are none."""
_EXTRAS: dict[str, tuple[dict[str, Any], ...]] = {
    "hanabi": (
        {"black_powder": True},
        {"avalanche": "wild"},
        {"flamboyants": True},
        {"avalanche": "wild", "black_powder": True, "flamboyants": True},
    ),
    "koikoi": ({"gaji": True}, {"hiki": True}, {"rounds": 1}),
}


class Act(NamedTuple):
    """A move, and what chance gave with it."""

    seat: Seat
    action: Any
    draws: Draws


class MatchScript(NamedTuple):
    """A match from the deal to its end."""

    preset: str
    changes: dict[str, Any]
    game: AnyGame
    options: Any
    players: int
    seed: int
    opening: Draws
    acts: tuple[Act, ...]
    states: tuple[Any, ...]
    """Before the first act, and after each."""

    @property
    def viewers(self) -> tuple[Seat | None, ...]:
        """A spectator and every seat."""
        return (None, *range(self.players))


def story(preset_id: str, seed: int) -> MatchScript:
    """Some match of an edition: every third one with extensions, at tables of every size."""
    choice = random.Random(f"{preset_id} {seed}")
    game, preset = preset_by_id(preset_id)
    players = choice.choice(list(game.seat_counts))
    changes: dict[str, Any] = {}
    if game.id == "koikoi":
        changes["rounds"] = choice.choice([2, 3])
    if choice.random() < 1 / 3:
        changes |= choice.choice(_EXTRAS[game.id])
    try:
        options = build_options(preset.options, changes)
        game.check(options, players)
    except OptionError:
        changes, options = {}, preset.options
    sample = SampleMatch(game, options, players, seed, player=_rather_well)
    steps, draws = sample.steps, sample.chance.draws
    given = Replayed(draws)
    state, _ = game.start(options, players, given)
    ends = [given.used]
    for step in steps:
        state, _ = game.apply(state, step.seat, step.action, given)
        ends.append(given.used)
    acts = (
        Act(step.seat, step.action, tuple(draws[a:b]))
        for step, (a, b) in zip(steps, pairwise(ends), strict=True)
    )
    return MatchScript(
        preset_id,
        changes,
        game,
        options,
        players,
        seed,
        tuple(draws[: ends[0]]),
        tuple(acts),
        tuple(sample.states),
    )


def _rather_well(state: Any, legal: tuple[Any, ...], choose: random.Random) -> Any:
    """At random, but Hanabi would be over at once: errors are made now and then only."""
    action = choose.choice(legal)
    if isinstance(state, HanabiState):
        for _ in range(8):
            after, _ = preset_by_id("hanabi/cocktail")[0].apply(
                state, _acting(state), action, Seeded(0)
            )
            if after.errors == state.errors or choose.random() < 0.05:
                break
            action = choose.choice(legal)
    return action


def _acting(state: HanabiState) -> Seat:
    seat = preset_by_id("hanabi/cocktail")[0].to_act(state)
    assert seat is not None
    return seat


class World(NamedTuple):
    """A story, or one that a viewer could not tell from it: the same acts, other cards."""

    opening: Draws
    draws: tuple[Draws, ...]
    """For each act."""
    length: int
    """So many acts may be played before the viewer sees a difference."""


def real_world(told: MatchScript) -> World:
    """The story as it was."""
    return World(told.opening, tuple(act.draws for act in told.acts), len(told.acts))


def redealt_world(told: MatchScript, viewer: Seat | None, cut: int, seed: int) -> World | None:
    """Hidden cards moved, true to all that a viewer had seen after so many acts.

    None where nothing is hidden from this viewer at that moment.
    """
    game = told.game
    counts = [len(told.opening), *(len(act.draws) for act in told.acts)]
    ends = list(accumulate(counts[: cut + 1]))
    flat = (*told.opening, *(draw for act in told.acts[:cut] for draw in act.draws))
    for attempt in range(_DEALS):
        redealt = game.redeal(flat, told.states[cut], viewer, Seeded(1000 * seed + attempt))
        if redealt != flat:
            split = [redealt[a:b] for a, b in pairwise((0, *ends))]
            draws = (*split[1:], *(act.draws for act in told.acts[cut:]))
            length = sum(1 for _ in _alike(told, viewer, split[0], draws))
            assert length >= cut, "a redealt match looks different to whom it was redealt for"
            return World(split[0], draws, length)
    return None


def _alike(
    told: MatchScript, viewer: Seat | None, opening: Draws, draws: tuple[Draws, ...]
) -> Iterator[None]:
    """One for each act after which the rules show the viewer the same in both worlds."""
    game = told.game
    state, _ = game.start(told.options, told.players, Replayed(opening))
    before = told.states[0]
    if game.view(state, viewer) != game.view(before, viewer):
        return
    for act, other in zip(told.acts, draws, strict=True):
        before, events = game.apply(before, act.seat, act.action, Replayed(act.draws))
        try:
            state, happened = game.apply(state, act.seat, act.action, Replayed(other))
        except HanamichiError:
            return
        same = game.view(state, viewer) == game.view(before, viewer)
        if not same or _told(events, viewer) != _told(happened, viewer):
            return
        yield


def _told(events: tuple[Event, ...], viewer: Seat | None) -> bytes:
    seen = (event_for(event, viewer) for event in events)
    return msgspec.json.encode([event for event in seen if event is not None])
