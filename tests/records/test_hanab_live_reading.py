"""Reading hanab.live: real games replay to their score, and errors name their place."""

import json
from typing import Any

import pytest

from hanamichi.core import Abandonment, RecordError, replay
from hanamichi.core.record import plain
from hanamichi.hanabi import HANABI, PRESETS
from hanamichi.records import read_any, read_hanab_live, summarise, write_hanab_live
from hanamichi.records.hanab_live import VARIANTS
from tests.records.games import (
    CHARACTERS,
    DECK_PLAY,
    FIXTURE,
    PLAYABLE,
    SETTLED,
    SHARED,
    SIX_PLAYERS,
    STRUCK_OUT,
    TERMINATED,
    encoded,
    live,
    random_record,
    refusal,
    table_of,
)

EXPORT = live(
    SETTLED,
    id=12345,
    players=["Alice", "Bob"],
    notes=[["important", "", "trash"], ["", "finessed"]],
    seed="p2v0s1",
    options={"variant": "No Variant", "cardCycle": True, "timed": True, "timeBase": 120},
)
del EXPORT["playerCount"], EXPORT["score"]


def games() -> list[Any]:
    """Every real game there is: the fixtures, and the shared folder when it is there."""
    paths = [path for path in (FIXTURE, SHARED) if path.exists()]
    return [
        pytest.param(line, id=f"{path.stem}:{number}")
        for path in paths
        for number, line in enumerate(path.read_bytes().splitlines(), 1)
    ]


@pytest.mark.parametrize("line", games())
def test_every_real_game_replays_to_its_score_and_exports_to_itself(line: bytes) -> None:
    game = json.loads(line)
    if game["playerCount"] > 5:
        code, where, message = refusal(read_any, line)
        assert (code, where) == ("record/unsupported", "playerCount")
        assert "6 players" in message
        return
    record = read_any(line)
    summary = summarise(record)
    assert summary.score == game["score"]
    assert summary.plies == sum(action["type"] < 4 for action in game["actions"])
    assert json.loads(write_hanab_live(record)) == game
    assert write_hanab_live(record) == line + b"\n"


def test_the_terms_of_the_real_games_are_found() -> None:
    found = [summarise(read_any(line)).outcome["termination"] for line in PLAYABLE]
    assert found == ["abandoned", "settled", "last-round", "errors", "last-round"]


def test_no_variant_is_the_online_preset() -> None:
    record = read_any(SETTLED)
    assert record.preset == "hanabi/online"
    assert record.options == plain(PRESETS["hanabi/online"].options) | {"first_seat": 0}


def test_a_terminated_game_is_abandoned_and_scores_nothing() -> None:
    record = read_any(TERMINATED)
    assert record.abandoned == Abandonment("terminated", 0)
    assert record.result is None
    summary = summarise(record)
    assert summary.score == 0
    assert summary.outcome["termination"] == "abandoned"
    assert summary.outcome["reason"] == "terminated"
    assert summary.outcome["seat"] == 0


def test_the_last_card_played_from_the_deck_is_one_move() -> None:
    moves = [move.action["type"] for move in read_any(DECK_PLAY).moves]
    assert moves.count("play-from-deck") == 1


def test_players_without_names_get_numbers() -> None:
    assert read_any(STRUCK_OUT).players == ("Player 1", "Player 2", "Player 3", "Player 4")


def test_a_full_export_keeps_its_names_notes_and_habits() -> None:
    record = read_any(encoded(EXPORT))
    assert record.players == ("Alice", "Bob")
    assert summarise(record).score == 22
    assert json.loads(write_hanab_live(record)) == EXPORT


def test_an_export_needs_no_options_at_all() -> None:
    bare = {name: EXPORT[name] for name in ("players", "deck", "actions")}
    record = read_any(encoded(bare))
    assert record.options["empty_clues"] is False
    assert json.loads(write_hanab_live(record)) == bare


def test_a_field_too_long_to_keep_is_left_out_and_said_so() -> None:
    record = read_any(encoded(EXPORT | {"notes": [["x" * 70_000], []]}))
    assert record.source is not None
    assert record.source["left_out"] == ["notes"]
    assert "notes" not in json.loads(write_hanab_live(record))


def test_a_play_needs_no_value() -> None:
    actions = [
        action if action["type"] in (2, 3) else {"type": action["type"], "target": action["target"]}
        for action in EXPORT["actions"]
    ]
    assert read_any(encoded(EXPORT | {"actions": actions})) == read_any(encoded(EXPORT))


def test_the_starting_player_begins() -> None:
    game = live(TERMINATED, options={"startingPlayer": 1}, actions=[])
    game["actions"] = [{"type": 3, "target": 0, "value": game["deck"][0]["rank"]}]
    record = read_any(encoded(game | {"score": 0}))
    assert record.options["first_seat"] == 1
    assert record.moves[0].seat == 1


@pytest.mark.parametrize(
    ("option", "ours"),
    [
        ("emptyClues", "empty_clues"),
        ("deckPlays", "deck_play"),
        ("allOrNothing", "final_bouquet"),
    ],
)
def test_an_option_of_hanab_live_becomes_our_option(option: str, ours: str) -> None:
    game = live(TERMINATED, options={option: True})
    assert read_any(encoded(game)).options[ours] is True
    assert read_any(encoded(game | {"options": {option: False}})).options[ours] is False
    assert read_any(encoded(game | {"options": {option: None}})).options[ours] is False


@pytest.mark.parametrize(
    ("end", "abandonment"),
    [
        ({"type": 4, "target": 1, "value": 3}, Abandonment("timeout", 1)),
        ({"type": 4, "target": 0, "value": 4}, Abandonment("terminated", 0)),
        ({"type": 4, "target": -1, "value": 4}, Abandonment("terminated")),
        ({"type": 4, "target": -1, "value": 6}, Abandonment("idle")),
        ({"type": 4, "target": 1, "value": 10}, Abandonment("vote", 1)),
        ({"type": 4, "target": -1, "value": 10}, Abandonment("vote")),
        ({"type": 5, "target": -1, "value": 10}, Abandonment("vote")),
        ({"type": 5, "target": -1, "value": 0}, Abandonment("vote")),
        ({"type": 5, "target": 0, "value": 0}, Abandonment("vote", 0)),
    ],
)
def test_every_way_to_break_a_game_off_is_read_and_written_back(
    end: dict[str, int], abandonment: Abandonment
) -> None:
    game = live(TERMINATED)
    game["actions"][-1] = end
    record = read_any(encoded(game))
    assert record.abandoned == abandonment
    assert json.loads(write_hanab_live(record)) == game


def test_a_game_cut_short_without_an_end_is_unfinished() -> None:
    game = live(CHARACTERS)
    game["actions"] = game["actions"][:20]
    del game["score"]
    record = read_any(encoded(game))
    assert record.abandoned is None
    assert record.result is None
    assert summarise(record).outcome["termination"] == "unfinished"
    assert json.loads(write_hanab_live(record)) == game


def test_a_game_cut_short_that_scores_nothing_was_abandoned() -> None:
    # As a failed speedrun is: nothing but its score says that it ended.
    game = live(CHARACTERS, score=0, options={"speedrun": True})
    game["actions"] = game["actions"][:40]
    record = read_any(encoded(game))
    assert record.abandoned == Abandonment("terminated")
    assert summarise(record).score == 0
    assert json.loads(write_hanab_live(record)) == game


@pytest.mark.parametrize("variant", ["Duck (6 Suits)", "Up or Down (6 Suits)", "", 7, ["x"]])
def test_another_variant_is_refused_by_name(variant: Any) -> None:
    game = encoded(live(SETTLED, options={"variant": variant or "Six Suits"}))
    code, where, message = refusal(read_any, game)
    assert (code, where) == ("record/unsupported", "options.variant")
    assert str(variant or "Six Suits") in message
    assert "docs/records.md" in message


LONG_VARIANT = "Extremely Ambiguous & Muddy Rainbow (6 Suits)"


def test_a_variant_at_the_top_level_is_refused_by_its_whole_name() -> None:
    for name in ("Ambiguous & Null (5 Suits)", LONG_VARIANT):
        code, where, message = refusal(read_any, encoded(live(SETTLED, variant=name)))
        assert (code, where) == ("record/unsupported", "variant")
        assert f"'{name}'" in message
        options = {"variant": name}
        assert f"'{name}'" in refusal(read_any, encoded(live(SETTLED, options=options)))[2]


def test_the_variant_is_checked_before_the_deck() -> None:
    game = encoded(live(SETTLED, variant="Sudoku (4 Suits)", deck=live(SETTLED)["deck"][:18]))
    assert refusal(read_any, game)[:2] == ("record/unsupported", "variant")


def rainbow_game() -> dict[str, Any]:
    """A game with a rainbow suit, in hanab.live's form."""
    variant = VARIANTS["Rainbow (5 Suits)"]
    record = random_record(table_of(variant), 3, 5)
    game: dict[str, Any] = json.loads(write_hanab_live(record))
    assert game["options"]["variant"] == variant.name
    return game


def test_a_variant_at_the_top_level_is_played() -> None:
    game = rainbow_game()
    before = read_any(encoded(game))
    options = {key: value for key, value in game["options"].items() if key != "variant"}
    moved = game | {"options": options, "variant": "Rainbow (5 Suits)"}
    record = read_any(encoded(moved))
    assert (record.options, record.moves) == (before.options, before.moves)
    assert json.loads(write_hanab_live(record)) == moved


def test_a_variant_may_be_named_twice() -> None:
    game = rainbow_game() | {"variant": "Rainbow (5 Suits)"}
    assert json.loads(write_hanab_live(read_any(encoded(game)))) == game


def test_two_variants_that_disagree_are_refused() -> None:
    game = rainbow_game() | {"variant": "No Variant"}
    code, where, message = refusal(read_any, encoded(game))
    assert (code, where) == ("record/invalid", "variant")
    assert "'No Variant'" in message
    assert "'Rainbow (5 Suits)'" in message


@pytest.mark.parametrize("variant", [None, ""])
def test_an_empty_variant_names_none(variant: str | None) -> None:
    read = read_any(encoded(live(SETTLED, variant=variant)))
    assert read.moves == read_any(SETTLED).moves


def test_a_variant_that_is_no_name_is_refused() -> None:
    assert refusal(read_any, encoded(live(SETTLED, variant=7)))[:2] == ("record/invalid", "variant")


def test_an_option_that_we_do_not_play_is_refused_by_name() -> None:
    game = live(SETTLED, options={"somethingNew": True})
    code, where, message = refusal(read_any, encoded(game))
    assert (code, where) == ("record/unsupported", "options.somethingNew")
    assert "somethingNew" in message


@pytest.mark.parametrize(("option", "cards"), [("oneExtraCard", 6), ("oneLessCard", 4)])
def test_hands_of_a_card_more_or_less_are_dealt(option: str, cards: int) -> None:
    game = live(SETTLED, options={option: True}, actions=[], score=None)
    record = read_any(encoded(game))
    assert record.options["hand_size"] == cards
    (position,) = replay(HANABI, record)
    assert [len(hand) for hand in position.state.hands] == [cards, cards]


def test_hands_cannot_have_a_card_more_and_less() -> None:
    both = {"oneExtraCard": True, "oneLessCard": True}
    code, where, _ = refusal(read_any, encoded(live(SETTLED, options=both)))
    assert (code, where) == ("record/impossible", "options")


def test_an_unknown_option_that_is_off_is_no_obstacle() -> None:
    game = live(SETTLED, options={"oneExtraCard": False, "somethingNew": 0})
    assert json.loads(write_hanab_live(read_any(encoded(game)))) == game


@pytest.mark.parametrize("name", ["Genius", "Panicky", "Contrarian", "Follower", "Quacker"])
def test_a_character_that_changes_the_rules_is_refused_by_name(name: str) -> None:
    characters = [{"name": "Greedy", "metadata": -1}, {"name": name, "metadata": -1}]
    options = {"detrimentalCharacters": True}
    game = live(SETTLED, options=options, characters=characters)
    code, where, message = refusal(read_any, encoded(game))
    assert (code, where) == ("record/unsupported", "characters[1]")
    assert name in message


def test_characters_that_only_restrict_are_kept() -> None:
    characters = [{"name": "Greedy", "metadata": -1}, {"name": "Blind Spot", "metadata": -1}]
    game = live(SETTLED, options={"detrimentalCharacters": True}, characters=characters)
    assert json.loads(write_hanab_live(read_any(encoded(game)))) == game


def test_a_move_that_only_a_character_could_make_is_unsupported() -> None:
    game = live(CHARACTERS)
    game["actions"][3] = {"type": 0, "target": 49, "value": 0}
    code, where, message = refusal(read_any, encoded(game))
    assert (code, where) == ("record/unsupported", "actions[3]")
    assert "detrimentalCharacters" in message


def test_a_seed_without_its_deck_is_unsupported() -> None:
    game = EXPORT | {"deck": []}
    assert refusal(read_any, encoded(game))[:2] == ("record/unsupported", "deck")
    assert refusal(read_any, encoded({k: v for k, v in game.items() if k != "deck"}))[:2] == (
        "record/unsupported",
        "deck",
    )


@pytest.mark.parametrize("count", [-1, 0, 1, 6, 7, 1000])
def test_only_two_to_five_can_play(count: int) -> None:
    game = live(SIX_PLAYERS, playerCount=count)
    assert refusal(read_any, encoded(game))[:2] == ("record/unsupported", "playerCount")


def test_six_names_are_refused_too() -> None:
    game = live(SIX_PLAYERS, players=list("abcdef"))
    assert refusal(read_any, encoded(game))[:2] == ("record/unsupported", "players")


def test_a_game_of_one_is_refused_in_the_singular() -> None:
    alone = live(SIX_PLAYERS, playerCount=1)
    with pytest.raises(RecordError, match="A game of 1 player is not supported"):
        read_any(encoded(alone))


def broken(**changes: Any) -> bytes:
    """A game of four that is lost by errors, with something wrong in it."""
    return encoded(live(STRUCK_OUT, **changes))


FULL = live(STRUCK_OUT)
DECK: list[dict[str, int]] = FULL["deck"]
ACTIONS: list[dict[str, int]] = FULL["actions"]


def with_item(items: list[dict[str, int]], index: int, **item: Any) -> list[dict[str, Any]]:
    """The list with one of its objects replaced."""
    return [*items[:index], item, *items[index + 1 :]]


def recoloured(index: int, suit: int, rank: int) -> list[dict[str, Any]]:
    """The deck with another card at one place."""
    return with_item(DECK, index, suitIndex=suit, rank=rank)


def test_a_deck_of_fifty_one_cards_is_impossible() -> None:
    code, where, message = refusal(read_any, broken(deck=[*DECK, DECK[0]]))
    assert (code, where) == ("record/impossible", "deck")
    assert "50 cards, not 51" in message


def test_a_fourth_copy_is_impossible() -> None:
    place = next(n for n, card in enumerate(DECK) if card != {"suitIndex": 0, "rank": 1})
    deck = recoloured(place, 0, 1)
    last = max(n for n, card in enumerate(deck) if card == {"suitIndex": 0, "rank": 1})
    code, where, message = refusal(read_any, broken(deck=deck))
    assert (code, where) == ("record/impossible", f"deck[{last}]")
    assert "red 1 is in the deck 3 times, and here once more" in message


@pytest.mark.parametrize(
    ("suit", "rank", "words"),
    [(9, 1, "0 to 4, not 9"), (-1, 1, "not -1"), (0, 0, "1 to 5, not 0"), (0, 6, "not 6")],
)
def test_a_card_that_does_not_exist_is_impossible(suit: int, rank: int, words: str) -> None:
    code, where, message = refusal(read_any, broken(deck=recoloured(17, suit, rank)))
    assert (code, where) == ("record/impossible", "deck[17]")
    assert words in message


@pytest.mark.parametrize(
    ("action", "words"),
    [
        ({"type": 3, "target": 0, "value": 1}, "oneself"),
        ({"type": 2, "target": 4, "value": 1}, "No player 4"),
        ({"type": 2, "target": -1, "value": 1}, "No player -1"),
        ({"type": 2, "target": 1, "value": 5}, "0 to 4, not 5"),
        ({"type": 2, "target": 1, "value": -1}, "0 to 4, not -1"),
        ({"type": 2, "target": 1}, "0 to 4, not nothing"),
        ({"type": 3, "target": 1, "value": 0}, "1 to 5, not 0"),
        ({"type": 3, "target": 1, "value": 6}, "1 to 5, not 6"),
        ({"type": 0, "target": 5, "value": 0}, "hand"),
        ({"type": 0, "target": 49, "value": 0}, "hand"),
        ({"type": 0, "target": -1, "value": 0}, "hand"),
        ({"type": 0, "target": 9**15, "value": 0}, "hand"),
        ({"type": 0, "target": 0, "value": 3}, "value"),
        ({"type": 1, "target": 0, "value": 0}, "clue tokens"),
    ],
)
def test_a_move_that_cannot_be_is_impossible(action: dict[str, int], words: str) -> None:
    code, where, message = refusal(read_any, broken(actions=with_item(ACTIONS, 0, **action)))
    assert (code, where) == ("record/impossible", "actions[0]")
    assert words in message


def test_a_clue_that_touches_nothing_is_impossible_unless_the_table_allows_it() -> None:
    hand = {card["rank"] for card in DECK[4:8]}
    missing = next(rank for rank in range(1, 6) if rank not in hand)
    clue = {"type": 3, "target": 1, "value": missing}
    game = live(STRUCK_OUT, actions=[clue], score=0)
    assert refusal(read_any, encoded(game))[:2] == ("record/impossible", "actions[0]")
    read_any(encoded(game | {"options": {"emptyClues": True}}))


def test_a_move_after_the_end_is_impossible() -> None:
    actions = [*ACTIONS, {"type": 0, "target": 0, "value": 0}]
    assert refusal(read_any, broken(actions=actions))[:2] == (
        "record/impossible",
        f"actions[{len(ACTIONS)}]",
    )


def test_an_end_after_the_end_is_impossible() -> None:
    actions = [*ACTIONS, {"type": 4, "target": 0, "value": 4}]
    assert refusal(read_any, broken(actions=actions))[:2] == (
        "record/impossible",
        f"actions[{len(ACTIONS)}]",
    )


def test_a_move_after_the_game_was_broken_off_is_impossible() -> None:
    game = live(TERMINATED)
    game["actions"].insert(1, game["actions"][-1])
    assert refusal(read_any, encoded(game))[:2] == ("record/impossible", "actions[2]")


@pytest.mark.parametrize("target", [-2, 2, 99])
def test_a_game_ended_by_nobody_there_is_impossible(target: int) -> None:
    game = live(TERMINATED)
    game["actions"][-1]["target"] = target
    assert refusal(read_any, encoded(game))[:2] == ("record/impossible", "actions[2]")


@pytest.mark.parametrize("value", [0, 1, 2, 5, 7, 8, 9, 11, None])
def test_another_kind_of_end_is_unsupported(value: int | None) -> None:
    game = live(TERMINATED)
    game["actions"][-1]["value"] = value
    assert refusal(read_any, encoded(game))[:2] == ("record/unsupported", "actions[2]")


@pytest.mark.parametrize("number", [6, -1, 100])
def test_an_action_of_no_known_type_is_invalid(number: int) -> None:
    actions = with_item(ACTIONS, 5, type=number, target=0, value=0)
    assert refusal(read_any, broken(actions=actions))[:2] == ("record/invalid", "actions[5]")


@pytest.mark.parametrize(
    ("line", "score"),
    [(SETTLED, 21), (SETTLED, 0), (CHARACTERS, 25), (STRUCK_OUT, 3)],
    ids=["too few", "none", "too many", "lost"],
)
def test_a_wrong_score_is_a_mismatch(line: bytes, score: int) -> None:
    code, where, message = refusal(read_any, encoded(live(line, score=score)))
    assert (code, where) == ("record/mismatch", "score")
    assert str(score) in message


def test_a_terminated_game_with_a_score_is_a_mismatch() -> None:
    assert refusal(read_any, encoded(live(TERMINATED, score=5)))[:2] == ("record/mismatch", "score")


@pytest.mark.parametrize(
    ("changes", "where"),
    [
        ({"deck": 5}, "deck"),
        ({"deck": [{"suitIndex": "0", "rank": 1}]}, "deck[0].suitIndex"),
        ({"deck": [{"suitIndex": 0}]}, "deck[0]"),
        ({"actions": {}}, "actions"),
        ({"actions": [[0, 1]]}, "actions[0]"),
        ({"actions": [{"type": 0, "target": True}]}, "actions[0].target"),
        ({"actions": [{"type": 0.5, "target": 0}]}, "actions[0].type"),
        ({"options": []}, "options"),
        ({"options": {"emptyClues": "yes"}}, "options.emptyClues"),
        ({"options": {"startingPlayer": True}}, "options.startingPlayer"),
        ({"score": "many"}, "score"),
        ({"playerCount": "four"}, "playerCount"),
        ({"playerCount": None}, "players"),
        ({"players": "abcd"}, "players"),
        ({"players": ["a", "b", "c", "d" * 101]}, "players[3]"),
        ({"players": ["a", "b", "c", None]}, "players[3]"),
    ],
)
def test_what_is_of_the_wrong_type_is_invalid(changes: dict[str, Any], where: str) -> None:
    assert refusal(read_any, broken(**changes))[:2] == ("record/invalid", where)


def test_names_and_their_number_must_agree() -> None:
    assert refusal(read_any, broken(players=["a", "b", "c"]))[:2] == (
        "record/impossible",
        "players",
    )


@pytest.mark.parametrize("seat", [-1, 4, 5])
def test_a_starting_player_who_is_not_there_is_impossible(seat: int) -> None:
    code, where, _ = refusal(read_any, broken(options={"startingPlayer": seat}))
    assert (code, where) == ("record/impossible", "options.startingPlayer")


@pytest.mark.parametrize("data", [b"[]", b"null", b"7"])
def test_a_game_is_an_object(data: bytes) -> None:
    assert refusal(read_hanab_live, data)[0] == "record/invalid"


@pytest.mark.parametrize(
    ("value", "words"),
    [
        ([live(SETTLED)], "list of games"),
        ({}, "neither"),
        ({"cards": 3}, "neither"),
        (5, "neither"),
    ],
)
def test_what_is_no_form_we_know_is_unreadable(value: Any, words: str) -> None:
    code, _, message = refusal(read_any, encoded(value))
    assert code == "record/unreadable"
    assert words in message


def test_a_whole_file_of_games_is_refused_with_advice() -> None:
    code, where, message = refusal(read_any, FIXTURE.read_bytes())
    assert (code, where) == ("record/unreadable", "line 2, column 1")
    assert "one line" in message


def test_the_score_of_a_reversed_suit_is_theirs_or_the_booklets() -> None:
    variant = VARIANTS["White Reversed (6 Suits)"]
    record = next(
        record
        for seed in range(50)
        if (record := random_record(table_of(variant), seed=seed)).result is not None
        and record.result["result"] == "scored"
    )
    assert record.result is not None
    ours = record.result["score"]
    assert isinstance(ours, int)
    game = json.loads(write_hanab_live(record))
    assert game["score"] == ours + 5
    for score in (ours, ours + 5):
        assert summarise(read_any(encoded(game | {"score": score}))).score == ours
    assert refusal(read_any, encoded(game | {"score": ours + 4}))[0] == "record/mismatch"
