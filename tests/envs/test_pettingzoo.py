"""PettingZoo's own tests, and further guarantees for agents."""

from __future__ import annotations

import copy
import importlib
import pickle
from collections.abc import Mapping
from typing import Any

import numpy as np
import pytest

from hanamichi.batch import BatchError
from hanamichi.catalog import presets
from hanamichi.core import OptionError
from hanamichi.envs import hanabi_v0, koikoi_v0

# Their suite lists the environments with dictionary observations and warns of others.
pytestmark = [
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array"),
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be"),
]

SUITE: Any = importlib.import_module("pettingzoo.test")
MODULES = {"hanabi": hanabi_v0, "koikoi": koikoi_v0}
TABLES: list[tuple[str, int, Mapping[str, Any]]] = [
    *((preset.id, players, {}) for game, preset in presets() for players in game.seat_counts),
    ("hanabi/grands-feux", 2, {"flamboyants": True, "black_powder": True, "avalanche": "wild"}),
    ("hanabi/cocktail", 3, {"final_bouquet": True, "clue_tokens": 3}),
    ("hanabi/online", 5, {"deck_play": True, "errors": 1, "first_seat": 2}),
    ("hanabi/online", 2, {"special_suits": ["pink", "null"], "alternating_clues": True}),
    ("koikoi/robin-red", 2, {"gaji": True, "rounds": 2}),
]


def module_of(preset: str) -> Any:
    return MODULES[preset.partition("/")[0]]


def play(env: Any, seed: int) -> dict[str, float]:
    """Play a random game; returns each agent's total reward."""
    totals = dict.fromkeys(env.possible_agents, 0.0)
    env.reset(seed=seed)
    rng = np.random.default_rng(seed)
    for agent in env.agent_iter():
        seen, reward, over, _, _ = env.last()
        totals[agent] += reward
        env.step(None if over else int(rng.choice(np.flatnonzero(seen["action_mask"]))))
    return totals


# -- their suite -------------------------------------------------------------------------------


@pytest.mark.parametrize(("preset", "players", "options"), TABLES)
def test_every_table_passes_the_api_test(
    preset: str, players: int, options: Mapping[str, Any], capsys: pytest.CaptureFixture[str]
) -> None:
    env = module_of(preset).env(preset=preset, players=players, options=options)
    SUITE.api_test(env, num_cycles=250)
    assert "Passed API test" in capsys.readouterr().out


@pytest.mark.parametrize("module", MODULES.values(), ids=MODULES)
def test_the_bare_environment_passes_the_api_test_too(
    module: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    SUITE.api_test(module.raw_env(form="float32"), num_cycles=250)
    assert "Passed API test" in capsys.readouterr().out


@pytest.mark.parametrize(("preset", "players", "options"), TABLES)
def test_every_table_passes_the_seed_test(
    preset: str, players: int, options: Mapping[str, Any]
) -> None:
    SUITE.seed_test(
        lambda: module_of(preset).env(preset=preset, players=players, options=options), 250
    )


@pytest.mark.parametrize("module", MODULES.values(), ids=MODULES)
def test_both_games_pass_the_render_test(module: Any, capsys: pytest.CaptureFixture[str]) -> None:
    SUITE.render_test(module.env)
    assert "player_1" in capsys.readouterr().out


@pytest.mark.parametrize("module", MODULES.values(), ids=MODULES)
def test_the_state_fits_its_space(module: Any) -> None:
    """Their `state_test` also wants simultaneous moves, which these games do not have."""
    env = module.env(players=2)
    env.reset(seed=1)
    state = env.state()
    assert env.state_space.contains(state)
    seen = [env.observe(agent)["observation"] for agent in env.agents]
    assert np.array_equal(state, np.concatenate(seen))


# -- what an agent is promised -----------------------------------------------------------------


def test_an_agent_s_rewards_add_up_to_the_score() -> None:
    for seed in range(10):
        env = hanabi_v0.env(players=3)
        totals = play(env, seed)
        score = env.unwrapped._games.batch.scores()[0, 0]
        assert totals == dict.fromkeys(env.possible_agents, float(score))


def test_opponents_rewards_are_the_difference_of_their_points() -> None:
    for seed in range(5):
        env = koikoi_v0.env(options={"rounds": 3})
        totals = play(env, seed)
        first, second = env.unwrapped._games.batch.scores()[0].tolist()
        assert totals == {"player_0": first - second, "player_1": second - first}


def test_infos_contain_the_current_score() -> None:
    env = hanabi_v0.env(options={"black_powder": True})
    env.reset(seed=0)
    assert env.infos == {"player_0": {"score": -5}, "player_1": {"score": -5}}


def test_only_the_agent_to_act_has_legal_actions() -> None:
    env = hanabi_v0.env(players=4)
    env.reset(seed=3)
    for agent in env.agents:
        seen = env.observe(agent)
        assert seen["action_mask"].any() == (agent == env.agent_selection)
        assert seen["observation"].dtype == np.uint8


def test_both_forms_of_observation_are_the_same_bits() -> None:
    small, wide = hanabi_v0.raw_env(), hanabi_v0.raw_env(form="float32")
    small.reset(seed=8)
    wide.reset(seed=8)
    one, other = (env.observe("player_0")["observation"] for env in (small, wide))
    assert other.dtype == np.float32
    assert np.array_equal(one, other)


def test_without_a_seed_every_game_is_dealt_differently() -> None:
    env, other = hanabi_v0.raw_env(), hanabi_v0.raw_env()
    seen = []
    for each in (env, env, other):
        each.reset()
        seen.append(each.state().tobytes())
    assert len(set(seen)) == 3


def test_a_copied_environment_is_independent() -> None:
    env = hanabi_v0.env()
    env.reset(seed=2)
    for twin in (copy.deepcopy(env), pickle.loads(pickle.dumps(env))):
        before = env.state().tobytes()
        twin.step(5)
        assert env.state().tobytes() == before
        assert twin.state().tobytes() != before


# -- bad input ---------------------------------------------------------------------------------


@pytest.mark.parametrize("action", [0, -1, 20, None, 1.5, "play"])
def test_the_bare_environment_refuses_an_illegal_action_unchanged(action: Any) -> None:
    env = hanabi_v0.raw_env()
    env.reset(seed=1)
    agent, before = env.agent_selection, env.state().tobytes()
    with pytest.raises(BatchError) as refused:
        env.step(action)
    assert refused.value.code == "batch/invalid"
    assert (env.agent_selection, env.state().tobytes()) == (agent, before)


def test_the_bare_environment_says_that_no_game_is_going_on() -> None:
    env = hanabi_v0.raw_env()
    for _ in range(2):
        with pytest.raises(BatchError, match=r"reset\(\) begins one"):
            env.step(5)
        env.reset(seed=1)
        while env.agents:
            mask = env.observe(env.agent_selection)["action_mask"]
            env.step(int(mask.argmax()) if mask.any() else None)


@pytest.mark.filterwarnings("ignore:.*Illegal move")
def test_an_illegal_action_ends_the_game_and_costs_its_agent_one() -> None:
    env = hanabi_v0.env()
    env.reset(seed=1)
    culprit = env.agent_selection
    env.step(0)  # a discard while all clue tokens are there
    assert all(env.terminations.values())
    assert env.rewards == {agent: -float(agent == culprit) for agent in env.agents}


@pytest.mark.parametrize(
    ("module", "settings", "code"),
    [
        (hanabi_v0, {"preset": "koikoi/nintendo"}, "options/preset"),
        (koikoi_v0, {"preset": "hanabi/online"}, "options/preset"),
        (hanabi_v0, {"preset": "hanabi/nowhere"}, "options/preset"),
        (hanabi_v0, {"players": 6}, "options/players"),
        (koikoi_v0, {"players": 3}, "options/players"),
        (hanabi_v0, {"options": {"bombs": 1}}, "options/unknown"),
        (hanabi_v0, {"options": {"errors": 99}}, "options/invalid"),
        (hanabi_v0, {"render_mode": "oil"}, "options/invalid"),
    ],
)
def test_an_invalid_table_is_refused(module: Any, settings: dict[str, Any], code: str) -> None:
    with pytest.raises(OptionError) as refused:
        module.env(**settings)
    assert refused.value.code == code


def test_an_unknown_form_is_refused() -> None:
    with pytest.raises(BatchError, match="uint8 or float32"):
        hanabi_v0.env(form="packed")


# -- pictures ----------------------------------------------------------------------------------


def test_a_hanabi_picture_shows_the_whole_table() -> None:
    env = hanabi_v0.env(
        preset="hanabi/grands-feux",
        options={"flamboyants": True, "first_seat": 1},
        render_mode="ansi",
    )
    env.reset(seed=1)
    env.step(5)
    first, score, fireworks, *hands, discards, tiles = env.render().splitlines()
    assert first == "player_1: play 1"
    assert score.startswith("score ")
    assert fireworks.startswith("fireworks   w")
    assert [line.split()[0] for line in hands] == ["player_0", "player_1"]
    assert [len(line.replace(">", "").split()) for line in hands] == [6, 6]
    assert hands[0].split()[1] == ">"
    assert discards.startswith("discards")
    assert tiles == "bonus tiles"


def test_a_picture_shows_half_tokens_and_whether_a_colour_may_be_named() -> None:
    options = {"half_tokens": True, "alternating_clues": True, "first_seat": 0}
    env: Any = hanabi_v0.raw_env(players=2, options=options, render_mode="ansi")
    env.reset(seed=1)
    for action, told, kind in (
        (10 + int(np.flatnonzero(env.last()[0]["action_mask"][10:15])[0]), "7 of 8", "value"),
        (0, "7½ of 8", "value"),
    ):
        env.step(action)
        _, score, *_, last = env.render().splitlines()
        assert f"clue tokens {told} " in score
        assert last == f"next clue   {kind}"


def test_a_koikoi_picture_shows_the_whole_table() -> None:
    env = koikoi_v0.env(render_mode="ansi", options={"first_dealer": 0})
    env.reset(seed=1)
    head, field, first, _, second, _ = env.render().splitlines()
    assert head == "round 1 of 12 · score 0 to 0 · stock 24 · player_0 deals"
    assert len(field.split()) == 9
    assert (len(first.split()), len(second.split())) == (10, 9)
    assert first.split()[1] == ">"


@pytest.mark.parametrize("module", MODULES.values(), ids=MODULES)
def test_every_position_of_a_game_can_be_rendered(module: Any) -> None:
    env = module.env(render_mode="ansi", options={"rounds": 1} if module is koikoi_v0 else {})
    env.reset(seed=4)
    for agent in env.agent_iter():
        seen, _, over, _, _ = env.last()
        assert env.render().count("player_") >= 2
        env.step(None if over else env.action_space(agent).sample(seen["action_mask"]))
    assert "over" in env.render()
    assert len(SUITE.collect_render_results(env)) == 5


@pytest.mark.filterwarnings("ignore:.*render_mode")
def test_without_a_render_mode_nothing_is_rendered() -> None:
    env = hanabi_v0.env()
    env.reset()
    assert env.render() is None


# -- the wrappers ------------------------------------------------------------------------------


def test_wrapped_attributes_are_refused_before_the_first_reset_and_current_after_it() -> None:
    env = hanabi_v0.env()
    for name in ("agents", "agent_selection", "rewards", "terminations", "infos"):
        with pytest.raises(AttributeError, match="before reset"):
            getattr(env, name)
    env.reset(seed=1)
    twin = copy.deepcopy(env)
    env.step(5)
    assert env.agent_selection == env.unwrapped.agent_selection == "player_1"
    assert twin.agent_selection == "player_0"
    assert str(env) == "hanabi_v0"
