"""Whole matches as scripts, and worlds that a viewer cannot distinguish from them."""

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
_REDEAL_ATTEMPTS = 6
"""How often hidden cards are redealt before concluding that there are none."""
_EXTENSIONS: dict[str, tuple[dict[str, Any], ...]] = {
    "hanabi": (
        {"black_powder": True},
        {"avalanche": "wild"},
        {"flamboyants": True},
        {"avalanche": "wild", "black_powder": True, "flamboyants": True},
    ),
    "koikoi": ({"gaji": True}, {"hiki": True}, {"rounds": 1}),
}


class ScriptedMove(NamedTuple):
    """A move with its chance draws."""

    seat: Seat
    action: Any
    draws: Draws


class MatchScript(NamedTuple):
    """A match from the deal to the end."""

    preset: str
    changes: dict[str, Any]
    game: AnyGame
    options: Any
    players: int
    seed: int
    opening: Draws
    moves: tuple[ScriptedMove, ...]
    states: tuple[Any, ...]
    """Before the first move, and after each."""

    @property
    def viewers(self) -> tuple[Seat | None, ...]:
        """A spectator and every seat."""
        return (None, *range(self.players))


def match_script(preset_id: str, seed: int) -> MatchScript:
    """A random match of a preset: any table size, every third one with extensions."""
    choice = random.Random(f"{preset_id} {seed}")
    game, preset = preset_by_id(preset_id)
    players = choice.choice(list(game.seat_counts))
    changes: dict[str, Any] = {}
    if game.id == "koikoi":
        changes["rounds"] = choice.choice([2, 3])
    if choice.random() < 1 / 3:
        changes |= choice.choice(_EXTENSIONS[game.id])
    try:
        options = build_options(preset.options, changes)
        game.check(options, players)
    except OptionError:
        changes, options = {}, preset.options
    sample = SampleMatch(game, options, players, seed, player=_mostly_without_errors)
    steps, draws = sample.steps, sample.chance.draws
    given = Replayed(draws)
    state, _ = game.start(options, players, given)
    ends = [given.used]
    for step in steps:
        state, _ = game.apply(state, step.seat, step.action, given)
        ends.append(given.used)
    moves = (
        ScriptedMove(step.seat, step.action, tuple(draws[a:b]))
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
        tuple(moves),
        tuple(sample.states),
    )


def _mostly_without_errors(state: Any, legal: tuple[Any, ...], choose: random.Random) -> Any:
    """Choose at random, but with few errors in Hanabi, so that the match does not end at once."""
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
    """The chance draws of a script, or of one that a viewer cannot distinguish from it."""

    opening: Draws
    draws: tuple[Draws, ...]
    """For each move."""
    length: int
    """How many moves can be played before the viewer sees a difference."""


def real_world(script: MatchScript) -> World:
    """The script's own draws."""
    return World(script.opening, tuple(move.draws for move in script.moves), len(script.moves))


def redealt_world(script: MatchScript, viewer: Seat | None, cut: int, seed: int) -> World | None:
    """A world with cards redealt that were hidden from a viewer after `cut` moves.

    None if nothing is hidden from the viewer then.
    """
    game = script.game
    counts = [len(script.opening), *(len(move.draws) for move in script.moves)]
    ends = list(accumulate(counts[: cut + 1]))
    flat = (*script.opening, *(draw for move in script.moves[:cut] for draw in move.draws))
    for attempt in range(_REDEAL_ATTEMPTS):
        redealt = game.redeal(flat, script.states[cut], viewer, Seeded(1000 * seed + attempt))
        if redealt != flat:
            split = [redealt[a:b] for a, b in pairwise((0, *ends))]
            draws = (*split[1:], *(move.draws for move in script.moves[cut:]))
            length = sum(1 for _ in _alike(script, viewer, split[0], draws))
            assert length >= cut, "a redealt match looks different to whom it was redealt for"
            return World(split[0], draws, length)
    return None


def _alike(
    script: MatchScript, viewer: Seat | None, opening: Draws, draws: tuple[Draws, ...]
) -> Iterator[None]:
    """Yield once for each move after which both worlds look the same to the viewer."""
    game = script.game
    state, _ = game.start(script.options, script.players, Replayed(opening))
    before = script.states[0]
    if game.view(state, viewer) != game.view(before, viewer):
        return
    for move, other in zip(script.moves, draws, strict=True):
        before, events = game.apply(before, move.seat, move.action, Replayed(move.draws))
        try:
            state, happened = game.apply(state, move.seat, move.action, Replayed(other))
        except HanamichiError:
            return
        same = game.view(state, viewer) == game.view(before, viewer)
        if not same or _seen(events, viewer) != _seen(happened, viewer):
            return
        yield


def _seen(events: tuple[Event, ...], viewer: Seat | None) -> bytes:
    seen = (event_for(event, viewer) for event in events)
    return msgspec.json.encode([event for event in seen if event is not None])
