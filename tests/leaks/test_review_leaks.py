"""A review knows what its seat knew: all that it may use is the same whatever was hidden."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from hanamichi.catalog import AnyMatch, presets
from hanamichi.core import Abandonment, Match, MatchRecord, Preset, Replayed, Seeded
from hanamichi.core.record import AnyGame
from hanamichi.review.history import history_of
from hanamichi.testing.sample_match import SampleMatch, Step

LEFT = Abandonment("vote")


def retold(sample: SampleMatch, steps: tuple[Step, ...], chance: Any) -> AnyMatch:
    """The first moves of a sample again, with this chance."""
    match: AnyMatch = Match(sample.game, sample.options, sample.players, chance)
    for step in steps:
        match.play(step.action, step.seat)
    return match


def known(record: MatchRecord, seat: int) -> bytes:
    """The history of a seat, as bytes."""
    history = history_of(record, seat)
    return msgspec.json.encode(
        [
            [
                [each.ply, each.actor, each.sight.view, each.sight.events, each.sight.legal]
                for each in history.plies
            ],
            [each.action for each in history.plies],
            history.ending,
        ]
    )


@pytest.mark.parametrize(
    ("game", "preset"), [pytest.param(*each, id=each[1].id) for each in presets()]
)
def test_a_history_is_the_same_for_all_that_its_seat_could_not_tell_apart(
    game: AnyGame, preset: Preset[Any]
) -> None:
    changed = 0
    for players in game.seat_counts[:2]:
        sample = SampleMatch(game, preset.options, players, seed=7)
        for share in (3, 6, 9):
            steps = sample.steps[: share * len(sample.steps) // 10]
            match = retold(sample, steps, Replayed(sample.chance.draws))
            record = match.record(LEFT)
            for seat in range(players):
                draws = game.redeal(record.chance, match.state, seat, Seeded(share))
                other = retold(sample, steps, Replayed(draws)).record(LEFT)
                changed += other.chance != record.chance
                assert known(other, seat) == known(record, seat)
    assert changed > 5
