"""JaxMARL's IPPO for Hanabi, as its own script makes it, stopped after a time.

The script (`baselines/IPPO/ippo_ff_hanabi.py`) is in JaxMARL's repository and not in its package.
It compiles the whole training into one program, which gives nothing back before its end. Here
each update is one call of a program that is compiled ahead: the same code, in calls of seconds or
less, with the settings of the script's own file.
"""

from __future__ import annotations

import importlib
import importlib.util
import sys
from pathlib import Path
from types import ModuleType
from typing import Any
from unittest.mock import patch

SCRIPT = Path("baselines") / "IPPO" / "ippo_ff_hanabi.py"
SETTINGS = Path("baselines") / "IPPO" / "config" / "ippo_ff_hanabi.yaml"


def stand_ins() -> dict[str, ModuleType]:
    """What the script imports to read its command line and to send curves to a website."""
    hydra, omegaconf, wandb = (ModuleType(name) for name in ("hydra", "omegaconf", "wandb"))
    hydra.main = lambda **_: lambda function: function  # type: ignore[attr-defined]
    omegaconf.OmegaConf = None  # type: ignore[attr-defined]
    wandb.log = lambda _: None  # type: ignore[attr-defined]
    return {module.__name__: module for module in (hydra, omegaconf, wandb)}


def script(clone: Path) -> Any:
    """The script as a module."""
    spec = importlib.util.spec_from_file_location("ippo_ff_hanabi", clone / SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules.update(stand_ins())
    spec.loader.exec_module(module)
    return module


def number(text: Any) -> Any:
    """YAML takes `5e-4` for text; the script's own reader takes it for a number."""
    try:
        return float(text) if isinstance(text, str) else text
    except ValueError:
        return text


class JaxMarlIppo:
    """The training and what plays with its policy, compiled."""

    def __init__(self, clone: Path, players: int, seed: int, games: int) -> None:
        self._jax: Any = importlib.import_module("jax")
        self._numpy: Any = importlib.import_module("jax.numpy")
        self._script = script(clone)
        yaml: Any = importlib.import_module("yaml")
        read = yaml.safe_load((clone / SETTINGS).read_text("utf-8"))
        self.settings = {name: number(value) for name, value in read.items()}
        self.settings["ENV_KWARGS"] = {**self.settings["ENV_KWARGS"], "num_agents": players}
        self._env = importlib.import_module("jaxmarl").make(
            self.settings["ENV_NAME"], **self.settings["ENV_KWARGS"]
        )
        self.games, self.updates = games, 0
        self._carry, self._update = self._compiled(self._jax.random.PRNGKey(seed))
        self._scores = {greedy: self._playing(greedy=greedy) for greedy in (True, False)}
        self.update()  # the first call loads libraries
        self.updates = 0

    @property
    def steps(self) -> int:
        """Steps played since the start."""
        return self.updates * int(self.settings["NUM_ENVS"] * self.settings["NUM_STEPS"])

    @property
    def parameters(self) -> int:
        """The size of its network."""
        return sum(each.size for each in self._jax.tree.leaves(self._carry[0][0].params))

    @property
    def device(self) -> str:
        """What it runs on."""
        return str(self._jax.devices()[0].device_kind)

    def update(self) -> None:
        """Play and learn once."""
        self._carry = self._jax.block_until_ready(self._update(self._carry))
        self.updates += 1

    def scores(self, *, greedy: bool) -> list[int]:
        """The scores of games on decks of their own, by the likeliest action or a random one."""
        key = self._jax.random.PRNGKey(1_000_003)
        found: list[int] = self._scores[greedy](key, self._carry[0][0].params).tolist()
        return found

    def _compiled(self, key: Any) -> tuple[Any, Any]:
        """What the script starts from, and one of its updates."""
        scan, updates = self._jax.lax.scan, []

        def stop_before(function: Any, start: Any, *rest: Any, **named: Any) -> Any:
            if getattr(function, "__name__", "") != "_update_step":
                return scan(function, start, *rest, **named)
            updates.append(function)
            return start, None

        with patch.object(self._jax.lax, "scan", stop_before):
            begin = self._jax.jit(self._script.make_train(dict(self.settings)))
            start = begin(key)["runner_state"]
        # An update gives some numbers types that differ from those of the start in their weakness.
        carry = self._jax.tree.map(lambda each: self._numpy.asarray(each, each.dtype), start)
        program = self._jax.jit(lambda state: updates[0](state, None)[0], donate_argnums=0)
        return carry, program.lower(carry).compile()

    def _playing(self, *, greedy: bool) -> Any:
        """The program that plays games with a policy."""
        play = self._jax.jit(lambda key, policy: self._play(key, policy, greedy=greedy))
        return play.lower(self._jax.random.PRNGKey(0), self._carry[0][0].params).compile()

    def _play(self, key: Any, policy: Any, *, greedy: bool) -> Any:
        """The scores of whole games; three errors make 0."""
        jax, env = self._jax, self._env
        network = self._script.ActorCritic(
            env.action_space(env.agents[0]).n, config=dict(self.settings)
        )
        actors = env.num_agents * self.games
        key, deal = jax.random.split(key)
        seen, states = jax.vmap(env.reset)(jax.random.split(deal, self.games))

        def act(carry: Any) -> Any:
            key, seen, states = carry
            key, choose, move = jax.random.split(key, 3)
            legal = self._script.batchify(jax.vmap(env.get_legal_moves)(states), env.agents, actors)
            observed = self._script.batchify(seen, env.agents, actors)
            none_over = self._numpy.zeros((1, actors))
            choices, _ = network.apply(policy, (observed[None], none_over, legal[None]))
            chosen = choices.mode() if greedy else choices.sample(seed=choose)
            actions = self._script.unbatchify(chosen, env.agents, self.games, env.num_agents)
            moved = jax.vmap(env.step_env)(
                jax.random.split(move, self.games),
                states,
                {agent: each.squeeze(-1) for agent, each in actions.items()},
            )

            def kept(old: Any, new: Any) -> Any:
                over = states.terminal.reshape(-1, *[1] * (new.ndim - 1))
                return self._numpy.where(over, old, new.astype(old.dtype))

            return key, *jax.tree.map(kept, (seen, states), moved[:2])

        _, _, states = jax.lax.while_loop(
            lambda carry: ~carry[2].terminal.all(), act, (key, seen, states)
        )
        return states.score
