"""A policy is trained by the example, and takes a seat."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from hanamichi.batch import make_table
from hanamichi.bots import Bot, Sight
from hanamichi.catalog import new_match
from hanamichi.envs import koikoi_v0

EXAMPLES = Path(__file__).parents[2] / "examples"


def save_policy(path: Path, preset: str, players: int = 2) -> None:
    """A policy as the training saves it, of random weights."""
    table, rng = make_table(preset, players), np.random.default_rng(1)
    sizes = [table.observation_bits, 16, 16, table.actions]
    arrays: list[Any] = []
    for inputs, outputs in pairwise(sizes):
        arrays += [rng.normal(size=(outputs, inputs)).astype(np.float32), np.zeros(outputs)]
    np.savez(path, *arrays, preset=np.array(preset))


@pytest.fixture
def make_bot(monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.syspath_prepend(EXAMPLES)
    from policy_bot import PolicyBot  # type: ignore[import-not-found,unused-ignore]

    def make(path: Path) -> Bot:
        monkeypatch.setenv("HANAMICHI_BOT_POLICY", str(path))
        bot: Bot = PolicyBot()
        return bot

    return make


@pytest.mark.parametrize("preset", ["hanabi/online", "koikoi/nintendo"])
def test_a_policy_plays_a_match(preset: str, tmp_path: Path, make_bot: Any) -> None:
    save_policy(tmp_path / "policy.npz", preset)
    bots = [make_bot(tmp_path / "policy.npz") for _ in range(2)]
    match = new_match(preset, 2, seed=1)
    while (seat := match.to_act) is not None:
        sight = Sight(match.view(seat), match.log(seat), match.legal_actions())
        chosen = bots[seat].choose(sight, Random(1))
        assert chosen == bots[seat].choose(sight, Random(2))
        match.play(chosen.action)
    assert match.outcome is not None


def test_a_policy_for_another_table_says_so(tmp_path: Path, make_bot: Any) -> None:
    save_policy(tmp_path / "policy.npz", "hanabi/online", 3)
    bot = make_bot(tmp_path / "policy.npz")
    match = new_match("hanabi/online", 2, seed=1)
    seat = match.to_act
    assert seat is not None
    sight = Sight(match.view(seat), match.log(seat), match.legal_actions())
    with pytest.raises(ValueError, match="trained on 956 bits; this table has 658"):
        bot.choose(sight, Random(1))


def test_a_policy_for_the_other_game_says_so(tmp_path: Path, make_bot: Any) -> None:
    save_policy(tmp_path / "policy.npz", "hanabi/online")
    match = new_match("koikoi/nintendo", seed=1)
    sight = Sight(match.view(0), match.log(0), match.legal_actions())
    with pytest.raises(ValueError, match="trained on another game"):
        make_bot(tmp_path / "policy.npz").choose(sight, Random(1))


def test_a_policy_that_is_missing_is_named(tmp_path: Path, make_bot: Any) -> None:
    with pytest.raises(FileNotFoundError, match=r"no policy .*none\.npz.*HANAMICHI_BOT_POLICY"):
        make_bot(tmp_path / "none.npz")


@pytest.mark.parametrize("page", ["training.md", "environments.md"])
def test_the_pages_train_where_the_bot_looks_for_its_policy(page: str) -> None:
    """Whoever types the commands of a page, in order, finds the policy beside `policy_bot.py`."""
    text = (EXAMPLES.parent / "docs" / page).read_text("utf-8")
    folder, policies, bots = Path(), set(), set()
    for block in re.findall(r"```sh\n(.*?)```", text, flags=re.DOTALL):
        for line in block.splitlines():
            words = shlex.split(line, comments=True)
            if words[:1] == ["cd"]:
                folder = folder / words[1]
            elif words[:1] == ["python"] and "train_" in words[1] and "-m" not in words:
                assert (EXAMPLES.parent / folder / words[1]).is_file()
                policies.add(folder)
            elif any("policy_bot:" in word for word in words):
                bots.add(folder)
    assert policies == {Path("examples")}
    assert bots <= policies


@pytest.mark.parametrize("preset", ["hanabi/online", "koikoi/nintendo"])
def test_the_example_trains_saves_and_draws(preset: str, tmp_path: Path, make_bot: Any) -> None:
    pytest.importorskip("torch", reason="PyTorch is not installed here")
    few = ("--games", "8", "--steps", "4", "--width", "16", "--points", "1", "--minutes", "0.02")
    run = subprocess.run(
        [sys.executable, EXAMPLES / "train_ppo.py", "--preset", preset, *few],
        cwd=tmp_path,
        env={**os.environ, "OMP_NUM_THREADS": "1"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert "steps/s" in run.stdout
    assert (tmp_path / "policy.svg").read_text("utf-8").startswith("<svg")
    match = new_match(preset, 2, seed=1)
    seat = match.to_act
    assert seat is not None
    sight = Sight(match.view(seat), match.log(seat), match.legal_actions())
    assert make_bot(tmp_path / "policy.npz").choose(sight, Random(1)).action in sight.legal


def test_the_example_reads_options_as_the_arena_does(tmp_path: Path, make_bot: Any) -> None:
    pytest.importorskip("torch", reason="PyTorch is not installed here")
    few = ("--games", "8", "--steps", "4", "--width", "16", "--points", "1", "--minutes", "0.01")
    small = ("colours=red,yellow", "hand_size=2", "keep_points=on", "special_suits=pink")
    changes = [word for each in small for word in ("--set", each)]
    subprocess.run(
        [sys.executable, EXAMPLES / "train_ppo.py", *few, *changes],
        cwd=tmp_path,
        env={**os.environ, "OMP_NUM_THREADS": "1"},
        check=True,
    )
    options = {"colours": ["red", "yellow"], "hand_size": 2, "special_suits": ["pink"]}
    match = new_match("hanabi/online", 2, options=options | {"keep_points": True}, seed=1)
    seat = match.to_act
    assert seat is not None
    sight = Sight(match.view(seat), match.log(seat), match.legal_actions())
    assert make_bot(tmp_path / "policy.npz").choose(sight, Random(1)).action in sight.legal


def test_the_rllib_example_trains_and_saves(tmp_path: Path, make_bot: Any) -> None:
    for module in ("torch", "ray.rllib"):
        pytest.importorskip(module, reason="RLlib is not installed here")
    few = ("--games", "2", "--steps", "600", "--width", "16", "--minutes", "0.01")
    run = subprocess.run(
        [sys.executable, EXAMPLES / "train_rllib.py", "--preset", "koikoi/nintendo", *few],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
    )
    steps = [int(line.split()[2].replace(",", "")) for line in run.stdout.splitlines()]
    assert steps[0] == 0
    assert steps[-1] >= 600
    match = new_match("koikoi/nintendo", 2, seed=1)
    seat = match.to_act
    assert seat is not None
    sight = Sight(match.view(seat), match.log(seat), match.legal_actions())
    assert make_bot(tmp_path / "policy.npz").choose(sight, Random(1)).action in sight.legal


@pytest.mark.parametrize("view", ["turns", "parallel"])
def test_rllib_wraps_both_views(view: str) -> None:
    wrappers = pytest.importorskip(
        "ray.rllib.env.wrappers.pettingzoo_env", reason="RLlib is not installed here"
    )
    if view == "turns":
        env = wrappers.PettingZooEnv(koikoi_v0.raw_env())
    else:
        env = wrappers.ParallelPettingZooEnv(koikoi_v0.parallel_env())
    seen, _ = env.reset(seed=1)
    over, total = False, dict.fromkeys(env.possible_agents, 0.0)
    while not over:
        actions = {agent: int(each["action_mask"].argmax()) for agent, each in seen.items()}
        seen, rewards, terminated, _, _ = env.step(actions)
        for agent, reward in rewards.items():
            total[agent] += reward
        over = terminated["__all__"]
    assert total["player_0"] == -total["player_1"] != 0
