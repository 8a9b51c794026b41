"""CI fails when a test is skipped that is not on the list of allowed skips."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.strict_skips import allowed_skips

ROOT = Path(__file__).parent.parent
TESTS = """
import pytest

def test_passes(): pass

@pytest.mark.skipif(True, reason="no particular reason")
def test_skipped_by_a_mark(): pass

def test_skipped_on_the_way(): pytest.skip("not today")

@pytest.mark.xfail(reason="expected", strict=True)
def test_expected_to_fail(): assert False

@pytest.mark.skipif(True, reason="this machine has a GPU to try instead")
def test_allowed(): pass
"""
MODULE = 'import pytest\npytest.importorskip("no_such_module", reason="not installed")\n'


def run(folder: Path, *arguments: str, **environment: str) -> str:
    """What pytest says of the tests in a folder."""
    (folder / "tests").mkdir()
    (folder / "tests" / "test_some.py").write_text(TESTS)
    (folder / "tests" / "test_module.py").write_text(MODULE)
    base = {name: value for name, value in os.environ.items() if "CI" not in name}
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "tests.strict_skips", "-q", "-rA", *arguments],
        cwd=folder,
        env={**base, "PYTHONPATH": str(ROOT), **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    return done.stdout + done.stderr


@pytest.mark.parametrize(
    ("variable", "arguments"),
    [("CI", ("--continue-on-collection-errors",)), ("HANAMICHI_CI", ("-n", "1"))],
)
def test_in_ci_a_skip_that_is_not_listed_fails(
    tmp_path: Path, variable: str, arguments: tuple[str, ...]
) -> None:
    said = run(tmp_path, *arguments, **{variable: "1"})
    failed = set(re.findall(r"^(?:FAILED|ERROR) (\S+)", said, re.MULTILINE))
    assert failed == {
        "tests/test_some.py::test_skipped_by_a_mark",
        "tests/test_some.py::test_skipped_on_the_way",
        "tests/test_module.py",
    }, said
    assert "not in allowed_skips.toml" in said


def test_elsewhere_tests_are_skipped_as_usual(tmp_path: Path) -> None:
    said = run(tmp_path)
    assert not re.search(r"^(FAILED|ERROR)", said, re.MULTILINE), said


def test_every_allowed_skip_is_explained_and_used() -> None:
    sources = {
        path.relative_to(ROOT).as_posix(): path.read_text("utf-8")
        for path in (ROOT / "tests").rglob("*.py")
    }
    del sources["tests/test_strict_skips.py"]
    for tests, reason, why in allowed_skips():
        assert why.endswith(".")
        assert any(path.startswith(tests) and reason in text for path, text in sources.items())
