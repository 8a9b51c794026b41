"""The typed example checked outside the repository, with the package installed."""

from __future__ import annotations

import shutil
import subprocess
import sys
import sysconfig
import venv
from pathlib import Path

import pytest

import hanamichi

ROOT = Path(__file__).parents[2]
EXAMPLE = ROOT / "examples" / "typed_example.py"


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A folder with a copy of the example and an environment that has Hanamichi installed."""
    venv.create(tmp_path / "env", with_pip=False, symlinks=True)
    [site_packages] = (tmp_path / "env").glob("lib/python*/site-packages")
    package = Path(hanamichi.__file__).parent
    paths = (package.parent, sysconfig.get_path("purelib"))
    (site_packages / "hanamichi.pth").write_text("".join(f"{path}\n" for path in paths))
    shutil.copy(EXAMPLE, tmp_path / "example.py")
    return tmp_path


def check(project: Path, *files: str) -> subprocess.CompletedProcess[str]:
    """mypy --strict in the project, which also refuses every expression of type `Any`."""
    return subprocess.run(
        [
            *(sys.executable, "-m", "mypy", "--strict", "--disallow-any-expr"),
            *("--python-executable", "env/bin/python", "--config-file", "/dev/null"),
            *("--cache-dir", str(ROOT / ".mypy_cache" / "outside"), *files),
        ],
        cwd=project,
        capture_output=True,
        text=True,
        check=False,
        env={"PATH": "/usr/bin:/bin"},
    )


def test_the_example_is_typed_and_runs(project: Path) -> None:
    found = check(project, "example.py")
    assert found.returncode == 0, found.stdout + found.stderr
    python = project / "env" / "bin" / "python"
    done = subprocess.run(
        [python, "example.py"], cwd=project, capture_output=True, text=True, check=True
    )
    assert "hanabi/cocktail" in done.stdout


def test_mistakes_are_found(project: Path) -> None:
    (project / "wrong.py").write_text(
        "import hanamichi\n"
        'match = hanamichi.new_match("koikoi/nintendo")\n'
        "reveal_type(match.outcome)\n"
        "match.view(0).fireworks\n"
        "hanamichi.nothing\n"
        'hanamichi.make_batch("koikoi/nintendo", games="2")\n'
    )
    found = check(project, "wrong.py")
    assert 'Revealed type is "hanamichi.koikoi.scoring.KoiKoiOutcome | None"' in found.stdout
    for line in (4, 5, 6):
        assert f"wrong.py:{line}: error:" in found.stdout, found.stdout
