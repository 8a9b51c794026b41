"""The original's own files: its examples and agents run unchanged, its names are all here."""

from __future__ import annotations

import ast
import importlib
import inspect
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from hanamichi.envs import hle
from tests.envs import original_hle

MODULES = ("pyhanabi", "rl_env")
OF_THE_C_LIBRARY = {
    "pyhanabi.ffi",
    "pyhanabi.lib",
    "pyhanabi.cdef_loaded_flag",
    "pyhanabi.lib_loaded_flag",
    "pyhanabi.HanabiMove.c_move",
    "pyhanabi.HanabiGame.c_game",
}
"""What stands for objects in C; docs/environments.md says that they are not here."""
MADE_BY_STATES = {"pyhanabi.HanabiCardKnowledge.__init__", "pyhanabi.HanabiObservation.__init__"}
"""Objects that programs get from states; the original makes them of C objects."""
WITHOUT_PARAMETER = {"rl_env.Environment.reset"}
"""It names a `config` there, which the only environment there is does not take."""


@pytest.fixture(scope="module", autouse=True)
def _archive() -> None:
    if original_hle.ARCHIVE.exists():
        return
    try:
        original_hle.fetch()
    except subprocess.CalledProcessError as failed:
        pytest.skip(f"the original's archive cannot be downloaded: {failed.stderr[-200:]}")


def run(tmp_path: Path, example: str, *arguments: str) -> str:
    program = tmp_path / example
    program.write_text(original_hle.text_of(f"examples/{example}"), "utf-8")
    command = [sys.executable, "-m", "hanamichi.envs.hle", str(program), *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def test_the_game_example_runs_unchanged(tmp_path: Path) -> None:
    printed = run(tmp_path, "game_example.py")
    assert "players=3\n" in printed
    assert printed.count("--- EndObservation ---") == printed.count("Chose random legal move") > 2
    assert printed.rpartition("score: ")[2].strip().isdecimal()


@pytest.mark.parametrize("agent", ["SimpleAgent", "RandomAgent"])
def test_the_rl_env_example_runs_unchanged(tmp_path: Path, agent: str) -> None:
    flags = ("--players", "4", "--num_episodes", "2", "--agent_class", agent)
    printed = run(tmp_path, "rl_env_example.py", *flags)
    assert "Running episode: 1\nMax Reward: " in printed
    assert "Agent: 3 action: " in printed


def test_the_original_agents_act_as_ours(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("", ".pyhanabi", ".rl_env", ".agents", ".agents.random_agent"):
        module = importlib.import_module(f"hanamichi.envs.hle{name}")
        monkeypatch.setitem(sys.modules, f"hanabi_learning_environment{name}", module)
    for agent in ("random_agent", "simple_agent"):
        names: dict[str, Any] = {"__name__": agent}
        exec(original_hle.text_of(f"hanabi_learning_environment/agents/{agent}.py"), names)
        theirs = names[agent.title().replace("_", "")]({"players": 3})
        ours = getattr(
            importlib.import_module(f"hanamichi.envs.hle.agents.{agent}"), type(theirs).__name__
        )({"players": 3})
        environment = hle.make(num_players=3)
        seen, done = environment.reset(), False
        while not done:
            mine = seen["player_observations"][seen["current_player"]]
            action = theirs.act(mine)
            if agent == "simple_agent":
                assert ours.act(mine) == action
            seen, _, done, _ = environment.step(action)


def parameters_of(function: ast.FunctionDef) -> list[str]:
    return [each.arg for each in function.args.args]


def functions_of(module: str) -> dict[str, ast.FunctionDef | None]:
    """Everything that a module of the original defines, by its dotted name."""
    found: dict[str, ast.FunctionDef | None] = {}
    text = original_hle.text_of(f"hanabi_learning_environment/{module}.py")
    for node in ast.parse(text).body:
        if isinstance(node, ast.Assign):
            found |= {f"{module}.{each.id}": None for each in node.targets if hasattr(each, "id")}
        if isinstance(node, ast.FunctionDef):
            found[f"{module}.{node.name}"] = node
        if isinstance(node, ast.ClassDef):
            found[f"{module}.{node.name}"] = None
            for inner in node.body:
                if isinstance(inner, ast.FunctionDef) and inner.name not in ("__del__", "__str__"):
                    found[f"{module}.{node.name}.{inner.name}"] = inner
                elif isinstance(inner, ast.Assign):
                    names = [each.id for each in inner.targets if isinstance(each, ast.Name)]
                    found |= {f"{module}.{node.name}.{name}": None for name in names}
    return found


@pytest.mark.parametrize("module", MODULES)
def test_every_name_of_the_original_is_here_with_its_parameters(module: str) -> None:
    functions = functions_of(module)
    assert len(functions) > 15
    for name, theirs in functions.items():
        if name in OF_THE_C_LIBRARY:
            continue
        ours: Any = getattr(hle, module)
        for step in name.split(".")[1:]:
            assert hasattr(ours, step), name
            ours = getattr(ours, step)
        if theirs is None or name in MADE_BY_STATES | WITHOUT_PARAMETER:
            continue
        wanted = parameters_of(theirs)
        have = [
            parameter.name
            for parameter in inspect.signature(ours).parameters.values()
            if parameter.kind is parameter.POSITIONAL_OR_KEYWORD
        ]
        assert have == wanted, name
