"""Kernels compile with Numba's documented options where it lacks the undocumented ones."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from numba.core.cpu import CPUTargetOptions

from hanamichi.batch.jit import numba_options

PROGRAM = """
import json
from types import SimpleNamespace
import numba.core.cpu
numba.core.cpu.CPUTargetOptions = SimpleNamespace()
import hanamichi.batch.jit as jit

@jit.kernel
def half(number):
    return number // 2

@jit.routine
def collatz(number):
    steps = 0
    while number != 1:
        number = half(number) if number % 2 == 0 else 3 * number + 1
        steps += 1
    return steps

options = collatz.targetoptions
print(json.dumps([collatz(27), sorted(options), jit.compiled_so_far() > 0]))
"""


def test_this_numba_has_the_undocumented_options() -> None:
    options = numba_options(CPUTargetOptions, inlined=True)
    assert options["_nrt"] is False
    assert options["forceinline"] is True


@pytest.mark.parametrize("target", [None, object()])
def test_a_numba_without_them_gets_the_documented_ones(target: object) -> None:
    assert {"_nrt", "forceinline"}.isdisjoint(numba_options(target, inlined=True))
    assert numba_options(target, inlined=True)["nogil"] is True


def test_kernels_work_without_them(tmp_path: Path) -> None:
    program = tmp_path / "program.py"
    program.write_text(PROGRAM, "utf-8")
    environment = {**os.environ, "XDG_CACHE_HOME": str(tmp_path)}
    output = subprocess.run(
        [sys.executable, str(program)], env=environment, capture_output=True, text=True, check=True
    ).stdout
    steps, options, compiled = json.loads(output)
    assert steps == 111
    assert {"_nrt", "forceinline"}.isdisjoint(options)
    assert compiled
