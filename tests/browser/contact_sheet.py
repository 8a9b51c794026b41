"""`python -m tests.browser.contact_sheet`: both decks as the browser shows them, for the docs."""

import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

from tests.browser.conftest import CHROMIUM, FLAGS
from tests.browser.server_process import ROOT, ServerProcess

IMAGES = ROOT / "docs" / "images"
SHEETS = {"flowers": "hanafuda.png", "fireworks": "fireworks.png"}
WIDTH = 1280


def main() -> None:
    """Take screenshots of the cards page and print where they are."""
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = ServerProcess(Path(folder), 1)
        server.start()
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=list(FLAGS))
        try:
            page = browser.new_page(
                viewport={"width": WIDTH, "height": 900},
                locale="en-GB",
                color_scheme="light",
                reduced_motion="reduce",
            )
            page.goto(f"{server.url}/cards")
            page.wait_for_function(
                "() => [...document.images].length > 48"
                " && [...document.images].every(image => image.complete && image.naturalWidth)"
            )
            for section, name in SHEETS.items():
                page.locator(f"#{section}").screenshot(path=IMAGES / name)
                print(IMAGES / name)
        finally:
            browser.close()
            server.stop()


if __name__ == "__main__":
    main()
