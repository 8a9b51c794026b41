"""Train a policy for Hanabi or Koi-Koi by playing against itself, on a laptop or on a GPU.

    pip install "hanamichi[batch]" torch
    python train_ppo.py                                           # Hanabi for two, ten minutes
    python train_ppo.py --preset koikoi/nintendo
    python train_ppo.py --device cuda --games 8192 --width 512    # needs hanamichi[cuda]

Proximal policy optimisation on `hanamichi.batch`: thousands of games are one object, and every step
is one call for all of them. Its arrays are shared with PyTorch, on a GPU as well as in main memory,
and nothing is copied from one to the other. One network plays every seat and sees what that
seat sees; a second one, used only in training, sees what all seats see and estimates what is to
come. Writes the policy (`policy.npz`, which `policy_bot.py` beside it seats anywhere) and a
learning curve (`policy.svg`).
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import torch
from torch import Tensor, nn
from torch.distributions import Categorical

from hanamichi.batch import make_batch
from hanamichi.catalog import preset_by_id
from hanamichi.core import parse_settings

DISCOUNT, TRACE = 0.99, 0.95
CLIP = 0.2
EPOCHS, MINIBATCHES = 2, 8
LEARNING_RATE = 7e-4
ENTROPY = (0.02, 0.002)
"""The weight of trying things out, at the start and at the end."""


class Games:
    """Many games of one table, as tensors on one device. Games that end are dealt again."""

    def __init__(self, given: argparse.Namespace, games: int, seed: int) -> None:
        self.device = torch.device(given.device)
        self.batch: Any = make_batch(
            given.preset,
            given.players,
            games=games,
            options=options_of(given),
            seed=seed,
            device=self.device.type,
        )
        self.spec = self.batch.spec
        self.seat = self.tensor(self.batch.to_act()).long()

    def tensor(self, array: Any) -> Tensor:
        """An array of the batch as a tensor: the same memory, on either device."""
        return torch.as_tensor(array, device=self.device)

    def look(self) -> tuple[Tensor, Tensor]:
        """What all seats observe, the one to act first; and what it may do."""
        return self.tensor(self.batch.observe_all("uint8")), self.tensor(self.batch.legal_mask())

    def step(self, actions: Tensor, *, lenient: bool = False) -> tuple[Tensor, Tensor, Tensor]:
        """Act in every game: the gain of the seat that acted, whether the game is over, and 1 where
        what is good for this seat is good for the next one to act, -1 where it is bad.
        """
        acted = self.seat
        gains = self.tensor(self.batch.step(actions.int(), check=False)).float()
        if self.spec.sides == 1:  # a team; in Hanabi a lost game takes back what was scored
            gain = gains[:, 0].clamp(min=0) if lenient else gains[:, 0]
        else:
            mine = gains.gather(1, acted.unsqueeze(1)).squeeze(1)
            gain = 2 * mine - gains.sum(1)
        over = self.tensor(self.batch.to_act()) < 0
        self.batch.reset(where=over)
        self.seat = self.tensor(self.batch.to_act()).long()
        together = (self.seat == acted) | (self.spec.sides == 1)
        return gain, over, together.float() * 2 - 1


def layers(inputs: int, width: int, outputs: int, last_gain: float) -> nn.Sequential:
    """Two hidden layers."""
    found = nn.Sequential(
        *(nn.Linear(inputs, width), nn.ReLU(), nn.Linear(width, width), nn.ReLU()),
        nn.Linear(width, outputs),
    )
    for layer in found:
        if isinstance(layer, nn.Linear):
            nn.init.orthogonal_(layer.weight, 2**0.5)
            nn.init.zeros_(layer.bias)
    nn.init.orthogonal_(found[-1].weight, last_gain)
    return found


class Networks(nn.Module):
    """The policy, and the estimate of what the seat to act will still gain."""

    def __init__(self, spec: Any, players: int, width: int) -> None:
        super().__init__()
        self.policy = layers(spec.observation_bits, width, spec.actions, 0.01)
        self.critic = layers(players * spec.observation_bits, width, 1, 1.0)

    def choices(self, seen: Tensor, legal: Tensor) -> Categorical:
        """How likely each action is, from what the seat to act sees."""
        logits = self.policy(seen[:, 0].float())
        return Categorical(
            logits=torch.where(legal.bool(), logits, torch.full_like(logits, -1e9)),
            validate_args=False,
        )

    def value(self, seen: Tensor) -> Tensor:
        """What the seat to act will still gain, from what all seats see."""
        return self.critic(seen.flatten(1).float()).squeeze(1)


class Experience(NamedTuple):
    """Steps × games of play."""

    seen: Tensor
    legal: Tensor
    action: Tensor
    log_chance: Tensor
    advantage: Tensor
    target: Tensor

    def shuffled(self) -> list[Experience]:
        """All of it in random order, in minibatches."""
        flat = [each.flatten(0, 1) for each in self]
        order = torch.randperm(len(flat[0]), device=flat[0].device)
        return [Experience(*(each[part] for each in flat)) for part in order.chunk(MINIBATCHES)]


class Trainer:
    """Plays, learns from it, and plays again."""

    def __init__(self, given: argparse.Namespace) -> None:
        torch.manual_seed(given.seed)
        torch.set_float32_matmul_precision("high")  # a GPU's units for matrices, as JAX has it
        self.given = given
        self.games = Games(given, given.games, given.seed)
        spec = self.games.spec
        self.networks = Networks(spec, given.players, given.width).to(given.device)
        self.optimiser = torch.optim.Adam(self.networks.parameters(), LEARNING_RATE, eps=1e-5)
        self.scale = 1.0 if spec.sides == 1 else 0.1  # points of Koi-Koi come by the dozen
        self.steps = 0

    @torch.no_grad()
    def play(self, *, lenient: bool) -> Experience:
        """Some steps of every game, with how much better each action turned out than expected."""
        rows: list[tuple[Tensor, Tensor, Tensor, Tensor]] = []
        values, gains, goes_on, signs = [], [], [], []
        for _ in range(self.given.steps):
            # On a GPU the next call overwrites what the last one gave: keep a copy there.
            seen, legal = (each.clone() for each in self.games.look())
            choices = self.networks.choices(seen, legal)
            action = choices.sample()
            gain, over, sign = self.games.step(action, lenient=lenient)
            rows.append((seen, legal, action, choices.log_prob(action)))
            values.append(self.networks.value(seen))
            gains.append(gain * self.scale)
            goes_on.append(1 - over.float())
            signs.append(sign)
        values.append(self.networks.value(self.games.look()[0]))
        advantages: list[Tensor] = []
        trace = torch.zeros_like(values[0])
        for n in reversed(range(len(gains))):
            later = DISCOUNT * goes_on[n] * signs[n]  # an opponent's gain is this seat's loss
            trace = gains[n] + later * values[n + 1] - values[n] + later * TRACE * trace
            advantages.insert(0, trace)
        self.steps += len(gains) * self.given.games
        advantage = torch.stack(advantages)
        seen, legal, actions, chances = (torch.stack(each) for each in zip(*rows, strict=True))
        return Experience(
            seen, legal, actions, chances, advantage, advantage + torch.stack(values[:-1])
        )

    def learn(self, experience: Experience, progress: float) -> None:
        """Some epochs over what was played."""
        entropy_weight = ENTROPY[0] + (ENTROPY[1] - ENTROPY[0]) * progress
        for group in self.optimiser.param_groups:
            group["lr"] = LEARNING_RATE * max(0.05, 1 - progress)
        for part in (part for _ in range(EPOCHS) for part in experience.shuffled()):
            choices = self.networks.choices(part.seen, part.legal)
            ratio = (choices.log_prob(part.action) - part.log_chance).exp()
            better = (part.advantage - part.advantage.mean()) / (part.advantage.std() + 1e-8)
            gain = torch.min(better * ratio, better * ratio.clamp(1 - CLIP, 1 + CLIP)).mean()
            error = (self.networks.value(part.seen) - part.target).square().mean()
            loss = 0.5 * error - gain - entropy_weight * choices.entropy().mean()
            self.optimiser.zero_grad(set_to_none=True)
            loss.backward()
            nn.utils.clip_grad_norm_(self.networks.parameters(), 0.5)
            self.optimiser.step()

    def run(self) -> None:
        """Train until the time is up; measure and save now and then."""
        seconds = 60 * self.given.minutes
        curve: list[tuple[float, float, float]] = []
        self.learn(self.play(lenient=True), 0.0)  # compiles and warms up
        self.steps, began = 0, time.perf_counter()
        measuring = 0.0
        while (spent := time.perf_counter() - began - measuring) < seconds:
            progress = spent / seconds
            if progress >= len(curve) / self.given.points:
                start = time.perf_counter()
                curve.append((spent / 60, *self.report(spent)))
                measuring += time.perf_counter() - start
            self.learn(self.play(lenient=progress < self.given.lenient), progress)
        curve.append((spent / 60, *self.report(spent)))
        out: Path = self.given.out
        out.with_suffix(".svg").write_text(picture(self.given, self.goal, curve), "utf-8")

    def report(self, spent: float) -> tuple[float, float]:
        """Measure, print and save."""
        mean, error = self.measured()
        print(
            f"{spent:6.0f} s  {self.steps / 1e6:8.2f} M steps  "
            f"{self.steps / max(spent, 1e-9):9,.0f} steps/s  {self.goal} {mean:.2f} ± {error:.2f}",
            flush=True,
        )
        arrays = [
            array.detach().cpu().numpy() for array in self.networks.policy.state_dict().values()
        ]
        with self.given.out.open("wb") as file:
            np.savez_compressed(file, *arrays, preset=np.array(self.given.preset))
        return mean, error

    @property
    def goal(self) -> str:
        """What is measured."""
        return "score" if self.games.spec.sides == 1 else "lead on random play"

    @torch.no_grad()
    def measured(self, games: int = 1000) -> tuple[float, float]:
        """The mean result and its standard error on decks of their own, playing the likeliest
        action: the score of a team, or the lead on an opponent who plays at random.
        """
        table = Games(self.given, games, 1_000_003)
        alone = table.spec.sides == 1
        first = torch.arange(games, device=table.device) % 2
        total = torch.zeros(games, device=table.device)
        running = torch.ones(games, dtype=torch.bool, device=table.device)
        while bool(running.any()):
            seen, legal = table.look()
            ours = table.seat == first
            chosen = self.networks.choices(seen, legal).probs.argmax(1)
            at_random = (torch.rand(legal.shape, device=table.device) * legal).argmax(1)
            gain, over, _ = table.step(chosen if alone else torch.where(ours, chosen, at_random))
            total += running * (gain if alone else torch.where(ours, gain, -gain))
            running &= ~over
        return float(total.mean()), float(total.std()) / games**0.5


def picture(given: argparse.Namespace, goal: str, curve: list[tuple[float, float, float]]) -> str:
    """The learning curve as an SVG: minutes to the right, the mean result upwards."""
    width, height, left, bottom = 640, 400, 60, 50
    low = min(0.0, *(mean for _, mean, _ in curve))
    high = max(low + 1.0, *(mean for _, mean, _ in curve)) * 1.05
    last = max(curve[-1][0], 1e-9)

    def x(minutes: float) -> float:
        return left + minutes / last * (width - left - 20)

    def y(value: float) -> float:
        return height - bottom - (value - low) / (high - low) * (height - bottom - 50)

    grid = "".join(
        f'<line x1="{left}" x2="{width - 20}" y1="{y(value):.1f}" y2="{y(value):.1f}"/>'
        f'<text stroke="none" x="{left - 8}" y="{y(value) + 4:.1f}" text-anchor="end">'
        f"{value:.1f}</text>"
        for value in np.linspace(low, high, 6)
    ) + "".join(
        f'<text stroke="none" x="{x(minutes):.1f}" y="{height - bottom + 20}" text-anchor="middle">'
        f"{minutes:.2g}</text>"
        for minutes in np.linspace(0, last, 6)
    )
    above = [f"{x(minutes):.1f},{y(mean + error):.1f}" for minutes, mean, error in curve]
    below = [f"{x(minutes):.1f},{y(mean - error):.1f}" for minutes, mean, error in curve]
    line = [f"{x(minutes):.1f},{y(mean):.1f}" for minutes, mean, _ in curve]
    _, mean, error = curve[-1]
    return f"""<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}"
font-family="sans-serif" font-size="13"><rect width="100%" height="100%" fill="white"/>
<text x="{left}" y="28" font-size="15">{given.preset}, {given.players} players: {goal}
{mean:.2f} ± {error:.2f} after {last:.3g} minutes on {given.device}</text>
<g stroke="#ddd" fill="#444">{grid}</g>
<polygon points="{" ".join(above + below[::-1])}" fill="#b4233a" opacity="0.2"/>
<polyline points="{" ".join(line)}" fill="none" stroke="#b4233a" stroke-width="2"/>
<text x="{(left + width) / 2}" y="{height - 10}" text-anchor="middle">minutes of training</text>
</svg>
"""


def options_of(given: argparse.Namespace) -> dict[str, Any]:
    """`errors=1`, `keep_points=on`, `colours=red,yellow`: read as `hanamichi arena` reads them."""
    game, edition = preset_by_id(given.preset)
    return parse_settings(game.options_type, given.set, edition.offers)


def arguments(words: list[str] | None = None) -> argparse.Namespace:
    """The settings of a training: of the command line, or these words."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--preset", default="hanabi/online")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--set", action="append", default=[], metavar="NAME=VALUE")
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--device", choices=("cpu", "cuda"), default="cpu")
    parser.add_argument("--games", type=int, default=256, help="played side by side")
    parser.add_argument("--steps", type=int, default=32, help="of each game between two updates")
    parser.add_argument("--width", type=int, default=128, help="of the hidden layers")
    # At the start nearly every game is lost to errors. Punished from the beginning, a policy learns
    # to play nothing at all before it learns what is safe to play.
    parser.add_argument(
        "--lenient",
        type=float,
        default=0.5,
        help="for this share of the time the last error of Hanabi takes no points away",
    )
    parser.add_argument("--points", type=int, default=20, help="of the learning curve")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=Path("policy.npz"))
    return parser.parse_args(words)


if __name__ == "__main__":
    Trainer(arguments()).run()
