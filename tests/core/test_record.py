"""Records replay exactly, and changed ones are refused."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from hanamichi.catalog import new_match
from hanamichi.core import (
    Abandonment,
    ChanceDraw,
    Match,
    MatchRecord,
    Move,
    RecordError,
    Seeded,
    replay,
)
from hanamichi.core.record import plain
from hanamichi.hanabi import HANABI, HanabiOptions
from tests.hanabi.strategies import play_out
from tests.hanabi.table import options

RULES = options(flamboyants=True, first_seat=None)


def with_a_return() -> MatchRecord:
    """A finished game in which a discarded card was shuffled back."""
    for seed in range(100):
        record = play_out(RULES, 2, seed, 1.0).match.record()
        if any(draw.label == "reshuffle" for draw in record.chance):
            return record
    raise AssertionError("no such game among the first hundred")


RECORD = with_a_return()


def refusal(record: MatchRecord) -> RecordError:
    with pytest.raises(RecordError) as caught:
        list(replay(HANABI, record))
    assert caught.value.message
    return caught.value


def assert_refused(record: MatchRecord, code: str, where: str) -> None:
    error = refusal(record)
    assert (error.code, error.where) == (code, where)


def with_move(index: int, action: Mapping[str, Any], seat: int | None = None) -> MatchRecord:
    """The record with one move replaced."""
    move = RECORD.moves[index]
    other = Move(move.seat if seat is None else seat, action)
    return replace(RECORD, moves=(*RECORD.moves[:index], other, *RECORD.moves[index + 1 :]))


def with_order(label: str, change: Callable[[tuple[Any, ...]], tuple[Any, ...]]) -> MatchRecord:
    """The record with one chance draw changed."""
    draws = tuple(
        ChanceDraw(label, change(draw.order)) if draw.label == label else draw
        for draw in RECORD.chance
    )
    return replace(RECORD, chance=draws)


def place_of(label: str) -> int:
    return next(n for n, draw in enumerate(RECORD.chance) if draw.label == label)


def test_a_record_replays_from_the_deal_to_the_end() -> None:
    positions = list(replay(HANABI, RECORD))
    assert positions[0].move is None
    assert positions[0].ply == 0
    assert [position.move for position in positions[1:]] == list(RECORD.moves)
    outcome = HANABI.outcome(positions[-1].state)
    assert plain(outcome) == RECORD.result


def test_a_record_survives_json_and_holds_every_option() -> None:
    again = msgspec.json.decode(msgspec.json.encode(RECORD), type=MatchRecord)
    assert again == RECORD
    assert set(RECORD.options) == set(HanabiOptions.__struct_fields__)


def test_a_record_holds_the_chance_draws_and_no_seed() -> None:
    assert [draw.label for draw in RECORD.chance] == ["first-seat", "deck", "tiles", "reshuffle"]
    assert b"seed" not in msgspec.json.encode(RECORD)


# -- chance that cannot have been --------------------------------------------------------------


def test_fifty_one_cards() -> None:
    record = with_order("deck", lambda deck: (*deck, "w1"))
    assert_refused(record, "record/impossible", f"chance[{place_of('deck')}]")


def test_a_fourth_copy() -> None:
    record = with_order("deck", lambda deck: tuple("w1" if card == "w5" else card for card in deck))
    error = refusal(record)
    assert error.code == "record/impossible"
    assert error.where is not None
    assert error.where.startswith(f"chance[{place_of('deck')}].order[")


@pytest.mark.parametrize("item", [None, 3, 1.5, True, ["w1"], {"card": "w1"}, "zz"])
def test_a_card_that_does_not_exist(item: Any) -> None:
    record = with_order("deck", lambda deck: (item, *deck[1:]))
    assert_refused(record, "record/impossible", f"chance[{place_of('deck')}].order[0]")


def test_a_seat_that_does_not_exist() -> None:
    record = with_order("first-seat", lambda order: (7, *order[1:]))
    assert_refused(record, "record/impossible", "chance[0].order[0]")


def test_a_tile_twice() -> None:
    record = with_order("tiles", lambda tiles: (tiles[0], *tiles[:-1]))
    assert_refused(record, "record/impossible", f"chance[{place_of('tiles')}].order[1]")


def test_a_reshuffle_of_other_cards() -> None:
    record = with_order("reshuffle", lambda cards: ("zz", *cards[1:]))
    assert_refused(record, "record/impossible", f"chance[{place_of('reshuffle')}].order[0]")


def test_chance_under_a_wrong_label() -> None:
    draws = tuple(ChanceDraw("field", draw.order) for draw in RECORD.chance)
    assert_refused(replace(RECORD, chance=draws), "record/impossible", "chance[0]")


@pytest.mark.parametrize("kept", [0, 1, 2, 3])
def test_chance_that_is_missing(kept: int) -> None:
    record = replace(RECORD, chance=RECORD.chance[:kept])
    assert_refused(record, "record/impossible", f"chance[{kept}]")


def test_chance_that_was_never_asked_for() -> None:
    record = replace(RECORD, chance=(*RECORD.chance, ChanceDraw("deck", ())))
    assert_refused(record, "record/impossible", f"chance[{len(RECORD.chance)}]")


# -- moves that cannot have been ---------------------------------------------------------------


def test_a_move_after_the_end() -> None:
    record = replace(RECORD, moves=(*RECORD.moves, RECORD.moves[-1]))
    assert_refused(record, "record/impossible", f"moves[{len(RECORD.moves)}]")


def test_a_clue_to_oneself() -> None:
    seat = RECORD.moves[0].seat
    record = with_move(0, {"type": "value-clue", "target": seat, "value": 1})
    assert_refused(record, "record/impossible", "moves[0]")


def test_a_card_not_in_hand() -> None:
    assert_refused(with_move(3, {"type": "play", "card": 99}), "record/impossible", "moves[3]")


def test_a_discard_with_all_clue_tokens_available() -> None:
    state = next(iter(replay(HANABI, RECORD))).state
    own = state.hands[state.turn][0]
    assert_refused(with_move(0, {"type": "discard", "card": own}), "record/impossible", "moves[0]")


@pytest.mark.parametrize("seat", [-1, 2, 99])
def test_a_move_of_an_unknown_seat(seat: int) -> None:
    record = with_move(2, RECORD.moves[2].action, seat)
    assert_refused(record, "record/impossible", "moves[2]")


def test_a_move_out_of_turn() -> None:
    record = with_move(0, RECORD.moves[0].action, 1 - RECORD.moves[0].seat)
    assert_refused(record, "record/impossible", "moves[0]")


@pytest.mark.parametrize(
    "action", [{}, {"type": "koi-koi"}, {"type": "play", "card": "1"}, {"type": "play", "x": []}]
)
def test_a_move_that_cannot_be_parsed(action: dict[str, Any]) -> None:
    assert_refused(with_move(1, action), "record/impossible", "moves[1]")


def test_every_position_before_the_wrong_move_is_still_given() -> None:
    positions = replay(HANABI, with_move(5, {"type": "play", "card": 99}))
    for _ in range(6):
        next(positions)
    with pytest.raises(RecordError):
        next(positions)


# -- options, players and results that cannot have been ----------------------------------------


def test_a_record_of_another_game() -> None:
    assert_refused(replace(RECORD, game="koikoi"), "record/mismatch", "game")


@pytest.mark.parametrize(
    ("changes", "where"),
    [
        ({"errors": 0}, "options.errors"),
        ({"errors": None}, "options.errors"),
        ({"ikebana": True}, "options.ikebana"),
        ({"colours": ["red", "red"]}, "options.colours"),
        ({"first_seat": 4}, "options.first_seat"),
        ({"avalanche": {}}, "options.avalanche"),
    ],
)
def test_invalid_options(changes: dict[str, Any], where: str) -> None:
    record = replace(RECORD, options={**RECORD.options, **changes})
    assert_refused(record, "record/impossible", where)


@pytest.mark.parametrize("players", [(), ("Ann",), ("A", "B", "C", "D", "E", "F")])
def test_a_table_of_the_wrong_size(players: tuple[str, ...]) -> None:
    record = replace(RECORD, players=players)
    assert_refused(record, "record/impossible", "players")


def test_a_wrong_result() -> None:
    assert RECORD.result is not None
    for wrong in ({**RECORD.result, "score": 99}, {}, {"termination": "errors"}):
        assert_refused(replace(RECORD, result=wrong), "record/mismatch", "result")


def test_a_result_of_a_match_that_did_not_end() -> None:
    record = replace(RECORD, moves=RECORD.moves[:-1])
    assert_refused(record, "record/mismatch", "result")


def test_a_record_need_not_claim_a_result() -> None:
    list(replay(HANABI, replace(RECORD, result=None)))


# -- matches that people left ------------------------------------------------------------------


def test_an_abandoned_match_replays_to_where_it_was_left() -> None:
    match = Match(HANABI, HanabiOptions(), 2, Seeded(1))
    match.play(match.legal_actions()[0])
    record = match.record(Abandonment("timeout", seat=1))
    assert record.result is None
    assert list(replay(HANABI, record))[-1].state == match.state


def test_a_match_that_ended_was_not_abandoned() -> None:
    record = replace(RECORD, abandoned=Abandonment("vote"))
    assert_refused(record, "record/impossible", "abandoned")


def test_an_abandonment_names_a_seat_of_the_table() -> None:
    match = Match(HANABI, HanabiOptions(), 2, Seeded(1))
    record = match.record(Abandonment("timeout", seat=5))
    assert_refused(record, "record/impossible", "abandoned.seat")


def test_a_record_without_an_option_that_came_later_has_its_default() -> None:
    match = new_match("koikoi/nintendo", 2, options={"rounds": 1}, seed=3)
    record = match.record()
    named = {k: v for k, v in record.options.items() if k != "cup_counts_once"}
    older = replace(record, options=named)
    (first, *_) = replay(match.game, older)
    assert first.state.options == match.state.options
