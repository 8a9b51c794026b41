"""The published files of the original Hanabi Learning Environment, as its source archive has them.

Its licence is Apache 2.0 and its code is not in this repository: the archive is fetched once, by
its name and hash, into build/, and never built.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

NAME = "hanabi_learning_environment-0.0.4"
SHA256 = "a032a914bb4b0165372591f1fce57922431b494dd0332db36f61da9bddd6f447"
REQUIREMENT = f"hanabi_learning_environment==0.0.4 --hash=sha256:{SHA256}\n"
ARCHIVE = Path(__file__).parents[2] / "build" / f"{NAME}.tar.gz"

# pip asks a package for its name before it keeps the archive. The original's own answer needs
# CMake, so that this stands in for it.
BUILD_BACKEND = """
import pathlib

class __legacy__:
    def prepare_metadata_for_build_wheel(folder, settings=None):
        name = "hanabi_learning_environment-0.0.4.dist-info"
        about = "Metadata-Version: 2.1\\nName: hanabi_learning_environment\\nVersion: 0.0.4\\n"
        (pathlib.Path(folder) / name).mkdir()
        (pathlib.Path(folder) / name / "METADATA").write_text(about)
        return name
"""


def fetch() -> None:
    """Put the archive in its place; raises where it cannot be downloaded."""
    ARCHIVE.parent.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(dir=ARCHIVE.parent) as name:
        folder = Path(name)
        (folder / "setuptools").mkdir()
        (folder / "setuptools" / "__init__.py").touch()
        (folder / "setuptools" / "build_meta.py").write_text(BUILD_BACKEND, "utf-8")
        (folder / "wanted.txt").write_text(REQUIREMENT, "utf-8")
        pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet", "--retries=1"]
        how = ["--no-deps", "--no-binary=:all:", "--no-build-isolation", "--require-hashes"]
        subprocess.run(
            [*pip, "download", *how, "--dest", name, "--requirement", str(folder / "wanted.txt")],
            env={**os.environ, "PYTHONPATH": name},
            check=True,
            capture_output=True,
            text=True,
        )
        next(folder.glob("*.tar.gz")).replace(ARCHIVE)


def text_of(path: str) -> str:
    """One of its files, by its path inside the archive."""
    with tarfile.open(ARCHIVE) as packed:
        found = packed.extractfile(f"{NAME}/{path}")
        assert found is not None
        return found.read().decode("utf-8")
