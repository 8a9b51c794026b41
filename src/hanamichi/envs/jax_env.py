"""The games as pure functions of JAX: `reset(key)` and `step(key, state, action)`.

env = make("hanabi/online", players=2)
seen, state = jax.jit(jax.vmap(env.reset))(keys)
"""

from __future__ import annotations

import ctypes
from collections.abc import Mapping
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from hanamichi.batch import make_table
from hanamichi.envs.xla_calls import calls, sizes_of
from hanamichi.envs.xla_cuda_calls import cuda_is_there, loaded_calls

try:
    import jax
    import jax.numpy as jnp
except ImportError:
    raise ImportError("hanamichi.envs.jax_env needs JAX: pip install jax") from None


class State(NamedTuple):
    """A game: what its kernels keep, and who may do what now."""

    row: jax.Array
    """The bytes of the game."""
    counter: jax.Array
    """Its random numbers."""
    seat: jax.Array
    """The seat to act; -1 once the game is over."""
    action_mask: jax.Array
    """1 where an action of the seat to act is legal."""


class JaxEnv:
    """One table. The functions of a single game; `jax.vmap` makes them those of many."""

    def __init__(
        self, preset: str, players: int = 2, options: Mapping[str, Any] | None = None
    ) -> None:
        self.spec = make_table(preset, players, options)
        self.players = players
        self.num_actions = self.spec.actions
        self.observation_bits = self.spec.observation_bits
        self._names = _registered(*self._game())
        self._sizes = sizes_of(self.spec)
        self._start = self.spec.template().view(np.uint8)
        words = int(self._sizes[3])
        shape = jax.ShapeDtypeStruct
        self._results = [
            shape(self._start.shape, jnp.uint8),
            shape((8,), jnp.uint8),
            shape((), jnp.int32),
            shape((self.num_actions,), jnp.uint8),
            shape((8 * words,), jnp.uint8),
        ]

    def _game(self) -> tuple[str, Any, Any]:
        """The name of the game, its functions, and the numbers of its rows."""
        kernels = self.spec.cpu_kernels
        return type(self.spec).__name__, kernels, np.dtype(self.spec.row_type).type

    def _call(self, place: int, results: Any) -> Any:
        """The call that deals, 0, or that acts, 1; on a GPU, too, where JAX computes on one."""
        if _uses_cuda():
            _registered_for_cuda(*self._game())
        return jax.ffi.ffi_call(self._names[place], results, vmap_method="broadcast_all")

    def reset(self, key: jax.Array) -> tuple[jax.Array, State]:
        """A new game: what the seat to act observes, and the state."""
        counter = jax.random.bits(key, (8,), jnp.uint8)
        call = self._call(0, self._results)
        row, counter, seat, mask, seen = call(counter, self._sizes, self.spec.vector, self._start)
        return self._unpacked(seen), State(row, counter, seat, mask)

    def step_env(
        self, state: State, action: Any
    ) -> tuple[jax.Array, State, jax.Array, jax.Array, dict[str, jax.Array]]:
        """Act: the observation, the state, the reward of each seat, whether the game is over.

        Nothing can be refused here: an illegal action, or one after the end, changes nothing.
        What is of another shape or type is refused, before anything is compiled.
        """
        self._check(state)
        results = [*self._results, jax.ShapeDtypeStruct((self.spec.sides,), jnp.int32)]
        call = self._call(1, results)
        given = jnp.asarray(action)
        if given.shape != ():
            raise ValueError(
                f"An action is one whole number, not an array of shape {given.shape}: jax.vmap "
                "acts in many games"
            )
        if not jnp.issubdtype(given.dtype, jnp.integer):
            raise ValueError(f"An action is one whole number, not {given.dtype}")
        chosen = given.astype(jnp.int32)
        row, counter, seat, mask, seen, gains = call(
            state.counter, self._sizes, self.spec.vector, state.row, chosen
        )
        if self.spec.sides == 1:
            rewards = jnp.broadcast_to(gains, (self.players,))
        else:
            rewards = gains - gains[::-1]
        after = State(row, counter, seat, mask)
        return self._unpacked(seen), after, rewards.astype(jnp.float32), seat < 0, {"seat": seat}

    def _check(self, state: State) -> None:
        """Raise unless it is a state of one game of this table: kernels read it unchecked."""
        if not isinstance(state, State):
            raise ValueError(f"A state is what reset() gives, not an object of {type(state)}")
        row, counter, seat, mask = self._results[:4]
        wanted = State(row, counter, seat, mask)
        for name, found, expected in zip(State._fields, state, wanted, strict=True):
            if (found.shape, found.dtype) != (expected.shape, expected.dtype):
                raise ValueError(
                    f"This is no state of one game of this table: {name} is {found.dtype} of shape "
                    f"{found.shape}, not {expected.dtype} of shape {expected.shape}. jax.vmap acts "
                    "in many games"
                )

    def step(
        self, key: jax.Array, state: State, action: Any
    ) -> tuple[jax.Array, State, jax.Array, jax.Array, dict[str, jax.Array]]:
        """Act, and deal a new game from the key where this one is over."""
        seen, after, rewards, over, infos = self.step_env(state, action)
        fresh_seen, fresh = self.reset(key)
        chosen = jax.tree.map(lambda new, old: jnp.where(over, new, old), fresh, after)
        return jnp.where(over, fresh_seen, seen), chosen, rewards, over, infos

    def _unpacked(self, packed: jax.Array) -> jax.Array:
        """A number for each bit."""
        places = jnp.arange(8, dtype=jnp.uint8)
        bits = (packed[:, None] >> places) & jnp.uint8(1)
        return bits.reshape(-1)[: self.observation_bits]


def make(preset: str, players: int = 2, options: Mapping[str, Any] | None = None) -> JaxEnv:
    """The environment of a table."""
    return JaxEnv(preset, players, options)


def _uses_cuda() -> bool:
    """Whether JAX computes on an NVIDIA GPU, where nothing else is said."""
    device = jax.config.jax_default_device
    platform = device if isinstance(device, str) else getattr(device, "platform", None)
    return platform in (None, "gpu", "cuda") and _cuda_is_default()


@cache
def _cuda_is_default() -> bool:
    if jax.default_backend() != "gpu":
        return False
    try:
        return bool(jax.devices("cuda"))
    except RuntimeError:  # a GPU of another maker
        return False


@cache
def _registered(game: str, kernels: Any, row_type: Any) -> tuple[str, str]:
    """Register a game's calls with XLA; their names."""
    names = (f"hanamichi_{game}_deal", f"hanamichi_{game}_step")
    _register(names, calls(kernels, row_type), "cpu")
    return names


@cache
def _registered_for_cuda(game: str, kernels: Any, row_type: Any) -> None:
    """Register the calls of the same names on an NVIDIA GPU."""
    if not cuda_is_there():
        raise RuntimeError(
            "JAX computes on a GPU here. For that the games need the extra hanamichi[cuda]; to "
            "play on CPU cores, set JAX_PLATFORMS=cpu or jax.default_device"
        )
    names = _registered(game, kernels, row_type)
    _register(names, loaded_calls(kernels, row_type), "CUDA")


def _register(names: tuple[str, str], both: tuple[Any, Any], platform: str) -> None:
    for name, call in zip(names, both, strict=True):
        address = ctypes.c_void_p(call.address)
        jax.ffi.register_ffi_target(name, jax.ffi.pycapsule(address), platform=platform)
