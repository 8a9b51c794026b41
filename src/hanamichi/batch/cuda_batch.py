"""Many games at once on an NVIDIA GPU, with the same results as on CPU cores."""

from __future__ import annotations

import importlib
import warnings
from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike

from hanamichi.batch.checks import flags_of, seats_of, seeded_counters, whole_numbers
from hanamichi.batch.chosen_games import choose, place
from hanamichi.batch.cpu_batch import (
    Form,
    ObservationForm,
    Spec,
    check_form,
    check_games,
    check_past,
    check_steps,
    detail_of,
    random_past,
)
from hanamichi.batch.errors import BatchError
from hanamichi.batch.saved_games import SavedGames, check_saved

THREADS = 128
"""Games in a block."""
SHARED_BYTES = 48 * 1024
"""What the threads of a block may share on every device."""
DEFAULT_STREAM = 1
"""How the CUDA array interface names the stream that our kernels run on, in order."""


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

    Arrays are device arrays with `__cuda_array_interface__`: PyTorch, JAX and CuPy take them
    without a copy.
    """

    def __init__(self, spec: Spec, games: int, *, seed: int = 0, past_actions: int = 0) -> None:
        check_games(games)
        check_past(past_actions)
        self._cuda = _cuda()
        self._kernels = importlib.import_module(spec.cuda_kernels).CUDA_KERNELS
        self._bits = importlib.import_module("hanamichi.batch.cuda_bits")
        self.spec = spec
        self.games = games
        self._words = -(-spec.observation_bits // 64)
        self._vector = self._cuda.to_device(spec.vector)
        self._template = self._cuda.to_device(spec.template())
        self._rng = self._cuda.to_device(seeded_counters(seed, games))
        self.rows = self._cuda.to_device(np.zeros((games, spec.row_cells), spec.row_type))
        self._all_acting = self._cuda.to_device(np.full(games, -1, np.int32))
        self._all_games = self._cuda.to_device(np.ones(games, np.uint8))
        self._past = None
        if past_actions:
            self._past = self._cuda.to_device(np.full((games, past_actions), -1, np.int32))
        self._buffers: dict[str, Any] = {}
        self.reset()

    def _launch(self, run: Any, *values: Any, threads: int = THREADS, shared: int = 0) -> None:
        """A kernel over all games, one thread for each; `shared` bytes for a block of them."""
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # few games fill few blocks: slow, not wrong
            run[-(-self.games // threads), threads, 0, shared](self.games, *values)

    def _buffer(self, name: str, shape: tuple[int, ...], dtype: Any) -> Any:
        """Device memory used again by the next call, which overwrites it."""
        if name not in self._buffers:
            self._buffers[name] = self._cuda.device_array(shape, dtype)
        return self._buffers[name]

    def reset(
        self,
        *,
        seed: int | None = None,
        where: Any = None,
        deck: object = None,
        position: object = None,
    ) -> None:
        """Deal new games: all, or those that `where` marks; from a deck or position if given."""
        chosen = choose(self.spec, self.games, deck, position)
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
        if self._past is not None:
            where = self._all_games if marked is None else marked
            self._launch(self._kernels.forget_run, self._past, where)
        if chosen is not None:
            rows = self.rows.copy_to_host()
            games = np.arange(self.games)
            if marked is not None:
                games = np.flatnonzero(marked.copy_to_host())
            place(self.spec, chosen, rows, self._rng.copy_to_host(), games)
            self.rows.copy_to_device(rows)

    def save(self) -> SavedGames:
        """All games as they stand, on the host: a batch on CPU cores can go on with them too."""
        past = np.full((self.games, 0), -1, np.int32)
        if self._past is not None:
            past = self._past.copy_to_host()
        return SavedGames(self.spec.name, self.rows.copy_to_host(), self._rng.copy_to_host(), past)

    def restore(self, saved: SavedGames, *, where: Any = None) -> None:
        """Go back to saved games of the same table: all, or those that `where` marks."""
        now = self.save()
        check_saved(saved, self.spec.name, now.rows, now.past.shape[1])
        marked = np.ones(self.games, np.bool_)
        if where is not None:
            marked = self._flags(where).copy_to_host().view(np.bool_)
        each = marked[:, np.newaxis]
        self.rows.copy_to_device(np.where(each, saved.rows, now.rows))
        self._rng.copy_to_device(np.where(marked, saved.random, now.random))
        if self._past is not None:
            self._past.copy_to_device(np.where(each, saved.past, now.past))

    def clone(self) -> Self:
        """Another batch whose games stand the same and go on the same."""
        past = 0 if self._past is None else self._past.shape[1]
        other = type(self)(self.spec, self.games, past_actions=past)
        other.rows.copy_to_device(self.rows)
        other._rng.copy_to_device(self._rng)
        if self._past is not None and other._past is not None:
            other._past.copy_to_device(self._past)
        return other

    def _flags(self, where: Any) -> Any:
        """True or false for each game: a host array, or bytes of 0 and 1 on the device."""
        if not _on_device(where):
            return self._cuda.to_device(flags_of(where, self.games))
        flags = self._device_view(where)
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

    def step(self, actions: Any, *, check: bool = True) -> Any:
        """Act in every game that goes on; an illegal action raises before anything changes.

        With `check=False` it is ignored, and its game alone does not change: then nothing waits
        for the device, if the actions are there already.
        """
        chosen = self._actions(actions)
        if check:
            self._refuse_illegal(chosen)
        if self._past is not None:
            self._launch(self._kernels.remember_run, self.rows, self._vector, chosen, self._past)
        run = self._kernels.step_run if check else self._kernels.step_if_legal_run
        gains = self._buffer("gains", (self.games, self.spec.sides), np.int32)
        self._launch(run, self.rows, self._vector, chosen, self._rng, gains)
        return gains

    def _refuse_illegal(self, chosen: Any) -> None:
        wrong = self._cuda.to_device(np.array([self.games], np.int32))
        self._launch(self._kernels.check_run, self.rows, self._vector, chosen, wrong)
        game = int(wrong.copy_to_host()[0])
        if game < self.games:
            raise BatchError(
                f"Action {int(chosen[game])} is not legal in game {game}",
                where=f"actions[{game}]",
            )

    def _actions(self, actions: Any) -> Any:
        if not _on_device(actions):
            return self._cuda.to_device(whole_numbers(actions, self.games, "actions"))
        chosen = self._device_view(actions)
        if tuple(chosen.shape) != (self.games,) or chosen.dtype != np.int32:
            raise BatchError(
                f"Give one int32 action for each of the {self.games} games", where="actions"
            )
        return chosen

    def _device_view(self, array: Any) -> Any:
        """An array of any library on the device; only work on another stream is waited for."""
        wait = getattr(array, "block_until_ready", None)
        if wait is not None:  # JAX does not say on which of its streams an array is computed
            wait()
        stream = array.__cuda_array_interface__.get("stream")
        return self._cuda.as_cuda_array(array, sync=stream != DEFAULT_STREAM)

    def observe(self, seats: ArrayLike | None = None, form: Form = "packed") -> Any:
        """What a seat of each game observes; by default the one to act."""
        check_form(form)
        whose = self._all_acting
        if seats is not None:
            checked = seats_of(seats, self.games, int(self.spec.vector[0]))
            whose = self._cuda.to_device(checked)
        packed = self._buffer("packed", (self.games + 1, self._words), np.uint64)
        self._launch(self._kernels.observe_run, self.rows, self._vector, whose, packed)
        return self._in_form(packed, (self.games,), form, form)

    def observe_all(self, form: Form = "packed") -> Any:
        """What every seat of each game observes, the seat to act first and the others in turn."""
        check_form(form)
        shape = (self.games, int(self.spec.vector[0]))
        count = shape[0] * shape[1]
        packed = self._buffer("packed-all", (count + 1, self._words), np.uint64)
        out = packed[:count].reshape(*shape, self._words)
        self._launch(self._kernels.observe_all_run, self.rows, self._vector, out)
        return self._in_form(packed, shape, form, f"{form}-all")

    def _in_form(self, packed: Any, shape: tuple[int, ...], form: Form, buffer: str) -> Any:
        """Packed observations, one more than there are, in a form: without padding if unpacked."""
        rows = packed.shape[0] - 1
        if form == "packed":
            return packed[:rows].reshape(*shape, self._words)
        bits, cuda_bits = self.spec.observation_bits, self._bits
        count, number = rows * bits, np.dtype(form)
        out = self._buffer(buffer, (words_for(count * number.itemsize),), np.uint64)
        run = cuda_bits.unpack_bytes if form == "uint8" else cuda_bits.unpack_floats
        blocks = -(-rows // cuda_bits.GAMES)
        halves = packed.reshape(packed.size).view(np.uint32)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            run[blocks, cuda_bits.THREADS](rows, bits, 2 * self._words, halves, out)
        return out.view(number)[:count].reshape(*shape, bits)

    def past_actions(self) -> Any:
        """For each game the ids of its last actions, the latest first; -1 before its first.

        This is the array in which the batch keeps them: it changes with every step.
        """
        if self._past is None:
            raise BatchError(
                "A batch keeps past actions if it is made with past_actions=…",
                where="past_actions",
            )
        return self._past

    def scores(self) -> Any:
        """The score of each side as it stands."""
        totals = self._buffer("totals", (self.games, self.spec.sides), np.int32)
        self._launch(self._kernels.score_run, self.rows, self._vector, totals)
        return totals

    def random_steps(self, steps: int, observations: ObservationForm = "none") -> int:
        """Take random legal actions in every game, ended games dealt again; how many ended."""
        detail = detail_of(observations)
        check_steps(steps)
        self._keeps_no_past()
        bits, words = self.spec.observation_bits, self._words
        size = (1, self.games * words, words_for(self.games * bits))[detail]
        out = self._buffer(f"random-{observations}", (size,), np.uint64)
        ended = self._cuda.to_device(np.zeros(1, np.int32))
        threads, shared = random_block(self.games, words if detail else 0)
        table = (self.rows, self._vector, self._template, self._rng)
        play = (words, bits, out, steps, detail, ended)
        self._launch(self._kernels.random_run, *table, *play, threads=threads, shared=shared)
        return int(ended.copy_to_host()[0])

    def finish(self) -> None:
        """Random legal play to the end of every game."""
        self._keeps_no_past()
        self._launch(self._kernels.finish_run, self.rows, self._vector, self._rng)

    def _keeps_no_past(self) -> None:
        if self._past is not None:
            raise random_past()


def words_for(size: int) -> int:
    """How many 64-bit words take so many bytes; the last store writes 16."""
    return 2 * -(-size // 16)


def random_block(games: int, words: int) -> tuple[int, int]:
    """How many threads a block of random play has, and how many bytes they share.

    They share what they observe, so many words each, and room that `unpack` reads behind the last.
    Large blocks are faster, as long as there are enough of them for every multiprocessor.
    """
    each = 8 * (words | 1) if words else 0
    threads = 256
    while threads > 32 and (games < 256 * threads or each * (threads + 1) > SHARED_BYTES):
        threads //= 2
    return threads, each * (threads + 1)


def _on_device(array: Any) -> bool:
    return hasattr(array, "__cuda_array_interface__")
