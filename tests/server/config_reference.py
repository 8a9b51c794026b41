"""The list of settings in docs/hosting.md: `python -m tests.server.config_reference` updates it."""

from __future__ import annotations

import ast
import inspect
import itertools
from collections.abc import Iterator
from pathlib import Path

import msgspec

from hanamichi.server.ops import config

PAGE = Path(__file__).parent.parent.parent / "docs" / "hosting.md"
BEGIN, END = "<!-- settings -->\n", "<!-- end of settings -->"


def _docstrings(section: type) -> dict[str, str]:
    """The docstring below each field of a section."""
    (body,) = (
        node.body
        for node in ast.parse(inspect.getsource(config)).body
        if isinstance(node, ast.ClassDef) and node.name == section.__name__
    )
    found = {}
    for field, text in itertools.pairwise(body):
        if isinstance(field, ast.AnnAssign) and isinstance(text, ast.Expr):
            assert isinstance(field.target, ast.Name)
            found[field.target.id] = " ".join(ast.literal_eval(text.value).split())
    return found


def _lines() -> Iterator[str]:
    for field in msgspec.structs.fields(config.ServerConfig):
        section = type(field.default)
        yield f"### `[{field.name}]`"
        yield ""
        yield " ".join((inspect.getdoc(section) or "").split())
        yield ""
        yield "| Setting | Default | Meaning |"
        yield "|---|---|---|"
        docstrings = _docstrings(section)
        for setting in msgspec.structs.fields(section):
            default = msgspec.json.encode(setting.default).decode()
            yield f"| `{setting.name}` | `{default}` | {docstrings[setting.name]} |"
        yield ""


def reference() -> str:
    """Every setting, section by section."""
    return "\n".join(_lines())


def with_reference(page: str) -> str:
    """The page with the current list."""
    before, _, rest = page.partition(BEGIN)
    _, end, after = rest.partition(END)
    assert end, "the page has both marks"
    return f"{before}{BEGIN}\n{reference()}\n{END}{after}"


if __name__ == "__main__":
    PAGE.write_text(with_reference(PAGE.read_text()))
