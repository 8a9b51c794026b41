"""OpenSpiel plays and checks these games as its own."""

from __future__ import annotations

import importlib
import json
import pickle
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from hanamichi.batch import BatchError, make_batch

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel has no wheel for this machine")
flags: Any = importlib.import_module("absl.flags")
generate_playthrough: Any = importlib.import_module(
    "open_spiel.python.algorithms.generate_playthrough"
)

from hanamichi.envs import openspiel  # noqa: E402

GAMES = [
    "python_hanamichi_hanabi(players=2)",
    "python_hanamichi_hanabi(players=5,preset=hanabi/cocktail)",
    "python_hanamichi_koikoi()",
]


@pytest.mark.parametrize("name", GAMES)
def test_their_own_check_passes(name: str) -> None:
    game = pyspiel.load_game(name)
    pyspiel.random_sim_test(game, num_sims=2, serialize=True, verbose=False)


@pytest.mark.parametrize("name", GAMES)
def test_their_playthrough_test_passes(name: str, tmp_path: Path) -> None:
    """A whole match with every tensor and legal action, as written and as played again."""
    flags.FLAGS.mark_as_parsed()  # it reads one, which its own program would have parsed
    file = tmp_path / "playthrough.txt"
    file.write_text(generate_playthrough.playthrough(name, None, seed=3), "utf-8")
    written, again = generate_playthrough.replay(str(file))
    assert written == again
    assert "IsTerminal() = True" in written


@pytest.mark.parametrize("preset", ["hanabi/online", "koikoi/nintendo"])
def test_a_match_is_the_one_of_the_batch(preset: str) -> None:
    kind = openspiel.HanabiGame if preset.startswith("hanabi") else openspiel.KoiKoiGame
    game = kind({"preset": preset, "seed": 3})
    state = game.new_initial_state()
    assert state.is_chance_node()
    state.apply_action(41)
    batch = make_batch(preset, games=1, seed=openspiel.seed_of(3, 41))
    rng = np.random.default_rng(1)
    while not state.is_terminal():
        seat = int(batch.to_act()[0])
        assert state.current_player() == seat
        legal = state.legal_actions()
        assert legal == np.flatnonzero(batch.legal_mask()[0]).tolist()
        seen = batch.observe(form="float32")[0]
        assert np.array_equal(state.observation_tensor(seat), seen)
        action = int(rng.choice(legal))
        gains = batch.step([action])[0].tolist()
        state.apply_action(action)
        assert state.rewards()[0] == (gains[0] if len(gains) == 1 else gains[0] - gains[1])
    scores = batch.scores()[0].tolist()
    assert state.returns()[0] == (scores[0] if len(scores) == 1 else scores[0] - scores[1])


def test_options_are_part_of_a_games_name_and_of_what_is_stored() -> None:
    options = {"special_suits": ["pink", "prism"], "half_tokens": True, "errors": 2}
    game = pyspiel.load_game("python_hanamichi_hanabi", {"options": json.dumps(options)})
    again = pyspiel.load_game(str(game))
    assert game.observation_tensor_shape() == again.observation_tensor_shape()
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)
    state = again.new_initial_state()
    state.apply_action(3)
    stored: Any = pickle.loads(pickle.dumps(state))
    assert str(stored) == str(state)
    assert "errors 0 of 2" in str(stored)


def test_bounds_are_those_of_the_table() -> None:
    small = {"hand_size": 2, "values": 4, "colours": ["red", "blue"]}
    game = openspiel.HanabiGame({"options": json.dumps(small)})
    assert (game.min_utility(), game.max_utility()) == (0, 8)
    match = openspiel.KoiKoiGame({"options": '{"rounds": 1}'})
    assert match.max_utility() == -match.min_utility() == 1023


def test_a_copy_goes_its_own_way_and_a_seed_deals_the_same() -> None:
    games = [pyspiel.load_game("python_hanamichi_hanabi", {"seed": 7}) for _ in range(2)]
    one, other = (game.new_initial_state() for game in games)
    for state in (one, other):
        state.apply_action(0)
    assert str(one) == str(other)
    before = str(one)
    copy = one.clone()
    copy.apply_action(copy.legal_actions()[0])
    assert str(one) == before != str(copy)
    again: Any = pickle.loads(pickle.dumps(copy))
    assert str(again) == str(copy)


def test_what_may_not_be_done_is_refused_and_changes_nothing() -> None:
    state = pyspiel.load_game("python_hanamichi_hanabi(decks=10)").new_initial_state()
    with pytest.raises(BatchError, match="There are 10 decks"):
        state.apply_action(10)
    state.apply_action(9)
    before = str(state)
    for action in (0, 20, 10**6):  # 0 discards while every clue token is there
        with pytest.raises(BatchError, match="not legal"):
            state.apply_action(action)
    assert (str(state), state.history()) == (before, [9])
    while not state.is_terminal():
        state.apply_action(state.legal_actions()[0])
    with pytest.raises(BatchError, match="not legal"):
        state.apply_action(5)


@pytest.mark.parametrize(
    "params",
    [{"preset": "koikoi/nintendo"}, {"options": "[1]"}, {"options": "{"}, {"decks": 0}],
)
def test_wrong_parameters_are_refused(params: dict[str, Any]) -> None:
    with pytest.raises(BatchError):
        openspiel.HanabiGame(params)
