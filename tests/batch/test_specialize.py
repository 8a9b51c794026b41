"""Kernels written once: each game gets its own, and no process compiles them twice."""

from __future__ import annotations

import inspect
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from hanamichi.batch import cpu_template, kernel_interface
from hanamichi.batch.cpu_template import CpuKernels
from hanamichi.batch.hanabi import cpu_kernels as hanabi
from hanamichi.batch.kernel_interface import Definitions
from hanamichi.batch.koikoi import cpu_kernels as koikoi

ROOT = Path(__file__).parents[2]

TEMPLATE = """
def doubled(number):
    return 2 * value(number)

def total(count):
    found = 0
    for number in range(count):
        found += doubled(number)
    return found
"""

GAME = """
import template
from hanamichi.batch.jit import kernel
from hanamichi.batch.specialize import specialize

@kernel
def value(number):
    return number + {offset}

COMPILED = specialize(template, {{"value": value}}, __name__, kernel)
"""

PROGRAM = """
import json, first, second
from hanamichi.batch import compiled_so_far
totals = [game.COMPILED["total"](5) for game in (first, second)]
print(json.dumps([totals, compiled_so_far()]))
"""


def test_games_with_the_same_types_are_cached_separately(tmp_path: Path) -> None:
    (tmp_path / "template.py").write_text(TEMPLATE, "utf-8")
    (tmp_path / "first.py").write_text(GAME.format(offset=1), "utf-8")
    (tmp_path / "second.py").write_text(GAME.format(offset=100), "utf-8")
    environment = {
        **os.environ,
        "NUMBA_CACHE_DIR": str(tmp_path / "cache"),
        "PYTHONPATH": os.pathsep.join((str(tmp_path), str(ROOT / "src"))),
    }
    runs = [
        json.loads(
            subprocess.run(
                [sys.executable, "-c", PROGRAM], env=environment, capture_output=True, check=True
            ).stdout
        )
        for _ in range(2)
    ]
    expected = [sum(2 * (n + offset) for n in range(5)) for offset in (1, 100)]
    (first, compiled), (second, compiled_again) = runs
    assert first == second == expected
    assert compiled >= 2
    assert compiled_again == 0


@pytest.mark.parametrize("game", [hanabi, koikoi])
def test_a_game_defines_the_whole_interface(game: object) -> None:
    definitions = vars(game)["DEFINITIONS"]
    assert definitions.ROW_CELLS > 0
    for name in Definitions._fields:
        if name.isupper():
            continue
        declared = getattr(kernel_interface, name)
        given = getattr(definitions, name)
        function = getattr(given, "py_func", given)
        declared_names = [each.lstrip("_") for each in inspect.signature(declared).parameters]
        given_names = [each.lstrip("_") for each in inspect.signature(function).parameters]
        assert given_names == declared_names, name


def test_incomplete_definitions_are_refused() -> None:
    given = hanabi.DEFINITIONS._asdict()
    del given["observe"]
    with pytest.raises(TypeError, match="observe"):
        Definitions(**given)


def test_every_function_of_a_template_is_among_its_kernels() -> None:
    functions = inspect.getmembers(cpu_template, inspect.isfunction)
    own = {name for name, each in functions if each.__module__ == cpu_template.__name__}
    assert own == set(CpuKernels._fields)


ALL = """
import json
from hanamichi.batch import compiled_so_far, make_batch
for preset in ("hanabi/online", "koikoi/nintendo"):
    batch = make_batch(preset, 2, games=4)
    batch.step([int(mask.argmax()) for mask in batch.legal_mask()])
    batch.observe(form="uint8")
    batch.random_steps(3, "uint8")
    batch.reset(where=batch.done)
    batch.finish()
    batch.scores()
print(json.dumps(compiled_so_far()))
"""


def test_a_second_process_compiles_no_kernel_of_either_game() -> None:
    counts = [
        json.loads(
            subprocess.run([sys.executable, "-c", ALL], stdout=subprocess.PIPE, check=True).stdout
        )
        for _ in range(2)
    ]
    assert counts[1] == 0
