"""The games' rules as compiled kernels: thousands to millions of games at a time."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Literal, overload

try:
    import numba  # noqa: F401  # who lacks it is told what to install, not what failed
except ModuleNotFoundError as error:
    raise ModuleNotFoundError(
        f"The kernels need the extra: pip install 'hanamichi[batch]' ({error.name} is not "
        "installed)",
        name=error.name,
    ) from None

from hanamichi.batch.compile_notice import QUIET
from hanamichi.batch.cpu_batch import Batch, Spec
from hanamichi.batch.errors import BatchError
from hanamichi.batch.game_kernels import KERNELS, GameKernels
from hanamichi.batch.jit import compiled_so_far
from hanamichi.batch.saved_games import SavedGames
from hanamichi.catalog import preset_by_id
from hanamichi.core import build_options

if TYPE_CHECKING:
    from hanamichi.batch.cuda_batch import CudaBatch

__all__ = [
    "QUIET",
    "Batch",
    "BatchError",
    "GameKernels",
    "SavedGames",
    "compiled_so_far",
    "make_batch",
    "make_table",
]


def make_table(
    preset_id: str,
    players: int = 2,
    options: Mapping[str, object] | None = None,
    *,
    card_memory: bool = False,
) -> Spec:
    """A table with a preset's rules, some options changed, as kernels see it.

    `card_memory`: of Hanabi, what happened to each card is observed as well.
    """
    if not isinstance(card_memory, bool):
        raise BatchError(
            f"Say true or false for the memory of cards, not {card_memory!r}", where="card_memory"
        )
    game, preset = preset_by_id(preset_id)
    game.check_players(players)
    chosen = build_options(preset.options, {} if options is None else options)
    game.check(chosen, players)
    kernels = KERNELS.find(game.id)
    if kernels is None:
        raise BatchError(f"There are no kernels for {game.id}", code="batch/unsupported")
    return kernels.table(chosen, players, card_memory=card_memory)


@overload
def make_batch(
    preset_id: str,
    players: int = 2,
    *,
    games: int,
    options: Mapping[str, object] | None = None,
    seed: int = 0,
    device: Literal["cpu"] = "cpu",
    threads: int | None = None,
    past_actions: int = 0,
    card_memory: bool = False,
    deck: object = None,
    position: object = None,
) -> Batch: ...
@overload
def make_batch(
    preset_id: str,
    players: int = 2,
    *,
    games: int,
    options: Mapping[str, object] | None = None,
    seed: int = 0,
    device: Literal["cuda"],
    threads: int | None = None,
    past_actions: int = 0,
    card_memory: bool = False,
    deck: object = None,
    position: object = None,
) -> CudaBatch: ...
@overload
def make_batch(
    preset_id: str,
    players: int = 2,
    *,
    games: int,
    options: Mapping[str, object] | None = None,
    seed: int = 0,
    device: Literal["cpu", "cuda"] = "cpu",
    threads: int | None = None,
    past_actions: int = 0,
    card_memory: bool = False,
    deck: object = None,
    position: object = None,
) -> Batch | CudaBatch: ...
def make_batch(
    preset_id: str,
    players: int = 2,
    *,
    games: int,
    options: Mapping[str, object] | None = None,
    seed: int = 0,
    device: Literal["cpu", "cuda"] = "cpu",
    threads: int | None = None,
    past_actions: int = 0,
    card_memory: bool = False,
    deck: object = None,
    position: object = None,
) -> Batch | CudaBatch:
    """Many games by a preset's rules at once, on CPU cores or on a GPU.

    `past_actions`: so many of each game are kept. `card_memory`: as in `make_table`. `deck` and
    `position`: what the first games begin with, as in `reset`.
    """
    table = make_table(preset_id, players, options, card_memory=card_memory)
    batch: Batch | CudaBatch
    if device == "cpu":
        batch = Batch(table, games, seed=seed, threads=threads, past_actions=past_actions)
    elif device == "cuda":
        from hanamichi.batch.cuda_batch import CudaBatch  # only where a GPU is wanted

        batch = CudaBatch(table, games, seed=seed, past_actions=past_actions)
    else:
        raise BatchError(f"A device is cpu or cuda, not {device!r}", where="device")
    if deck is not None or position is not None:
        batch.reset(deck=deck, position=position)
    return batch
