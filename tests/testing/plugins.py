"""Packages that offer a game, installed as far as Python is concerned, for one subprocess."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
TIMEOUT_SECONDS = 120.0


def install(folder: Path, name: str, reference: str, module: str | None = None) -> None:
    """Make an entry point in a folder that `environment` puts on the path."""
    info = folder / f"{name}-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(f"[hanamichi.games]\n{name} = {reference}\n")
    if module is not None:
        (folder / f"{reference.partition(':')[0]}.py").write_text(module)


def environment(folder: Path) -> dict[str, str]:
    """An environment in which packages of a folder are installed."""
    path = os.pathsep.join(map(str, (ROOT / "src", ROOT, folder)))
    return {**os.environ, "PYTHONPATH": path, "XDG_DATA_HOME": str(folder / "data")}


def hanamichi(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run the command in such an environment."""
    return subprocess.run(
        [sys.executable, "-m", "hanamichi", *arguments],
        env=environment(folder),
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=TIMEOUT_SECONDS,
        check=False,
    )
