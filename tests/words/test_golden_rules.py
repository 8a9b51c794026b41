"""The rules pages equal the reviewed golden files."""

from __future__ import annotations

import pytest

from tests.words.regenerate_rules import FOLDER, pages

PAGES = dict(pages())


@pytest.mark.parametrize("name", PAGES)
def test_a_golden_page_is_what_we_write(name: str) -> None:
    assert (FOLDER / name).read_text("utf-8") == PAGES[name]


def test_no_golden_page_is_left_over() -> None:
    assert {path.name for path in FOLDER.iterdir()} == PAGES.keys()
