"""Proximal policy optimisation of the networks for Hanabi."""

from __future__ import annotations

import copy
import json
import math
import time
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn

from hanamichi.bots.hanabi.network.colour_permutations import ROTATIONS, colour_permutations
from training.checkpoints import Checkpoint, prefixed, unprefixed, write_checkpoint
from training.hanabi_games import PLAYERS, HanabiGames
from training.hanabi_networks import Actor, Critic, actor_inputs, masked, unpacked
from training.settings import Settings, plain

CLIP = 0.2
REWARD_SCALE = 0.2
AVERAGE_WEIGHT = 0.02
"""How much of the newest policy the averaged one takes in after each update."""
GROUPS = 8
"""Parts of a minibatch; the colours of each may be exchanged in another way."""
MEASURED_SEED = 1_000_003


class Trainer:
    """Alternates playing and learning. On a GPU what repeats is recorded once as a CUDA graph."""

    def __init__(self, settings: Settings, device: torch.device) -> None:
        self.settings, self.device = settings, device
        self._on_gpu = device.type == "cuda"
        torch.manual_seed(settings.seed)
        self.games = self._games(settings.games, settings.seed)
        actions, words = self.games.actions, self.games.words
        inputs = 64 * words + settings.past * actions
        self.actor = Actor(inputs, actions, settings.width).to(device)
        self.critic = Critic(PLAYERS * 64 * words, settings.critic_width).to(device)
        self.average = copy.deepcopy(self.actor)
        self.parameters = [*self.actor.parameters(), *self.critic.parameters()]
        self.rate = torch.tensor(settings.first_rate, device=device)
        self.entropy_weight = torch.tensor(settings.first_entropy, device=device)
        self.policy_weight = torch.ones((), device=device)
        """0 while only the value network learns."""
        self.optimiser = torch.optim.Adam(
            self.parameters,
            self.rate if self._on_gpu else settings.first_rate,
            eps=1e-5,
            fused=self._on_gpu,
            capturable=self._on_gpu,
        )
        for parameter in self.parameters:
            self.optimiser.state[parameter] = {
                "step": torch.zeros((), device=device),
                "exp_avg": torch.zeros_like(parameter),
                "exp_avg_sq": torch.zeros_like(parameter),
            }
        self.updates = self.steps = 0
        self.curve: list[dict[str, float]] = []
        self._seconds, self._since = 0.0, time.perf_counter()
        self._allocate(words)
        self._acting: Callable[[], object] = self._act
        self._improving: Callable[[], object] = self._improve
        self._loss_of: Callable[[dict[str, Tensor]], tuple[Tensor, Tensor, Tensor]] = self._loss
        if self._on_gpu:
            self._record_graphs()

    def _games(self, games: int, seed: int) -> HanabiGames:
        kept = self.settings
        return HanabiGames(games, seed, kept.past, self.device, card_memory=kept.card_memory)

    def _allocate(self, words: int) -> None:
        kept, device = self.settings, self.device
        games, actions = kept.games, self.games.actions
        shape = (kept.steps, games)
        self.buffer: dict[str, Tensor] = {
            "seen": torch.zeros((*shape, PLAYERS, words), dtype=torch.int64, device=device),
            "past": torch.zeros((*shape, kept.past + 1), dtype=torch.int8, device=device),
            "legal": torch.zeros((*shape, actions), dtype=torch.bool, device=device),
            "action": torch.zeros(shape, dtype=torch.int64, device=device),
            "log_probability": torch.zeros(shape, device=device),
            "advantage": torch.zeros(shape, device=device),
            "target": torch.zeros(shape, device=device),
        }
        self.value = torch.zeros((kept.steps + 1, games), device=device)
        self.gain = torch.zeros(shape, device=device)
        self.ended = torch.zeros(shape, device=device)
        self.action = torch.zeros(games, dtype=torch.int32, device=device)
        self.log_probability = torch.zeros(games, device=device)
        self.state_value = torch.zeros(games, device=device)
        self.part = torch.zeros(kept.minibatch, dtype=torch.int64, device=device)
        self.order = torch.zeros(GROUPS, dtype=torch.int64, device=device)
        """Which permutation of the colours each group of a minibatch gets."""
        if kept.exchanged:
            found = colour_permutations(words, kept.past, card_memory=kept.card_memory)
            self._permutations = tuple(torch.tensor(each, device=device) for each in found)
        self.entropy = torch.zeros((), device=device)
        self.value_error = torch.zeros((), device=device)

    def _record_graphs(self) -> None:
        """Record both graphs; the networks and the optimiser then begin anew."""
        state = self._tensors()
        initial = {name: tensor.clone() for name, tensor in state.items()}
        act, improve = torch.compile(self._act), self._improve
        self._loss_of = torch.compile(self._loss)
        stream = torch.cuda.Stream()
        stream.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(stream):
            for _ in range(3):
                act()
                improve()
        torch.cuda.current_stream().wait_stream(stream)
        acting, improving = torch.cuda.CUDAGraph(), torch.cuda.CUDAGraph()
        with torch.cuda.graph(acting):
            act()
        with torch.cuda.graph(improving):
            improve()
        self._acting, self._improving = acting.replay, improving.replay
        for name, tensor in state.items():
            tensor.copy_(initial[name])

    # -- playing -------------------------------------------------------------------------------

    @torch.no_grad()
    def _act(self) -> None:
        games = self.games
        with torch.autocast(self.device.type, torch.bfloat16, enabled=self._on_gpu):
            logits = self.actor(actor_inputs(games.seen, games.past, games.actions))
            state_value = self.critic(unpacked(games.seen.flatten(1)))
        logs = masked(logits, games.legal).log_softmax(1)
        noise = -(-torch.rand_like(logs).clamp(min=1e-20).log()).log()
        action = (logs + noise).argmax(1)
        self.action.copy_(action)
        self.log_probability.copy_(logs.gather(1, action.unsqueeze(1)).squeeze(1))
        self.state_value.copy_(state_value)

    def play(self, *, lenient: bool) -> None:
        """Play some steps of every game into the buffer."""
        games, buffer, steps = self.games, self.buffer, self.settings.steps
        for n in range(steps):
            buffer["seen"][n].copy_(games.seen)
            buffer["past"][n].copy_(games.past)
            buffer["legal"][n].copy_(games.legal)
            self._acting()
            buffer["action"][n].copy_(self.action)
            buffer["log_probability"][n].copy_(self.log_probability)
            self.value[n].copy_(self.state_value)
            games.step(self.action)
            # A lost game takes back what was scored: the only negative gain.
            gain = games.gain.clamp(min=0) if lenient else games.gain
            torch.mul(gain, REWARD_SCALE, out=self.gain[n])
            self.ended[n].copy_(games.ended)
        self._acting()
        self.value[steps].copy_(self.state_value)

    # -- learning ------------------------------------------------------------------------------

    def compute_advantages(self) -> None:
        """How much better each action turned out than expected."""
        kept, value = self.settings, self.value
        trace = torch.zeros(kept.games, device=self.device)
        for n in reversed(range(kept.steps)):
            discount = kept.discount * (1.0 - self.ended[n])
            difference = self.gain[n] + discount * value[n + 1] - value[n]
            trace = difference + kept.trace * discount * trace
            self.buffer["advantage"][n] = trace
        torch.add(self.buffer["advantage"], value[: kept.steps], out=self.buffer["target"])

    def _loss(self, batch: dict[str, Tensor]) -> tuple[Tensor, Tensor, Tensor]:
        seen, legal, action = batch["seen"], batch["legal"], batch["action"]
        inputs = actor_inputs(seen, batch["past"], self.games.actions)
        both = unpacked(seen.flatten(1))
        if self.settings.exchanged:
            inputs, both, legal, action = self._exchanged(inputs, both, legal, action)
        with torch.autocast(self.device.type, torch.bfloat16, enabled=self._on_gpu):
            logits, value = self.actor(inputs), self.critic(both)
        logs = masked(logits, legal).log_softmax(1)
        chosen = logs.gather(1, action.unsqueeze(1)).squeeze(1)
        ratio = (chosen - batch["log_probability"]).exp()
        advantage = batch["advantage"]
        advantage = (advantage - advantage.mean()) / (advantage.std() + 1e-8)
        policy = -torch.min(advantage * ratio, advantage * ratio.clamp(1 - CLIP, 1 + CLIP)).mean()
        entropy = -(logs.exp() * logs.clamp(min=-30)).sum(1).mean()
        error = (value - batch["target"]).square().mean()
        loss = self.policy_weight * (policy - self.entropy_weight * entropy) + 0.5 * error
        return loss, entropy.detach(), error.detach()

    def _exchanged(
        self, inputs: Tensor, both: Tensor, legal: Tensor, action: Tensor
    ) -> tuple[Tensor, Tensor, Tensor, Tensor]:
        """The same examples with other colours, each group in its own way."""
        seen, wholly, came, becomes = (each[self.order] for each in self._permutations)
        sides = torch.cat([seen + side * seen.shape[1] for side in range(PLAYERS)], 1)
        action = becomes.gather(1, action.view(GROUPS, -1)).flatten()
        return _picked(inputs, wholly), _picked(both, sides), _picked(legal, came), action

    def _improve(self) -> None:
        batch = {key: value.flatten(0, 1)[self.part] for key, value in self.buffer.items()}
        self.optimiser.zero_grad(set_to_none=True)
        loss, entropy, error = self._loss_of(batch)
        loss.backward()
        self.entropy.copy_(entropy)
        self.value_error.copy_(error)
        nn.utils.clip_grad_norm_(self.parameters, 0.5, foreach=self._on_gpu)
        self.optimiser.step()

    def learn(self) -> None:
        """Some epochs over the buffer, in minibatches."""
        kept = self.settings
        rate = kept.at(kept.first_rate, kept.last_rate, self.steps)
        self.rate.fill_(rate)
        if not self._on_gpu:
            self.optimiser.param_groups[0]["lr"] = rate
        self.entropy_weight.fill_(kept.at(kept.first_entropy, kept.last_entropy, self.steps))
        self.policy_weight.fill_(self.steps >= kept.values_first * kept.total_steps)
        self.compute_advantages()
        exchanged = round(GROUPS * kept.exchanged)
        for _ in range(kept.epochs):
            order = torch.randperm(kept.steps * kept.games, device=self.device)
            for part in order.split(kept.minibatch):
                self.part.copy_(part)
                if exchanged:
                    self.order[:exchanged] = torch.randint(
                        math.factorial(5), (exchanged,), device=self.device
                    )
                self._improving()
        with torch.no_grad():
            mean, now = list(self.average.parameters()), list(self.actor.parameters())
            torch._foreach_lerp_(mean, now, AVERAGE_WEIGHT)

    @property
    def finished(self) -> bool:
        """Whether all schedules are at their end."""
        return self.steps >= self.settings.total_steps

    def update(self) -> None:
        """Play, and learn from it. Chance depends on the seed and the number of the update."""
        sequence = np.random.SeedSequence((self.settings.seed, self.updates))
        torch.manual_seed(int(sequence.generate_state(1, np.uint64)[0] >> np.uint64(1)))
        kept = self.settings
        self.play(lenient=self.steps < kept.lenient * kept.total_steps)
        self.learn()
        self.updates += 1
        self.steps += kept.steps * kept.games

    # -- what it came to -----------------------------------------------------------------------

    @torch.no_grad()
    def measured(self, games: int) -> tuple[float, float, float]:
        """Of the averaged policy by its most likely actions, on decks of their own: the mean score,
        its standard error and the share of perfect games.
        """
        table = self._games(games, MEASURED_SEED)
        scores = torch.zeros(games, device=self.device)
        running = torch.ones(games, dtype=torch.bool, device=self.device)
        while bool(running.any()):
            with torch.autocast(self.device.type, torch.bfloat16, enabled=self._on_gpu):
                logits = self.average(actor_inputs(table.seen, table.past, table.actions))
            table.step(masked(logits, table.legal).argmax(1))
            scores += running * table.gain
            running &= ~table.ended
        points = scores.double()
        error = float(points.std()) / games**0.5
        return float(points.mean()), error, float((points == 25).double().mean())

    def report(self, games: int) -> str:
        """Measure, add a point to the curve, and say it in a line."""
        mean, error, perfect = self.measured(games)
        kept = self.settings
        point = {
            "updates": self.updates,
            "steps": self.steps,
            "seconds": round(self.seconds(), 1),
            "score": mean,
            "error": error,
            "perfect": perfect,
            "entropy": float(self.entropy),
            "value_error": float(self.value_error),
            "rate": kept.at(kept.first_rate, kept.last_rate, self.steps),
            "entropy_weight": kept.at(kept.first_entropy, kept.last_entropy, self.steps),
        }
        self.curve.append(point)
        return (
            f"{point['seconds']:7.0f} s  {self.steps / 1e9:7.3f} G steps  "
            f"{mean:6.3f} ± {error:.3f}  {100 * perfect:5.1f} % perfect  "
            f"entropy {point['entropy']:.3f}"
        )

    def seconds(self) -> float:
        """How long it has been trained, all stretches together."""
        return self._seconds + time.perf_counter() - self._since

    # -- checkpoints ---------------------------------------------------------------------------

    def _tensors(self) -> dict[str, Tensor]:
        """Every tensor that training changes and goes on from, by name."""
        networks = {"actor": self.actor, "critic": self.critic, "average": self.average}
        found = {
            f"{prefix}/{name}": tensor
            for prefix, network in networks.items()
            for name, tensor in network.state_dict().items()
        }
        for n, parameter in enumerate(self.parameters):
            state = self.optimiser.state[parameter]
            found |= {f"optimiser/{n}/{name}": tensor for name, tensor in state.items()}
        return found

    def save(self, folder: Path) -> list[Path]:
        """Write a checkpoint, the curve, and the averaged policy in the form that plays."""
        settings: dict[str, Any] = {
            "settings": plain(self.settings),
            "updates": self.updates,
            "steps": self.steps,
            "seconds": self.seconds(),
            "curve": self.curve,
        }
        tensors = {name: tensor.detach().cpu().numpy() for name, tensor in self._tensors().items()}
        games = {"all": np.frombuffer(zlib.compress(self.games.save(), 1), np.uint8)}
        arrays = {**prefixed("network", tensors), **prefixed("games", games)}
        written = write_checkpoint(folder, self.updates, Checkpoint(settings, arrays))
        curve = {"settings": plain(self.settings), "points": self.curve}
        (folder / "curve.json").write_text(json.dumps(curve, indent=1) + "\n", "utf-8")
        export(self.average, self.settings, folder / "two_players.npz")
        return written

    def load(self, checkpoint: Checkpoint) -> None:
        """Go on from a checkpoint."""
        said, arrays = checkpoint
        tensors = unprefixed("network", arrays)
        for name, tensor in self._tensors().items():
            saved = tensors[name]
            if saved.shape != tuple(tensor.shape):
                raise ValueError(f"{name} is {saved.shape} in the checkpoint, {tensor.shape} here")
            tensor.copy_(torch.as_tensor(saved, device=self.device))
        self.games.restore(zlib.decompress(unprefixed("games", arrays)["all"].tobytes()))
        self.updates, self.steps = int(said["updates"]), int(said["steps"])
        self.curve = list(said["curve"])
        self._seconds, self._since = float(said["seconds"]), time.perf_counter()

    def begin_with(self, file: Path) -> None:
        """Begin with the policy of a file; inputs that it did not have count for nothing yet."""
        with np.load(file) as arrays:
            weights = {name: torch.as_tensor(arrays[name]).float() for name in arrays.files}
        past, memory = int(weights.pop("past")), bool(weights.pop("card_memory", False))
        weights.pop("orders", None)
        kept, games = self.settings, self.games
        if past > kept.past or memory > kept.card_memory:
            raise ValueError(f"{file} needs --past {past}" + " --card-memory" * memory)
        old, new = weights["first.weight"], torch.zeros_like(self.actor.first.weight).cpu()
        words = (old.shape[1] - past * games.actions) // 64
        seen = 64 * words if memory else games.plain_bits
        new[:, :seen] = old[:, :seen]
        earlier = 64 * games.words
        new[:, earlier : earlier + past * games.actions] = old[:, 64 * words :]
        weights["first.weight"] = new
        for policy in (self.actor, self.average):
            policy.load_state_dict(weights)


def _picked(values: Tensor, places: Tensor) -> Tensor:
    """From each group of rows the columns at its places."""
    groups = values.view(GROUPS, -1, values.shape[1])
    return groups.gather(2, places.unsqueeze(1).expand(-1, groups.shape[1], -1)).flatten(0, 1)


def export(actor: Actor, settings: Settings, out: Path) -> None:
    """Write a policy as `hanamichi.bots.hanabi.network` reads it, in half precision."""
    weights: dict[str, Any] = {
        name: tensor.detach().to(torch.float16).cpu().numpy()
        for name, tensor in actor.state_dict().items()
    }
    if settings.card_memory:
        weights["card_memory"] = np.array(True)
    orders = np.array(ROTATIONS, np.uint8)
    np.savez_compressed(out, past=np.int64(settings.past), orders=orders, **weights)
