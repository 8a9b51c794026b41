"""Train the network that plays two-player Hanabi, by self-play on a GPU.

    python -m training.train_hanabi --minutes 14 --seed 2 --out two_players.npz

On one H200 that is 8 billion steps; the team then scores 24.16 ± 0.01 points, with 54 % perfect
games.

Proximal policy optimisation. Both seats use the same policy network, which sees what a seat sees; a
value network, used only in training, sees both hands. Thousands of games are dealt, stepped and
observed by the kernels of `hanamichi.batch` without leaving the GPU.
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
from hanamichi.batch.cuda_jit import cuda
from hanamichi.batch.hanabi.hanabi_table import HanabiTable
from hanamichi.catalog import preset_by_id
from training.hanabi_kernels import THREADS, deal_run, turn_run

PLAYERS = 2
PAST = 4
"""Actions before the last one that the network sees; the last is in the observation."""
GAMES = 16384
STEPS = 32
MINIBATCH = 32768
EPOCHS = 2
DISCOUNT, TRACE = 0.999, 0.95
CLIP = 0.2
FIRST_RATE = 5e-4
ENTROPY = (0.03, 0.002)
"""At the start and at the end of training."""
REWARD_SCALE = 0.2
LENIENT_SHARE = 0.1
"""For this share of the training, the third error does not lose the points scored."""


class Tables:
    """Games on the GPU, seen from both seats."""

    def __init__(self, games: int, seed: int) -> None:
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
        """Act in every game; where one ended, its score is in `final` and a new one is dealt."""
        chosen = cuda.as_cuda_array(actions)
        turn_run[self._blocks, THREADS](self.games, *self._fixed, self.rng, chosen, *self._arrays)


def unpacked(words: Tensor) -> Tensor:
    """A number for every bit."""
    places = torch.arange(8, dtype=torch.uint8, device=words.device)
    bits = (words.view(torch.uint8).unsqueeze(-1) >> places) & 1
    return bits.flatten(1).to(torch.bfloat16)


def one_hot(past: Tensor, actions: int) -> Tensor:
    """A one-hot code of each past action; all zeros before the first."""
    places = torch.arange(actions, dtype=torch.int8, device=past.device)
    return (past[:, 1:].unsqueeze(-1) == places).flatten(1).to(torch.bfloat16)


class Actor(nn.Module):
    """The policy: from what a seat sees to a logit for each action."""

    def __init__(self, inputs: int, actions: int, width: int) -> None:
        super().__init__()
        self.first = nn.Linear(inputs, width)
        self.second = nn.Linear(width, width)
        self.third = nn.Linear(width, width)
        self.last = nn.Linear(width, actions)
        nn.init.orthogonal_(self.last.weight, 0.01)

    def forward(self, seen: Tensor, past: Tensor) -> Tensor:
        hidden = torch.cat((unpacked(seen), one_hot(past, self.last.out_features)), 1)
        for layer in (self.first, self.second, self.third):
            hidden = torch.relu(layer(hidden))
        return self.last(hidden).float()


class Critic(nn.Module):
    """The value: from what both seats see to the points still to come."""

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


def masked(logits: Tensor, legal: Tensor) -> Tensor:
    """Illegal actions are never chosen."""
    places = torch.arange(logits.shape[1], device=logits.device)
    allowed = (legal.unsqueeze(-1) >> places) & 1
    return torch.where(allowed.bool(), logits, torch.full_like(logits, -1e9))


@torch.no_grad()
def measured(actor: Actor, seed: int, games: int = 16384) -> tuple[float, float, float]:
    """Mean score, standard error and share of perfect games, by the most likely actions."""
    tables = Tables(games, seed)
    scores = torch.full((games,), -1, dtype=torch.int32, device="cuda")
    while bool((scores < 0).any()):
        with torch.autocast("cuda", torch.bfloat16):
            logits = actor(tables.seen[:, 0], tables.past)
        tables.step(masked(logits, tables.legal).argmax(1).int())
        scores = torch.where((scores < 0) & (tables.final >= 0), tables.final, scores)
    points = scores.double()
    error = float(points.std()) / games**0.5
    return float(points.mean()), error, float((scores == 25).double().mean())


class Trainer:
    """Alternates playing and learning. What repeats is recorded once as a CUDA graph."""

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
        self._allocate(words)
        self._record_graphs()

    def _allocate(self, words: int) -> None:
        shape = (STEPS, GAMES)
        self.buffer: dict[str, Tensor] = {
            "seen": torch.zeros((*shape, 2, words), dtype=torch.int64, device="cuda"),
            "past": torch.zeros((*shape, PAST + 1), dtype=torch.int8, device="cuda"),
            "legal": torch.zeros(shape, dtype=torch.int64, device="cuda"),
            "action": torch.zeros(shape, dtype=torch.int64, device="cuda"),
            "log_probability": torch.zeros(shape, device="cuda"),
            "advantage": torch.zeros(shape, device="cuda"),
            "target": torch.zeros(shape, device="cuda"),
        }
        self.value = torch.zeros((STEPS + 1, GAMES), device="cuda")
        self.gain = torch.zeros(shape, device="cuda")
        self.ended = torch.zeros(shape, device="cuda")
        self.action = torch.zeros(GAMES, dtype=torch.int32, device="cuda")
        self.log_probability = torch.zeros(GAMES, device="cuda")
        self.state_value = torch.zeros(GAMES, device="cuda")
        self.part = torch.zeros(MINIBATCH, dtype=torch.int64, device="cuda")

    def _record_graphs(self) -> None:
        """Record both graphs; the networks are then reset to their initial weights."""
        initial = copy.deepcopy((self.actor.state_dict(), self.critic.state_dict()))
        act, improve = torch.compile(self._act), self._improve
        self._loss_of = torch.compile(self._loss)
        stream = torch.cuda.Stream()
        stream.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(stream):
            for _ in range(3):
                act()
                improve()
        torch.cuda.current_stream().wait_stream(stream)
        self.acting, self.improving = torch.cuda.CUDAGraph(), torch.cuda.CUDAGraph()
        with torch.cuda.graph(self.acting):
            act()
        with torch.cuda.graph(self.improving):
            improve()
        self.actor.load_state_dict(initial[0])
        self.critic.load_state_dict(initial[1])
        for state in self.optimiser.state.values():
            for value in state.values():
                value.zero_()

    @torch.no_grad()
    def _act(self) -> None:
        tables = self.tables
        with torch.autocast("cuda", torch.bfloat16):
            logits = self.actor(tables.seen[:, 0], tables.past)
            state_value = self.critic(tables.seen)
        logs = masked(logits, tables.legal).log_softmax(1)
        noise = -(-torch.rand_like(logs).clamp(min=1e-20).log()).log()
        action = (logs + noise).argmax(1)
        self.action.copy_(action)
        self.log_probability.copy_(logs.gather(1, action.unsqueeze(1)).squeeze(1))
        self.state_value.copy_(state_value)

    def play(self, *, lenient: bool) -> None:
        """Play some steps of every game into the buffer."""
        tables, buffer = self.tables, self.buffer
        for n in range(STEPS):
            buffer["seen"][n].copy_(tables.seen)
            buffer["past"][n].copy_(tables.past)
            buffer["legal"][n].copy_(tables.legal)
            self.acting.replay()
            buffer["action"][n].copy_(self.action)
            buffer["log_probability"][n].copy_(self.log_probability)
            self.value[n].copy_(self.state_value)
            tables.step(self.action)
            torch.mul(
                tables.gain.clamp(min=0) if lenient else tables.gain, REWARD_SCALE, out=self.gain[n]
            )
            self.ended[n].copy_(tables.final >= 0)
        self.acting.replay()
        self.value[STEPS].copy_(self.state_value)
        self.steps += STEPS * GAMES

    def compute_advantages(self) -> None:
        """How much better each action turned out than expected."""
        trace = torch.zeros(GAMES, device="cuda")
        for n in reversed(range(STEPS)):
            discount = DISCOUNT * (1.0 - self.ended[n])
            difference = self.gain[n] + discount * self.value[n + 1] - self.value[n]
            trace = difference + TRACE * discount * trace
            self.buffer["advantage"][n] = trace
        torch.add(self.buffer["advantage"], self.value[:STEPS], out=self.buffer["target"])

    def _loss(self, batch: dict[str, Tensor]) -> Tensor:
        with torch.autocast("cuda", torch.bfloat16):
            logits = self.actor(batch["seen"][:, 0], batch["past"])
            value = self.critic(batch["seen"])
        logs = masked(logits, batch["legal"]).log_softmax(1)
        chosen = logs.gather(1, batch["action"].unsqueeze(1)).squeeze(1)
        ratio = (chosen - batch["log_probability"]).exp()
        advantage = batch["advantage"]
        advantage = (advantage - advantage.mean()) / (advantage.std() + 1e-8)
        policy = -torch.min(advantage * ratio, advantage * ratio.clamp(1 - CLIP, 1 + CLIP)).mean()
        entropy = -(logs.exp() * logs.clamp(min=-30)).sum(1).mean()
        error = (value - batch["target"]).square().mean()
        return policy - self.entropy_weight * entropy + 0.5 * error

    def _improve(self) -> None:
        batch = {key: value.flatten(0, 1)[self.part] for key, value in self.buffer.items()}
        self.optimiser.zero_grad(set_to_none=True)
        self._loss_of(batch).backward()
        nn.utils.clip_grad_norm_(self.parameters, 0.5, foreach=True)
        self.optimiser.step()

    def learn(self, progress: float) -> None:
        """Some epochs over the buffer, in minibatches."""
        self.rate.fill_(FIRST_RATE * max(0.02, 1.0 - progress))
        self.entropy_weight.fill_(ENTROPY[0] + (ENTROPY[1] - ENTROPY[0]) * progress)
        self.compute_advantages()
        for _ in range(EPOCHS):
            order = torch.randperm(STEPS * GAMES, device="cuda")
            for part in order.split(MINIBATCH):
                self.part.copy_(part)
                self.improving.replay()
        with torch.no_grad():
            mean, now = list(self.average.parameters()), list(self.actor.parameters())
            torch._foreach_lerp_(mean, now, 0.02)

    def run(self, out: Path, every: float) -> None:
        """Train until the time is up, with a report and a saved network now and then."""
        began = reported = time.perf_counter()
        while (progress := (time.perf_counter() - began) / self.seconds) < 1.0:
            self.play(lenient=progress < LENIENT_SHARE)
            self.learn(progress)
            if time.perf_counter() - reported > every:
                reported = time.perf_counter()
                self.report(reported - began, out)
        self.report(time.perf_counter() - began, out)

    def report(self, elapsed: float, out: Path) -> None:
        """Measure on separate decks, print and save."""
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
