"""From a record to hanab.live's game JSON, for the tables that hanab.live has too."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import msgspec

from hanamichi.core import Abandonment, MatchRecord, RecordError, replay
from hanamichi.hanabi import (
    HANABI,
    ColourClue,
    Discard,
    HanabiOptions,
    HanabiState,
    Play,
    PlayFromDeck,
    Suit,
    ValueClue,
)
from hanamichi.hanabi.options import hand_size
from hanamichi.records.hanab_live import form
from hanamichi.records.hanab_live.form import LiveAction, LiveCard, LiveGame, LiveSource
from hanamichi.records.hanab_live.variants import NO_VARIANT, Variant, suits_in, variant_of
from hanamichi.records.parsing import convert

# What hanab.live plays at every table.
_FIXED = {
    "clue_tokens": 8,
    "errors": 3,
    "flamboyants": False,
    "tile_on_any_completion": False,
    "values": 5,
    "first_copies": 3,
    "middle_copies": 2,
    "last_copies": 1,
    "keep_points": False,
}
_OURS = ("players", "score", "options", "deck", "actions")
"""The fields written for a game that was not hanab.live's."""


def write_hanab_live(record: MatchRecord) -> bytes:
    """The record as hanab.live's JSON, on one line. Gestures are left out: it has none."""
    source = _source(record.source)
    game = live_game(record, source)
    fields = msgspec.to_builtins(game)
    shown = {name: _field(name, fields, source) for name in _fields(source, game)}
    return json.dumps(shown, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"


def live_game(record: MatchRecord, source: LiveSource | None) -> LiveGame:
    """The record as a game of hanab.live; refuses what that site has no table for."""
    if record.game != HANABI.id:
        raise RecordError(
            f"hanab.live plays Hanabi only, not {record.game}",
            code="record/unsupported",
            where="game",
        )
    positions = list(replay(HANABI, record))
    first, last = positions[0].state, positions[-1].state
    variant = variant_of(_writable(first.options))
    hands = _hand_options(first.options, len(record.players))
    suits = suits_in(first.options, variant)
    before = first
    actions: list[LiveAction] = []
    for position in positions[1:]:
        assert position.move is not None
        action = _action(position.move.action, before, suits, variant)
        if action is not None:
            actions.append(action)
        before = position.state
    if (end := _end(record, source)) is not None:
        actions.append(end)
    outcome = HANABI.outcome(last)
    lost = record.abandoned is not None or (outcome is not None and outcome.result == "lost")
    return LiveGame(
        deck=tuple(
            LiveCard(variant.suits.index(suits[face.suit]), face.number) for face in first.deck
        ),
        actions=tuple(actions),
        players=record.players,
        player_count=len(record.players),
        options=_options(first, variant, hands, source),
        variant=variant.name,
        score=form.live_score(last.fireworks, lost=lost),
    )


def _writable(options: HanabiOptions) -> HanabiOptions:
    for name, value in _FIXED.items():
        if getattr(options, name) != value:
            raise _no_table(name, getattr(options, name))
    return options


def _hand_options(options: HanabiOptions, players: int) -> dict[str, bool]:
    """Which of their options deal hands of this size; refuses hands that none of them deals."""
    more = hand_size(options, players) - hand_size(HanabiOptions(), players)
    if more not in (0, *form.HAND_OPTIONS.values()):
        raise _no_table("hand_size", options.hand_size)
    return {name: more == change for name, change in form.HAND_OPTIONS.items()}


def _no_table(name: str, value: object) -> RecordError:
    return RecordError(
        f"hanab.live has no table with {name} at {json.dumps(value)}",
        code="record/unsupported",
        where=f"options.{name}",
    )


def _source(source: Mapping[str, Any] | None) -> LiveSource | None:
    """What was kept when the record was made from a game of hanab.live."""
    if source is None or source.get("site") != form.SITE:
        return None
    try:
        kept = convert(source, LiveSource)
        form.check_habits(kept.options)
    except RecordError as error:
        where = f"source.{error.where}" if error.where else "source"
        raise RecordError(error.message, code=error.code, where=where) from None
    return kept


def _action(
    action: Mapping[str, Any],
    before: HanabiState,
    suits: Mapping[Suit, Suit],
    variant: Variant,
) -> LiveAction | None:
    match HANABI.parse_action(action):
        case Play(card):
            return LiveAction(form.PLAY, card, 0)
        case PlayFromDeck():
            return LiveAction(form.PLAY, before.drawn, 0)
        case Discard(card):
            return LiveAction(form.DISCARD, card, 0)
        case ColourClue(target, colour):
            named = variant.clue_colours.index(suits[colour])
            return LiveAction(form.COLOUR_CLUE, target, named)
        case ValueClue(target, value):
            return LiveAction(form.VALUE_CLUE, target, value)
        case _:
            return None


def _end(record: MatchRecord, source: LiveSource | None) -> LiveAction | None:
    abandoned = record.abandoned
    if abandoned is None:
        return None
    if source is not None and source.silent_end and abandoned == Abandonment("terminated"):
        return None
    if source is not None and source.end is not None:
        players = len(record.players)
        if form.abandonment_of(source.end, players, "source.end") == abandoned:
            return source.end
    return form.end_action(abandoned)


def _options(
    first: HanabiState, variant: Variant, hands: Mapping[str, bool], source: LiveSource | None
) -> dict[str, Any]:
    """The options as they were given; for a table of ours, those that are not off."""
    options = first.options
    rules: dict[str, Any] = {
        "variant": variant.name,
        "startingPlayer": first.turn,
        "deckPlays": options.deck_play,
        "emptyClues": options.empty_clues,
        "allOrNothing": options.final_bouquet,
        **hands,
    }
    if source is None:
        return {name: value for name, value in rules.items() if value}
    written = dict(source.options)
    if "variant" in source.fields and not written.get("variant"):
        del rules["variant"]  # it is written at the top level, where it came from
    for name, value in rules.items():
        implied = NO_VARIANT if name == "variant" else 0
        if (written.get(name) or implied) != value:
            written[name] = value
    return written


def _fields(source: LiveSource | None, game: LiveGame) -> tuple[str, ...]:
    """The fields to write: those the game came with, and whatever it cannot do without."""
    if source is None:
        return _OURS
    needed = {"deck", "actions"}
    if not {"players", "playerCount"} & set(source.fields):
        needed.add("players")
    if game.options:
        needed.add("options")
    known = [name for name in source.fields if name in form.FIELDS or name in source.kept]
    return tuple(dict.fromkeys((*known, *sorted(needed))))


def _field(name: str, fields: Mapping[str, Any], source: LiveSource | None) -> Any:
    if name in fields:
        return fields[name]
    assert source is not None
    return source.kept[name]
