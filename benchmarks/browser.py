"""A browser and a local server for it, as for playing at home."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

FLAGS = ("--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking")
SLOWDOWN = 4
"""The assumed slowdown of a cheap phone's processor relative to this machine's."""


@contextmanager
def browsing(bot_pace: str) -> Iterator[tuple[Browser, str]]:
    """The browser, and the address of a server that has no tables yet."""
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    if chromium is None:
        sys.exit("There is no Chromium here: apt-get install chromium")
    with (
        tempfile.TemporaryDirectory() as folder,
        _server(Path(folder), bot_pace) as address,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=chromium, args=list(FLAGS))
        yield browser, address
        browser.close()


@contextmanager
def _server(folder: Path, bot_pace: str) -> Iterator[str]:
    """Run `hanamichi serve` in its own process."""
    command = [sys.executable, "-m", "hanamichi", "serve", "--host", "127.0.0.1"]
    command += ["--bot-pace", bot_pace, "--port", "0", "--database", str(folder / "tables.db")]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        yield process.stdout.readline().split()[-1]
    finally:
        process.terminate()
        process.wait()
