"""Environments for research: PettingZoo, Gymnasium and the Hanabi Learning Environment.

from hanamichi.envs import hanabi_v0, koikoi_v0     # PettingZoo
gymnasium.make_vec("Hanamichi/Hanabi-v0", 1024)     # Gymnasium, once this is imported
from hanamichi.envs import hle                      # hle.make("Hanabi-Full", num_players=4)
"""

from __future__ import annotations

from importlib.util import find_spec

# PettingZoo needs Gymnasium too; the interface of the Hanabi Learning Environment needs neither.
if find_spec("gymnasium") is not None:
    from hanamichi.envs.registration import register_envs

    register_envs()
