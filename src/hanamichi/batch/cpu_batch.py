"""Many games at once on CPU cores, for environments, search and benchmarks."""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any, Literal, Protocol, TypeAlias, overload

import numpy as np
from numpy.typing import ArrayLike, NDArray

from hanamichi.batch.arrays import Actions, Masks, OptionVector, Seats, Totals
from hanamichi.batch.bits import expand_run, expansion_table
from hanamichi.batch.checks import flags_of, seats_of, seeded_counters, whole_numbers
from hanamichi.batch.cpu_template import CpuKernels
from hanamichi.batch.errors import BatchError

Form: TypeAlias = Literal["packed", "uint8", "float32"]
ObservationForm: TypeAlias = Literal["none", "packed", "uint8"]
Observations: TypeAlias = NDArray[np.uint64] | NDArray[np.uint8] | NDArray[np.float32]


class Spec(Protocol):
    """What the kernels need to know of a table."""

    cpu_kernels: CpuKernels
    cuda_kernels: str
    """The module of its GPU kernels, imported only where a GPU is used."""
    vector: OptionVector
    row_cells: int
    row_type: Any
    actions: int
    observation_bits: int
    sides: int
    """How many separate scores there are: one for a team."""

    def template(self) -> NDArray[Any]:
        """A row before dealing."""
        ...


class Batch:
    """Games of one table, each with its own random numbers."""

    def __init__(
        self, spec: Spec, games: int, *, seed: int = 0, threads: int | None = None
    ) -> None:
        if games < 1:
            raise BatchError("A batch holds at least one game", where="games")
        if threads is not None and threads < 1:
            raise BatchError("A batch needs at least one thread", where="threads")
        self.spec = spec
        self._kernels = spec.cpu_kernels
        self.games = games
        self.threads = min(threads or os.cpu_count() or 1, games)
        self.rows: NDArray[Any] = np.zeros((games, spec.row_cells), spec.row_type)
        self._template = spec.template()
        self._table = expansion_table()
        self._words = -(-spec.observation_bits // 64)
        self._pool = ThreadPoolExecutor(self.threads) if self.threads > 1 else None
        self._rng = seeded_counters(seed, games)
        self.reset()

    def reset(self, *, seed: int | None = None, where: ArrayLike | None = None) -> None:
        """Deal new games: all of them, or those that `where` marks."""
        marked = None if where is None else flags_of(where, self.games)
        if seed is not None:
            fresh = seeded_counters(seed, self.games)
            self._rng = fresh if marked is None else np.where(marked, fresh, self._rng)
        table = (self.rows, self.spec.vector, self._template, self._rng)
        if marked is None:
            self._each(self._kernels.deal_run, *table)
        else:
            self._each(self._kernels.redeal_run, *table, marked)

    def to_act(self) -> Seats:
        """The seat to act in each game; -1 where it is over."""
        seats = np.empty(self.games, np.int32)
        self._each(self._kernels.seat_run, self.rows, seats)
        return seats

    @property
    def done(self) -> NDArray[np.bool_]:
        """Which games are over."""
        return self.to_act() < 0

    def legal_mask(self) -> Masks:
        """For each game and action, 1 where the action is legal; all 0 once a game is over."""
        masks = np.zeros((self.games, self.spec.actions), np.uint8)
        self._each(self._kernels.mask_run, self.rows, self.spec.vector, masks)
        return masks

    def step(self, actions: ArrayLike, *, check: bool = True) -> Totals:
        """Act in every game that goes on; returns what each side gained.

        An illegal action anywhere raises before anything changes; with `check=False` it is
        ignored, and its game alone does not change. Actions of ended games are ignored.
        """
        chosen = whole_numbers(actions, self.games, "actions")
        if check:
            self._refuse_illegal(chosen)
        run = self._kernels.step_run if check else self._kernels.step_if_legal_run
        gains = np.zeros((self.games, self.spec.sides), np.int32)
        self._each(run, self.rows, self.spec.vector, chosen, self._rng, gains)
        return gains

    def _refuse_illegal(self, chosen: Actions) -> None:
        wrong = [
            game
            for game in self._each(self._kernels.check_run, self.rows, self.spec.vector, chosen)
            if game >= 0
        ]
        if wrong:
            game = min(wrong)
            raise BatchError(
                f"Action {chosen[game]} is not legal in game {game}", where=f"actions[{game}]"
            )

    @overload
    def observe(
        self, seats: ArrayLike | None = None, form: Literal["packed"] = "packed"
    ) -> NDArray[np.uint64]: ...
    @overload
    def observe(self, seats: ArrayLike | None, form: Literal["uint8"]) -> NDArray[np.uint8]: ...
    @overload
    def observe(self, *, form: Literal["uint8"]) -> NDArray[np.uint8]: ...
    @overload
    def observe(self, seats: ArrayLike | None, form: Literal["float32"]) -> NDArray[np.float32]: ...
    @overload
    def observe(self, *, form: Literal["float32"]) -> NDArray[np.float32]: ...
    @overload
    def observe(self, seats: ArrayLike | None = None, form: Form = "packed") -> Observations: ...
    def observe(self, seats: ArrayLike | None = None, form: Form = "packed") -> Observations:
        """What a seat of each game observes; by default the one to act.

        `packed`: 64 bits to a word, the first bit lowest. `uint8`, `float32`: a number a bit.
        """
        if form not in ("packed", "uint8", "float32"):
            raise BatchError(
                f"Observations are packed, uint8 or float32, not {form!r}", where="form"
            )
        whose = -1 if seats is None else seats
        chosen = seats_of(whose, self.games, int(self.spec.vector[0]))
        packed = np.empty((self.games, self._words), np.uint64)
        self._each(self._kernels.observe_run, self.rows, self.spec.vector, chosen, packed)
        if form == "packed":
            return packed
        expanded = np.empty((self.games, 8 * self._words), np.uint64)
        self._each(expand_run, packed, self._table, expanded)
        bits = expanded.view(np.uint8)[:, : self.spec.observation_bits]
        return bits if form == "uint8" else bits.astype(np.float32)

    def scores(self) -> Totals:
        """The score of each side as it stands."""
        totals = np.empty((self.games, self.spec.sides), np.int32)
        self._each(self._kernels.score_run, self.rows, self.spec.vector, totals)
        return totals

    def random_steps(self, steps: int, observations: ObservationForm = "none") -> int:
        """Take random legal actions in every game, ended games dealt again; how many ended."""
        detail = detail_of(observations)
        packed = np.empty((self.games if detail else 1, self._words), np.uint64)
        expanded = np.empty((self.games if detail == 2 else 1, 8 * self._words), np.uint64)
        ended = self._each(
            self._kernels.random_run,
            self.rows,
            self.spec.vector,
            self._template,
            self._rng,
            packed,
            expanded,
            self._table,
            steps,
            detail,
        )
        return sum(ended)

    def finish(self) -> None:
        """Random legal play to the end of every game."""
        self._each(self._kernels.finish_run, self.rows, self.spec.vector, self._rng)

    def _each(self, run: Any, *arrays: Any) -> list[Any]:
        """A kernel over all games, a share on each thread."""
        if self._pool is None:
            return [run(0, self.games, *arrays)]
        bounds = np.linspace(0, self.games, self.threads + 1).astype(int)
        shares = pairwise(bounds.tolist())
        return list(self._pool.map(lambda share: run(*share, *arrays), shares))


def detail_of(observations: str) -> int:
    """What random play writes of observations: 0 nothing, 1 bits, 2 bytes."""
    details = ("none", "packed", "uint8")
    if observations not in details:
        raise BatchError(
            f"Observations are none, packed or uint8, not {observations!r}", where="observations"
        )
    return details.index(observations)
