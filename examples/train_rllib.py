"""Train a policy for Hanabi or Koi-Koi with RLlib: several agents, action masks, the new API stack.

    pip install "hanamichi[envs]" "ray[rllib]" torch
    python train_rllib.py                                         # a small Hanabi for two
    python train_rllib.py --preset koikoi/nintendo --minutes 10

PPO on the PettingZoo environment, through RLlib's own wrapper: the agents act in turn, each gets
its own rewards, and one policy plays every seat, which is self-play for a team and for opponents
alike. For most games in least time there is `train_ppo.py`: here a game is an object, not a row
of a batch. Writes the policy (`policy.npz`, which `policy_bot.py` beside it seats anywhere).
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path
from typing import Any

import numpy as np
import ray
import torch
from ray.rllib.algorithms.ppo import PPOConfig
from ray.rllib.core.columns import Columns
from ray.rllib.core.rl_module.apis import ValueFunctionAPI
from ray.rllib.core.rl_module.multi_rl_module import MultiRLModuleSpec
from ray.rllib.core.rl_module.rl_module import RLModuleSpec
from ray.rllib.core.rl_module.torch import TorchRLModule
from ray.rllib.env.wrappers.pettingzoo_env import PettingZooEnv
from ray.tune.registry import register_env
from torch import Tensor, nn

from hanamichi.batch import make_batch
from hanamichi.catalog import preset_by_id
from hanamichi.core import parse_settings
from hanamichi.envs import hanabi_v0, koikoi_v0

TABLE = "hanamichi"
SHARED = "every seat"
SMALL = {
    "colours": ["red", "yellow"],
    "hand_size": 2,
    "clue_tokens": 3,
    "first_seat": 0,
    "keep_points": True,
}
"""The table of Hanabi-Small, but its third error ends the game and its points count: a policy that
is punished from the beginning learns to play nothing at all.
"""


def layers(inputs: int, width: int, outputs: int) -> nn.Sequential:
    """Two hidden layers, as `policy_bot.py` reads them."""
    return nn.Sequential(
        *(nn.Linear(inputs, width), nn.ReLU(), nn.Linear(width, width), nn.ReLU()),
        nn.Linear(width, outputs),
    )


class MaskedPolicy(TorchRLModule, ValueFunctionAPI):
    """A network that prefers no illegal action, and one that estimates what is to come."""

    def setup(self) -> None:
        """Make both networks."""
        bits = self.observation_space["observation"].shape[0]
        width = self.model_config["width"]
        self.policy = layers(bits, width, int(self.action_space.n))
        self.critic = layers(bits, width, 1)

    def _forward(self, batch: dict[str, Any], **_: Any) -> dict[str, Any]:
        seen = batch[Columns.OBS]
        illegal = seen["action_mask"] == 0
        logits = self.policy(seen["observation"]).masked_fill(illegal, -1e9)
        return {Columns.ACTION_DIST_INPUTS: logits}

    def compute_values(self, batch: dict[str, Any], embeddings: Any = None) -> Tensor:
        """What the seat that acts will still gain."""
        return self.critic(batch[Columns.OBS]["observation"]).squeeze(-1)


def make_environment(table: dict[str, Any]) -> PettingZooEnv:
    """One match; RLlib learns on numbers, not on bytes."""
    game = hanabi_v0 if table["preset"].startswith("hanabi/") else koikoi_v0
    return PettingZooEnv(game.raw_env(**table, form="float32"))


def configured(given: argparse.Namespace, table: dict[str, Any]) -> PPOConfig:
    """PPO, with one policy for every seat."""
    return (
        PPOConfig()
        # RLlib's check of environments acts without looking at the mask.
        .environment(TABLE, env_config=table, disable_env_checking=True)
        .framework("torch")
        .env_runners(
            num_env_runners=given.workers,
            num_envs_per_env_runner=given.games,
            rollout_fragment_length="auto",
        )
        .multi_agent(policies={SHARED}, policy_mapping_fn=lambda *_, **__: SHARED)
        .rl_module(
            rl_module_spec=MultiRLModuleSpec(
                rl_module_specs={
                    SHARED: RLModuleSpec(MaskedPolicy, model_config={"width": given.width})
                }
            )
        )
        .training(
            train_batch_size_per_learner=given.steps,
            minibatch_size=512,
            num_epochs=4,
            lr=7e-4,
            gamma=0.99,
            lambda_=0.95,
            clip_param=0.2,
            entropy_coeff=0.01,
            grad_clip=0.5,
            vf_clip_param=1e4,  # points of Koi-Koi come by the dozen
            use_kl_loss=False,
        )
        .debugging(seed=given.seed, log_level="ERROR")
    )


@torch.no_grad()
def measured(module: MaskedPolicy, table: dict[str, Any], games: int = 400) -> tuple[float, float]:
    """The mean result and its standard error on decks of their own, playing the likeliest
    action: the score of a team, or the lead on an opponent who plays at random.
    """
    batch = make_batch(table["preset"], table["players"], options=table["options"], games=games)
    batch.reset(seed=1_000_003)
    rng, first, total = np.random.default_rng(1), np.arange(games) % 2, np.zeros(games)
    alone = batch.spec.sides == 1
    while not batch.done.all():
        logits = module.policy(torch.from_numpy(batch.observe(form="float32"))).numpy()
        legal = batch.legal_mask()
        ours = (batch.to_act() == first) | alone
        chosen = np.where(legal, np.where(ours[:, None], logits, rng.random(legal.shape)), -np.inf)
        gains = batch.step(chosen.argmax(axis=1))
        total += gains[:, 0] if alone else gains[np.arange(games), first] * 2 - gains.sum(axis=1)
    return float(total.mean()), float(total.std(ddof=1)) / games**0.5


def save(module: MaskedPolicy, given: argparse.Namespace) -> None:
    """Write the policy as `policy_bot.py` reads it."""
    arrays = [array.detach().cpu().numpy() for array in module.policy.state_dict().values()]
    with given.out.open("wb") as file:
        np.savez_compressed(file, *arrays, preset=np.array(given.preset))


def train(given: argparse.Namespace) -> None:
    """Train until the time is up; measure and save after every tenth of it."""
    small = SMALL if given.preset == "hanabi/online" and not given.set else {}
    table = {
        "preset": given.preset,
        "players": given.players,
        "options": options_of(given) or small,
    }
    ray.init(num_cpus=max(1, given.workers + 1), include_dashboard=False, log_to_driver=False)
    register_env(TABLE, make_environment)
    algorithm = configured(given, table).build_algo()
    began, told, steps = time.perf_counter(), -np.inf, 0
    while True:
        spent = time.perf_counter() - began
        over = spent >= 60 * given.minutes
        if over or spent >= told + 6 * given.minutes:
            told = spent
            module = algorithm.get_module(SHARED)
            mean, error = measured(module, table)
            save(module, given)
            what = "score" if given.preset.startswith("hanabi/") else "lead on random play"
            print(f"{spent:6.0f} s  {steps:9,} steps  {what} {mean:.2f} ± {error:.2f}", flush=True)
        if over:
            break
        found = algorithm.train()
        steps = int(found["env_runners"]["num_env_steps_sampled_lifetime"])
    algorithm.stop()
    ray.shutdown()


def options_of(given: argparse.Namespace) -> dict[str, Any]:
    """`errors=1`, `keep_points=on`, `colours=red,yellow`: read as `hanamichi arena` reads them."""
    game, edition = preset_by_id(given.preset)
    return parse_settings(game.options_type, given.set, edition.offers)


def main() -> None:
    """Read the command line and train."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--preset", default="hanabi/online")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--set", action="append", default=[], metavar="NAME=VALUE")
    parser.add_argument("--minutes", type=float, default=5.0)
    parser.add_argument("--workers", type=int, default=0, help="processes that play; 0: this one")
    parser.add_argument("--games", type=int, default=8, help="played side by side in each")
    parser.add_argument("--steps", type=int, default=4000, help="between two updates")
    parser.add_argument("--width", type=int, default=128, help="of the hidden layers")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=Path("policy.npz"))
    train(parser.parse_args())


if __name__ == "__main__":
    main()
