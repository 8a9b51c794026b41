"""Every screen fits: no scrolling while one plays, nothing cut off, in the longest language."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import Staged
from tests.browser.fitting import misfits
from tests.browser.screens import SCREENS, Screen

PHONE, SIDEWAYS = (360, 640), (640, 360)
SIZES = (
    PHONE,
    SIDEWAYS,
    (320, 640),
    (390, 844),
    (768, 1024),
    (1024, 768),
    (1280, 800),
    (1440, 900),
)
OVER = {"hanabi-won", "hanabi-lost", "koikoi-over"}
# Words beside the board are for wide windows; on a phone they come with a board to scroll.
BESIDE = {"text-beside"}
PLAYED = [screen for screen in SCREENS if screen.is_table and screen.name not in OVER | BESIDE]
PAGES = [screen for screen in SCREENS if not screen.is_table or screen.name in OVER]


def check(page: Page, screen: Screen, *, playing: bool) -> dict[str, list[str]]:
    """What does not fit, size by size."""
    wrong = {}
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        found = misfits(page, playing=playing)
        if found:
            wrong[f"{screen.name} at {width} × {height}"] = found
    return wrong


@pytest.mark.parametrize("screens", [PLAYED[::2], PLAYED[1::2]], ids=["even", "odd"])
def test_nobody_scrolls_during_play_and_nothing_is_cut_off(
    staged: Staged, screens: list[Screen]
) -> None:
    page = staged.page(lang="de")
    wrong: dict[str, list[str]] = {}
    for screen in screens:
        page.set_viewport_size({"width": 360, "height": 640})
        screen.show(page)
        wrong |= check(page, screen, playing=True)
    assert wrong == {}, "\n".join(f"{where}: {what}" for where, what in wrong.items())


def test_no_page_is_wider_than_its_window(staged: Staged) -> None:
    page = staged.page(lang="de")
    wrong: dict[str, list[str]] = {}
    for screen in PAGES:
        page.set_viewport_size({"width": 360, "height": 640})
        screen.show(page)
        wrong |= check(page, screen, playing=False)
    assert wrong == {}, "\n".join(f"{where}: {what}" for where, what in wrong.items())
