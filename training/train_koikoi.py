"""Train the network that predicts the results of Koi-Koi rounds, by self-play on a GPU.

    python -m training.train_koikoi --minutes 4 --out network.npz

On one H200 that is 1.9 billion examples.

Every position after a move is an example; its target is a mixture of the round's result and of the
network's predictions a little later (temporal differences). Most rounds are played by a preset's
rules, some by random rules: the network sees the options and serves every table. Rounds are played
for the match, at random scores, or for points alone.
Needs PyTorch and `hanamichi[cuda]`; the result is read by `hanamichi.bots.koikoi.network`.
"""

from __future__ import annotations

import argparse
import random
import time
from pathlib import Path
from typing import Any

import numpy as np
import torch
from msgspec import structs
from torch import Tensor, nn

from hanamichi.batch.checks import seeded_counters
from hanamichi.batch.cuda_jit import cuda
from hanamichi.batch.koikoi import setup
from hanamichi.bots.koikoi.network.equity import mixtures
from hanamichi.bots.koikoi.network.inputs import CELLS, INPUTS, WORDS, option_bits
from hanamichi.bots.koikoi.network.one_ply_policy import MAX_POINTS
from hanamichi.bots.koikoi.network.value_network import DRAWN, EDGES, HIDDEN, RESULTS, WIDTH
from hanamichi.koikoi.options import (
    PRESETS,
    DealOrder,
    KoiKoiCalls,
    KoiKoiOptions,
    Triad,
    VoidDeals,
)
from training.koikoi_kernels import (
    M_LAST,
    M_POINTS,
    M_SEAT,
    THREADS,
    UNKNOWN,
    deal_run,
    offer_run,
    turn_run,
)

GAMES = 65536
MAX_LEGAL_ACTIONS = 20 * GAMES
"""The most legal actions of all games together."""
MAX_EXAMPLES = 64
"""The most examples of a round."""
RULES = 64
RULES_OF_PRESETS = {"koikoi/nintendo": 24, "koikoi/robin-red": 24}
"""How many of the rules are a preset's; the others are random."""
CONTEXTS = 64 * RULES
POINTS_ONLY_EVERY = 4
"""One context of this many is played for points alone."""
ROUNDS = 12
RULES_PERIOD = 40
"""After this many iterations, random rules and scores are drawn again."""
BATCH = 16384
TRACE = 0.8
STEPS_AHEAD = 10
FIRST_RATE, LAST_RATE = 2e-3, 1e-5
AVERAGING_FROM, AVERAGE_WEIGHT = 0.3, 0.02
"""From this share of the training on, the saved weights are a moving average."""

MIRRORED = [*range(2 * DRAWN, -1, -1), RESULTS - 1]
"""The results as the other seat sees them."""


def random_options(rng: random.Random) -> KoiKoiOptions:
    """Random rules for a single round."""
    return KoiKoiOptions(
        rounds=1,
        deal=rng.choice(list(DealOrder)),
        lucky_hands=rng.random() < 0.5,
        void_deals=rng.choice(list(VoidDeals)),
        must_capture=rng.random() < 0.5,
        rain_man_counts=rng.random() < 0.5,
        viewing_yaku=rng.random() < 0.7,
        triad=rng.choice(list(Triad)),
        cup_is_plain=rng.random() < 0.5,
        additive=rng.random() < 0.5,
        koikoi_calls=rng.choice(list(KoiKoiCalls)),
        own_calls_multiply=rng.random() < 0.5,
        gaji=rng.random() < 0.5,
    )


class RoundNetwork(nn.Module):
    """The network, as PyTorch trains it."""

    def __init__(self) -> None:
        super().__init__()
        self.first = nn.Linear(INPUTS, HIDDEN)
        self.second = nn.Linear(HIDDEN, WIDTH)
        self.last = nn.Linear(WIDTH, RESULTS)
        nn.init.normal_(self.first.weight, 0, 0.1)
        nn.init.zeros_(self.first.bias)

    def forward(self, words: Tensor) -> Tensor:
        places = torch.arange(8, dtype=torch.uint8, device=words.device)
        bits = ((words.view(torch.uint8).unsqueeze(-1) >> places) & 1).flatten(1)
        hidden = torch.relu(self.first(bits.float()))
        return self.last(torch.relu(self.second(hidden)))

    def arrays(self) -> dict[str, Tensor]:
        """The weights by the names and in the order that kernels read."""
        layers = {"1": self.first, "2": self.second, "3": self.last}
        kept = {}
        for n, layer in layers.items():
            kept[f"w{n}"] = layer.weight.detach().T
            kept[f"b{n}"] = layer.bias.detach()
        return kept


class Scores:
    """What rounds are played for: the match, at random scores, or points alone."""

    def __init__(self) -> None:
        kinds = len(RULES_OF_PRESETS) + 1
        self.ends = np.full((kinds, 2 * MAX_POINTS + 1), 1e-9)
        """How often rounds of each kind of rules ended with each number of points."""
        self.ends[:, MAX_POINTS - 10 : MAX_POINTS + 11] = 1.0

    def learn(self, kind: int, points: Tensor) -> None:
        """Count how some rounds ended, for either seat."""
        places = points.clamp(-MAX_POINTS, MAX_POINTS) + MAX_POINTS
        count = torch.bincount(places, minlength=2 * MAX_POINTS + 1).double().cpu().numpy()
        self.ends[kind] = 0.5 * self.ends[kind] + (count + count[::-1])

    def stakes(self, rng: np.random.Generator) -> tuple[Tensor, Tensor]:
        """The value of each result and each number of points; a row for each context and seat."""
        points = np.arange(-MAX_POINTS, MAX_POINTS + 1, dtype=np.float64)
        shares = self.ends / self.ends.sum(axis=1, keepdims=True)
        kinds = np.array([kind_of(context % RULES) for context in range(CONTEXTS)])
        spread = ((shares * points**2).sum(axis=1) ** 0.5)[kinds]
        left = rng.integers(ROUNDS, size=CONTEXTS)
        lead = np.round(rng.normal(size=CONTEXTS) * spread * (ROUNDS - 1 - left) ** 0.5)
        alone = np.arange(CONTEXTS) // RULES % POINTS_ONLY_EVERY == 0
        left, lead = np.where(alone, 10_000, left), np.where(alone, 0, lead)
        width = np.maximum(spread * left**0.5, 0.25)
        leads = np.stack((lead, -lead), 1)[..., None]
        value = torch.tensor((leads + points) / width[:, None, None]).cuda()
        value = torch.special.ndtr(value)
        mixed = torch.tensor(np.stack([mixtures(each) for each in shares])).cuda()
        results = torch.zeros((CONTEXTS, 2, RESULTS), dtype=torch.float64, device="cuda")
        for kind in range(len(shares)):
            results[kinds == kind] = value[kinds == kind] @ mixed[kind].T
        return results.float().flatten(0, 1), value.float().flatten(0, 1)


def kind_of(rules: int) -> int:
    """Whether rules are the first preset's, the second's, or random."""
    for kind, share in enumerate(RULES_OF_PRESETS.values()):
        if rules < share:
            return kind
        rules -= share
    return len(RULES_OF_PRESETS)


class Tables:
    """Rounds on the GPU."""

    def __init__(self, seed: int) -> None:
        self._rng = cuda.to_device(seeded_counters(seed, GAMES))
        self._grid = (GAMES // THREADS, THREADS)
        self.examples = _zeros((GAMES, MAX_EXAMPLES, WORDS), torch.int64)
        self.marks = _zeros((GAMES, MAX_EXAMPLES, 3), torch.int32)
        self.filled = _zeros((GAMES,), torch.int32)
        self.words = _zeros((MAX_LEGAL_ACTIONS, WORDS), torch.int64)
        self.stakes = _zeros((MAX_LEGAL_ACTIONS,), torch.int32)
        self.known = _zeros((MAX_LEGAL_ACTIONS,), torch.float32)
        self.values = _zeros((MAX_LEGAL_ACTIONS,), torch.float32)
        self.offered = _zeros((1,), torch.int32)
        rows = cuda.to_device(np.zeros((GAMES, CELLS), np.uint64))
        starts, counts, plies, lessons = (
            cuda.to_device(np.zeros(GAMES, np.int32)) for _ in range(4)
        )
        actions = cuda.to_device(np.zeros(MAX_LEGAL_ACTIONS, np.int32))
        array = cuda.as_cuda_array
        words, examples = (array(each).view(np.uint64) for each in (self.words, self.examples))
        filled = array(self.filled)
        self._dealing = rows, (self._rng, lessons, plies, filled)
        self._offering = (
            array(self.offered),
            starts,
            counts,
            actions,
            array(self.stakes),
            array(self.known),
            words,
        )
        self._turning = (
            *(self._rng, starts, counts, actions, words, array(self.values)),
            *(lessons, plies, examples, array(self.marks), filled),
        )

    def set_rules(self, rng: random.Random) -> None:
        """Choose the rules of the coming rounds."""
        every = [
            structs.replace(PRESETS[name].options, rounds=1, first_dealer=None)
            for name, share in RULES_OF_PRESETS.items()
            for _ in range(share)
        ]
        every += [random_options(rng) for _ in range(RULES - len(every))]
        vectors = [setup.option_vector(options) for options in every]
        send = cuda.to_device
        self._o = send(np.stack(vectors))
        self._templates = send(np.stack([setup.template(options) for options in every]))
        self._bits = send(np.array([option_bits(o) for o in vectors], np.uint64))

    @torch.no_grad()
    def play(self, net: RoundNetwork, results: Tensor, points: Tensor) -> None:
        """Play a round in every game."""
        rows, dealing = self._dealing
        deal_run[self._grid](rows, self._o, self._templates, *dealing)
        value = cuda.as_cuda_array(points)
        while True:
            self.offered.zero_()
            offer_run[self._grid](rows, self._o, self._bits, value, *self._offering)
            count = int(self.offered.item())
            if not count:
                return
            count = min(count, MAX_LEGAL_ACTIONS)
            chances = net(self.words[:count]).softmax(1)
            expected = (chances * results[self.stakes[:count].long()]).sum(1)
            known = self.known[:count]
            self.values[:count] = torch.where(known > UNKNOWN / 2, known, expected)
            turn_run[self._grid](rows, self._o, self._bits, *self._turning)

    def collected(self) -> tuple[Tensor, Tensor, Tensor]:
        """The examples of the last rounds, their results, and the rules they were played by."""
        chosen = torch.arange(MAX_EXAMPLES, device="cuda") < self.filled.unsqueeze(1)
        games = torch.arange(GAMES, device="cuda").unsqueeze(1).expand(-1, MAX_EXAMPLES)
        return self.examples[chosen], self.marks[chosen], games[chosen] % RULES


def _zeros(shape: tuple[int, ...], dtype: torch.dtype) -> Tensor:
    return torch.zeros(shape, dtype=dtype, device="cuda")


class Trainer:
    """Alternates playing and learning."""

    def __init__(self, seed: int, seconds: float) -> None:
        torch.manual_seed(seed)
        self.net = RoundNetwork().cuda()
        self.average = {name: array.clone() for name, array in self.net.arrays().items()}
        self.optimiser = torch.optim.Adam(self.net.parameters(), FIRST_RATE, fused=True)
        self.tables = Tables(seed)
        self.seconds = seconds
        self.rng, self.np_rng = random.Random(seed), np.random.default_rng(seed)
        self.scores = Scores()
        self.edges = torch.tensor(EDGES, dtype=torch.int32, device="cuda")
        self.mirrored = torch.tensor(MIRRORED, device="cuda")
        self.iterations = self.seen = 0
        self.loss = torch.zeros((), device="cuda")

    def results(self, points: Tensor) -> Tensor:
        """The classes of results, by points."""
        size = torch.bucketize(points.abs(), self.edges, right=True)
        return DRAWN + size * points.sign()

    @torch.no_grad()
    def targets(self, examples: Tensor, marks: Tensor) -> Tensor:
        """The target of each example."""
        count = len(examples)
        ended = nn.functional.one_hot(self.results(marks[:, M_POINTS]).long(), RESULTS).half()
        later = (torch.arange(count, device="cuda") + 1).clamp(max=count - 1)
        same = (marks[later, M_SEAT] == marks[:, M_SEAT]).unsqueeze(1)
        last = (marks[:, M_LAST] == 1).unsqueeze(1)

        def from_later(chances: Tensor) -> Tensor:
            moved = chances[later]
            return torch.where(same, moved, moved[:, self.mirrored])

        parts = [self.net(part).softmax(1).half() for part in examples.split(1 << 20)]
        predicted = from_later(torch.cat(parts)) * (1 - TRACE)
        target = ended
        for _ in range(STEPS_AHEAD):
            target = torch.where(last, ended, predicted + TRACE * from_later(target))
        return target

    def learn(self, examples: Tensor, targets: Tensor, progress: float) -> None:
        """Once through the examples, in random order."""
        rate = LAST_RATE + (FIRST_RATE - LAST_RATE) * (1 - progress) ** 1.5
        for group in self.optimiser.param_groups:
            group["lr"] = rate
        order = torch.randperm(len(examples), device="cuda")
        for part in order.split(BATCH):
            chances = self.net(examples[part]).log_softmax(1)
            loss = -(targets[part].float() * chances).sum(1).mean()
            self.optimiser.zero_grad(set_to_none=True)
            loss.backward()
            self.optimiser.step()
            self.loss.lerp_(loss.detach(), 0.01)
        weight = 1.0 if progress < AVERAGING_FROM else AVERAGE_WEIGHT
        for name, array in self.net.arrays().items():
            self.average[name].lerp_(array, weight)

    def iterate(self, progress: float) -> None:
        """Play a round in every game and learn from it."""
        if self.iterations % RULES_PERIOD == 0 or self.iterations < RULES_PERIOD // 4:
            self.tables.set_rules(self.rng)
            self.result_values, self.point_values = self.scores.stakes(self.np_rng)
        self.tables.play(self.net, self.result_values, self.point_values)
        examples, marks, rules = self.tables.collected()
        if (
            self.iterations % RULES_PERIOD == RULES_PERIOD - 1
            or self.iterations < RULES_PERIOD // 4
        ):
            kinds = torch.tensor([kind_of(each) for each in range(RULES)], device="cuda")[rules]
            ended = marks[:, M_LAST] == 1
            for kind in range(len(RULES_OF_PRESETS) + 1):
                self.scores.learn(kind, marks[ended & (kinds == kind), M_POINTS])
        self.learn(examples, self.targets(examples, marks), progress)
        self.iterations += 1
        self.seen += len(examples)

    def run(self, out: Path, every: float) -> None:
        """Train until the time is up, with a report and a saved network now and then."""
        self.iterate(0.0)  # compiles
        began = reported = time.perf_counter()
        while (progress := (time.perf_counter() - began) / self.seconds) < 1.0:
            self.iterate(progress)
            now = time.perf_counter()
            if now - reported > every:
                reported = now
                self.report(now - began)
                self.save(out)
        self.report(time.perf_counter() - began)
        self.save(out)

    def report(self, elapsed: float) -> None:
        """Print the progress."""
        print(
            f"{elapsed:7.0f} s  {self.iterations:6d} iterations  "
            f"{self.seen / 1e6:8.1f} M examples  loss {float(self.loss):.4f}",
            flush=True,
        )

    def save(self, out: Path) -> None:
        """Save the weights in half precision, which is enough."""
        kept: dict[str, Any] = {
            name: array.half().contiguous().cpu().numpy() for name, array in self.average.items()
        }
        np.savez_compressed(out, **kept)


def main() -> None:
    """Read the command line and train."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--minutes", type=float, default=4.0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--every", type=float, default=30.0, help="seconds between reports")
    parser.add_argument("--out", type=Path, default=Path("network.npz"))
    given = parser.parse_args()
    torch.set_float32_matmul_precision("high")
    Trainer(given.seed, 60 * given.minutes).run(given.out, given.every)


if __name__ == "__main__":
    main()
