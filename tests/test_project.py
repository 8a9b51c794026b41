"""Project files agree: locked dependencies, versions, CI; and no file names a registry."""

import json
import re
import shutil
import subprocess
import tomllib
from pathlib import Path

import pytest
import yaml

from hanamichi import __version__

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


@pytest.mark.skipif(
    not (ROOT / ".git").exists() or shutil.which("git") is None,
    reason="not a git checkout: nothing to commit",
)
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


PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
WORKFLOW = yaml.safe_load((ROOT / ".github" / "workflows" / "ci.yml").read_text("utf-8"))


def commands() -> str:
    """Everything that the workflow runs."""
    return "\n".join(
        step["run"] for job in WORKFLOW["jobs"].values() for step in job["steps"] if "run" in step
    )


def test_the_workflow_tests_every_supported_python() -> None:
    prefix = "Programming Language :: Python :: 3."
    supported = [each[-4:] for each in PROJECT["classifiers"] if each.startswith(prefix)]
    assert WORKFLOW["jobs"]["test"]["strategy"]["matrix"]["python"] == supported
    assert PROJECT["requires-python"] == f">={supported[0]}"


def test_the_workflow_and_the_ci_script_run_targets_that_exist() -> None:
    makefile = (ROOT / "Makefile").read_text("utf-8")
    targets = set(re.findall(r"^([a-z]+):", makefile, re.MULTILINE))
    run = set(re.findall(r"^make ([a-z]+)", commands(), re.MULTILINE))
    assert {"test", "play", "wheel", "docs", "coverage"} <= run <= targets
    script = (ROOT / ".ci" / "run").read_text("utf-8")
    assert set(re.findall(r"^make ([a-z]+)", script, re.MULTILINE)) <= targets


def test_the_version_is_the_same_everywhere() -> None:
    client = json.loads((ROOT / "web" / "package.json").read_text("utf-8"))
    assert client["version"] == __version__
    changelog = (ROOT / "CHANGELOG.md").read_text("utf-8")
    releases = re.findall(r"^## \[(\d[^\]]*)\] - \d{4}-\d\d-\d\d$", changelog, re.MULTILINE)
    assert releases[0] == __version__


def test_the_changelog_has_only_the_usual_sections() -> None:
    changelog = (ROOT / "CHANGELOG.md").read_text("utf-8")
    sections = set(re.findall(r"^### (.*)$", changelog, re.MULTILINE))
    assert sections <= {"Added", "Changed", "Deprecated", "Removed", "Fixed", "Security"}


@pytest.mark.parametrize("path", sorted((ROOT / ".github").rglob("*.yml")), ids=lambda p: p.name)
def test_forms_and_workflows_are_yaml(path: Path) -> None:
    assert isinstance(yaml.safe_load(path.read_text("utf-8")), dict)


def test_pre_commit_runs_tools_of_the_project() -> None:
    config = yaml.safe_load((ROOT / ".pre-commit-config.yaml").read_text("utf-8"))
    (local,) = config["repos"]
    assert local["repo"] == "local"
    tools = {hook["entry"].split()[0] for hook in local["hooks"]}
    assert tools <= {f".venv/bin/{name}" for name in ("ruff", "mypy", "lint-imports")} | {"npm"}


def test_undocumented_apis_have_upper_bounds() -> None:
    extras = PROJECT["optional-dependencies"]
    requirements = [*PROJECT["dependencies"], *extras["batch"], *extras["server"]]
    bounded = {each.split(">")[0].split("[")[0] for each in requirements if "<" in each}
    assert {"numba", "uvicorn"} <= bounded
