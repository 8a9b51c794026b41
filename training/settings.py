"""What a training is told, on the command line and by its checkpoint."""

from __future__ import annotations

import argparse
from dataclasses import asdict, dataclass, field, fields
from typing import Any

_SHAPES = ("games", "width", "critic_width", "past", "card_memory", "seed")
"""What a training cannot change once it has begun."""


def _told(default: Any, about: str) -> Any:
    return field(default=default, metadata={"about": about})


@dataclass(frozen=True)
class Settings:
    """Of a training of two players. Schedules go by steps, so a pause changes nothing."""

    seed: int = _told(1, "of the weights, the decks and everything else")
    games: int = _told(16384, "games side by side")
    steps: int = _told(32, "steps of every game between two updates")
    total_steps: float = _told(8e9, "steps of all games after which the schedules end")
    width: int = _told(512, "of the policy's three hidden layers")
    critic_width: int = _told(512, "of the two hidden layers that estimate what is to come")
    past: int = _told(4, "actions before the last one that the policy sees")
    card_memory: bool = _told(False, "whether it sees each card's age and the last clue it got")
    minibatch: int = _told(32768, "examples of one step of the optimiser")
    epochs: int = _told(2, "times that each example is used")
    first_rate: float = _told(5e-4, "learning rate at the start")
    last_rate: float = _told(1e-5, "learning rate at the end; in between it falls evenly")
    first_entropy: float = _told(0.03, "weight of trying things out at the start")
    last_entropy: float = _told(0.002, "the same at the end; in between it falls evenly")
    trace: float = _told(0.95, "lambda: how far ahead results count more than estimates")
    discount: float = _told(0.999, "what a point is worth one action later")
    lenient: float = _told(0.1, "for this share the third error takes no points away")
    values_first: float = _told(0.0, "for this share only the value network learns")
    exchanged: float = _told(0.0, "share of a minibatch whose colours are exchanged, in eighths")

    def check(self) -> None:
        """Raise `ValueError` for settings that fit nothing."""
        examples = self.games * self.steps
        if min(self.games, self.steps, self.epochs, self.width, self.critic_width) < 1:
            raise ValueError("games, steps, epochs and widths are at least 1")
        if self.minibatch < 8 or self.minibatch % 8 or examples % self.minibatch:
            raise ValueError(
                f"minibatch is a multiple of 8 that divides games x steps, {examples}, "
                f"not {self.minibatch}"
            )
        if not 0 <= self.past <= 100:
            raise ValueError("past is 0 to 100 actions")
        for name in ("trace", "discount", "lenient", "values_first", "exchanged"):
            if not 0 <= getattr(self, name) <= 1:
                raise ValueError(f"{name} is 0 to 1")
        if not self.total_steps > 0 or not self.first_rate > 0:
            raise ValueError("total_steps and first_rate are more than 0")

    def at(self, first: float, last: float, steps: int) -> float:
        """What falls evenly from the first value to the last one, after so many steps."""
        return first + (last - first) * min(1.0, steps / self.total_steps)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """An option for each setting; one that is not given stays as it was."""
    for each in fields(Settings):
        about = f"{each.metadata['about']} (default {each.default})"
        name = f"--{each.name.replace('_', '-')}"
        if isinstance(each.default, bool):
            parser.add_argument(
                name, action=argparse.BooleanOptionalAction, default=None, help=about
            )
        else:
            parser.add_argument(name, type=type(each.default), default=None, help=about)


def chosen_settings(given: argparse.Namespace, saved: dict[str, Any] | None) -> Settings:
    """The settings of a new training, or those of a checkpoint with what is changed now."""
    told = {each.name: getattr(given, each.name) for each in fields(Settings)}
    told = {name: value for name, value in told.items() if value is not None}
    before = {} if saved is None else saved
    for name in _SHAPES:
        if saved is not None and name in told and told[name] != saved[name]:
            raise ValueError(f"{name} was {saved[name]} when this training began, and stays so")
    settings = Settings(**{**before, **told})
    settings.check()
    return settings


def plain(settings: Settings) -> dict[str, Any]:
    """As JSON has them."""
    return asdict(settings)
