"""Compiled kernels are kept once for all environments of a machine, and never out of date."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from hanamichi.batch import kernel_cache
from hanamichi.batch.compile_notice import QUIET
from hanamichi.batch.kernel_cache import KEPT_DAYS, cache_folder

CONSTANTS = "RATE = {rate}\n"

KERNELS = """
import constants
from hanamichi.batch.jit import kernel, routine

@kernel
def interest(amount):
    return amount * constants.RATE

@routine
def savings(amount, years):
    "{documentation}"
    for _ in range(years):
        amount += interest(amount)
    return amount
"""

PROGRAM = """
import json, sys, time
from hanamichi.batch import compiled_so_far
from kernels import savings
json.dump([savings(1, 3), compiled_so_far()], sys.stdout)
"""


ALSO_FROM_PYTHON = """
import json, sys
from concurrent.futures import ThreadPoolExecutor
from kernels import interest, savings
with ThreadPoolExecutor(8) as threads:
    both = [(savings, (1, 3)), (interest, (5,))]
    calls = [threads.submit(call, *given) for call, given in 4 * both]
json.dump([call.result() for call in calls] + [interest(5), interest(5.0)], sys.stdout)
"""


class Checkout:
    """A folder with the sources of two kernels, and a shared cache."""

    def __init__(
        self, tmp_path: Path, name: str, *, rate: int = 1, documentation: str = ""
    ) -> None:
        self.folder = tmp_path / name
        self.folder.mkdir()
        (self.folder / "constants.py").write_text(CONSTANTS.format(rate=rate), "utf-8")
        (self.folder / "kernels.py").write_text(
            KERNELS.format(documentation=documentation), "utf-8"
        )
        (self.folder / "program.py").write_text(PROGRAM, "utf-8")
        self.cache = tmp_path / "cache"

    def start(self, **environment: str) -> subprocess.Popen[str]:
        """Run the program."""
        return subprocess.Popen(
            [sys.executable, str(self.folder / "program.py")],
            env={**os.environ, "NUMBA_CACHE_DIR": str(self.cache), **environment},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def run(self, **environment: str) -> list[Any]:
        """The result of the program, and how many kernels it compiled."""
        program = self.start(**environment)
        output, errors = program.communicate()
        assert program.returncode == 0, errors
        found: list[Any] = json.loads(output)
        return found

    def files(self) -> list[Path]:
        """The compiled kernels."""
        return sorted(self.cache.rglob("*.kernel"))


def test_checkouts_with_the_same_kernels_share_them(tmp_path: Path) -> None:
    assert Checkout(tmp_path, "first").run() == [8, 2]
    assert Checkout(tmp_path, "second", documentation="Comments do not count.").run() == [8, 0]


def test_a_constant_of_another_module_counts(tmp_path: Path) -> None:
    assert Checkout(tmp_path, "first").run() == [8, 2]
    assert Checkout(tmp_path, "second", rate=2).run() == [27, 2]


def test_what_kernels_call_may_also_be_called_from_python_and_from_threads(tmp_path: Path) -> None:
    checkout = Checkout(tmp_path, "only")
    (checkout.folder / "program.py").write_text(ALSO_FROM_PYTHON, "utf-8")
    for _ in range(2):
        assert checkout.run() == 4 * [8, 5] + [5, 5.0]


def test_a_spoiled_file_is_compiled_again(tmp_path: Path) -> None:
    checkout = Checkout(tmp_path, "only")
    checkout.run()
    for path in checkout.files():
        path.write_bytes(path.read_bytes()[:100])
    assert checkout.run() == [8, 2]
    assert checkout.run() == [8, 0]


def test_processes_may_write_at_once(tmp_path: Path) -> None:
    checkout = Checkout(tmp_path, "only")
    programs = [checkout.start() for _ in range(3)]
    assert [json.loads(each.communicate()[0])[0] for each in programs] == [8, 8, 8]
    assert len(checkout.files()) == 1, "what only kernels call is kept in its callers"
    assert checkout.run() == [8, 0]


def test_without_a_folder_to_write_to_kernels_serve_their_process(tmp_path: Path) -> None:
    checkout = Checkout(tmp_path, "only")
    checkout.cache.write_text("not a folder", "utf-8")
    assert checkout.run() == [8, 2]


NOTICED = """
import json
from hanamichi.batch import compile_notice
compile_notice._WORTH_SAYING = 0.0
exec(open("program.py").read())
"""


@pytest.mark.parametrize("quiet", [True, False])
def test_who_waits_is_told_why(tmp_path: Path, quiet: bool) -> None:  # noqa: FBT001
    checkout = Checkout(tmp_path, "only")
    environment = {
        **os.environ,
        "NUMBA_CACHE_DIR": str(checkout.cache),
        QUIET: "1" if quiet else "",
    }
    said = [
        subprocess.run(
            [sys.executable, "-c", NOTICED],
            cwd=checkout.folder,
            env=environment,
            capture_output=True,
            check=True,
            text=True,
        )
        for _ in range(2)
    ]
    assert [json.loads(each.stdout) for each in said] == [[8, 2], [8, 0]]
    first, second = (each.stderr for each in said)
    assert second == ""
    if quiet:
        assert first == ""
    else:
        assert first.count("\n") == 1
        assert first.startswith("hanamichi: compiling kernels.savings, about ")
        assert "hanamichi warm-up" in first


def test_the_folder_is_the_users_or_the_one_chosen(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "chosen"))
    assert cache_folder() == tmp_path / "chosen" / "hanamichi"
    monkeypatch.delenv("NUMBA_CACHE_DIR")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    folder = cache_folder()
    if sys.platform == "linux":
        assert folder.parent == tmp_path / "hanamichi"
    assert folder.name == "kernels"


def test_what_nobody_uses_is_removed_also_of_earlier_versions(tmp_path: Path) -> None:
    long_ago = time.time() - (KEPT_DAYS + 1) * 86_400
    old, earlier, used = (
        tmp_path / "ab" / "old.kernel",
        tmp_path / "9b855d7cfe08c955" / "hanabi_60ec" / "earlier.nbc",
        tmp_path / "cd" / "used.kernel",
    )
    for path in (old, earlier, used):
        path.parent.mkdir(parents=True)
        path.touch()
        os.utime(path, (long_ago, long_ago))
    other = tmp_path / "what-else-is-there.txt"
    other.touch()
    os.utime(other, (long_ago, long_ago))
    kernel_cache._keep(used)
    kernel_cache._sweep(tmp_path)
    left = ["cd", "swept", "used.kernel", other.name]
    assert sorted(path.name for path in tmp_path.rglob("*")) == left
    os.utime(used, (long_ago, long_ago))
    kernel_cache._sweep(tmp_path)
    assert used.exists(), "swept once a day"
