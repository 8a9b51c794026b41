"""Games for records: real ones from the fixtures, random ones of any table."""

import json
import random
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec

from hanamichi.catalog import AnyMatch, new_match
from hanamichi.core import MatchRecord, RecordError
from hanamichi.hanabi import HanabiState, Play
from hanamichi.records.hanab_live import Variant

ROOT = Path(__file__).parents[2]
FIXTURE = ROOT / "tests" / "fixtures" / "hanab-live.jsonl"
SHARED = ROOT.parent / "shared" / "data" / "hanab-live" / "no-variant-games.jsonl"

TERMINATED, SETTLED, CHARACTERS, STRUCK_OUT, DECK_PLAY, SIX_PLAYERS = FIXTURE.read_bytes().split(
    b"\n"
)[:6]
PLAYABLE = (TERMINATED, SETTLED, CHARACTERS, STRUCK_OUT, DECK_PLAY)


def live(line: bytes, **changes: Any) -> dict[str, Any]:
    """A game of hanab.live as plain values, with some fields replaced."""
    game: dict[str, Any] = json.loads(line)
    return game | changes


def encoded(value: Any) -> bytes:
    """Plain values as JSON."""
    return json.dumps(value).encode()


def play_out(match: AnyMatch, seed: int, *, moves: int = 10_000, clumsy: float = 0.02) -> AnyMatch:
    """Random play that seldom misplays, so that games of Hanabi reach their ends."""
    rng = random.Random(seed)
    while match.to_act is not None and moves:
        choices = match.legal_actions()
        if isinstance(match.state, HanabiState) and rng.random() > clumsy:
            state = match.state
            choices = tuple(a for a in choices if not _misplays(state, a)) or choices
        match.play(rng.choice(choices))
        moves -= 1
    return match


def _misplays(state: HanabiState, action: Any) -> bool:
    if not isinstance(action, Play):
        return False
    face = state.deck[action.card]
    return state.fireworks[face.suit.index] != face.step - 1


def table_of(variant: Variant) -> dict[str, Any]:
    """The options that make a table of ours that variant."""
    return dict(msgspec.to_builtins(dict(variant.options)))


def random_record(
    options: Mapping[str, Any],
    players: int = 3,
    seed: int = 0,
    *,
    preset: str = "hanabi/online",
    moves: int = 10_000,
) -> MatchRecord:
    """A record of a random match."""
    match = new_match(preset, players, options=dict(options), seed=seed)
    return play_out(match, seed, moves=moves).record()


def refusal(read: Any, *arguments: Any) -> tuple[str, str | None, str]:
    """The code, the place and the sentence with which a call is refused."""
    try:
        read(*arguments)
    except RecordError as error:
        return error.code, error.where, error.message
    raise AssertionError("this was accepted")
