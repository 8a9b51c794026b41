"""Writing hanab.live: every table it has too, and a refusal by name for the others."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs

from hanamichi.catalog import new_match
from hanamichi.core import Abandonment, MatchRecord, Move
from hanamichi.records import (
    read_hanab_live,
    read_record,
    summarise,
    write_hanab_live,
    write_link,
    write_record,
)
from hanamichi.records.hanab_live import VARIANTS
from tests.records.games import SETTLED, play_out, random_record, refusal, table_of


def mapped(record: MatchRecord, **changes: Any) -> MatchRecord:
    """The record without what hanab.live cannot say."""
    return structs.replace(record, preset="hanabi/online", source=None, **changes)


@given(
    variant=st.sampled_from(sorted(VARIANTS)),
    players=st.integers(2, 5),
    seat=st.integers(0, 1),
    switches=st.fixed_dictionaries(
        {name: st.booleans() for name in ("empty_clues", "deck_play", "final_bouquet")}
    ),
    seed=st.integers(0, 2**32),
    moves=st.sampled_from([0, 5, 40, 500]),
)
def test_a_game_of_every_variant_survives_a_round_trip(
    variant: str, players: int, seat: int, switches: dict[str, bool], seed: int, moves: int
) -> None:
    options = table_of(VARIANTS[variant]) | switches | {"first_seat": seat}
    record = random_record(options, players, seed, moves=moves)
    data = write_hanab_live(record)
    assert json.loads(data)["options"]["variant"] == variant
    back = read_hanab_live(data)
    assert structs.replace(back, source=None) == record
    assert write_hanab_live(back) == data
    assert write_hanab_live(read_record(write_record(back))) == data


def test_every_variant_survives_a_round_trip_of_a_few_moves() -> None:
    for place, (name, variant) in enumerate(VARIANTS.items()):
        record = random_record(table_of(variant) | {"first_seat": 0}, 2 + place % 4, moves=4)
        data = write_hanab_live(record)
        assert json.loads(data)["options"].get("variant", "No Variant") == name
        back = read_hanab_live(data)
        assert structs.replace(back, source=None) == record
        assert write_hanab_live(back) == data


@given(st.sampled_from(["hanabi/xii-singes", "hanabi/cocktail"]), st.integers(0, 2**32))
def test_every_box_that_is_no_variant_is_written_as_it(preset: str, seed: int) -> None:
    record = random_record({}, 2, seed, preset=preset)
    data = write_hanab_live(record)
    game = json.loads(data)
    assert game["options"]["variant"] == "No Variant"
    back = read_hanab_live(data)
    assert summarise(back).score == summarise(record).score == game["score"]
    assert [move.seat for move in back.moves] == [move.seat for move in record.moves]


def test_the_colours_of_a_box_keep_their_namesakes() -> None:
    record = random_record({"first_seat": 0}, 2, 5, preset="hanabi/xii-singes")
    back = read_hanab_live(write_hanab_live(record))
    # Black has no place among red, yellow, green, blue and purple: it stands for purple, our white.
    assert [card.replace("w", "k") for card in back.chance[0].order] == list(record.chance[0].order)


def test_the_sixth_colour_of_les_xii_singes_is_black_there() -> None:
    record = random_record({"avalanche": "sixth"}, 3, 2, preset="hanabi/xii-singes")
    game = json.loads(write_hanab_live(record))
    assert game["options"]["variant"] == "Black (6 Suits)"
    assert sum(card["suitIndex"] == 5 for card in game["deck"]) == 5


def test_a_randomly_chosen_first_player_is_the_starting_player() -> None:
    records = [random_record({}, 4, seed, moves=1) for seed in range(8)]
    starts = [json.loads(write_hanab_live(record))["options"] for record in records]
    assert [start.get("startingPlayer", 0) for start in starts] == [
        record.chance[0].order[0] for record in records
    ]
    assert any("startingPlayer" not in start for start in starts)
    assert any("startingPlayer" in start for start in starts)


def test_a_table_of_ours_is_written_with_names_and_score() -> None:
    match = new_match("hanabi/online", ["Ann", "Zoë"], options={"first_seat": 0}, seed=1)
    data = write_hanab_live(play_out(match, 1, moves=6).record())
    assert data.count(b"\n") == 1
    game = json.loads(data)
    assert list(game) == ["players", "score", "options", "deck", "actions"]
    assert game["players"] == ["Ann", "Zoë"]
    assert game["options"] == {"variant": "No Variant"}
    assert len(game["actions"]) == 6


def test_gestures_are_left_out() -> None:
    record = random_record({"first_seat": 0}, 2, 1, moves=6)
    gesture = Move(1, {"type": "rearrange", "cards": [9, 8, 7, 6, 5]})
    with_gesture = structs.replace(record, moves=(gesture, *record.moves))
    assert summarise(with_gesture).moves == 7
    assert write_hanab_live(with_gesture) == write_hanab_live(record)


@pytest.mark.parametrize(
    ("abandoned", "action"),
    [
        (Abandonment("timeout", 1), {"type": 4, "target": 1, "value": 3}),
        (Abandonment("terminated", 0), {"type": 4, "target": 0, "value": 4}),
        (Abandonment("idle"), {"type": 4, "target": -1, "value": 6}),
        (Abandonment("absence", 1), {"type": 4, "target": 1, "value": 6}),
        (Abandonment("vote"), {"type": 5, "target": -1, "value": 10}),
    ],
)
def test_an_abandoned_match_ends_as_hanab_live_writes_it(
    abandoned: Abandonment, action: dict[str, int]
) -> None:
    match = play_out(new_match("hanabi/online", 2, seed=1), 1, moves=8)
    game = json.loads(write_hanab_live(match.record(abandoned)))
    assert game["actions"][-1] == action
    assert game["score"] == 0


@pytest.mark.parametrize(
    ("options", "where", "words"),
    [
        ({"clue_tokens": 10}, "options.clue_tokens", "clue_tokens at 10"),
        ({"hand_size": 3}, "options.hand_size", "hand_size at 3"),
        ({"errors": 1}, "options.errors", "errors at 1"),
        ({"flamboyants": True}, "options.flamboyants", "flamboyants at true"),
        (
            {"flamboyants": True, "tile_on_any_completion": True},
            "options.flamboyants",
            "flamboyants at true",
        ),
        ({"colours": ["red", "blue"]}, "options", "2 colours"),
        ({"avalanche": "sixth", "black_powder": True}, "options", "black powder"),
        ({"avalanche": "wild", "black_powder": True}, "options", "5 colours"),
    ],
)
def test_a_table_that_hanab_live_has_not_is_refused_by_name(
    options: dict[str, Any], where: str, words: str
) -> None:
    code, place, message = refusal(write_hanab_live, random_record(options, 2, 1, moves=3))
    assert (code, place) == ("record/unsupported", where)
    assert words in message


@pytest.mark.parametrize(
    ("players", "size", "option"),
    [(2, 6, "oneExtraCard"), (3, 4, "oneLessCard"), (4, 5, "oneExtraCard"), (5, 3, "oneLessCard")],
)
def test_hands_of_a_card_more_or_less_survive_a_round_trip(
    players: int, size: int, option: str
) -> None:
    record = random_record({"hand_size": size, "first_seat": 1}, players, 3, moves=20)
    data = write_hanab_live(record)
    options = json.loads(data)["options"]
    assert options == {"variant": "No Variant", "startingPlayer": 1, option: True}
    back = read_hanab_live(data)
    assert structs.replace(back, source=None) == record
    assert write_hanab_live(back) == data
    assert refusal(write_link, record)[:2] == ("record/unsupported", "options.hand_size")


def test_koi_koi_cannot_be_written_for_hanab_live() -> None:
    record = random_record({}, 2, 1, preset="koikoi/nintendo", moves=3)
    code, where, message = refusal(write_hanab_live, record)
    assert (code, where) == ("record/unsupported", "game")
    assert "koikoi" in message


def test_an_impossible_record_is_not_written() -> None:
    record = random_record({}, 2, 1, moves=5)
    wrong = structs.replace(record, moves=record.moves[1:])
    assert refusal(write_hanab_live, wrong)[:2] == ("record/impossible", "moves[0]")


def test_options_changed_since_reading_are_written_as_they_are() -> None:
    record = read_hanab_live(SETTLED)
    changed = structs.replace(record, options={**record.options, "empty_clues": True})
    assert json.loads(write_hanab_live(changed))["options"]["emptyClues"] is True


@pytest.mark.parametrize(
    ("source", "where"),
    [
        ({"fields": 5}, "source.fields"),
        ({"options": {"somethingNew": True}}, "source.options.somethingNew"),
        ({"end": {"type": 4}}, "source.end"),
    ],
)
def test_a_source_that_was_tampered_with_is_refused(source: dict[str, Any], where: str) -> None:
    record = structs.replace(read_hanab_live(SETTLED), source={"site": "hanab.live", **source})
    assert refusal(write_hanab_live, record)[1] == where


def test_a_source_with_too_little_still_gives_a_whole_game() -> None:
    record = structs.replace(read_hanab_live(SETTLED), source={"site": "hanab.live"})
    data = write_hanab_live(record)
    assert set(json.loads(data)) == {"players", "deck", "actions"}
    assert structs.replace(read_hanab_live(data), source=None) == mapped(record)


def test_a_source_of_another_site_is_ignored() -> None:
    record = structs.replace(read_hanab_live(SETTLED), source={"site": "elsewhere", "fields": 5})
    assert json.loads(write_hanab_live(record))["score"] == 22
