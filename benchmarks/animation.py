"""How smooth animations are: frames a second, and the longest task, while they run.

    make web && .venv/bin/python -m benchmarks.animation [--times 5] [--write]

The busiest motions of both games are played in Chromium, on this processor and on one slowed down
four times: the deal of Koi-Koi (24 cards in flight), a capture with the card turned from the
stock, and a move of Hanabi. Frames are counted by the page itself from the first double on the
stage to the last; tasks of the page's main thread come from the browser's own trace. `--write`
puts the table in docs/benchmarks.md.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import statistics
import sys
import tempfile
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, NamedTuple

from playwright.sync_api import Browser, Page

from benchmarks import report_page
from benchmarks.browser import SLOWDOWN, browsing
from benchmarks.priority import raise_priority
from hanamichi import __version__

KOIKOI, HANABI = "Koi-Koi (Nintendo)", "Hanabi (Cocktail Games)"
TASK_LIMIT = 50
"""Milliseconds after which a task of the main thread counts as long."""
TRACE_CATEGORIES = ("toplevel", "blink.user_timing", "disabled-by-default-devtools.timeline")

# Counts frames while anything is animated, and marks the interval for the trace.
FRAME_COUNTER = """() => {
    window.gaps = [];
    let moving = false, last = 0;
    const step = now => {
        const busy = document.querySelector('[data-stage]')?.childElementCount > 0;
        if (moving) window.gaps.push(now - last);
        if (busy !== moving) performance.mark(busy ? 'motion-begins' : 'motion-ends');
        [moving, last] = [Boolean(busy), now];
        requestAnimationFrame(step);
    };
    requestAnimationFrame(step);
}"""
MOTION_ENDED = """() => performance.getEntriesByName('motion-ends').length > 0
    && document.querySelector('[data-stage]')?.childElementCount === 0"""
NOTHING_ANIMATED = "() => document.getAnimations().every(each => each.playState !== 'running')"
MY_TURN = """() => {
    const table = document.querySelector('main.table');
    return table && table.dataset.toAct === table.dataset.me;
}"""


class Motion(NamedTuple):
    """One animation, as the browser showed it."""

    frames_per_second: float
    longest_frame: float
    """Milliseconds between two frames."""
    longest_task: float
    """Milliseconds of the main thread, including waiting for a processor."""
    longest_computing: float
    """Milliseconds of computing in one task of the main thread."""


Act = Callable[[Page], None]


def open_table(tab: Page, box: str) -> None:
    """From the front page to a table with bots."""
    tab.get_by_role("button", name=f"Play with bots: {box}", exact=True).click()
    tab.wait_for_function(MY_TURN)


def deal(tab: Page) -> None:
    """The table is opened, and a round dealt."""
    tab.get_by_role("button", name=f"Play with bots: {KOIKOI}", exact=True).click()


def capture(tab: Page) -> None:
    """A card takes another one from the field."""
    lying: list[str] = tab.locator(".lying [data-card]").evaluate_all(
        "cards => cards.map(card => card.dataset.card)"
    )
    hand: list[str] = tab.locator(".hand [data-card]").evaluate_all(
        "cards => cards.map(card => card.dataset.card)"
    )
    months = [card[:-1] for card in lying]
    # One that captures a single card: with two to choose from, a dialog would open.
    takes = {card: months.count(card[:-1]) for card in hand}
    card = next((card for wanted in (1, 3, 0) for card in hand if takes[card] == wanted), hand[0])
    tab.locator(f".hand [data-card='{card}']").click()
    tab.get_by_role("button", name="Play", exact=True).click()


def play(tab: Page) -> None:
    """A card is played and another one drawn."""
    tab.locator(".own [data-card]").first.click()
    tab.get_by_role("button", name="Play", exact=True).click()


def watch(browser: Browser, address: str, box: str | None, act: Act, slow: int) -> Motion:
    """A new visitor sees an animation."""
    with browser.new_context(
        locale="en-GB", base_url=address, viewport={"width": 1280, "height": 800}
    ) as context:
        tab = context.new_page()
        tab.goto("/")
        field = tab.get_by_label("Your nickname")
        field.fill("Ann")
        field.press("Enter")
        if box is not None:
            open_table(tab, box)
            tab.wait_for_function(NOTHING_ANIMATED)
        devtools = context.new_cdp_session(tab)
        devtools.send("Emulation.setCPUThrottlingRate", {"rate": slow})
        tab.evaluate(FRAME_COUNTER)
        with tempfile.TemporaryDirectory() as folder:
            trace = Path(folder) / "trace.json"
            browser.start_tracing(page=tab, path=trace, categories=list(TRACE_CATEGORIES))
            act(tab)
            tab.wait_for_function(MOTION_ENDED)
            browser.stop_tracing()
            tasks = list(tasks_in(json.loads(trace.read_text("utf-8"))["traceEvents"]))
        gaps: list[float] = tab.evaluate("() => window.gaps")
    longest, computing = (max(column, default=0) for column in zip(*tasks, strict=True))
    return Motion(1000 * len(gaps) / sum(gaps), max(gaps), longest, computing)


def tasks_in(events: Iterable[dict[str, Any]]) -> Iterable[tuple[float, float]]:
    """The main thread's tasks during the animation: duration and computing time."""
    events = list(events)
    begins = [event for event in events if event["name"] == "motion-begins"]
    ends = [event for event in events if event["name"] == "motion-ends"]
    thread = {(event["pid"], event["tid"]) for event in begins}
    for event in events:
        same_thread = (event["pid"], event["tid"]) in thread
        meanwhile = any(
            begin["ts"] <= event["ts"] <= end["ts"]
            for begin, end in zip(begins, ends, strict=False)
        )
        if event["name"] == "ThreadControllerImpl::RunTask" and same_thread and meanwhile:
            yield event.get("dur", 0) / 1000, event.get("tdur", 0) / 1000


MOTIONS: tuple[tuple[str, str | None, Act], ...] = (
    ("Koi-Koi: the deal", None, deal),
    ("Koi-Koi: a capture, a card from the stock", KOIKOI, capture),
    ("Hanabi: a card played, a card drawn", HANABI, play),
)


def measure(browser: Browser, address: str, times: int, place: str) -> tuple[list[str], float]:
    """The table, printed line by line, and the longest task on this processor."""
    machine = f"Python {platform.python_version()}, {os.cpu_count()} cores, no graphics card"
    lines = [
        f"{report_page.today()} · Hanamichi {__version__}, Chromium {browser.version}, {machine}, "
        f"{place}; medians of {times}, "
        "and the longest task of them all, in milliseconds and in milliseconds of computing.",
        "",
        "| motion | frames a second | longest frame ms | longest task ms | computing ms |",
        "|---|---|---|---|---|",
    ]
    print("\n".join(lines), flush=True)
    longest = 0.0
    for slow in (1, SLOWDOWN):
        for name, box, act in MOTIONS:
            seen = [watch(browser, address, box, act, slow) for _ in range(times)]
            rate, frame, *_ = (statistics.median(column) for column in zip(*seen, strict=True))
            task = max(each.longest_task for each in seen)
            computing = max(each.longest_computing for each in seen)
            longest = max(longest, computing if slow == 1 else 0)
            label = name if slow == 1 else f"{name}, {slow}× slower"
            lines.append(f"| {label} | {rate:.0f} | {frame:.0f} | {task:.0f} | {computing:.0f} |")
            print(lines[-1], flush=True)
    return lines, longest


def main() -> None:
    """Measure both games, on this processor and on a slower one."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--times", type=int, default=5, help="how often each motion is watched")
    parser.add_argument("--write", action="store_true", help="write it into docs/benchmarks.md")
    arguments = parser.parse_args()
    place = raise_priority()
    with browsing("human") as (browser, address):
        lines, longest = measure(browser, address, arguments.times, place)
    if arguments.write:
        report_page.write("motion", "\n".join(lines))
    # On a busy machine tasks wait for a processor; only their computing time is ours.
    if longest > TASK_LIMIT:
        sys.exit(f"A task computed {longest:.0f} ms while things moved, more than {TASK_LIMIT}")


if __name__ == "__main__":
    main()
