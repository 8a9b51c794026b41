"""Stable-Baselines3 and MaskablePPO on these environments, where they are installed."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import gymnasium
import numpy as np
import pytest

from hanamichi.batch import BatchError
from hanamichi.envs.registration import IDS

HANABI = "Hanamichi/Hanabi-v0"


# -- masks: no library is needed ---------------------------------------------------------------


@pytest.mark.parametrize("name", IDS)
def test_masks_are_those_of_the_infos(name: str) -> None:
    env = gymnasium.make(name)
    _, info = env.reset(seed=1)
    masks = env.get_wrapper_attr("action_masks")()
    assert masks.dtype == np.bool_
    assert np.array_equal(masks, info["action_mask"])
    envs = gymnasium.make_vec(name, num_envs=3)
    _, infos = envs.reset(seed=1)
    several = envs.unwrapped.action_masks()  # type: ignore[attr-defined]  # ours
    assert several.dtype == np.bool_
    assert np.array_equal(several, infos["action_mask"])


def test_without_the_library_the_import_says_what_to_install() -> None:
    program = "import sys; sys.modules['stable_baselines3'] = None; import hanamichi.envs.sb3"
    run = subprocess.run(
        [sys.executable, "-c", program], check=False, capture_output=True, text=True
    )
    assert run.returncode == 1
    assert "ImportError: hanamichi.envs.sb3 needs Stable-Baselines3: pip install" in run.stderr


# -- where they are installed ------------------------------------------------------------------


@pytest.fixture
def table_vec_env() -> Any:
    pytest.importorskip("sb3_contrib", reason="Stable-Baselines3 is not installed here")
    from hanamichi.envs.sb3 import TableVecEnv

    return TableVecEnv


@pytest.mark.parametrize("name", IDS)
def test_the_single_environment_passes_their_checker(name: str) -> None:
    pytest.importorskip("sb3_contrib", reason="Stable-Baselines3 is not installed here")
    from stable_baselines3.common.env_checker import check_env

    check_env(gymnasium.make(name, illegal_reward=-1.0).unwrapped)


def test_an_ended_game_is_dealt_again_at_once(table_vec_env: Any) -> None:
    envs = table_vec_env(8, options={"errors": 1}, threads=1)
    envs.seed(3)
    seen = envs.reset()
    assert envs.reset_infos[0]["action_mask"].any()
    rng = np.random.default_rng(3)
    finals = 0
    for _ in range(30):
        masks = np.stack(envs.env_method("action_masks"))
        assert np.array_equal(masks, envs.action_masks())
        assert masks.any(axis=1).all()
        seen, rewards, ended, infos = envs.step(
            np.array([rng.choice(np.flatnonzero(mask)) for mask in masks])
        )
        assert (seen.dtype, rewards.dtype, ended.dtype) == (np.uint8, np.float32, np.bool_)
        for game, info in enumerate(infos):
            assert ("terminal_observation" in info) == ended[game]
            if ended[game]:
                finals += 1
                assert info["TimeLimit.truncated"] is False
                assert envs.observation_space.contains(info["terminal_observation"])
                assert not np.array_equal(info["terminal_observation"], seen[game])
    assert finals > 8
    envs.close()


def test_the_same_seed_deals_the_same_games(table_vec_env: Any) -> None:
    one, other = (table_vec_env(4, game="koikoi", threads=1) for _ in range(2))
    one.seed(1)
    other.seed(1)
    assert np.array_equal(one.reset(), other.reset())
    assert np.array_equal(one.reset(), other.reset())
    assert one.get_attr("num_envs", indices=[0, 2]) == [4, 4]
    assert one.env_is_wrapped(gymnasium.Wrapper) == [False] * 4


def test_wrong_calls_are_refused(table_vec_env: Any) -> None:
    envs = table_vec_env(2, threads=1)
    envs.reset()
    wrong: list[Any] = [
        lambda: envs.step(np.array([5])),
        lambda: envs.step(np.array([5.0, 5.0])),
        lambda: envs.step(np.array([5, 99])),
        envs.step_wait,
        lambda: envs.set_options({"deck": []}),
        lambda: envs.set_attr("seat", 1),
        lambda: envs.env_method("reset"),
        lambda: table_vec_env(2, autoreset_mode="NextStep"),
        lambda: table_vec_env(0),
    ]
    for call in wrong:
        with pytest.raises(BatchError) as refused:
            call()
        assert refused.value.code == "batch/invalid"


def test_maskable_ppo_learns_and_never_acts_illegally(table_vec_env: Any) -> None:
    """An illegal action would raise."""
    from sb3_contrib import MaskablePPO
    from sb3_contrib.common.maskable.utils import get_action_masks, is_masking_supported
    from stable_baselines3.common.vec_env import VecMonitor

    envs = VecMonitor(table_vec_env(8, options={"errors": 1}, threads=1))
    assert is_masking_supported(envs)
    model = MaskablePPO("MlpPolicy", envs, n_steps=16, batch_size=64, n_epochs=1, seed=1)
    model.learn(256)
    assert model.num_timesteps == 256
    seen = envs.reset()
    actions, _ = model.predict(seen, action_masks=get_action_masks(envs))
    envs.step(actions)
