"""Runs axe-core on a page."""

from __future__ import annotations

from playwright.sync_api import Page

from tests.browser.server_process import ROOT

AXE = ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"

_ASK = """async () => {
    const how = { resultTypes: ['violations'], elementRef: true, preload: false };
    const { violations } = await axe.run(document, how);
    // What is drawn on a card is a picture of it, whose words are its name: no label.
    const drawn = ({ element }) => element.matches('[data-card], .face, .clue, .kinds');
    return violations.flatMap(({ id, nodes }) => nodes
        .filter(node => id !== 'label-content-name-mismatch' || !drawn(node))
        .map(({ target, failureSummary }) => `${id}: ${target.join(' ')} ${failureSummary}`));
}"""


def bring(page: Page) -> None:
    """Inject axe-core before the page's own scripts, because its CSP forbids it later."""
    page.add_init_script(path=AXE)


def violations(page: Page) -> list[str]:
    """The violations, one line each."""
    found: list[str] = page.evaluate(_ASK)
    return found
