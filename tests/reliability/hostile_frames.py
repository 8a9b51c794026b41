"""Hostile frames: mutated from real ones, generated, and malformed."""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Callable, Iterator
from typing import Any

import msgspec
from hypothesis import strategies as st

from hanamichi.server.protocol.commands import (
    ChangeTable,
    ClientMessage,
    Hint,
    MoveCommand,
    Ping,
    SetSeat,
    Sit,
    Start,
)

REAL: tuple[dict[str, Any], ...] = (
    {"type": "sit", "id": "a", "seat": 1},
    {"type": "leave", "id": "b"},
    {"type": "come-back", "id": "c"},
    {"type": "set-seat", "id": "d", "seat": 1, "plan": {"type": "bot", "bot": "search:ms=250"}},
    {
        "type": "change-table",
        "id": "e",
        "preset": "hanabi/cocktail",
        "options": {"errors": 3},
        "players": 3,
        "listed": True,
        "clock": {"bank": 600, "increment": 5},
        "bot_pace": "quick",
    },
    {"type": "start", "id": "f"},
    {"type": "move", "id": "g", "ply": 0, "action": {"type": "play", "card": 3}},
    {
        "type": "move",
        "id": "h",
        "ply": 1,
        "action": {"type": "value-clue", "target": 1, "value": 1},
    },
    {"type": "move", "id": "i", "ply": 2, "action": {"type": "play-card", "card": "1L"}},
    {"type": "move", "id": "j", "ply": 3, "action": {"type": "rearrange", "cards": [4, 3, 2]}},
    {"type": "propose", "id": "k", "what": "take-back", "ply": 2},
    {"type": "answer", "id": "l", "agree": True},
    {"type": "stand-in", "id": "m", "seat": 1, "bot": "random"},
    {"type": "link-seat", "id": "n"},
    {"type": "revoke-seat-links", "id": "n2"},
    {"type": "use-seat-link", "id": "o", "key": "x" * 32},
    {"type": "note", "id": "p", "key": "17", "text": "<b>finesse?</b>"},
    {"type": "play-again", "id": "q"},
    {"type": "hint", "id": "r"},
    {"type": "ping", "id": "s"},
)
"""One of every command."""

VALUES: tuple[Any, ...] = (
    None,
    True,
    -1,
    0,
    5,
    2**31,
    2**63,
    -(2**63) - 1,
    10**400,
    1e308,
    0.1,
    "",
    " ",
    "\0",
    "\u202e",
    "\ufeff",
    "me",
    "../../etc/passwd",
    "'; DROP TABLE entries; --",
    "<script>alert(1)</script>",
    "{{7*7}}",
    "a" * 65,
    "a" * 5000,
    "🎆" * 2000,
    [],
    {},
    [[]],
    [None] * 100,
    {"type": "move"},
    {"__proto__": {"seat": 0}},
    {"a" * 300: 1},
)
_BROKEN = (
    "",
    " ",
    "null",
    "[]",
    "{",
    "}",
    '{"type":"sit","id":"a"}{"type":"sit","id":"b"}',
    '{"type":"sit","type":"leave","id":"a"}',
    '{"id":"\\ud800","type":"sit"}',
    '{"type":"ping","id":"\\u0000"}',
    "[" * 20_000,
    '{"a":' * 5_000,
    '{"type":"move","id":"a","ply":0,"action":' + "[" * 900 + "]" * 900 + "}",
    '{"type":"ping","id":"a"' + " " * 66_000 + "}",
    "NaN",
    '{"type":"move","id":"a","ply":NaN,"action":{}}',
    '{"type":"move","id":"a","ply":1e999,"action":{}}',
    "\ufeff{}",
)

JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False)
    | st.text(max_size=40)
    | st.sampled_from([each["type"] for each in REAL]),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.sampled_from(["type", "id", "seat", "ply", "action", "plan", "options", "text"])
            | st.text(max_size=8),
            inner,
            max_size=6,
        )
    ),
    max_leaves=12,
)
"""Any JSON, often with keys and values of the protocol."""


_PLAUSIBLE: dict[str, tuple[Any, ...]] = {
    "seat": (0, 1, 2, 4),
    "ply": (0, 1, 7, 10**6),
    "preset": ("hanabi/cocktail", "koikoi/robin-red", "chess/classic"),
    "players": (1, 2, 5, 9),
    "options": ({}, {"errors": 99}, {"first_seat": 4}, {"rounds": -1}, {"nonsense": [1]}),
    "plan": ({"type": "me"}, {"type": "open"}, {"type": "bot", "bot": "search:ms=999999999"}),
    "bot": ("random", "nobody", "search:ms=1,ms=2", "random:x=" + "9" * 50),
    "what": ("take-back", "end-match", "claim-win"),
    "key": ("0", "k" * 64, "\u202e"),
    "text": ("", "<img src=x onerror=alert(1)>", "\0", "x" * 500),
    "action": (
        {"type": "play", "card": 127},
        {"type": "colour-clue", "target": 0, "colour": "red"},
        {"type": "rearrange", "cards": [0] * 128},
        {"type": "return-card", "card": "r1"},
        {"type": "play-card", "card": "1L", "capture": "1L"},
        {"type": "stop"},
        {"type": "koi-koi"},
    ),
}
"""Well-formed commands that the table does not expect."""


def mutated(choice: random.Random) -> str:
    """A real frame with one or two mutations of its form or its values."""
    if choice.random() < 0.05:
        return choice.choice(_BROKEN)
    if choice.random() < 0.3:
        return _plausible(choice)
    command = json.loads(json.dumps(choice.choice(REAL)))
    for _ in range(choice.randint(1, 2)):
        choice.choice(_IN_STRUCTURE)(command, choice)
    text = json.dumps(command, ensure_ascii=choice.random() < 0.5)
    if choice.random() < 0.3:
        text = choice.choice(_IN_TEXT)(text, choice)
    return text


def _plausible(choice: random.Random) -> str:
    command = dict(choice.choice(REAL)) | {"id": str(choice.randrange(50))}
    for name in command:
        if name in _PLAUSIBLE:
            command[name] = choice.choice(_PLAUSIBLE[name])
    return json.dumps(command)


def _set_value(command: dict[str, Any], choice: random.Random) -> None:
    place = _somewhere(command, choice)
    place[choice.choice(list(place) or ["type"])] = copy.deepcopy(choice.choice(VALUES))


def _drop_field(command: dict[str, Any], choice: random.Random) -> None:
    place = _somewhere(command, choice)
    if place:
        del place[choice.choice(list(place))]


def _add_field(command: dict[str, Any], choice: random.Random) -> None:
    name = choice.choice(["seat", "admin", "person", "state", "deck", "type", "id", "x" * 200])
    _somewhere(command, choice)[name] = copy.deepcopy(choice.choice(VALUES))


def _other_type(command: dict[str, Any], choice: random.Random) -> None:
    command["type"] = choice.choice(REAL)["type"]


def _somewhere(command: dict[str, Any], choice: random.Random) -> dict[str, Any]:
    inner = [value for value in command.values() if isinstance(value, dict)]
    return choice.choice([command, *inner])


_IN_STRUCTURE: tuple[Callable[[dict[str, Any], random.Random], None], ...] = (
    _set_value,
    _set_value,
    _drop_field,
    _add_field,
    _other_type,
)


def _cut(text: str, choice: random.Random) -> str:
    return text[: choice.randrange(len(text))]


def _flip(text: str, choice: random.Random) -> str:
    place = choice.randrange(len(text))
    return text[:place] + chr(choice.randrange(1, 0xD7FF)) + text[place + 1 :]


def _double(text: str, choice: random.Random) -> str:
    place = choice.randrange(len(text))
    return text[:place] + text[choice.randrange(len(text)) :] + text[place:]


_IN_TEXT: tuple[Callable[[str, random.Random], str], ...] = (_cut, _flip, _double)


_DECODER: msgspec.json.Decoder[ClientMessage] = msgspec.json.Decoder(ClientMessage)
_HARMLESS = (Sit, Start, SetSeat, ChangeTable, Ping, Hint)
"""Commands that change nothing once the match has started."""


_FAR = 10_000
"""A ply that no match reaches."""


def is_hostile_from_a_seat(frame: str) -> bool:
    """Whether a frame must change nothing even if a player of the table sends it."""
    try:
        command = _DECODER.decode(frame)
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return True
    if isinstance(command, MoveCommand):
        action = bytes(command.action)
        return b"type" not in action or (command.ply > _FAR and b"rearrange" not in action)
    return isinstance(command, _HARMLESS)


def endless(seed: int) -> Iterator[str]:
    """An endless sequence of mutated frames."""
    choice = random.Random(seed)
    while True:
        yield mutated(choice)
