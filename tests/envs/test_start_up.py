"""Heavy libraries are imported only when they are needed."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

SERVER = Path(__file__).parents[2] / "src" / "hanamichi" / "server"
HEAVY = ("numba", "pettingzoo", "gymnasium")
PRINT_HEAVY = f"import sys; print(*[m for m in {HEAVY!r} if m in sys.modules])"


def heavy_after(statement: str) -> set[str]:
    """The heavy libraries loaded after running this code in a new Python."""
    run = subprocess.run(
        [sys.executable, "-c", f"{statement}; {PRINT_HEAVY}"],
        capture_output=True,
        text=True,
        check=True,
    )
    return set(run.stdout.split())


@pytest.mark.parametrize(
    "module",
    [
        "hanamichi",
        "hanamichi.catalog",
        "hanamichi.records",
        "hanamichi.bots",
        "hanamichi.server",
        "hanamichi.cli",
        "hanamichi.testing",
    ],
)
def test_players_and_servers_import_nothing_heavy(module: str) -> None:
    assert heavy_after(f"import {module}") == set()


def test_no_part_of_the_server_imports_anything_heavy() -> None:
    modules = [
        ".".join(("hanamichi.server", *path.relative_to(SERVER).with_suffix("").parts))
        for path in SERVER.rglob("[!_]*.py")
        if "migrations" not in path.parts
    ]
    assert modules
    assert heavy_after(f"import {', '.join(modules)}") == set()


def test_numba_is_imported_only_when_an_environment_is_made() -> None:
    assert "numba" not in heavy_after("import hanamichi.envs")
    both = "from hanamichi.envs import hanabi_v0, koikoi_v0"
    assert "numba" not in heavy_after(both)
    assert "numba" in heavy_after(f"{both}; hanabi_v0.env()")


def test_the_learning_environment_s_interface_needs_neither_gymnasium_nor_pettingzoo() -> None:
    hidden = "import sys; sys.modules['gymnasium'] = sys.modules['pettingzoo'] = None"
    program = (
        f"{hidden}\n"
        "from importlib import util\n"
        "real = util.find_spec\n"
        "util.find_spec = lambda name, *rest: None if name == 'gymnasium' else real(name, *rest)\n"
        "from hanamichi.envs import hle\n"
        "assert hle.make().reset()['current_player'] == 0"
    )
    subprocess.run([sys.executable, "-c", program], check=True)


@pytest.mark.parametrize(
    ("statement", "library", "extra"),
    [
        ("from hanamichi import make_batch", "numba", "batch"),
        ("from hanamichi.batch import make_batch", "numpy", "batch"),
        ("from hanamichi.envs import hle", "numba", "batch"),
        ("from hanamichi.envs import hanabi_v0", "pettingzoo", "envs"),
        ("from hanamichi.envs import koikoi_v0", "pettingzoo", "envs"),
    ],
)
def test_an_extra_that_is_missing_is_named(statement: str, library: str, extra: str) -> None:
    hidden = f"import sys; sys.modules[{library!r}] = None"
    done = subprocess.run(
        [sys.executable, "-c", f"import hanamichi\n{hidden}\n{statement}"],
        capture_output=True,
        text=True,
        check=False,
    )
    last = done.stderr.strip().rpartition("\n")[2]
    assert f"pip install 'hanamichi[{extra}]'" in last
    assert f"{library} is not installed" in last
