"""Games of the real Hanabi Learning Environment give the same observations here."""

from __future__ import annotations

import json
import random
from collections.abc import Mapping
from typing import Any

import numpy as np
import pytest

from hanamichi.batch import BatchError
from hanamichi.core import OptionError
from hanamichi.envs import hle
from tests.batch.standard_games import FIXTURES, StoredGame, card_name, stored_games
from tests.envs.fingerprints import fingerprint_of


def plain(observation: dict[str, Any]) -> dict[str, Any]:
    """An observation without the objects."""
    seats = [
        {name: value for name, value in seen.items() if name != "pyhanabi"}
        for seen in observation["player_observations"]
    ]
    return {**observation, "player_observations": seats}


MOVES: dict[str, list[str]] = json.loads((FIXTURES / "hle-moves.json").read_text("utf-8"))
LENGTHS = {2: 658, 3: 956, 4: 1041, 5: 1280}


@pytest.mark.parametrize("stored", stored_games("hle-games.jsonl"))
def test_their_games_show_the_same_observations_and_rewards(stored: StoredGame) -> None:
    env = hle.make(num_players=stored.players)
    observation = env.reset(deck=[card_name(card) for card in stored.deck])
    assert fingerprint_of(plain(observation)) == stored.fingerprints[0]
    rewards = []
    done = False
    for action, expected in zip(stored.actions, stored.fingerprints[1:], strict=True):
        assert not done
        assert (
            action
            in observation["player_observations"][observation["current_player"]][
                "legal_moves_as_int"
            ]
        )
        observation, reward, done, info = env.step(action)
        assert fingerprint_of(plain(observation)) == expected
        assert info == {}
        rewards.append(reward)
    assert done
    assert rewards == stored.rewards


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_moves_have_the_same_numbers_and_names(players: int) -> None:
    env = hle.make("Hanabi-Full", players)
    names = [str(env.game.get_move(number)) for number in range(env.num_moves())]
    assert names == MOVES[str(players)]
    assert env.vectorized_observation_shape() == [LENGTHS[players]]


@pytest.mark.parametrize("players", [2, 5])
def test_a_move_may_be_given_as_a_dictionary(players: int) -> None:
    one, other = (hle.HanabiEnv({"players": players, "seed": 3}) for _ in range(2))
    seen, done = one.reset(), False
    assert plain(seen) == plain(other.reset())
    while not done:
        me = seen["player_observations"][seen["current_player"]]
        number, move = me["legal_moves_as_int"][-1], me["legal_moves"][-1]
        assert one.game.get_move(number).to_dict() == move
        seen, *result = one.step(np.int64(number))  # type: ignore[arg-type]  # any whole number
        same, *expected = other.step(move)
        assert (plain(seen), result) == (plain(same), expected)
        done = bool(result[1])


def test_the_same_seed_deals_the_same_games() -> None:
    one, other = (hle.HanabiEnv({"seed": 11}) for _ in range(2))
    assert [plain(one.reset()) for _ in range(3)] == [plain(other.reset()) for _ in range(3)]
    assert plain(hle.make().reset()) != plain(hle.make().reset())


def test_a_random_start_player_may_be_asked_for() -> None:
    env = hle.HanabiEnv({"players": 4, "seed": 1, "random_start_player": True})
    assert {env.reset()["current_player"] for _ in range(40)} == {0, 1, 2, 3}
    assert {hle.make(num_players=4).reset()["current_player"] for _ in range(20)} == {0}


def test_fewer_colours_and_other_token_counts_are_supported() -> None:
    env = hle.HanabiEnv({"colors": 3, "max_information_tokens": 5, "max_life_tokens": 1})
    seen = env.reset()["player_observations"][0]
    assert seen["fireworks"] == {"R": 0, "Y": 0, "G": 0}
    assert (seen["information_tokens"], seen["life_tokens"]) == (5, 1)
    assert seen["deck_size"] == 20


@pytest.mark.parametrize(
    ("name", "colours", "moves", "size"),
    [("Hanabi-Small", 2, 11, 171), ("Hanabi-Very-Small", 1, 10, 106)],
)
def test_small_environments_are_played_to_the_end(
    name: str, colours: int, moves: int, size: int
) -> None:
    env = hle.make(name)
    assert (env.num_moves(), env.vectorized_observation_shape()) == (moves, [size])
    choose = random.Random(1)
    for _ in range(20):
        shown, done = env.reset(), False
        assert len(shown["player_observations"][0]["fireworks"]) == colours
        while not done:
            seen = shown["player_observations"][shown["current_player"]]
            assert all(len(hand) <= 2 for hand in seen["observed_hands"])
            shown, _, done, _ = env.step(choose.choice(seen["legal_moves_as_int"]))


def test_ranks_and_hands_may_be_fewer() -> None:
    env = hle.HanabiEnv({"colors": 3, "ranks": 3, "hand_size": 3})
    seen = env.reset()["player_observations"][0]
    assert (env.num_moves(), seen["deck_size"]) == (12, 12)
    assert env.game.num_cards(0, 2) == 1
    assert env.game.num_cards(0, 3) == 0


@pytest.mark.parametrize(
    ("config", "where"),
    [
        ({"ranks": 6}, "ranks"),
        ({"hand_size": 7}, "hand_size"),
        ({"players": 5, "hand_size": 6}, "hand_size"),
        ({"colors": 1, "players": 5, "hand_size": 2}, "hand_size"),
        ({"observation_type": 3}, "observation_type"),
        ({"players": "many"}, "players"),
        ({"colors": 0}, "colors"),
        ({"colours": 5}, "colours"),
    ],
)
def test_unsupported_settings_are_refused_by_name(config: Mapping[str, Any], where: str) -> None:
    with pytest.raises(BatchError) as refused:
        hle.HanabiEnv(config)
    assert (refused.value.code, refused.value.where) == ("batch/unsupported", where)


def test_other_environments_and_tables_are_refused() -> None:
    with pytest.raises(BatchError, match="Hanabi-Large") as refused:
        hle.make("Hanabi-Large")
    assert refused.value.code == "batch/unsupported"
    with pytest.raises(OptionError, match="2 to 5 players"):
        hle.make(num_players=6)


@pytest.mark.parametrize(
    "action",
    [
        0,  # a discard while all clue tokens are there
        -1,
        20,
        1.5,
        None,
        {"action_type": "DISCARD", "card_index": 0},
        {"action_type": "PLAY", "card_index": 5},
        {"action_type": "DEAL"},
        {},
    ],
)
def test_an_illegal_action_changes_nothing(action: Any) -> None:
    env, same = (hle.HanabiEnv({"seed": 5}) for _ in range(2))
    env.reset()
    same.reset()
    with pytest.raises(BatchError) as refused:
        env.step(action)
    assert refused.value.code == "batch/invalid"
    (seen, *result), (expected, *others) = env.step(5), same.step(5)
    assert (plain(seen), result) == (plain(expected), others)


def test_nothing_is_played_before_the_deal_or_after_the_end() -> None:
    env = hle.make()
    with pytest.raises(BatchError, match="reset"):
        env.step(5)
    env.reset()
    while not env.step(5)[2]:
        pass
    with pytest.raises(BatchError, match="reset"):
        env.step(5)


def test_a_given_deck_must_be_whole() -> None:
    with pytest.raises(BatchError, match="whole deck"):
        hle.make().reset(deck=["R1"] * 50)
