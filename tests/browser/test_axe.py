"""axe-core finds no violations on any page, in any state.

Each language and light takes the screens in turn; `python -m tests.browser.matrix` takes them all.
"""

from __future__ import annotations

import pytest

from tests.browser import axe
from tests.browser.conftest import AnnsPages
from tests.browser.scenes import OFTEN
from tests.browser.screens import keep

LOOKS = (
    ("en", "light", (1280, 800)),
    ("fr", "dark", (360, 640)),
    ("es", "light", (360, 640)),
    ("de", "dark", (1280, 800)),
)


@pytest.mark.parametrize("turn", range(len(LOOKS)), ids=[look[0] for look in LOOKS])
def test_axe_finds_no_violations(anns_pages: AnnsPages, turn: int) -> None:
    if not axe.AXE.exists():
        pytest.skip("axe-core is not installed: make web")
    lang, theme, size = LOOKS[turn]
    page = anns_pages.page(lang=lang, theme=theme, size=size)
    axe.bring(page)
    wrong = {}
    for screen in OFTEN[turn :: len(LOOKS)]:
        screen.show(page)
        keep(page, screen, f"{lang}-{theme}-{size[0]}")
        if found := axe.violations(page):
            wrong[screen.name] = found
    report = "\n".join(f"{name}: {line}" for name, lines in wrong.items() for line in lines)
    assert wrong == {}, report
