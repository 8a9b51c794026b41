"""Provably fair shuffles: committed to before the first move, verifiable afterwards.

A secret key determines every shuffle of a match: each item gets an HMAC of the key, the item and
the step that needed it, and items are sorted by it. The key's hash is published before the first
move, and the key when the match is over, so that anyone with the record can repeat the shuffles.
`docs/fairness.md` says what this proves and what it does not.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple, TypeVar

import msgspec

from hanamichi.core.chance import ChanceDraw, Replayed
from hanamichi.core.errors import RecordError
from hanamichi.core.record import AnyGame, MatchRecord, TakeBack, options_of

T = TypeVar("T")


def new_key() -> str:
    """A new secret key: 32 random bytes, in hexadecimal."""
    return secrets.token_hex(32)


def commitment_of(key: str) -> str:
    """The hash of a key, published before the first move."""
    return hashlib.sha256(bytes.fromhex(key)).hexdigest()


class Sealed:
    """Chance determined by a key, for one step: the deal, or one of the moves ever made."""

    def __init__(self, key: str, step: int) -> None:
        self._key = bytes.fromhex(key)
        self.step = step
        self._draws = 0

    def shuffle(self, label: str, items: Sequence[T]) -> tuple[T, ...]:
        occasion = f"{self.step}/{self._draws}/{label}"
        self._draws += 1
        copies: Counter[Any] = Counter()
        numbered: list[tuple[bytes, int, T]] = []
        for item in items:
            name = msgspec.to_builtins(item)
            copies[name] += 1
            text = f"{occasion}/{name}/{copies[name]}"
            number = hmac.digest(self._key, text.encode(), "sha256")
            numbered.append((number, len(numbered), item))
        return tuple(item for _, _, item in sorted(numbered, key=lambda each: each[:2]))


class SealedByDraw:
    """Chance determined by a key and the number of the draw, whatever was played before it."""

    def __init__(self, key: str, drawn: int) -> None:
        self._key = key
        self._drawn = drawn

    def shuffle(self, label: str, items: Sequence[T]) -> tuple[T, ...]:
        number = self._drawn
        self._drawn += 1
        return Sealed(self._key, number).shuffle(label, items)


def steps_before(moves: int, takebacks: Sequence[TakeBack]) -> int:
    """The number of the next step: the deal is 0, then every move counts, taken back or not."""
    return 1 + moves + sum(takeback.removed for takeback in takebacks)


class SealedStep(NamedTuple):
    """A draw and the step that needed it."""

    step: int
    draw: ChanceDraw


def sealed_steps(game: AnyGame, record: MatchRecord) -> Iterator[SealedStep]:
    """Every draw of a match, with the step that needed it, or else with its own number."""
    if record.seal is not None and record.seal.numbered == "draws":
        yield from (SealedStep(number, draw) for number, draw in enumerate(record.chance))
        return
    chance = Replayed(record.chance)
    state, _ = game.start(options_of(game, record), len(record.players), chance)
    for draw in record.chance[: chance.used]:
        yield SealedStep(0, draw)
    for number, move in enumerate(record.moves):
        begun = chance.used
        state, _ = game.apply(state, move.seat, game.parse_action(move.action), chance)
        step = steps_before(number, _earlier(number, record.takebacks or ()))
        for draw in record.chance[begun : chance.used]:
            yield SealedStep(step, draw)


def check_seal(game: AnyGame, record: MatchRecord) -> None:
    """Raise `RecordError` unless every draw of a sealed record follows from its key."""
    seal = record.seal
    if seal is None:
        raise RecordError("This record has no seal to check", code="record/unsealed", where="seal")
    if not hmac.compare_digest(commitment_of(seal.key), seal.commitment):
        raise RecordError(
            "The key is not the one whose hash was shown before the first move",
            code="record/seal",
            where="seal.key",
        )
    chance = Sealed(seal.key, 0)
    for place, (step, draw) in enumerate(sealed_steps(game, record)):
        if step != chance.step:
            chance = Sealed(seal.key, step)
        if chance.shuffle(draw.label, draw.order) != tuple(draw.order):
            raise RecordError(
                f"“{draw.label}” is not in the order that was sealed before the first move",
                code="record/seal",
                where=f"chance[{place}]",
            )


def _earlier(move: int, takebacks: Sequence[TakeBack]) -> Sequence[TakeBack]:
    """The take-backs that happened before a remaining move."""
    last = max((n for n, each in enumerate(takebacks) if each.after <= move), default=-1)
    return takebacks[: last + 1]
