"""Our pure functions for JAX: many games stepped by one compiled loop of random play."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from typing import Any


class JaxEnvLoop:
    """Some steps of many games, compiled ahead; each step observes, and deals ended games anew."""

    def __init__(self, preset: str, players: int, games: int, steps: int) -> None:
        self.games, self.steps = games, steps
        self._jax: Any = importlib.import_module("jax")
        self._numpy: Any = importlib.import_module("jax.numpy")
        self._env = importlib.import_module("hanamichi.envs.jax_env").make(preset, players)
        keys = self._jax.random.split(self._jax.random.key(0), games)
        _, state = self._jax.jit(self._jax.vmap(self._env.reset))(keys)
        self._start = keys, state, self._numpy.zeros((), self._numpy.uint32)
        self._play = self._jax.jit(self._loop).lower(self._start).compile()

    def start(self) -> Callable[[], int]:
        """The call that plays on, and returns how many steps it played."""
        carry = self._start

        def play() -> int:
            nonlocal carry
            carry = self._jax.block_until_ready(self._play(carry))
            return self.games * self.steps

        return play

    def _loop(self, carry: Any) -> Any:
        return self._jax.lax.scan(self._step, carry, None, length=self.steps)[0]

    def _step(self, carry: Any, _: Any) -> Any:
        keys, state, seen_before = carry
        split = self._jax.vmap(lambda key: self._jax.random.split(key, 3))(keys)
        picks = self._jax.vmap(self._chosen)(split[:, 1], state.action_mask)
        seen, state, *_ = self._jax.vmap(self._env.step)(split[:, 2], state, picks)
        # XLA leaves out what nothing reads: a sum of all observations is kept.
        return (split[:, 0], state, seen_before + seen.sum(dtype=self._numpy.uint32)), None

    def _chosen(self, key: Any, legal: Any) -> Any:
        """A uniformly random legal action."""
        running = self._numpy.cumsum(legal, dtype=self._numpy.int32)
        nth = self._numpy.floor(self._jax.random.uniform(key) * running[-1])
        return self._numpy.argmax(running > nth).astype(self._numpy.int32)
