"""The objects of the original: states with chance, moves, observations, agents, its examples."""

from __future__ import annotations

import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from hanamichi.batch import BatchError
from hanamichi.envs import hle
from hanamichi.envs.hle import pyhanabi
from hanamichi.envs.hle.agents.simple_agent import SimpleAgent

STANDARD = {"players": 3, "seed": 4}


def dealt(params: dict[str, Any]) -> pyhanabi.HanabiState:
    state = pyhanabi.HanabiGame(params).new_initial_state()
    while state.cur_player() == pyhanabi.CHANCE_PLAYER_ID:
        state.deal_random_card()
    return state


def finished(state: pyhanabi.HanabiState, rng: random.Random) -> pyhanabi.HanabiState:
    while not state.is_terminal():
        if state.cur_player() == pyhanabi.CHANCE_PLAYER_ID:
            state.deal_random_card()
        else:
            state.apply_move(rng.choice(state.legal_moves()))
    return state


@pytest.mark.parametrize("players", [2, 5])
def test_chance_deals_one_card_after_another(players: int) -> None:
    game = pyhanabi.HanabiGame({"players": players, "seed": 1})
    state = game.new_initial_state()
    for dealt_cards in range(players * game.hand_size()):
        assert state.cur_player() == pyhanabi.CHANCE_PLAYER_ID
        assert state.legal_moves() == []
        assert state.deck_size() == 50 - dealt_cards
        sizes = [len(hand) for hand in state.player_hands()]
        whole, rest = divmod(dealt_cards, game.hand_size())
        assert sizes[:whole] == [game.hand_size()] * whole
        assert sum(sizes) == dealt_cards
        assert whole == players or sizes[whole] == rest
        state.deal_random_card()
    assert state.cur_player() == 0
    with pytest.raises(BatchError, match="no card to deal"):
        state.deal_random_card()


def test_whole_games_are_consistent() -> None:
    for seed in range(12):
        rng = random.Random(seed)
        state = finished(dealt({"players": 2 + seed % 4, "seed": seed}), rng)
        assert state.end_of_game_status() != pyhanabi.HanabiEndOfGameType.NOT_FINISHED
        history = state.move_history()
        scored = sum(item.scored() for item in history)
        assert sum(state.fireworks()) == scored
        assert state.score() == (scored if state.life_tokens() else 0)
        discarded = [item for item in history if item.color() >= 0 and not item.scored()]
        assert [(card.color(), card.rank()) for card in state.discard_pile()] == [
            (item.color(), item.rank()) for item in discarded
        ]
        deals = [item for item in history if item.player() == pyhanabi.CHANCE_PLAYER_ID]
        assert len(deals) == 50 - state.deck_size()


def test_chosen_cards_can_be_dealt() -> None:
    state = pyhanabi.HanabiGame({"players": 2, "seed": 3}).new_initial_state()
    names = ["R1", "R1", "R1", "B5", "W4", "G2", "G2", "Y3", "W1", "Y5"]
    for name in names:
        color, rank = pyhanabi.color_char_to_idx(name[0]), int(name[1]) - 1
        state.apply_move(pyhanabi.HanabiMove.get_deal_specific_move(color, rank))
    assert [str(card) for hand in state.player_hands() for card in hand] == names
    state.apply_move(pyhanabi.HanabiMove.get_play_move(0))
    assert (state.fireworks(), state.cur_player()) == ([1, 0, 0, 0, 0], -1)
    with pytest.raises(AssertionError):
        state.apply_move(pyhanabi.HanabiMove.get_deal_specific_move(0, 0))  # all three are out
    state.apply_move(pyhanabi.HanabiMove.get_deal_specific_move(0, 4))
    assert str(state.player_hands()[0]) == "[R1, R1, B5, W4, R5]"
    state.apply_move(pyhanabi.HanabiMove.get_reveal_color_move(1, 0))
    item = state.move_history()[-1]
    assert item.card_info_revealed() == item.card_info_newly_revealed() == [0, 1, 4]
    assert str(item) == "<(Reveal player +1 color R) by player 1 reveal 0,1,4>"
    assert str(state.observation(0).card_knowledge()[0][0]) == "RX|R12345"
    assert str(state.observation(0).card_knowledge()[0][2]) == "XX|YGWB12345"
    state.apply_move(pyhanabi.HanabiMove.get_reveal_rank_move(1, 1))
    state.apply_move(pyhanabi.HanabiMove.get_reveal_color_move(1, 0))
    assert state.move_history()[-1].card_info_newly_revealed() == []


def test_a_copy_goes_its_own_way() -> None:
    environment = hle.HanabiEnv(STANDARD)
    environment.reset()
    before = str(environment.state)
    copy = environment.state.copy()
    finished(copy, random.Random(1))
    assert str(environment.state) == before
    assert copy.is_terminal()


@pytest.mark.parametrize("kind", list(pyhanabi.AgentObservationType))
def test_an_observation_shows_what_its_type_says(kind: pyhanabi.AgentObservationType) -> None:
    state = dealt({**STANDARD, "observation_type": kind})
    state.apply_move(state.legal_moves()[-1])  # a clue
    state.apply_move(pyhanabi.HanabiMove.get_play_move(0))
    state.deal_random_card()
    seen = state.observation(1)
    own = seen.observed_hands()[0]
    hidden = kind != pyhanabi.AgentObservationType.SEER
    assert [card.valid() for card in own] == [not hidden] * 5
    assert seen.observed_hands()[1:] == [state.player_hands()[2], state.player_hands()[0]]
    told = [known.to_dict() for hand in seen.card_knowledge() for known in hand]
    nothing = {"color": None, "rank": None}
    assert (told == [nothing] * 15) == (kind == pyhanabi.AgentObservationType.MINIMAL)
    drawn = seen.last_moves()[0]
    assert (str(drawn.move()) == "(Deal XX)") == hidden
    assert drawn.deal_to_player() == 0
    assert [item.player() for item in seen.last_moves()] == [-1, 0]
    encoder = pyhanabi.ObservationEncoder(
        pyhanabi.HanabiGame({**STANDARD, "observation_type": kind})
    )
    minimal = kind == pyhanabi.AgentObservationType.MINIMAL
    assert encoder.shape() == [956 - 525 * minimal]
    assert len(encoder.encode(seen)) == encoder.shape()[0]
    usual = dealt(STANDARD)
    assert len(usual.observation(0).encoded()) == 956


def test_an_observation_holds_nothing_hidden() -> None:
    """Two states that differ in what player 0 may not see give it the same object."""
    names = [f"{letter}{n}" for letter in "RYGWB" for n in (1, 1, 1, 2, 2, 3, 3, 4, 4, 5)]
    other = names[:]
    other[0], other[45] = other[45], other[0]  # an own card and one of the deck
    seen = []
    for deck in (names, other):
        environment = hle.HanabiEnv({"players": 2, "seed": 1})
        seen.append(environment.reset(deck=deck)["player_observations"][0]["pyhanabi"])
    assert repr(sorted(vars(seen[0]).items())) == repr(sorted(vars(seen[1]).items()))


def test_moves_have_numbers_and_back() -> None:
    game = pyhanabi.HanabiGame({"players": 4})
    for number in range(game.max_moves()):
        move = game.get_move(number)
        assert game.get_move_uid(move) == number
    assert game.get_move_uid(pyhanabi.HanabiMove.get_play_move(4)) == -1
    assert game.get_move(game.max_moves()).type() == pyhanabi.HanabiMoveType.INVALID
    assert (game.num_cards(0, 0), game.num_cards(4, 4), game.num_cards(5, 0)) == (3, 1, 0)
    assert "players=4\n" in game.parameter_string()


def test_errors_are_those_that_programs_for_the_original_catch() -> None:
    with pytest.raises(ValueError, match="Unknown environment"):
        hle.make("Hanabi-Huge")
    environment = hle.make()
    environment.reset()
    with pytest.raises(AssertionError):
        environment.step({"action_type": "PLAY", "card_index": 7})


def test_the_simple_agent_scores() -> None:
    environment = hle.make(num_players=3)
    scores = []
    for _ in range(8):
        seen, done, total = environment.reset(), False, 0
        agents = [SimpleAgent({"players": 3}) for _ in range(3)]
        while not done:
            actions = [
                agent.act(each)
                for agent, each in zip(agents, seen["player_observations"], strict=True)
            ]
            assert [action is not None for action in actions].count(True) == 1
            seen, reward, done, _ = environment.step(actions[seen["current_player"]])
            total += reward
        scores.append(total)
    assert max(scores) >= 0


PROGRAM = """
import sys
import numpy as np
from hanabi_learning_environment import pyhanabi, rl_env
from hanabi_learning_environment.agents.random_agent import RandomAgent

assert pyhanabi.cdef_loaded() and pyhanabi.lib_loaded()
game = pyhanabi.HanabiGame({"players": 3, "random_start_player": True})
print(game.parameter_string(), end="")
encoder = pyhanabi.ObservationEncoder(game, enc_type=pyhanabi.ObservationEncoderType.CANONICAL)
state = game.new_initial_state()
while not state.is_terminal():
    if state.cur_player() == pyhanabi.CHANCE_PLAYER_ID:
        state.deal_random_card()
        continue
    observation = state.observation(state.cur_player())
    print(state, observation, observation.last_moves(), observation.legal_moves())
    encoder.encode(state.observation(0))
    state.apply_move(np.random.choice(state.legal_moves()))
print("score", state.score())
environment = rl_env.make("Hanabi-Full", num_players=int(sys.argv[1]))
agent = RandomAgent({"players": 2})
seen, done = environment.reset(), False
while not done:
    me = seen["player_observations"][seen["current_player"]]
    seen, reward, done, info = environment.step(agent.act(me))
print("done")
"""


def test_a_program_for_the_original_runs_unchanged(tmp_path: Path) -> None:
    (tmp_path / "program.py").write_text(PROGRAM, "utf-8")
    command = [sys.executable, "-m", "hanamichi.envs.hle", str(tmp_path / "program.py"), "2"]
    run = subprocess.run(command, capture_output=True, text=True, check=True)
    assert "players=3" in run.stdout
    assert run.stdout.endswith("done\n")
