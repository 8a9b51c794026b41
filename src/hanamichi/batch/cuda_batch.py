"""Many games at once on an NVIDIA GPU, with the same results as on CPU cores."""

from __future__ import annotations

import importlib
import warnings
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from hanamichi.batch.bits import expansion_table
from hanamichi.batch.checks import flags_of, seats_of, seeded_counters, whole_numbers
from hanamichi.batch.cpu_batch import Form, ObservationForm, Spec, detail_of
from hanamichi.batch.errors import BatchError

THREADS = 128
"""Games in a block."""


def _cuda() -> Any:
    """Numba's CUDA module; raises `BatchError` where something is missing."""
    try:
        cuda = importlib.import_module("numba.cuda")
    except ImportError:
        raise BatchError(
            'device="cuda" needs the extra hanamichi[cuda]', code="batch/no-gpu", where="device"
        ) from None
    if not cuda.is_available():
        raise BatchError(
            'device="cuda" needs an NVIDIA GPU with its driver; use device="cpu"',
            code="batch/no-gpu",
            where="device",
        )
    return cuda


class CudaBatch:
    """Games of one table on a GPU.

    Arrays are device arrays with `__cuda_array_interface__` and DLPack: PyTorch, JAX and CuPy take
    them without a copy.
    """

    def __init__(self, spec: Spec, games: int, *, seed: int = 0) -> None:
        if games < 1:
            raise BatchError("A batch holds at least one game", where="games")
        self._cuda = _cuda()
        self._kernels = importlib.import_module(spec.cuda_kernels).CUDA_KERNELS
        self._bits = importlib.import_module("hanamichi.batch.cuda_bits")
        self.spec = spec
        self.games = games
        self._words = -(-spec.observation_bits // 64)
        self._blocks = -(-games // THREADS)
        self._vector = self._cuda.to_device(spec.vector)
        self._template = self._cuda.to_device(spec.template())
        self._table = self._cuda.to_device(expansion_table())
        self._rng = self._cuda.to_device(seeded_counters(seed, games))
        self.rows = self._cuda.to_device(np.zeros((games, spec.row_cells), spec.row_type))
        self._all_acting = self._cuda.to_device(np.full(games, -1, np.int32))
        self._buffers: dict[str, Any] = {}
        self.reset()

    def _launch(self, run: Any, *arrays: Any) -> None:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # few games fill few blocks: slow, not wrong
            run[self._blocks, THREADS](self.games, *arrays)

    def _buffer(self, name: str, shape: tuple[int, ...], dtype: Any) -> Any:
        """Device memory used again by the next call, which overwrites it."""
        if name not in self._buffers:
            self._buffers[name] = self._cuda.device_array(shape, dtype)
        return self._buffers[name]

    def reset(self, *, seed: int | None = None, where: Any = None) -> None:
        """Deal new games: all of them, or those that `where` marks."""
        marked = None if where is None else self._flags(where)
        if seed is not None:
            fresh = seeded_counters(seed, self.games)
            if marked is not None:
                fresh = np.where(marked.copy_to_host(), fresh, self._rng.copy_to_host())
            self._rng = self._cuda.to_device(fresh)
        table = (self.rows, self._vector, self._template, self._rng)
        if marked is None:
            self._launch(self._kernels.deal_run, *table)
        else:
            self._launch(self._kernels.redeal_run, *table, marked)

    def _flags(self, where: Any) -> Any:
        """True or false for each game: a host array, or bytes of 0 and 1 on the device."""
        if not _on_device(where):
            return self._cuda.to_device(flags_of(where, self.games))
        flags = self._cuda.as_cuda_array(where)
        if tuple(flags.shape) != (self.games,) or flags.dtype not in (np.uint8, np.bool_):
            raise BatchError(
                f"Give one flag for each of the {self.games} games, uint8 or bool", where="where"
            )
        return flags.view(np.uint8)

    def to_act(self) -> Any:
        """The seat to act in each game; -1 where it is over."""
        seats = self._buffer("to_act", (self.games,), np.int32)
        self._launch(self._kernels.seat_run, self.rows, seats)
        return seats

    def legal_mask(self) -> Any:
        """For each game and action, 1 where the action is legal."""
        masks = self._buffer("masks", (self.games, self.spec.actions), np.uint8)
        self._launch(self._kernels.mask_run, self.rows, self._vector, masks)
        return masks

    def step(self, actions: Any) -> Any:
        """Act in every game that goes on; an illegal action raises before anything changes."""
        chosen = self._actions(actions)
        wrong = self._cuda.to_device(np.array([self.games], np.int32))
        self._launch(self._kernels.check_run, self.rows, self._vector, chosen, wrong)
        game = int(wrong.copy_to_host()[0])
        if game < self.games:
            raise BatchError(
                f"Action {int(chosen[game])} is not legal in game {game}",
                where=f"actions[{game}]",
            )
        gains = self._buffer("gains", (self.games, self.spec.sides), np.int32)
        self._launch(self._kernels.step_run, self.rows, self._vector, chosen, self._rng, gains)
        return gains

    def _actions(self, actions: Any) -> Any:
        if not _on_device(actions):
            return self._cuda.to_device(whole_numbers(actions, self.games, "actions"))
        chosen = self._cuda.as_cuda_array(actions)
        if tuple(chosen.shape) != (self.games,) or chosen.dtype != np.int32:
            raise BatchError(
                f"Give one int32 action for each of the {self.games} games", where="actions"
            )
        return chosen

    def observe(self, seats: ArrayLike | None = None, form: Form = "packed") -> Any:
        """What a seat of each game observes; by default the one to act."""
        if form not in ("packed", "uint8", "float32"):
            raise BatchError(
                f"Observations are packed, uint8 or float32, not {form!r}", where="form"
            )
        whose = self._all_acting
        if seats is not None:
            checked = seats_of(seats, self.games, int(self.spec.vector[0]))
            whose = self._cuda.to_device(checked)
        packed = self._buffer("packed", (self.games, self._words), np.uint64)
        self._launch(self._kernels.observe_run, self.rows, self._vector, whose, packed)
        return packed if form == "packed" else self._unpacked(packed, form)

    def _unpacked(self, packed: Any, form: Form) -> Any:
        """A number for each bit, rows without padding."""
        bits = self.spec.observation_bits
        count = self.games * bits
        if form == "uint8":
            words = self._buffer("uint8", (-(-count // 8),), np.uint64)
            blocks = -(-words.size // THREADS)
            self._bits.unpack_bytes[blocks, THREADS](self.games, bits, packed, self._table, words)
            return words.view(np.uint8)[:count].reshape(self.games, bits)
        out = self._buffer("float32", (count,), np.float32)
        self._bits.unpack_floats[-(-count // THREADS), THREADS](self.games, bits, packed, out)
        return out.reshape(self.games, bits)

    def scores(self) -> Any:
        """The score of each side as it stands."""
        totals = self._buffer("totals", (self.games, self.spec.sides), np.int32)
        self._launch(self._kernels.score_run, self.rows, self._vector, totals)
        return totals

    def random_steps(self, steps: int, observations: ObservationForm = "none") -> int:
        """Take random legal actions in every game, ended games dealt again; how many ended."""
        detail = detail_of(observations)
        if detail == 2:
            return self._observed_steps(steps)
        games = self.games if detail else 1
        packed = self._buffer(f"steps-{detail}", (games, self._words), np.uint64)
        return self._random(steps, detail, packed)

    def _observed_steps(self, steps: int) -> int:
        ended = self._cuda.to_device(np.zeros(1, np.int32))
        for _ in range(steps):
            self.observe(form="uint8")
            self._launch(
                self._kernels.single_run, self.rows, self._vector, self._template, self._rng, ended
            )
        return int(ended.copy_to_host()[0])

    def _random(self, steps: int, detail: int, packed: Any) -> int:
        ended = self._cuda.to_device(np.zeros(1, np.int32))
        self._launch(
            self._kernels.random_run,
            self.rows,
            self._vector,
            self._template,
            self._rng,
            packed,
            packed,
            self._table,
            steps,
            detail,
            ended,
        )
        return int(ended.copy_to_host()[0])

    def finish(self) -> None:
        """Random legal play to the end of every game."""
        self._launch(self._kernels.finish_run, self.rows, self._vector, self._rng)


def _on_device(array: Any) -> bool:
    return hasattr(array, "__cuda_array_interface__")
