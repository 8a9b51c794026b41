"""axe-core finds nothing wrong: every page and state, light and dark, in every language."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import Staged
from tests.browser.screens import SCREENS, keep
from tests.browser.served import ROOT

AXE = ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"
# Each look takes the screens in turn, so that all are seen and no look is seen twice as long.
LOOKS = (
    ("en", "light", (1280, 800)),
    ("fr", "dark", (360, 640)),
    ("es", "light", (360, 640)),
    ("de", "dark", (1280, 800)),
)


def violations(page: Page) -> list[str]:
    """What axe-core says, in a line each."""
    found: list[str] = page.evaluate(
        """async () => {
            const how = { resultTypes: ['violations'], elementRef: true };
            const { violations } = await axe.run(document, how);
            // What is drawn on a card is a picture of it, whose words are its name: no label.
            const drawn = ({ element }) => element.matches('[data-card], .face, .clue, .kinds');
            return violations.flatMap(({ id, nodes }) => nodes
                .filter(node => id !== 'label-content-name-mismatch' || !drawn(node))
                .map(({ target, failureSummary }) =>
                    `${id}: ${target.join(' ')} ${failureSummary}`));
        }"""
    )
    return found


@pytest.mark.parametrize("turn", range(len(LOOKS)), ids=[look[0] for look in LOOKS])
def test_axe_finds_nothing_wrong(staged: Staged, turn: int) -> None:
    if not AXE.exists():
        pytest.skip("axe-core is not installed: make web")
    lang, theme, size = LOOKS[turn]
    page = staged.page(lang=lang, theme=theme, size=size)
    # Given before the page's own scripts, which its policy lets nobody else add to.
    page.add_init_script(path=AXE)
    wrong = {}
    for screen in SCREENS[turn :: len(LOOKS)]:
        screen.show(page)
        keep(page, screen, f"{lang}-{theme}-{size[0]}")
        if found := violations(page):
            wrong[screen.name] = found
    report = "\n".join(f"{name}: {line}" for name, lines in wrong.items() for line in lines)
    assert wrong == {}, report
