"""Train the network that plays Hanabi for two, by playing with itself on a GPU.

    python -m training.train_hanabi --minutes 14 --seed 2 --out two_players.npz

On one H200 that is 8 billion steps, and a team of 24.16 ± 0.01 points with 54 % perfect games.

Proximal policy optimisation. Both seats are the same network, which sees what a seat sees; a second
network, used only while training, sees both hands and says how well things stand. Thousands of
games are dealt, stepped and observed by the kernels of `hanamichi.batch` without leaving the GPU.
Needs PyTorch and `hanamichi[cuda]`; the result is read by `hanamichi.bots.hanabi.network`.
"""

from __future__ import annotations

import argparse
import copy
import time
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn

from hanamichi.batch.checks import seeded_counters
from hanamichi.batch.hanabi.hanabi_table import HanabiTable
from hanamichi.catalog import preset_by_id
from training.hanabi_kernels import THREADS, deal_run, turn_run

PLAYERS = 2
PAST = 4
"""Actions before the last one that the network is told: the observation tells the last."""
GAMES = 16384
STEPS = 32
MINIBATCH = 32768
EPOCHS = 2
DISCOUNT, TRACE = 0.999, 0.95
CLIP = 0.2
FIRST_RATE = 5e-4
ENTROPY = (0.03, 0.002)
"""At the beginning and at the end."""
REWARD_SCALE = 0.2
LENIENT = 0.1
"""For this part of the training, points lost with the third error are not lost yet."""


class Tables:
    """Games on the GPU, seen from both seats."""

    def __init__(self, games: int, seed: int) -> None:
        from numba import cuda

        table = HanabiTable(preset_by_id("hanabi/online")[1].options, PLAYERS)
        self.games, self.actions = games, table.actions
        self.words = -(-table.observation_bits // 64)
        self._blocks = -(-games // THREADS)
        device = torch.device("cuda")
        self.rows = torch.zeros((games, table.row_cells), dtype=torch.uint8, device=device)
        self.rng = cuda.to_device(seeded_counters(seed, games))
        self.seen = torch.zeros((games, 2, self.words), dtype=torch.int64, device=device)
        self.past = torch.full((games, PAST + 1), -1, dtype=torch.int8, device=device)
        self.legal = torch.zeros(games, dtype=torch.int64, device=device)
        self.gain = torch.zeros(games, dtype=torch.float32, device=device)
        self.final = torch.zeros(games, dtype=torch.int32, device=device)
        self._fixed = (cuda.to_device(table.vector), cuda.to_device(table.template()))
        self._arrays = [
            cuda.as_cuda_array(tensor)
            for tensor in (self.rows, self.seen, self.past, self.legal, self.gain, self.final)
        ]
        deal_run[self._blocks, THREADS](games, *self._fixed, self.rng, *self._arrays)

    def step(self, actions: Tensor) -> None:
        """Act in every game; where it ended, `final` says with how many points, and deal anew."""
        from numba import cuda

        chosen = cuda.as_cuda_array(actions)
        turn_run[self._blocks, THREADS](self.games, *self._fixed, self.rng, chosen, *self._arrays)


def unpacked(words: Tensor) -> Tensor:
    """A number for every bit."""
    places = torch.arange(8, dtype=torch.uint8, device=words.device)
    bits = (words.view(torch.uint8).unsqueeze(-1) >> places) & 1
    return bits.flatten(1).to(torch.bfloat16)


def remembered(past: Tensor, actions: int) -> Tensor:
    """One place for each action, for each ply looked back; all zeros before the first."""
    places = torch.arange(actions, dtype=torch.int8, device=past.device)
    return (past[:, 1:].unsqueeze(-1) == places).flatten(1).to(torch.bfloat16)


class Actor(nn.Module):
    """From what a seat sees to how much it likes each action."""

    def __init__(self, inputs: int, actions: int, width: int) -> None:
        super().__init__()
        self.first = nn.Linear(inputs, width)
        self.second = nn.Linear(width, width)
        self.third = nn.Linear(width, width)
        self.last = nn.Linear(width, actions)
        nn.init.orthogonal_(self.last.weight, 0.01)

    def forward(self, seen: Tensor, past: Tensor) -> Tensor:
        hidden = torch.cat((unpacked(seen), remembered(past, self.last.out_features)), 1)
        for layer in (self.first, self.second, self.third):
            hidden = torch.relu(layer(hidden))
        return self.last(hidden).float()


class Critic(nn.Module):
    """From what both seats see to the points still to come."""

    def __init__(self, inputs: int, width: int) -> None:
        super().__init__()
        self.layers = nn.Sequential(
            nn.Linear(inputs, width),
            nn.ReLU(),
            nn.Linear(width, width),
            nn.ReLU(),
            nn.Linear(width, 1),
        )

    def forward(self, seen: Tensor) -> Tensor:
        return self.layers(unpacked(seen.flatten(1))).float().squeeze(-1)


def masked(likes: Tensor, legal: Tensor) -> Tensor:
    """Illegal actions are never chosen."""
    places = torch.arange(likes.shape[1], device=likes.device)
    allowed = (legal.unsqueeze(-1) >> places) & 1
    return torch.where(allowed.bool(), likes, torch.full_like(likes, -1e9))


@torch.no_grad()
def measured(actor: Actor, seed: int, games: int = 16384) -> tuple[float, float, float]:
    """Mean score, its standard error and the share of perfect games, always the best-liked."""
    tables = Tables(games, seed)
    scores = torch.full((games,), -1, dtype=torch.int32, device="cuda")
    while bool((scores < 0).any()):
        with torch.autocast("cuda", torch.bfloat16):
            likes = actor(tables.seen[:, 0], tables.past)
        tables.step(masked(likes, tables.legal).argmax(1).int())
        scores = torch.where((scores < 0) & (tables.final >= 0), tables.final, scores)
    points = scores.double()
    error = float(points.std()) / games**0.5
    return float(points.mean()), error, float((scores == 25).double().mean())


class Trainer:
    """Play a stretch, learn from it, again. What repeats is recorded once as a CUDA graph."""

    def __init__(self, seed: int, width: int, seconds: float) -> None:
        torch.manual_seed(seed)
        self.tables = Tables(GAMES, seed)
        actions, words = self.tables.actions, self.tables.words
        self.actor = Actor(words * 64 + PAST * actions, actions, width).cuda()
        self.critic = Critic(2 * words * 64, width).cuda()
        self.average = copy.deepcopy(self.actor)
        self.parameters = [*self.actor.parameters(), *self.critic.parameters()]
        self.rate = torch.tensor(FIRST_RATE, device="cuda")
        self.optimiser = torch.optim.Adam(
            self.parameters, self.rate, eps=1e-5, fused=True, capturable=True
        )
        self.entropy_weight = torch.tensor(ENTROPY[0], device="cuda")
        self.seconds = seconds
        self.steps = 0
        self._make_room(words)
        self._record()

    def _make_room(self, words: int) -> None:
        shape = (STEPS, GAMES)
        self.kept: dict[str, Tensor] = {
            "seen": torch.zeros((*shape, 2, words), dtype=torch.int64, device="cuda"),
            "past": torch.zeros((*shape, PAST + 1), dtype=torch.int8, device="cuda"),
            "legal": torch.zeros(shape, dtype=torch.int64, device="cuda"),
            "action": torch.zeros(shape, dtype=torch.int64, device="cuda"),
            "chance": torch.zeros(shape, device="cuda"),
            "advantage": torch.zeros(shape, device="cuda"),
            "target": torch.zeros(shape, device="cuda"),
        }
        self.value = torch.zeros((STEPS + 1, GAMES), device="cuda")
        self.gain = torch.zeros(shape, device="cuda")
        self.ended = torch.zeros(shape, device="cuda")
        self.action = torch.zeros(GAMES, dtype=torch.int32, device="cuda")
        self.chance = torch.zeros(GAMES, device="cuda")
        self.worth = torch.zeros(GAMES, device="cuda")
        self.part = torch.zeros(MINIBATCH, dtype=torch.int64, device="cuda")

    def _record(self) -> None:
        """Both graphs, from a copy of the networks as they begin."""
        begun = copy.deepcopy((self.actor.state_dict(), self.critic.state_dict()))
        act, improve = torch.compile(self._act), self._improve
        self._loss_of = torch.compile(self._loss)
        beside = torch.cuda.Stream()
        beside.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(beside):
            for _ in range(3):
                act()
                improve()
        torch.cuda.current_stream().wait_stream(beside)
        self.acting, self.improving = torch.cuda.CUDAGraph(), torch.cuda.CUDAGraph()
        with torch.cuda.graph(self.acting):
            act()
        with torch.cuda.graph(self.improving):
            improve()
        self.actor.load_state_dict(begun[0])
        self.critic.load_state_dict(begun[1])
        for state in self.optimiser.state.values():
            for value in state.values():
                value.zero_()

    @torch.no_grad()
    def _act(self) -> None:
        tables = self.tables
        with torch.autocast("cuda", torch.bfloat16):
            likes = self.actor(tables.seen[:, 0], tables.past)
            worth = self.critic(tables.seen)
        logs = masked(likes, tables.legal).log_softmax(1)
        noise = -(-torch.rand_like(logs).clamp(min=1e-20).log()).log()
        action = (logs + noise).argmax(1)
        self.action.copy_(action)
        self.chance.copy_(logs.gather(1, action.unsqueeze(1)).squeeze(1))
        self.worth.copy_(worth)

    def play(self, *, lenient: bool) -> None:
        """A stretch of every game, remembered."""
        tables, kept = self.tables, self.kept
        for n in range(STEPS):
            kept["seen"][n].copy_(tables.seen)
            kept["past"][n].copy_(tables.past)
            kept["legal"][n].copy_(tables.legal)
            self.acting.replay()
            kept["action"][n].copy_(self.action)
            kept["chance"][n].copy_(self.chance)
            self.value[n].copy_(self.worth)
            tables.step(self.action)
            torch.mul(
                tables.gain.clamp(min=0) if lenient else tables.gain, REWARD_SCALE, out=self.gain[n]
            )
            self.ended[n].copy_(tables.final >= 0)
        self.acting.replay()
        self.value[STEPS].copy_(self.worth)
        self.steps += STEPS * GAMES

    def look_back(self) -> None:
        """How much better each action turned out than expected."""
        trace = torch.zeros(GAMES, device="cuda")
        for n in reversed(range(STEPS)):
            goes_on = DISCOUNT * (1.0 - self.ended[n])
            surprise = self.gain[n] + goes_on * self.value[n + 1] - self.value[n]
            trace = surprise + TRACE * goes_on * trace
            self.kept["advantage"][n] = trace
        torch.add(self.kept["advantage"], self.value[:STEPS], out=self.kept["target"])

    def _loss(self, batch: dict[str, Tensor]) -> Tensor:
        with torch.autocast("cuda", torch.bfloat16):
            likes = self.actor(batch["seen"][:, 0], batch["past"])
            value = self.critic(batch["seen"])
        logs = masked(likes, batch["legal"]).log_softmax(1)
        chosen = logs.gather(1, batch["action"].unsqueeze(1)).squeeze(1)
        ratio = (chosen - batch["chance"]).exp()
        advantage = batch["advantage"]
        advantage = (advantage - advantage.mean()) / (advantage.std() + 1e-8)
        policy = -torch.min(advantage * ratio, advantage * ratio.clamp(1 - CLIP, 1 + CLIP)).mean()
        entropy = -(logs.exp() * logs.clamp(min=-30)).sum(1).mean()
        error = (value - batch["target"]).square().mean()
        return policy - self.entropy_weight * entropy + 0.5 * error

    def _improve(self) -> None:
        batch = {key: value.flatten(0, 1)[self.part] for key, value in self.kept.items()}
        self.optimiser.zero_grad(set_to_none=True)
        self._loss_of(batch).backward()
        nn.utils.clip_grad_norm_(self.parameters, 0.5, foreach=True)
        self.optimiser.step()

    def learn(self, progress: float) -> None:
        """Some epochs over the stretch, in small batches."""
        self.rate.fill_(FIRST_RATE * max(0.02, 1.0 - progress))
        self.entropy_weight.fill_(ENTROPY[0] + (ENTROPY[1] - ENTROPY[0]) * progress)
        self.look_back()
        for _ in range(EPOCHS):
            order = torch.randperm(STEPS * GAMES, device="cuda")
            for part in order.split(MINIBATCH):
                self.part.copy_(part)
                self.improving.replay()
        with torch.no_grad():
            mean, now = list(self.average.parameters()), list(self.actor.parameters())
            torch._foreach_lerp_(mean, now, 0.02)

    def run(self, out: Path, every: float) -> None:
        """Until the time is up; tells and keeps how far it came now and then."""
        began = told = time.perf_counter()
        while (progress := (time.perf_counter() - began) / self.seconds) < 1.0:
            self.play(lenient=progress < LENIENT)
            self.learn(progress)
            if time.perf_counter() - told > every:
                told = time.perf_counter()
                self.tell(told - began, out)
        self.tell(time.perf_counter() - began, out)

    def tell(self, elapsed: float, out: Path) -> None:
        """Measure on decks of their own, print, save."""
        mean, error, perfect = measured(self.average, 1_000_003)
        print(
            f"{elapsed:7.0f} s  {self.steps / 1e9:7.3f} G steps  "
            f"{mean:6.3f} ± {error:.3f}  {100 * perfect:5.1f} % perfect",
            flush=True,
        )
        weights: dict[str, Any] = {
            name: tensor.detach().to(torch.float16).cpu().numpy()
            for name, tensor in self.average.state_dict().items()
        }
        np.savez_compressed(out, past=np.int64(PAST), **weights)


def main() -> None:
    """Read the command line and train."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--minutes", type=float, default=14.0)
    parser.add_argument("--width", type=int, default=512)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--every", type=float, default=60.0, help="seconds between measurements")
    parser.add_argument("--out", type=Path, default=Path("two_players.npz"))
    given = parser.parse_args()
    torch.set_float32_matmul_precision("high")
    Trainer(given.seed, given.width, 60 * given.minutes).run(given.out, given.every)


if __name__ == "__main__":
    main()
