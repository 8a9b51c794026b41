"""Files of the project: locked dependencies fit together, and no file names a registry."""

import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent


def locked(name: str) -> set[str]:
    """Each pinned version of a file in requirements/, such as `rich==14.1.0`."""
    text = (ROOT / "requirements" / f"{name}.txt").read_text("utf-8")
    return set(re.findall(r"^[a-z0-9][\w.-]*==[^\s;]+", text, re.MULTILINE))


def test_development_installs_what_playing_installs_in_the_same_versions() -> None:
    assert locked("play")
    assert locked("play") <= locked("dev")


def test_players_need_no_development_tools() -> None:
    names = {version.partition("==")[0] for version in locked("play")}
    assert {"litestar", "numba", "numpy", "asyncpg"} <= names
    tools = {"ray", "playwright", "open-spiel", "scipy", "pytest", "mypy", "mkdocs"}
    assert not names & tools


# In pieces, so that this file does not contain them.
REGISTRY_HOSTS = tuple(
    ".".join(pieces)
    for pieces in (
        ("pypi", "org"),
        ("files", "pythonhosted", "org"),
        ("registry", "npmjs", "org"),
        ("deb", "debian", "org"),
    )
)


def named_registries(path: Path) -> list[str]:
    """The package registries a text file names; none for a file that is not text."""
    try:
        text = path.read_text("utf-8").lower()
    except UnicodeDecodeError:
        return []
    return [host for host in REGISTRY_HOSTS if host in text]


def files_to_commit(root: Path) -> list[Path]:
    """Every file git tracks or would add."""
    listing = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=root,
        check=True,
        capture_output=True,
        text=True,
    ).stdout
    paths = (root / name for name in listing.split("\0") if name)
    return [path for path in paths if path.is_file()]


@pytest.mark.skipif(not (ROOT / ".git").exists(), reason="not a git checkout: nothing to commit")
def test_no_committed_file_names_a_package_registry() -> None:
    files = files_to_commit(ROOT)
    assert ROOT / "pyproject.toml" in files
    naming = {str(path.relative_to(ROOT)): named_registries(path) for path in files}
    assert {path: hosts for path, hosts in naming.items() if hosts} == {}


@pytest.mark.parametrize("host", REGISTRY_HOSTS)
def test_a_named_registry_is_found(tmp_path: Path, host: str) -> None:
    path = tmp_path / "notes.txt"
    path.write_text(f"--index-url https://{host.upper()}/simple\n", "utf-8")
    assert named_registries(path) == [host]


def test_a_binary_file_names_no_registry(tmp_path: Path) -> None:
    path = tmp_path / "card.png"
    path.write_bytes(b"\x89PNG\r\n\x1a\n" + REGISTRY_HOSTS[0].encode())
    assert named_registries(path) == []
