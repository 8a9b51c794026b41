"""The review of Koi-Koi: the same for what looks the same, whole, and by any rules."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings

from hanamichi.bots import Sight
from hanamichi.bots.koikoi import NoviceBot
from hanamichi.bots.koikoi.koikoi_bots import KOIKOI_BOTS
from hanamichi.bots.registry import BOTS, GameBots, Unsupported
from hanamichi.core import Match, MatchRecord, Replayed, Seat, Seeded
from hanamichi.koikoi import KOIKOI, KoiKoiOptions, KoiKoiView
from hanamichi.review import ReviewError, SeatReview, check_reviewable, review_match
from hanamichi.review.history import SeatHistory, history_of
from hanamichi.review.koikoi import koikoi_review, seat_judgement
from hanamichi.review.koikoi.action_values import Effort
from hanamichi.review.koikoi.koikoi_review import KOIKOI_REVIEW
from hanamichi.review.koikoi.seat_judgement import judge_seat
from hanamichi.words import LANGUAGES, why
from tests.koikoi.strategies import seeds, tables
from tests.koikoi.tables import NINTENDO, ROBIN_RED, options_with

QUICK = Effort(worlds=24, hands=16, exact=40)
TABLES = {
    "nintendo": options_with(NINTENDO, rounds=3),
    "robin-red": options_with(ROBIN_RED, rounds=3),
    "gaji": options_with(ROBIN_RED, rounds=2, gaji=True),
}
EVERY_TABLE = pytest.mark.parametrize("table", TABLES)


def play_on(match: Match[Any, Any, Any, Any, Any, Any], seed: int) -> MatchRecord:
    """Let two novices play a match to its end."""
    bot, chance = NoviceBot(), Random(seed)
    while (seat := match.to_act) is not None:
        sight = Sight(match.view(seat), match.log(seat), match.legal_actions())
        match.play(bot.choose(sight, chance).action)
    return match.record()


def played(options: KoiKoiOptions, seed: int) -> MatchRecord:
    return play_on(Match(KOIKOI, options, 2, Seeded(seed)), seed)


def judged(history: SeatHistory, effort: Effort = QUICK) -> SeatReview:
    return judge_seat(history, effort, lambda _: None)


def redealt(record: MatchRecord, ply: int, seat: Seat) -> MatchRecord:
    """Another match that this seat could not tell from the first one before it moved at a ply."""
    options = history_of(record, seat).options
    chance = Replayed(record.chance)
    match = Match(KOIKOI, options, 2, chance)
    for move in record.moves[:ply]:
        match.play(KOIKOI.parse_action(move.action))
    draws = KOIKOI.redeal(match.record().chance, match.state, seat, Seeded(ply))
    other = Match(KOIKOI, options, 2, AfterReplay(draws, ply))
    for move in record.moves[: ply + 1]:
        other.play(KOIKOI.parse_action(move.action))
    return play_on(other, ply)


class AfterReplay:
    """The orders of some draws, then new ones."""

    def __init__(self, draws: Any, seed: int) -> None:
        self._replayed, self._seeded = Replayed(draws), Seeded(seed)

    def shuffle(self, label: str, items: Any) -> Any:
        source = self._seeded if self._replayed.exhausted else self._replayed
        return source.shuffle(label, items)


def until(review: SeatReview, ply: int) -> bytes:
    """All that a review says of the plies up to this one."""
    (curve,) = review.curves
    points = [pair for pair in zip(curve.plies, curve.values, strict=True) if pair[0] <= ply]
    moments = [moment for moment in review.moments if moment.ply <= ply]
    return msgspec.json.encode([moments, points])


@EVERY_TABLE
def test_hidden_cards_change_nothing_in_what_is_said_until_then(table: str) -> None:
    record = played(TABLES[table], 5)
    for seat in range(2):
        history = history_of(record, seat)
        review = judged(history)
        for ply in [each.ply for each in history.own][3::9]:
            other = redealt(record, ply, seat)
            assert other.chance != record.chance
            assert until(judged(history_of(other, seat)), ply) == until(review, ply)


@EVERY_TABLE
def test_the_same_history_gives_the_same_bytes(table: str) -> None:
    record = played(TABLES[table], 8)
    shares: list[float] = []
    first = judge_seat(history_of(record, 0), QUICK, shares.append)
    assert msgspec.json.encode(judged(history_of(record, 0))) == msgspec.json.encode(first)
    assert shares == sorted(shares)
    assert shares[-1] == 1
    named = history_of(record, 0, ("search:ms=10", None))
    assert judged(named) == first


@settings(max_examples=12)
@given(options=tables, seed=seeds)
def test_a_review_is_whole_by_any_rules(options: KoiKoiOptions, seed: int) -> None:
    record = played(options, seed)
    check_reviewable(record)
    for seat in range(2):
        history = history_of(record, seat)
        review = judged(history)
        assert [moment.ply for moment in review.moments] == [each.ply for each in history.own]
        for moment, each in zip(review.moments, history.own, strict=True):
            legal = [msgspec.to_builtins(action) for action in each.sight.legal]
            if len(legal) == 1:
                assert moment.verdict is None
                continue
            assert sorted(map(str, legal)) == sorted(str(a.action) for a in moment.alternatives)
            values = [alternative.value for alternative in moment.alternatives]
            assert values == sorted(values, reverse=True)
            assert all(0 <= value <= 1 for value in values)
            assert moment.alternatives[0].error == 0
            assert bool(moment.reasons) == (moment.verdict != "best")
            for reason in moment.reasons:
                for lang in LANGUAGES:
                    names = ("Ana", "Ben")
                    sentence = why(
                        "koikoi", reason.code, reason.facts, lang, names=names, section="review"
                    )
                    assert sentence is not None
        (curve,) = review.curves
        assert list(curve.plies) == sorted(set(curve.plies))
        assert (curve.plies[-1], curve.values[-1]) == (
            len(record.moves),
            {True: 1.0, False: 0.0, None: 0.5}[_won(record, seat)],
        )


def _won(record: MatchRecord, seat: Seat) -> bool | None:
    assert record.result is not None
    winners = record.result["winners"]
    assert isinstance(winners, list)
    return seat in winners if winners else None


def test_rounds_begin_where_their_first_decision_is_made() -> None:
    lucky = 0
    for seed in range(40):
        record = played(options_with(NINTENDO, rounds=6), seed)
        history = history_of(record, 1)
        rounds = KOIKOI_REVIEW.rounds(history)
        assert len(rounds) == 6
        assert rounds[0] == 0
        for number, (begin, end) in enumerate(
            zip(rounds, (*rounds[1:], len(history.plies)), strict=True), 1
        ):
            lucky += begin == end
            for each in history.plies[begin:end]:
                assert isinstance(each.sight.view, KoiKoiView)
                assert each.sight.view.number == number
    assert lucky > 0, "no round was won by a lucky hand"


def test_an_abandoned_match_is_reviewed_as_far_as_it_went() -> None:
    record = played(TABLES["nintendo"], 3)
    match = Match(KOIKOI, TABLES["nintendo"], 2, Replayed(record.chance))
    for move in record.moves[:9]:
        match.play(KOIKOI.parse_action(move.action))
    history = history_of(match.record(), 0)
    review = judged(history)
    assert [moment.ply for moment in review.moments] == [each.ply for each in history.own]
    assert review.curves[0].plies[-1] <= 9
    assert until(review, 8) == until(judged(history_of(record, 0)), 8)


def test_before_the_swap_nothing_is_lost() -> None:
    record = played(TABLES["robin-red"], 2)
    moments = [each for seat in range(2) for each in judged(history_of(record, seat)).moments]
    swaps = [each for each in moments if each.action["type"] in ("swap", "keep")]
    assert len(swaps) == 3
    for moment in swaps:
        swap, keep = moment.alternatives
        assert (swap.value, swap.error) == (keep.value, keep.error)
        assert (moment.verdict, moment.loss) == ("best", 0)


def test_rules_that_no_bot_can_play_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    def unfit(_options: Any, _players: int) -> Unsupported:
        return Unsupported("gaji", "it does not know the lightning")

    bots = tuple(info._replace(unsupported=unfit) for info in KOIKOI_BOTS.bots)
    monkeypatch.setattr(BOTS, "find", lambda _: GameBots(bots, ("regular",)))
    with pytest.raises(ReviewError, match="cannot play with gaji") as refused:
        check_reviewable(played(TABLES["gaji"], 1))
    assert (refused.value.code, refused.value.where) == ("review/unsupported", "gaji")


def test_without_the_kernels_it_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(koikoi_review, "is_installed", lambda _: False)
    with pytest.raises(ReviewError, match=r"hanamichi\[batch\]") as refused:
        KOIKOI_REVIEW.check(NINTENDO, 2)
    assert refused.value.code == "review/unsupported"


def test_a_match_is_reviewed_by_both_seats(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(seat_judgement, "EFFORTS", {"standard": QUICK, "deep": QUICK})
    review = review_match(played(TABLES["nintendo"], 4))
    assert [seat.seat for seat in review.seats] == [0, 1]
    assert len(review.rounds) == 3
    for seat in review.seats:
        assert seat.accuracy is not None
        assert 0 <= seat.accuracy <= 100
        losses = {moment.ply: moment.loss for moment in seat.moments}
        costs = [losses[ply] for ply in seat.costliest]
        assert costs == sorted(losses.values(), reverse=True)[: len(costs)]
