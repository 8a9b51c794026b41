"""Summaries of replayed records."""

import json

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs

from hanamichi.catalog import new_match
from hanamichi.core import Abandonment, replay
from hanamichi.core.record import plain
from hanamichi.hanabi import HANABI, Rearrange
from hanamichi.records import read_any, summarise, write_record
from hanamichi.records.hanabi_settled import is_settled
from tests.records.games import (
    CHARACTERS,
    DECK_PLAY,
    SETTLED,
    SHARED,
    STRUCK_OUT,
    play_out,
    random_record,
    refusal,
)


def test_a_finished_game_is_summarised_by_its_outcome() -> None:
    match = play_out(new_match("hanabi/cocktail", ["Ann", "Bob"], seed=5), 5)
    summary = summarise(match.record())
    assert summary.game == "hanabi"
    assert summary.preset == "hanabi/cocktail"
    assert summary.players == ("Ann", "Bob")
    assert summary.outcome == plain(match.outcome)
    assert summary.score == summary.outcome["score"]
    assert summary.plies == summary.moves
    assert summary.result_checked


def test_gestures_are_moves_but_no_plies() -> None:
    match = new_match("hanabi/online", 2, seed=1)
    match.play(Rearrange((9, 8, 7, 6, 5)), seat=1)
    summary = summarise(play_out(match, 1, moves=3).record())
    assert (summary.plies, summary.moves) == (3, 4)


def test_koi_koi_has_a_score_for_each_seat() -> None:
    match = play_out(new_match("koikoi/robin-red", 2, seed=2), 2)
    summary = summarise(match.record())
    assert match.outcome is not None
    assert summary.score == match.outcome.scores
    assert json.loads(msgspec.json.encode(summary))["score"] == list(match.outcome.scores)


def test_koi_koi_left_before_its_end_keeps_the_points_so_far() -> None:
    match = play_out(new_match("koikoi/nintendo", 2, seed=2), 2, moves=90)
    for abandoned, termination in ((None, "unfinished"), (Abandonment("idle"), "abandoned")):
        summary = summarise(match.record(abandoned))
        assert summary.score == match.state.scores
        assert summary.outcome["termination"] == termination
        assert summary.outcome["winners"] == []


def test_running_out_of_time_forfeits_a_koikoi_match() -> None:
    match = new_match("koikoi/nintendo", seed=1)
    summary = summarise(match.record(Abandonment("timeout", 0)))
    assert summary.outcome["winners"] == [1]


def test_an_abandoned_game_of_hanabi_scores_nothing() -> None:
    match = play_out(new_match("hanabi/online", 2, seed=1), 1, moves=30)
    summary = summarise(match.record(Abandonment("timeout", 1)))
    assert summary.score == 0
    assert summary.outcome["result"] == summary.outcome["termination"] == "abandoned"
    assert (summary.outcome["reason"], summary.outcome["seat"]) == ("timeout", 1)
    assert summary.outcome["points"] == sum(match.state.fireworks)
    assert not summary.result_checked


def test_an_unfinished_game_has_the_points_so_far() -> None:
    match = play_out(new_match("hanabi/online", 2, seed=1), 1, moves=30)
    summary = summarise(match.record())
    assert summary.score == sum(match.state.fireworks)
    assert summary.outcome["result"] == summary.outcome["termination"] == "unfinished"


def test_a_game_with_nothing_left_to_win_is_settled() -> None:
    summary = summarise(read_any(SETTLED))
    assert summary.outcome["termination"] == "settled"
    assert summary.outcome["result"] == "scored"
    assert summary.outcome["rating"] == "extraordinary"
    assert summary.score == 22


def test_hanab_live_stops_no_game_that_is_not_over_abandoned_or_settled() -> None:
    # Not always at once: older games there went on while a card lay in a hand past its last turn.
    lines = SHARED.read_bytes().splitlines() if SHARED.exists() else []
    for line in (SETTLED, CHARACTERS, STRUCK_OUT, DECK_PLAY, *lines):
        if json.loads(line)["playerCount"] <= 5:
            assert summarise(read_any(line)).outcome["termination"] != "unfinished"


@given(st.integers(0, 2**32))
def test_a_settled_game_gains_no_more_points(seed: int) -> None:
    record = random_record({"colours": ["red", "blue", "green"]}, 3, seed)
    settled_at = None
    for position in replay(HANABI, record):
        points = sum(position.state.fireworks)
        if settled_at is not None:
            assert points == settled_at
        elif is_settled(position.state):
            settled_at = points


def test_a_summary_is_plain_json() -> None:
    summary = summarise(read_any(SETTLED))
    told = json.loads(msgspec.json.encode(summary))
    assert {"game", "preset", "plies", "score", "outcome", "players", "moves"} <= set(told)


def test_a_record_of_an_unknown_game_cannot_be_summarised() -> None:
    record = structs.replace(read_any(SETTLED), game="chess")
    assert refusal(summarise, record)[:2] == ("record/unsupported", "game")


@pytest.mark.parametrize("seed", range(3))
def test_all_three_extensions_are_written_read_and_summarised(seed: int) -> None:
    options = {"avalanche": "wild", "black_powder": True, "flamboyants": True}
    record = random_record(options, 3, seed, preset="hanabi/grands-feux")
    assert summarise(read_any(write_record(record))) == summarise(record)
