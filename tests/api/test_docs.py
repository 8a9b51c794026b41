"""docs/python-api.md names everything public, and its code runs."""

from __future__ import annotations

import re
from pathlib import Path

import hanamichi

PAGE = (Path(__file__).parents[2] / "docs" / "python-api.md").read_text("utf-8")


def test_every_public_name_is_on_the_page() -> None:
    mentioned = set(re.findall(r"`(\w+)", PAGE))
    assert sorted(set(hanamichi.__all__) - {"__version__"} - mentioned) == []


def test_the_code_on_the_page_runs() -> None:
    for block in re.findall(r"^```python\n(.*?)^```", PAGE, re.DOTALL | re.MULTILINE):
        exec(block, {})
