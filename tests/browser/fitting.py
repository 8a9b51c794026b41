"""What does not fit into a window: too wide, too tall, cut off, or over something else."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Page

_SCRIPT = Path(__file__).with_suffix(".js").read_text(encoding="utf-8")

_PICTURES = 20

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
"""Small phones, upright and sideways, a narrow one, a tall one, tablets, desks."""


def misfits(page: Page, *, playing: bool) -> list[str]:
    """Everything wrong with how a page fits; while one plays, nothing may need scrolling either."""
    viewport = page.viewport_size
    assert viewport is not None
    found: list[str] = []
    # Styles that depend on a size settle with one of the next pictures, not at once.
    for _ in range(_PICTURES):
        found = page.evaluate(_SCRIPT, [playing, viewport["width"]])
        if not found:
            break
        page.evaluate("new Promise(requestAnimationFrame)")
    return found
