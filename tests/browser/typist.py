"""Plays in text mode: reads lines and types commands."""

from __future__ import annotations

import re

from playwright.sync_api import Page

from tests.browser.person import Tab


class Typist:
    """Reads the transcript and types commands; ignores the rest of the page."""

    def __init__(self, tab: Tab) -> None:
        self.tab = tab
        self.page: Page = tab.page
        self.heard: list[str] = []
        """Every line that was read."""

    def lines(self, after: int = -1) -> list[str]:
        """The transcript after a line, oldest first."""
        texts: list[str] = self.page.locator("[data-transcript] [data-line]").evaluate_all(
            "(lines, after) => lines.filter(line => Number(line.dataset.line) > after)"
            ".map(line => line.textContent)",
            after,
        )
        return texts

    def type(self, command: str) -> list[str]:
        """Type a command; returns the lines that follow it."""
        field = self.page.get_by_role("textbox")
        before = self._last_typed()
        field.fill(command)
        field.press("Enter")
        self.page.wait_for_function(
            """before => {
                const lines = [...document.querySelectorAll('[data-transcript] [data-line]')];
                const typed = lines.findLast(line => line.dataset.kind === 'typed');
                return typed && Number(typed.dataset.line) > before && typed !== lines.at(-1);
            }""",
            arg=before,
        )
        answer = self.lines(self._last_typed())
        self.heard += answer
        return answer

    def _last_typed(self) -> int:
        typed = self.page.locator("[data-kind='typed']")
        return int(typed.last.get_attribute("data-line") or 0) if typed.count() else -1

    def wait_for_turn(self) -> bool:
        """Wait until the page title says it is our turn; false when the match is over."""
        self.page.wait_for_function("() => /^(Your turn|Over) /.test(document.title)")
        return not self.page.title().startswith("Over")

    def ask(self, command: str, pattern: str) -> str:
        """Type a question; returns the line that starts as expected."""
        for line in self.type(command):
            if re.match(pattern, line):
                return line
        raise AssertionError(f"no line after “{command}” matches {pattern}")
