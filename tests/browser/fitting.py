"""Finds what does not fit into a window: too wide, too tall, cut off or overlapping."""

from __future__ import annotations

import time
from pathlib import Path

from playwright.sync_api import Page

_SCRIPT = Path(__file__).with_suffix(".js").read_text(encoding="utf-8")

_TIMEOUT_SECONDS = 5.0

SIZES = (
    (360, 640),
    (640, 360),
    (740, 360),
    (320, 640),
    (390, 844),
    (768, 1024),
    (1024, 768),
    (1280, 800),
    (1440, 900),
)
"""Phones in portrait and landscape, tablets, desktops."""


def misfits(page: Page, *, playing: bool) -> list[str]:
    """Everything that does not fit; during play, scrolling is a misfit too."""
    viewport = page.viewport_size
    assert viewport is not None
    deadline = time.monotonic() + _TIMEOUT_SECONDS
    while True:
        found: list[str] = page.evaluate(_SCRIPT, [playing, viewport["width"]])
        if not found or time.monotonic() > deadline:
            return found
        # Styles that depend on a size settle within some frames, later on a busy machine.
        page.evaluate("new Promise(requestAnimationFrame)")
