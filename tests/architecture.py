"""`python -m tests.architecture`: write the maps in docs/architecture.md from the imports.

The layers come from the contracts in pyproject.toml that `lint-imports` checks.
"""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

import grimp

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs" / "architecture.md"


def contracts() -> dict[str, dict[str, Any]]:
    """The import contracts of the project by their id."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    return {each["id"]: each for each in project["tool"]["importlinter"]["contracts"]}


def layers(contract: str) -> list[list[str]]:
    """The layers of a contract from the lowest up; packages in one layer are independent."""
    listed: list[str] = contracts()[contract]["layers"]
    return [[name.strip() for name in layer.split("|")] for layer in reversed(listed)]


def packages(contract: str = "packages") -> list[str]:
    """Every package of a contract, the lowest first."""
    return [name for layer in layers(contract) for name in layer]


def import_map(contract: str, graph: grimp.ImportGraph) -> str:
    """A table of the packages of a contract and what each imports directly."""
    (container,) = contracts()[contract]["containers"]
    names = packages(contract)
    modules = {
        name: {f"{container}.{name}"} | graph.find_descendants(f"{container}.{name}")
        for name in names
    }
    home = {module: name for name, owned in modules.items() for module in owned}
    imported = {
        name: {
            home[target]
            for module in owned
            for target in graph.find_modules_directly_imported_by(module)
            if target in home
        }
        - {name}
        for name, owned in modules.items()
    }
    rows = ["| layer | package | imports |", "|---:|---|---|"]
    for number, layer in enumerate(layers(contract), 1):
        for name in layer:
            uses = ", ".join(f"`{other}`" for other in names if other in imported[name])
            rows.append(f"| {number} | `{name}` | {uses or '–'} |")
    return "\n".join(rows)


def with_maps(text: str) -> str:
    """The page with both maps as the imports are now."""
    graph = grimp.build_graph("hanamichi", cache_dir=None)
    for contract in ("packages", "server"):
        begin, end = f"<!-- map {contract}: begin -->", f"<!-- map {contract}: end -->"
        pattern = re.compile(f"{re.escape(begin)}.*?{re.escape(end)}", re.DOTALL)
        if len(pattern.findall(text)) != 1:
            raise SystemExit(f"{PAGE} needs exactly one pair of the markers {begin} and {end}")
        text = pattern.sub(f"{begin}\n\n{import_map(contract, graph)}\n\n{end}", text)
    return text


def main() -> None:
    """Write the page."""
    PAGE.write_text(with_maps(PAGE.read_text("utf-8")), "utf-8")


if __name__ == "__main__":
    main()
