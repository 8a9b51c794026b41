"""A history has what a seat saw, at every ply before the end."""

from __future__ import annotations

from random import Random

import pytest
from msgspec.structs import replace

from hanamichi.bots import Sight
from hanamichi.bots.random import RandomBot
from hanamichi.catalog import GAMES, preset_by_id
from hanamichi.core import Match, MatchRecord, RecordError, Seal, Seeded
from hanamichi.core.seal import commitment_of, new_key
from hanamichi.review import ReviewError, check_reviewable, review_match, review_seat
from hanamichi.review.history import history_of


def played(preset_id: str, seed: int) -> MatchRecord:
    game, preset = preset_by_id(preset_id)
    match = Match(game, preset.options, game.seat_counts[0], Seeded(seed), preset_id)
    bot, chance = RandomBot(), Random(seed)
    while (seat := match.to_act) is not None:
        sight = Sight(match.view(seat), match.log(seat), match.legal_actions())
        match.play(bot.choose(sight, chance).action)
    return match.record()


def with_another_seal(record: MatchRecord) -> MatchRecord:
    """The record with the seal of a shuffle that it was not dealt by."""
    key = new_key()
    return replace(record, seal=Seal(commitment_of(key), key))


@pytest.mark.parametrize("preset_id", ["hanabi/online", "koikoi/nintendo"])
def test_a_history_has_the_views_the_events_and_the_actions_of_a_seat(preset_id: str) -> None:
    record = played(preset_id, 3)
    game = GAMES[record.game]
    for seat in range(len(record.players)):
        history = history_of(record, seat)
        assert [each.ply for each in history.plies] == list(range(len(record.moves)))
        for each, move in zip(history.plies, record.moves, strict=True):
            assert each.actor == move.seat
            own = move.seat == seat
            assert each.action == (game.parse_action(move.action) if own else None)
            assert bool(each.sight.legal) == own
            assert not own or each.action in each.sight.legal


def test_an_unfinished_match_is_refused() -> None:
    record = played("hanabi/online", 1)
    cut = MatchRecord(
        game=record.game,
        preset=record.preset,
        options=record.options,
        players=record.players,
        chance=record.chance,
        moves=record.moves[:-1],
    )
    for review in (check_reviewable, review_match, lambda match: review_seat(match, 0)):
        with pytest.raises(ReviewError) as refused:
            review(cut)
        assert refused.value.code == "review/unfinished"


def test_a_match_that_was_not_shuffled_as_its_seal_says_is_refused() -> None:
    forged = with_another_seal(played("koikoi/nintendo", 1))
    for review in (check_reviewable, review_match, lambda match: review_seat(match, 0)):
        with pytest.raises(RecordError) as refused:
            review(forged)
        assert refused.value.code == "record/seal"
