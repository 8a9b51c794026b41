"""`python -m tests.browser.app_icons`: the icons of the installed app, from two drawings."""

from __future__ import annotations

from typing import NamedTuple

from playwright.sync_api import sync_playwright

from tests.browser.conftest import CHROMIUM, FLAGS
from tests.browser.server_process import ROOT

PUBLIC = ROOT / "web" / "public"


class Icon(NamedTuple):
    """An icon of the manifest."""

    drawing: str
    name: str
    size: int


# Systems cut a maskable icon to their own shape, and iOS rounds the corners of its own.
ICONS = (
    Icon("icon.svg", "icon-192.png", 192),
    Icon("icon.svg", "icon-512.png", 512),
    Icon("icon-maskable.svg", "icon-maskable-512.png", 512),
    Icon("icon-maskable.svg", "icon-touch-180.png", 180),
)


def main() -> None:
    """Render each drawing in each of its sizes."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=list(FLAGS))
        for icon in ICONS:
            page = browser.new_page(viewport={"width": icon.size, "height": icon.size})
            drawing = (PUBLIC / icon.drawing).read_text("utf-8")
            page.set_content(
                f"<style>body{{margin:0}}svg{{display:block;width:{icon.size}px}}</style>{drawing}"
            )
            page.screenshot(path=PUBLIC / icon.name, omit_background=True)
            print(PUBLIC / icon.name)
        browser.close()


if __name__ == "__main__":
    main()
