"""The cost of a first visit: bytes over the wire, and the time until a table is playable.

    make web && .venv/bin/python -m benchmarks.first_visit [--visits 7] [--write]

A browser with an empty cache opens the front page, then a table with bots. Bytes are counted as
they cross the wire, headers not included. A table is playable when it is one's turn and a card can
be taken up; the time runs from pressing Enter in the address bar, or from the click. The slow
lines repeat it on a processor slowed down four times. `--write` puts the table in
docs/benchmarks.md.
"""

from __future__ import annotations

import argparse
import os
import platform
import statistics
import sys
import time
from typing import NamedTuple

from playwright.sync_api import Browser, Page

from benchmarks import report_page
from benchmarks.browser import SLOWDOWN, browsing
from benchmarks.priority import raise_priority
from hanamichi import __version__
from hanamichi.server.http import static_files

MAX_BYTES = 150_000
"""Compressed bytes that a first visit may cost before there is card art."""
BOXES = ("Hanabi (Cocktail Games)", "Koi-Koi (Nintendo)")
PLAYABLE = """() => {
    const table = document.querySelector('main.table');
    return table && table.dataset.toAct === table.dataset.me && document.querySelector(
        '.own button, .hand button:enabled, .mine .buttons button');
}"""

# The names of all cached files, once the language, which comes last, is among them.
CACHED_PATHS = """async () => {
    await navigator.serviceWorker.ready;
    for (;;) {
        const names = await caches.keys();
        const caught = await Promise.all(names.map(async name => (await caches.open(name)).keys()));
        const paths = caught.flat().map(({ url }) => new URL(url).pathname);
        if (paths.some(path => path.startsWith('/assets/en-'))) return paths;
        await new Promise(resolve => setTimeout(resolve, 100));
    }
}"""


class Visit(NamedTuple):
    """One first visit, in bytes and milliseconds."""

    home_bytes: int
    table_bytes: int
    home: float
    """From the request to a usable front page."""
    table: float
    """From the click to a playable table."""
    direct: float
    """From a table's own address, with nothing cached, to a playable table."""


class Meter:
    """Counts the bytes a page receives."""

    def __init__(self, tab: Page, slow: int) -> None:
        self.bytes = 0
        session = tab.context.new_cdp_session(tab)
        session.send("Network.enable")
        session.send("Emulation.setCPUThrottlingRate", {"rate": slow})
        session.on("Network.dataReceived", self._count)

    def _count(self, event: dict[str, int]) -> None:
        self.bytes += event["encodedDataLength"]


def visit(browser: Browser, address: str, box: str, slow: int) -> Visit:
    """A visit with an empty cache."""
    with browser.new_context(locale="en-GB", base_url=address) as context:
        tab = context.new_page()
        meter = Meter(tab, slow)
        button = tab.get_by_role("button", name=f"Play with bots: {box}", exact=True)
        begin = time.perf_counter()
        tab.goto("/", wait_until="commit")
        button.wait_for()
        home, home_bytes = time.perf_counter() - begin, meter.bytes
        begin = time.perf_counter()
        button.click()
        tab.wait_for_function(PLAYABLE)
        table, table_bytes = time.perf_counter() - begin, meter.bytes
        cookies, link = context.cookies(), tab.url
    with browser.new_context(locale="en-GB", base_url=address) as context:
        context.add_cookies(cookies)  # type: ignore[arg-type]  # as the browser itself gave them
        tab = context.new_page()
        Meter(tab, slow)
        begin = time.perf_counter()
        tab.goto(link, wait_until="commit")
        tab.wait_for_function(PLAYABLE)
        direct = time.perf_counter() - begin
    return Visit(home_bytes, table_bytes, home * 1000, table * 1000, direct * 1000)


def offline_cache(browser: Browser, address: str) -> str:
    """What the browser caches for offline use, in words."""
    with browser.new_context(locale="en-GB", base_url=address) as context:
        tab = context.new_page()
        tab.goto("/")
        paths: list[str] = tab.evaluate(CACHED_PATHS)
    files = [static_files.FOLDER / (path.strip("/") or "index.html") for path in paths]
    size = sum(file.with_name(f"{file.name}.br").stat().st_size for file in files)
    return (
        f"Two seconds later the browser keeps {len(files)} files for when there is no network, "
        f"{size / 1000:.1f} kB: the page, its code, the cards and the language, most of which it "
        "has by then."
    )


def row(label: str, visits: list[Visit]) -> str:
    """The medians of some visits."""
    middle = [statistics.median(column) for column in zip(*visits, strict=True)]
    home_bytes, table_bytes, *times = middle
    cells = [label, f"{home_bytes / 1000:.1f}", f"{table_bytes / 1000:.1f}"]
    cells += [f"{milliseconds:.0f}" for milliseconds in times]
    return f"| {' | '.join(cells)} |"


def measure(browser: Browser, address: str, count: int, place: str) -> tuple[list[str], int]:
    """The table, printed line by line, and the heaviest visit in bytes."""
    machine = f"Python {platform.python_version()}, {os.cpu_count()} cores"
    lines = [
        f"{report_page.today()} · Hanamichi {__version__}, Chromium {browser.version}, {machine}, "
        f"{place}; medians of {count} first visits, in kB compressed and milliseconds.",
        "",
        "| game | front page kB | with table kB | front page | click to play | link to play |",
        "|---|---|---|---|---|---|",
    ]
    print("\n".join(lines), flush=True)
    heaviest = 0
    for slow in (1, SLOWDOWN):
        for box in BOXES:
            visits = [visit(browser, address, box, slow) for _ in range(count)]
            heaviest = max(heaviest, *(one.table_bytes for one in visits))
            lines.append(row(box if slow == 1 else f"{box}, {slow}× slower", visits))
            print(lines[-1], flush=True)
    lines += ["", offline_cache(browser, address)]
    print(lines[-1])
    return lines, heaviest


def main() -> None:
    """Measure both games, on this processor and on a slower one."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--visits", type=int, default=5, help="first visits for each line")
    parser.add_argument("--write", action="store_true", help="write it into docs/benchmarks.md")
    arguments = parser.parse_args()
    place = raise_priority()
    with browsing("instant") as (browser, address):
        lines, heaviest = measure(browser, address, arguments.visits, place)
    if arguments.write:
        report_page.write("first-visit", "\n".join(lines))
    if heaviest > MAX_BYTES:
        sys.exit(f"A first visit costs {heaviest} bytes, more than {MAX_BYTES}")


if __name__ == "__main__":
    main()
