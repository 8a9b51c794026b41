"""A browser and a server of our own for it, as whoever plays at home has them."""

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
SLOW = 4
"""How much slower than this machine's the processor of a cheap phone is taken to be."""


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
    """`hanamichi serve` as a process of its own."""
    command = [sys.executable, "-m", "hanamichi", "serve", "--host", "127.0.0.1"]
    command += ["--bot-pace", bot_pace, "--port", "0", "--database", str(folder / "tables.db")]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        yield process.stdout.readline().split()[-1]
    finally:
        process.terminate()
        process.wait()
