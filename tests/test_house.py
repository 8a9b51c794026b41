"""The house keeps its plan: imports point up the list of rooms, and no file names a registry."""

import ast
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PACKAGE = "hanamichi"

# docs/architecture.md: a room may import itself and the rooms before it.
ROOMS = (
    "core",
    "hanabi",
    "koikoi",
    "catalog",
    "words",
    "records",
    "batch",
    "bots",
    "arena",
    "envs",
    "server",
    "testing",
    "cli",
)
# The two games know nothing of each other, whatever their order.
APART = {frozenset({"hanabi", "koikoi"})}
# The front doors of the package are no rooms: they may open on all of them.
DOORS = {"__init__", "__main__"}
# What a room may take from the package itself.
AT_THE_DOOR = {"__version__"}


def imported_names(tree: ast.Module, package: str) -> Iterator[tuple[int, str]]:
    """Every absolute name a module of `package` imports, at its top or inside, with its line."""
    for node in ast.walk(tree):
        match node:
            case ast.Import(names=names):
                yield from ((node.lineno, alias.name) for alias in names)
            case ast.ImportFrom(module=module, names=names, level=level):
                parts = package.split(".")
                above = parts[: len(parts) - level + 1] if level else []
                base = ".".join([*above, *([module] if module else [])])
                # Only the package itself hands out rooms by name: `from hanamichi import core`.
                if base == PACKAGE:
                    yield from ((node.lineno, f"{base}.{alias.name}") for alias in names)
                else:
                    yield node.lineno, base
            case ast.Call(
                func=ast.Name(id="import_module" | "__import__")
                | ast.Attribute(attr="import_module"),
                args=[ast.Constant(value=str(name)), *_],
            ):
                yield node.lineno, name
            case _:
                pass


def forbidden(room: str, imported: str) -> str | None:
    """Why a module of `room` may not import this dotted name; None when it may."""
    top, _, inside = imported.partition(".")
    if top != PACKAGE:
        return None
    target = inside.split(".")[0]
    if target in AT_THE_DOOR:
        return None
    if target not in ROOMS:
        return f"{imported} names no room"
    if frozenset({room, target}) in APART:
        return f"{room} and {target} stand apart"
    if ROOMS.index(target) > ROOMS.index(room):
        return f"{target} comes after {room}"
    return None


def violations(source: Path) -> list[str]:
    """Each import under `source`, the folder of the package, that goes against the plan."""
    found = []
    for path in sorted(source.rglob("*.py")):
        inside = path.relative_to(source)
        room = inside.parts[0].removesuffix(".py")
        if room in DOORS:
            continue
        if room not in ROOMS:
            found.append(f"{inside}: {room} is not in the list of rooms")
            continue
        package = ".".join((PACKAGE, *inside.parent.parts))
        tree = ast.parse(path.read_text("utf-8"), filename=str(path))
        found += [
            f"{inside}:{line}: {reason}"
            for line, name in imported_names(tree, package)
            if (reason := forbidden(room, name))
        ]
    return found


def build(source: Path, modules: dict[str, str]) -> Path:
    """A made-up package, from the text of each of its modules."""
    for name, text in modules.items():
        path = source / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    return source


def test_imports_point_only_up_the_list_of_rooms() -> None:
    assert violations(ROOT / "src" / PACKAGE) == []


def test_a_house_that_keeps_its_plan_is_accepted(tmp_path: Path) -> None:
    house = build(
        tmp_path,
        {
            "__init__.py": "from hanamichi.server import app\n",
            "__main__.py": "from .cli import main\n",
            "core/__init__.py": "import json\nfrom .game import Game\nfrom . import errors\n",
            "core/game.py": "from hanamichi import __version__\nfrom ..core import errors\n",
            "hanabi/rules.py": "from ..core.game import Game\nfrom . import cards\n",
            "koikoi/rules.py": "from hanamichi.core import Game\n",
            "catalog.py": "from . import hanabi, koikoi\n",
            "bots/hanabi/search.py": "from ...hanabi.rules import apply\nfrom ..base import Bot\n",
            "testing/conformance.py": "import hanamichi.records\nfrom hanamichi import catalog\n",
            "cli.py": "def main():\n    from . import server, testing\n",
        },
    )
    assert violations(house) == []


@pytest.mark.parametrize(
    ("module", "text", "reason"),
    [
        ("core/game.py", "import hanamichi.hanabi.rules", "1: hanabi comes after core"),
        ("core/game.py", "import json, hanamichi.cli as c", "1: cli comes after core"),
        ("core/game.py", "from hanamichi.server import app", "1: server comes after core"),
        ("core/game.py", "from hanamichi import core, bots", "1: bots comes after core"),
        ("core/game.py", "from .. import hanabi", "1: hanabi comes after core"),
        ("core/game.py", "from ..hanabi.rules import apply", "1: hanabi comes after core"),
        ("core/__init__.py", "from .. import catalog", "1: catalog comes after core"),
        ("catalog.py", "from . import records", "1: records comes after catalog"),
        ("catalog.py", "from .records import read", "1: records comes after catalog"),
        ("bots/hanabi/search.py", "from ... import arena", "1: arena comes after bots"),
        ("bots/hanabi/search.py", "from ...arena.table import T", "1: arena comes after bots"),
        ("core/game.py", "def f():\n    from ..cli import main", "2: cli comes after core"),
        ("core/game.py", "if TYPE_CHECKING:\n    from ..envs import E", "2: envs comes after core"),
        (
            "core/game.py",
            "importlib.import_module('hanamichi.batch')",
            "1: batch comes after core",
        ),
        ("hanabi/rules.py", "from ..koikoi import yaku", "1: hanabi and koikoi stand apart"),
        ("koikoi/rules.py", "from ..hanabi import cards", "1: koikoi and hanabi stand apart"),
        ("server/http/app.py", "import hanamichi", "1: hanamichi names no room"),
        ("server/http/app.py", "from hanamichi import *", "1: hanamichi.* names no room"),
        ("server/http/app.py", "from hanamichi import Game", "1: hanamichi.Game names no room"),
    ],
)
def test_an_import_against_the_plan_is_found(
    tmp_path: Path, module: str, text: str, reason: str
) -> None:
    assert violations(build(tmp_path, {module: text})) == [f"{module}:{reason}"]


def test_a_room_missing_from_the_list_is_found(tmp_path: Path) -> None:
    house = build(tmp_path, {"utils.py": "", "attic/trunk.py": ""})
    assert violations(house) == [
        "attic/trunk.py: attic is not in the list of rooms",
        "utils.py: utils is not in the list of rooms",
    ]


# In pieces, so that this file does not name them either.
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


def test_a_picture_names_no_registry(tmp_path: Path) -> None:
    path = tmp_path / "card.png"
    path.write_bytes(b"\x89PNG\r\n\x1a\n" + REGISTRY_HOSTS[0].encode())
    assert named_registries(path) == []
