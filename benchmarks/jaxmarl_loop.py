"""JaxMARL's Hanabi: many games stepped by one compiled loop of random play."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from typing import Any


class JaxMarlLoop:
    """Some steps of many games, compiled ahead; each step observes or does not.

    What the loop does not hand on, XLA leaves out: without observing it computes no observation.
    """

    def __init__(self, players: int, games: int, steps: int, *, observing: bool) -> None:
        self.games, self.steps = games, steps
        self._jax: Any = importlib.import_module("jax")
        self._numpy: Any = importlib.import_module("jax.numpy")
        maker: Any = importlib.import_module("jaxmarl")
        self._env = maker.make("hanabi", num_agents=players)
        self._observing = observing
        # A reset and a step give some numbers other types. The loop is compiled for the types that
        # a step gives, or its second call would compile it again, within the measured time.
        carry = self._jax.eval_shape(self._loop, self._jax.eval_shape(self._reset))
        types = self._jax.tree.map(
            lambda each: self._jax.ShapeDtypeStruct(each.shape, each.dtype), carry
        )
        self._play = self._jax.jit(self._loop, donate_argnums=0).lower(types).compile()

        def deal() -> Any:
            return self._jax.tree.map(
                lambda value, like: value.astype(like.dtype), self._reset(), types
            )

        self._deal = self._jax.jit(deal).lower().compile()

    def start(self) -> Callable[[], int]:
        """Deal, and return the call that plays on; that returns how many steps it played."""
        carry = self._deal()

        def play() -> int:
            nonlocal carry
            carry = self._jax.block_until_ready(self._play(carry))
            return self.games * self.steps

        return play

    def _reset(self) -> Any:
        keys = self._jax.random.split(self._jax.random.PRNGKey(0), self.games)
        seen, states = self._jax.vmap(self._env.reset)(keys)
        return keys, states, seen if self._observing else self._numpy.zeros(())

    def _loop(self, carry: Any) -> Any:
        return self._jax.lax.scan(self._step, carry, None, length=self.steps)[0]

    def _step(self, carry: Any, _: Any) -> Any:
        keys, states, nothing = carry
        split = self._jax.vmap(lambda key: self._jax.random.split(key, 3))(keys)
        keys, choose, act = self._numpy.moveaxis(split, 1, 0)
        picks = self._jax.vmap(self._chosen)(choose, states)
        actions = dict.fromkeys(self._env.agents, picks)
        seen, states, *_ = self._jax.vmap(self._env.step)(act, states, actions)
        return (keys, states, seen if self._observing else nothing), None

    def _chosen(self, key: Any, state: Any) -> Any:
        """A uniformly random legal action of the acting seat; the others' are ignored."""
        masks = self._env.get_legal_moves(state)
        legal = self._numpy.stack([masks[agent] for agent in self._env.agents])
        acting = self._numpy.argmax(state.cur_player_idx)
        running = self._numpy.cumsum(legal[acting] > 0)
        nth = self._numpy.floor(self._jax.random.uniform(key) * running[-1])
        return self._numpy.argmax(running > nth)
