"""Lets programs for the original environment import this one instead."""

from __future__ import annotations

import importlib
import sys

ORIGINAL = "hanabi_learning_environment"
_MODULES = ("pyhanabi", "rl_env", "agents", "agents.random_agent", "agents.simple_agent")
_ALONE = ("pyhanabi", "rl_env")
"""Older programs import these by themselves; `agents` is then a folder of their own."""


def install_alias() -> None:
    """From now on, `import hanabi_learning_environment` gives this package, in this process.

    So do `rl_env` and `pyhanabi` by themselves, as older programs import them.
    """
    package = __package__ or "hanamichi.envs.hle"
    sys.modules[ORIGINAL] = sys.modules[package]
    for name in _MODULES:
        module = importlib.import_module(f"{package}.{name}")
        sys.modules[f"{ORIGINAL}.{name}"] = module
        if name in _ALONE:
            sys.modules[name] = module
