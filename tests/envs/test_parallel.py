"""The parallel view for PettingZoo: its own tests, and what passes for whom."""

from __future__ import annotations

import importlib
from typing import Any

import numpy as np
import pytest

from hanamichi.batch import BatchError, make_batch
from hanamichi.envs import hanabi_v0, koikoi_v0

SUITE: Any = importlib.import_module("pettingzoo.test")
SEEDS: Any = importlib.import_module("pettingzoo.test.seed_test")
MODULES = {"hanabi": hanabi_v0, "koikoi": koikoi_v0}


def pick(seen: Any, rng: np.random.Generator) -> int:
    """A legal action of an agent."""
    return int(rng.choice(np.flatnonzero(seen["action_mask"])))


@pytest.mark.parametrize("module", MODULES.values(), ids=MODULES)
def test_both_games_pass_the_parallel_api_test(
    module: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    SUITE.parallel_api_test(module.parallel_env(), num_cycles=300)
    assert "Passed Parallel API test" in capsys.readouterr().out


@pytest.mark.parametrize("module", MODULES.values(), ids=MODULES)
def test_both_games_pass_the_parallel_seed_test(module: Any) -> None:
    SEEDS.parallel_seed_test(module.parallel_env, num_cycles=50)


@pytest.mark.parametrize("module", MODULES.values(), ids=MODULES)
def test_the_same_game_as_when_agents_act_in_turn(module: Any) -> None:
    together, turns = module.parallel_env(), module.raw_env()
    seen, infos = together.reset(seed=5)
    turns.reset(seed=5)
    rng = np.random.default_rng(5)
    ended: dict[str, bool] = {}
    while together.agents:
        acting = turns.agent_selection
        for agent, seen_by in seen.items():
            assert np.array_equal(seen_by["observation"], turns.observe(agent)["observation"])
            assert together.observation_space(agent).contains(seen_by)
            assert bool(seen_by["action_mask"][-1]) == (agent != acting)
            assert bool(seen_by["action_mask"][:-1].any()) == (agent == acting)
        assert np.array_equal(together.state(), turns.state())
        actions = {agent: pick(seen_by, rng) for agent, seen_by in seen.items()}
        seen, rewards, ended, cut_short, infos = together.step(actions)
        turns.step(actions[acting])
        assert rewards == turns.rewards
        assert ended == turns.terminations
        assert infos == turns.infos
        assert not any(cut_short.values())
    assert ended == dict.fromkeys(turns.possible_agents, True)
    with pytest.raises(BatchError, match="no game going on"):
        together.step({})


def test_what_the_others_send_is_ignored() -> None:
    one, other = hanabi_v0.parallel_env(players=3), hanabi_v0.parallel_env(players=3)
    seen, _ = one.reset(seed=2)
    other.reset(seed=2)
    acting = next(agent for agent in one.agents if not seen[agent]["action_mask"][-1])
    with_others = dict.fromkeys(one.agents, "anything") | {acting: 6}
    first, *_ = one.step(with_others)
    second, *_ = other.step({acting: 6})
    for agent in one.agents:
        assert np.array_equal(first[agent]["observation"], second[agent]["observation"])


@pytest.mark.parametrize(
    "actions",
    [
        None,
        [5, 5],
        {},
        {"player_0": 0},
        {"player_0": 30},
        {"player_0": 31},
        {"player_0": 5.0},
        {"player_0": None},
    ],
)
def test_a_wrong_action_of_the_agent_to_act_changes_nothing(actions: Any) -> None:
    env = hanabi_v0.parallel_env(players=3, options={"first_seat": 0}, illegal_reward=None)
    env.reset(seed=2)
    before = env.state()
    with pytest.raises(BatchError) as refused:
        env.step(actions)
    assert refused.value.code == "batch/invalid"
    assert (refused.value.where or "").startswith("actions")
    assert np.array_equal(env.state(), before)


@pytest.mark.parametrize("action", [0, 20], ids=["discard", "pass"])
def test_an_illegal_action_ends_the_game_and_costs_its_agent_1(action: int) -> None:
    env = hanabi_v0.parallel_env(options={"first_seat": 0})
    env.reset(seed=2)
    seen, rewards, ended, _, _ = env.step({"player_0": action})
    assert rewards == {"player_0": -1.0, "player_1": 0.0}
    assert all(ended.values())
    assert set(seen) == {"player_0", "player_1"}
    assert env.agents == []


def test_it_renders_as_the_table_does() -> None:
    env = hanabi_v0.parallel_env(render_mode="ansi")
    env.reset(seed=1)
    assert "player_1" in env.render()
    env.close()


@pytest.mark.parametrize("module", MODULES.values(), ids=MODULES)
def test_both_views_have_past_actions_and_all_seats_where_asked_for(module: Any) -> None:
    asked = {"past_actions": 2, "all_seats": True}
    together, turns, plain = module.parallel_env(**asked), module.env(**asked), module.raw_env()
    _, infos = together.reset(seed=2)
    turns.reset(seed=2)
    plain.reset(seed=2)
    done: list[int] = [-1, -1]
    for _ in range(12):
        acting = turns.agent_selection
        for shown in (infos, turns.infos):
            for agent, each in shown.items():
                assert each["past_actions"].tolist() == done[:2]
                others = [name for name in turns.possible_agents if name != agent]
                wanted = [turns.observe(name)["observation"] for name in (agent, *others)]
                assert np.array_equal(each["all_seats"], wanted)
        action = int(np.flatnonzero(turns.observe(acting)["action_mask"])[-1])
        done.insert(0, action)
        turns.step(action)
        _, _, _, _, infos = together.step({acting: action})
    assert set(plain.infos["player_0"]) == {"score"}


def test_observations_have_the_memory_of_cards_where_asked_for() -> None:
    env = hanabi_v0.raw_env(card_memory=True)
    batch = make_batch("hanabi/online", 2, games=1, card_memory=True)
    env.reset(seed=4)
    batch.reset(seed=4)
    for _ in range(9):
        seen, _, _, _, _ = env.last()
        assert seen is not None
        assert np.array_equal(seen["observation"], batch.observe(form="uint8")[0])
        action = int(np.flatnonzero(seen["action_mask"])[-1])
        env.step(action)
        batch.step([action])
    with pytest.raises(BatchError, match="Only games of Hanabi"):
        koikoi_v0.raw_env(card_memory=True)
