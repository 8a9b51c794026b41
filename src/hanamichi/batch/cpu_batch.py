"""Many games at once on CPU cores, for environments, search and benchmarks."""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any, Literal, Protocol, Self, TypeAlias, overload

import numpy as np
from numpy.typing import ArrayLike, NDArray

from hanamichi.batch.arrays import (
    Actions,
    Masks,
    OptionVector,
    Seats,
    Totals,
)
from hanamichi.batch.bits import expand_run, expansion_table
from hanamichi.batch.checks import (
    check_count,
    flags_of,
    seats_of,
    seeded_counters,
    whole_numbers,
)
from hanamichi.batch.chosen_games import ChoosingTable, choose, place
from hanamichi.batch.cpu_template import CpuKernels
from hanamichi.batch.errors import BatchError
from hanamichi.batch.saved_games import SavedGames, check_saved

Form: TypeAlias = Literal["packed", "uint8", "float32"]
ObservationForm: TypeAlias = Literal["none", "packed", "uint8"]
Observations: TypeAlias = NDArray[np.uint64] | NDArray[np.uint8] | NDArray[np.float32]

MOST_PAST = 1000
"""So many past actions of a game can be kept; no game is that long."""


class Spec(ChoosingTable, Protocol):
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

    @property
    def name(self) -> str:
        """Which table its rows are of."""
        ...


class Batch:
    """Games of one table, each with its own random numbers."""

    def __init__(
        self,
        spec: Spec,
        games: int,
        *,
        seed: int = 0,
        threads: int | None = None,
        past_actions: int = 0,
    ) -> None:
        check_games(games)
        check_past(past_actions)
        if threads is not None:
            check_count(threads, 1, "A batch needs one thread or more", "threads")
        self.spec = spec
        self._kernels = spec.cpu_kernels
        self.games = games
        self.threads = min(threads or os.cpu_count() or 1, games)
        self.rows: NDArray[Any] = np.zeros((games, spec.row_cells), spec.row_type)
        self._template = spec.template()
        self._table = expansion_table()
        self._words = -(-spec.observation_bits // 64)
        self._pool = _pool_of(self.threads)
        self._rng = seeded_counters(seed, games)
        self._past = np.full((games, past_actions), -1, np.int32)
        self.reset()

    def __getstate__(self) -> dict[str, Any]:
        """What is copied or pickled: all but threads and compiled code."""
        return {**self.__dict__, "_pool": None, "_kernels": None}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._pool = _pool_of(self.threads)
        self._kernels = self.spec.cpu_kernels

    def reset(
        self,
        *,
        seed: int | None = None,
        where: ArrayLike | None = None,
        deck: object = None,
        position: object = None,
    ) -> None:
        """Deal new games: all of them, or those that `where` marks.

        `deck`: the cards in the order of drawing, for all games or a list of one for each.
        `position`: a match or its record; games go on from where it stops. Or one for each.
        """
        marked = None if where is None else flags_of(where, self.games)
        chosen = choose(self.spec, self.games, deck, position)
        if seed is not None:
            fresh = seeded_counters(seed, self.games)
            self._rng = fresh if marked is None else np.where(marked, fresh, self._rng)
        table = (self.rows, self.spec.vector, self._template, self._rng)
        if marked is None:
            self._past[:] = -1
            self._each(self._kernels.deal_run, *table)
        else:
            self._past[marked.view(np.bool_)] = -1
            self._each(self._kernels.redeal_run, *table, marked)
        if chosen is not None:
            games = np.arange(self.games) if marked is None else np.flatnonzero(marked)
            place(self.spec, chosen, self.rows, self._rng, games)

    def save(self) -> SavedGames:
        """All games as they stand: positions, random numbers and past actions."""
        return SavedGames(self.spec.name, self.rows.copy(), self._rng.copy(), self._past.copy())

    def restore(self, saved: SavedGames, *, where: ArrayLike | None = None) -> None:
        """Go back to saved games of the same table: all, or those that `where` marks."""
        check_saved(saved, self.spec.name, self.rows, self._past.shape[1])
        chosen = slice(None) if where is None else flags_of(where, self.games).view(np.bool_)
        self.rows[chosen] = saved.rows[chosen]
        self._rng[chosen] = saved.random[chosen]
        self._past[chosen] = saved.past[chosen]

    def clone(self) -> Self:
        """Another batch whose games stand the same and go on the same."""
        other = self._another()
        other.restore(self.save())
        return other

    def _another(self) -> Self:
        past = self._past.shape[1]
        return type(self)(self.spec, self.games, threads=self.threads, past_actions=past)

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
        if self._past.size:
            self._each(self._kernels.remember_run, self.rows, self.spec.vector, chosen, self._past)
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
        check_form(form)
        whose = -1 if seats is None else seats
        chosen = seats_of(whose, self.games, int(self.spec.vector[0]))
        packed = np.empty((self.games, self._words), np.uint64)
        self._each(self._kernels.observe_run, self.rows, self.spec.vector, chosen, packed)
        return self._in_form(packed, form)

    def observe_all(self, form: Form = "packed") -> Observations:
        """What every seat of each game observes, the seat to act first and the others in turn.

        Games × players × bits, or words if `packed`: for a critic that sees all.
        """
        check_form(form)
        players = int(self.spec.vector[0])
        packed = np.empty((self.games, players, self._words), np.uint64)
        self._each(self._kernels.observe_all_run, self.rows, self.spec.vector, packed)
        return self._in_form(packed, form)

    def _in_form(self, packed: NDArray[np.uint64], form: Form) -> Observations:
        """Packed observations in another form."""
        if form == "packed":
            return packed
        count = packed.size // self._words
        expanded = np.empty((count, 8 * self._words), np.uint64)
        self._split(count, expand_run, packed.reshape(count, self._words), self._table, expanded)
        bits = expanded.view(np.uint8)[:, : self.spec.observation_bits]
        if form == "float32":
            return bits.astype(np.float32).reshape(*packed.shape[:-1], -1)
        return bits if packed.ndim == 2 else bits.reshape(*packed.shape[:-1], -1)

    def past_actions(self) -> Actions:
        """For each game the ids of its last actions, the latest first; -1 before its first.

        As many as `past_actions` said when the batch was made. Ids count seats from the one that
        acted. The last action is part of an observation of Hanabi, too.
        """
        if not self._past.size:
            raise BatchError(
                "A batch keeps past actions if it is made with past_actions=…",
                where="past_actions",
            )
        return self._past.copy()

    def scores(self) -> Totals:
        """The score of each side as it stands."""
        totals = np.empty((self.games, self.spec.sides), np.int32)
        self._each(self._kernels.score_run, self.rows, self.spec.vector, totals)
        return totals

    def random_steps(self, steps: int, observations: ObservationForm = "none") -> int:
        """Take random legal actions in every game, ended games dealt again; how many ended."""
        detail = detail_of(observations)
        check_steps(steps)
        self._keeps_no_past()
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
        self._keeps_no_past()
        self._each(self._kernels.finish_run, self.rows, self.spec.vector, self._rng)

    def _keeps_no_past(self) -> None:
        if self._past.size:
            raise random_past()

    def _each(self, run: Any, *arrays: Any) -> list[Any]:
        """A kernel over all games, a share on each thread."""
        return self._split(self.games, run, *arrays)

    def _split(self, count: int, run: Any, *arrays: Any) -> list[Any]:
        if self._pool is None:
            return [run(0, count, *arrays)]
        bounds = np.linspace(0, count, self.threads + 1).astype(int)
        shares = pairwise(bounds.tolist())
        return list(self._pool.map(lambda share: run(*share, *arrays), shares))


def _pool_of(threads: int) -> ThreadPoolExecutor | None:
    """Threads to share the games; none where one is enough."""
    return ThreadPoolExecutor(threads) if threads > 1 else None


def check_form(form: str) -> None:
    """Raise unless it is a form of observations."""
    if form not in ("packed", "uint8", "float32"):
        raise BatchError(f"Observations are packed, uint8 or float32, not {form!r}", where="form")


def check_games(games: object) -> None:
    """Raise unless it is a number of games."""
    check_count(games, 1, "A batch holds 1 to 2,147,483,647 games", "games")


def check_steps(steps: object) -> None:
    """Raise unless so many random steps can be taken."""
    check_count(steps, 0, "Random play takes a whole number of steps, 0 or more", "steps")


def check_past(past_actions: object) -> None:
    """Raise unless so many actions can be kept."""
    message = f"A batch keeps 0 to {MOST_PAST} past actions of each game"
    check_count(past_actions, 0, message, "past_actions", most=MOST_PAST)


def random_past() -> BatchError:
    """Random play keeps no past actions: they would be wrong afterwards."""
    return BatchError(
        "Random play in one call keeps no past actions: make a batch without them",
        where="past_actions",
    )


def detail_of(observations: str) -> int:
    """What random play writes of observations: 0 nothing, 1 bits, 2 bytes."""
    details = ("none", "packed", "uint8")
    if observations not in details:
        raise BatchError(
            f"Observations are none, packed or uint8, not {observations!r}", where="observations"
        )
    return details.index(observations)
