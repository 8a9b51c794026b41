"""Sealed shuffles: decided by a key before the first move, and verified from the record alone."""

from __future__ import annotations

from collections import Counter
from itertools import count
from random import Random
from typing import Any

import pytest
from msgspec import structs

from hanamichi.catalog import game_by_id
from hanamichi.core import MatchRecord, RecordError, Seal, Sealed, check_seal
from hanamichi.core.seal import commitment_of, new_key
from hanamichi.records import read_record, write_record
from hanamichi.server.table.absence import Presence
from hanamichi.server.views import projection
from tests.server.table_harness import ANN, BO, TableHarness

KEY = "00" * 31 + "07"


def test_the_same_key_and_occasion_give_the_same_order() -> None:
    first, again = (Sealed(KEY, 3).shuffle("deck", range(40)) for _ in range(2))
    assert first == again
    assert sorted(first) == list(range(40))
    assert Sealed(KEY, 4).shuffle("deck", range(40)) != first
    assert Sealed(new_key(), 3).shuffle("deck", range(40)) != first
    twice = Sealed(KEY, 3)
    assert twice.shuffle("deck", range(40)) != twice.shuffle("deck", range(40))


def test_the_order_does_not_depend_on_the_order_of_the_items() -> None:
    items = ["r1", "r1", "r1", "b2", "b2", "w5"]
    expected = Sealed(KEY, 0).shuffle("deck", items)
    for seed in range(20):
        Random(seed).shuffle(items)
        assert Sealed(KEY, 0).shuffle("deck", items) == expected


def test_every_item_comes_first_about_as_often() -> None:
    firsts = Counter(Sealed(KEY, deed).shuffle("deck", range(6))[0] for deed in range(3000))
    assert all(400 < times < 600 for times in firsts.values())


def playing(preset: str, **options: Any) -> TableHarness:
    """Ann and Bo at a sealed table."""
    harness = TableHarness(preset, "me", "open", key=KEY, options=options)
    harness.do(BO, "sit")
    harness.do(ANN, "start")
    return harness


def finished(preset: str, **options: Any) -> MatchRecord:
    """A sealed match with moves taken back on the way."""
    harness = playing(preset, **options)
    for number in count(1):
        if harness.table.status == "over":
            return projection.record(harness.table)
        harness.move_any(harness.actor_to_move())
        if number in (3, 5, 6, 11) and harness.table.status == "playing":
            harness.do(ANN, "propose", what="take-back", ply=max(0, harness.table.ply - 2))
            harness.do(BO, "answer", agree=True)
    raise AssertionError("unreachable")


@pytest.mark.parametrize(
    ("preset", "options"),
    [("hanabi/grands-feux", {"flamboyants": True}), ("koikoi/nintendo", {"rounds": 3})],
)
def test_the_key_decides_every_shuffle_of_a_match_take_backs_included(
    preset: str, options: dict[str, Any]
) -> None:
    record = read_record(write_record(finished(preset, **options)))
    game = game_by_id(record.game)
    assert record.takebacks
    check_seal(game, record)
    assert record.seal is not None
    other = new_key()
    for forged in (
        structs.replace(record, seal=Seal(record.seal.commitment, other)),
        structs.replace(record, seal=Seal(commitment_of(other), other)),
    ):
        with pytest.raises(RecordError) as refused:
            check_seal(game, forged)
        assert refused.value.code == "record/seal"


def test_a_record_without_a_seal_has_nothing_to_check() -> None:
    record = structs.replace(finished("hanabi/cocktail"), seal=None)
    with pytest.raises(RecordError) as refused:
        check_seal(game_by_id(record.game), record)
    assert refused.value.code == "record/unsealed"


def test_seats_see_the_hash_and_never_the_key() -> None:
    harness = playing("hanabi/cocktail")
    here = Presence()
    told = projection.encode(
        projection.snapshot(harness.table, ANN, here, {}, 0, now=harness.now, at=harness.at)
    ).decode()
    assert commitment_of(KEY) in told
    assert KEY not in told
