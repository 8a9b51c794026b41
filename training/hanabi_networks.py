"""The policy network for Hanabi and the value network that helps to train it."""

from __future__ import annotations

import torch
from torch import Tensor, nn


def unpacked(words: Tensor) -> Tensor:
    """A number for every bit."""
    places = torch.arange(8, dtype=torch.uint8, device=words.device)
    bits = (words.view(torch.uint8).unsqueeze(-1) >> places) & 1
    return bits.flatten(1).to(_number(words))


def one_hot(past: Tensor, actions: int) -> Tensor:
    """A one-hot code of each action before the last one; all zeros before the first."""
    places = torch.arange(actions, dtype=torch.int8, device=past.device)
    return (past[:, 1:].unsqueeze(-1) == places).flatten(1).to(_number(past))


def _number(where: Tensor) -> torch.dtype:
    return torch.bfloat16 if where.is_cuda else torch.float32


def actor_inputs(seen: Tensor, past: Tensor, actions: int) -> Tensor:
    """What a policy reads: the observation of the seat to act, and the actions before the last."""
    return torch.cat((unpacked(seen[:, 0]), one_hot(past, actions)), 1)


class Actor(nn.Module):
    """The policy: from what a seat sees to a logit for each action."""

    def __init__(self, inputs: int, actions: int, width: int) -> None:
        super().__init__()
        self.first = nn.Linear(inputs, width)
        self.second = nn.Linear(width, width)
        self.third = nn.Linear(width, width)
        self.last = nn.Linear(width, actions)
        nn.init.orthogonal_(self.last.weight, 0.01)

    def forward(self, hidden: Tensor) -> Tensor:
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

    def forward(self, inputs: Tensor) -> Tensor:
        return self.layers(inputs).float().squeeze(-1)


def masked(logits: Tensor, legal: Tensor) -> Tensor:
    """Illegal actions are never chosen."""
    return torch.where(legal, logits, torch.full_like(logits, -1e9))
