"""Imports follow the layers of docs/architecture.md, and its maps are current."""

from __future__ import annotations

import pkgutil
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests import architecture

ROOT = Path(__file__).parent.parent
LINT_IMPORTS = Path(sys.executable).with_name("lint-imports")


def lint_imports(folder: Path) -> subprocess.CompletedProcess[str]:
    """Check the package in `folder`/src against the contracts of this project."""
    return subprocess.run(
        [LINT_IMPORTS, "--no-cache", "--no-logo", "--config", str(ROOT / "pyproject.toml")],
        cwd=folder,
        env={"PYTHONPATH": str(folder / "src")},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """A copy of the package with empty modules, which keeps every contract."""
    source = ROOT / "src"
    for path in source.rglob("*.py"):
        copy = tmp_path / "src" / path.relative_to(source)
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.touch()
    for package in (tmp_path / "src").rglob("**/"):
        if package.name != "src":
            (package / "__init__.py").touch()
    allowed = "from hanamichi import __version__\n"
    (tmp_path / "src/hanamichi/cli/app.py").write_text(allowed, "utf-8")
    (tmp_path / "src/hanamichi/server/application.py").write_text(allowed, "utf-8")
    (tmp_path / "src/hanamichi/server/http/app.py").write_text(allowed, "utf-8")
    return tmp_path


def test_imports_follow_the_layers() -> None:
    result = lint_imports(ROOT)
    assert result.returncode == 0, result.stdout


def test_a_package_that_follows_the_layers_is_accepted(package: Path) -> None:
    (package / "src/hanamichi/bots/__init__.py").write_text("from ..core import game\n", "utf-8")
    result = lint_imports(package)
    assert result.returncode == 0, result.stdout


@pytest.mark.parametrize(
    ("module", "text", "reason"),
    [
        ("core/game", "import hanamichi.hanabi", "core is not allowed to import hanamichi.hanabi"),
        ("core/game", "from .. import catalog", "core is not allowed to import hanamichi.catalog"),
        ("catalog", "from . import records", "catalog is not allowed to import hanamichi.records"),
        (
            "core/game",
            "def f():\n    from ..cli import app",
            "core is not allowed to import hanamichi.cli",
        ),
        (
            "hanabi/rules",
            "from ..koikoi import rules",
            "hanabi is not allowed to import hanamichi.koikoi",
        ),
        (
            "server/table/state",
            "from ..storage import schema",
            "table is not allowed to import hanamichi.server.storage",
        ),
        (
            "server/table/state",
            "import sqlalchemy",
            "table is not allowed to import sqlalchemy",
        ),
        (
            "bots/spec",
            "from hanamichi import __version__",
            "bots.spec is not allowed to import hanamichi",
        ),
    ],
)
def test_a_forbidden_import_is_found(package: Path, module: str, text: str, reason: str) -> None:
    path = package / "src/hanamichi" / f"{module}.py"
    assert path.exists()
    path.write_text(f"{text}\n", "utf-8")
    result = lint_imports(package)
    assert result.returncode == 1
    assert reason in re.sub(r"\s+", " ", result.stdout)


def test_a_package_missing_from_the_layers_is_found(package: Path) -> None:
    (package / "src/hanamichi/misc.py").touch()
    result = lint_imports(package)
    assert result.returncode == 1
    assert "misc" in result.stdout


def test_the_maps_are_current() -> None:
    page = architecture.PAGE.read_text("utf-8")
    assert architecture.with_maps(page) == page, "run: python -m tests.architecture"


@pytest.mark.parametrize("contract", ["packages", "server"])
def test_every_package_is_described(contract: str) -> None:
    page = architecture.PAGE.read_text("utf-8")
    described = re.findall(r"^\| ((?:`[a-z_]+(?:/|\.py)`(?:, )?)+) \|", page, re.MULTILINE)
    names = [name for cell in described for name in re.findall(r"[a-z_]+(?=/|\.py)", cell)]
    wanted = architecture.packages(contract)
    start = names.index(wanted[0])
    assert sorted(names[start : start + len(wanted)]) == sorted(wanted)


def walks() -> list[list[str]]:
    """The numbered hops of each walk of a move."""
    page = architecture.PAGE.read_text("utf-8")
    section = page.partition("## The walk of one move")[2].partition("\n## ")[0]
    hop = re.compile(r"^\d+\. .*(?:\n   .*)*", re.MULTILINE)
    return [hop.findall(part) for part in section.split("\n**")[1:]]


def test_a_move_takes_at_most_a_dozen_hops() -> None:
    assert len(walks()) == 4
    assert max(len(walk) for walk in walks()) <= 12


def test_every_hop_exists() -> None:
    hops = [hop for walk in walks() for hop in walk]
    assert len(hops) > 30
    for hop in hops:
        for name in re.findall(r"`((?:[a-z_]+\.)+\w+)`", hop):
            if not name.startswith("game."):
                assert pkgutil.resolve_name(_reference(name)) is not None
        for path in re.findall(r"`(web/[^`]+)`", hop):
            assert (ROOT / path).is_file()


def _reference(dotted: str) -> str:
    """`batch.cpu_batch.Batch.step` as `hanamichi.batch.cpu_batch:Batch.step`."""
    parts = dotted.split(".")
    source = ROOT / "src" / "hanamichi"
    count = max(
        number
        for number in range(1, len(parts) + 1)
        if (path := source.joinpath(*parts[:number])).is_dir() or path.with_suffix(".py").is_file()
    )
    return f"hanamichi.{'.'.join(parts[:count])}:{'.'.join(parts[count:])}"
