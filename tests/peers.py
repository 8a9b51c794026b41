"""`python -m tests.peers [GROUP…]`: the tests that need libraries too large for `make test`.

Each group gets an empty environment with this checkout and its libraries, and runs the tests that
are skipped elsewhere: Stable-Baselines3's check and MaskablePPO, the functions for JAX, the
examples that train with PyTorch and with RLlib, the programs of the documentation, and the
compiling of kernels for GPUs, which needs no GPU. A test that still finds its library missing
fails. `HANAMICHI_TORCH=torch==2.13.0+cpu` names another PyTorch, such as the small one for CPUs
where the index has it.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parent.parent
TORCH = os.environ.get("HANAMICHI_TORCH", "torch==2.13.0")
RUNNER = ("pytest", "pytest-xdist", "hypothesis")
_MISSING = re.compile(r"SKIPPED .*: (.+) is not installed here$", re.MULTILINE)


class Group(NamedTuple):
    """Libraries that fit together, and what is tested with them."""

    libraries: tuple[str, ...]
    tests: tuple[str, ...]
    names: frozenset[str]
    """What the skips of these tests call them."""
    unlocked: frozenset[str] = frozenset()
    """Packages for which the libraries need other versions than ours."""


GROUPS = {
    "learning": Group(
        (TORCH, "stable-baselines3==2.9.2", "sb3-contrib==2.9.2", "jax==0.10.2"),
        (
            "tests/envs/test_docs.py",
            "tests/envs/test_jax.py",
            "tests/envs/test_sb3.py",
            "tests/envs/test_training_example.py",
            "tests/training",
        ),
        frozenset({"PyTorch", "Stable-Baselines3", "JAX"}),
    ),
    "rllib": Group(
        (TORCH, "ray[rllib]==2.60.0"),
        ("tests/envs/test_training_example.py",),
        frozenset({"PyTorch", "RLlib"}),
        frozenset({"gymnasium"}),
    ),
    "cuda": Group(
        ("numba-cuda[cu13]==0.30.4",),
        ("tests/batch/test_cuda_compiling.py", "tests/envs/test_xla_cuda.py"),
        frozenset({"numba-cuda"}),
    ),
}


def constraints(locked: str, unlocked: frozenset[str]) -> str:
    """The versions in a file of locked requirements, less those of some packages."""
    pinned = re.findall(r"^([a-z0-9][\w.-]*)(==[^\\\n]+)", locked, re.MULTILINE)
    return "".join(f"{name}{version}\n" for name, version in pinned if name not in unlocked)


def missing(output: str, group: Group) -> set[str]:
    """The libraries of a group that a test did not find."""
    return set(_MISSING.findall(output)) & group.names


def run(name: str, folder: Path) -> bool:
    """Install a group and run its tests; whether all of them ran and passed."""
    group = GROUPS[name]
    locked = (ROOT / "requirements" / "dev.txt").read_text("utf-8")
    (folder / "constraints.txt").write_text(constraints(locked, group.unlocked), "utf-8")
    subprocess.run([sys.executable, "-m", "venv", str(folder / "venv")], check=True)
    python = str(folder / "venv" / "bin" / "python")
    pip = (python, "-m", "pip", "--disable-pip-version-check", "install", "--quiet", "--quiet")
    wanted = ("--editable", f"{ROOT}[envs]", *RUNNER, *group.libraries)
    subprocess.run([*pip, "--constraint", str(folder / "constraints.txt"), *wanted], check=True)
    tests = (python, "-m", "pytest", "-rs", "-p", "no:cacheprovider", *group.tests)
    done = subprocess.run(tests, cwd=ROOT, check=False, stdout=subprocess.PIPE, text=True)
    print(done.stdout)
    lacking = sorted(missing(done.stdout, group))
    if lacking:
        print(f"{name}: {', '.join(lacking)} cannot be imported", file=sys.stderr)
    return done.returncode == 0 and not lacking


def main() -> None:
    """Run the groups that are named, or all of them."""
    parser = argparse.ArgumentParser("python -m tests.peers")
    parser.add_argument("group", nargs="*", choices=(*GROUPS, []), help="all, if none is named")
    named = parser.parse_args().group or list(GROUPS)
    failed = []
    for name in named:
        with tempfile.TemporaryDirectory(prefix="hanamichi-") as folder:
            if not run(name, Path(folder)):
                failed.append(name)
    if failed:
        raise SystemExit(f"not all tests passed: {', '.join(failed)}")


if __name__ == "__main__":
    main()
