"""docs/environments.md matches the environments, and its programs run."""

from __future__ import annotations

import inspect
import re
from pathlib import Path

import pytest

from hanamichi.batch import make_table
from hanamichi.catalog import presets
from hanamichi.envs.aec import TableEnv
from hanamichi.envs.vector import TableVectorEnv

PAGE = (Path(__file__).parents[2] / "docs" / "environments.md").read_text("utf-8")
PROGRAMS = re.findall(r"```python\n(.*?)```", PAGE, flags=re.DOTALL)


def section(title: str) -> str:
    """The text under a heading, up to the next one."""
    return PAGE.partition(f"## {title}\n")[2].partition("\n## ")[0]


def settings_in(title: str) -> set[str]:
    table = section(title).partition("| setting |")[2].partition("\n\n")[0]
    return set(re.findall(r"^\| `(\w+)` \|", table, flags=re.MULTILINE))


NOT_EVERYWHERE = {
    "sb3_contrib": "Stable-Baselines3 is not installed here",
    "import jax": "JAX is not installed here",
    "pyspiel": "OpenSpiel has no wheel for this machine",
}
"""Libraries that programs on the page need and not every machine has: the reason of the skip."""


@pytest.mark.parametrize("program", PROGRAMS, ids=range(len(PROGRAMS)))
def test_a_program_on_the_page_runs(program: str) -> None:
    for library, reason in NOT_EVERYWHERE.items():
        if library in program:
            pytest.importorskip(library.removeprefix("import "), reason=reason)
    exec(compile(program, "docs/environments.md", "exec"), {})


def test_there_is_a_program_for_each_interface() -> None:
    assert len(PROGRAMS) == 9


def test_every_setting_is_on_the_page() -> None:
    aec = set(inspect.signature(TableEnv).parameters) - {"game", "name"}
    assert settings_in("PettingZoo") == aec
    vector = set(inspect.signature(TableVectorEnv).parameters) - {"game"}
    assert settings_in("Gymnasium") | aec == vector


def test_sizes_match_the_page() -> None:
    rows = re.findall(r"^\| `([a-z/-]+)` \| (\d) \| (\d+) \| (\d+) \|", PAGE, flags=re.MULTILINE)
    tables = [(preset.id, n) for game, preset in presets() for n in game.seat_counts]
    assert [(preset, int(players)) for preset, players, _, _ in rows] == tables
    for preset, players, bits, actions in rows:
        table = make_table(preset, int(players))
        assert (table.observation_bits, table.actions) == (int(bits), int(actions))
