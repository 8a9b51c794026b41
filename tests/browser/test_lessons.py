"""Lessons and hints, followed exactly."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import NewPerson
from tests.browser.person import Person

STEPS = 10


def follow(ann: Person, step: int) -> None:
    """Click what is highlighted until the step is done."""
    cards, buttons = (
        ann.page.locator("li[data-pointed] button"),
        ann.page.locator("button[data-pointed]"),
    )
    cards.or_(buttons).first.wait_for()
    if not buttons.count():
        cards.last.click()
    marked = buttons.last
    if marked.get_attribute("aria-pressed") == "false":
        marked.click()  # a clue is chosen first, and given when pressed again
    marked.click()
    expect(ann.page.locator("aside[data-step]")).to_have_attribute("data-step", str(step + 1))


@pytest.mark.parametrize("game", ["Hanabi", "Koi-Koi"])
def test_a_lesson_is_completed_by_following_the_highlights(game: str, person: NewPerson) -> None:
    ann = person("Ann", phone=True)
    ann.visit()
    ann.page.get_by_role("button", name=f"First time? Play a guided game: {game}").click()
    for step in range(STEPS):
        expect(ann.page.locator("aside[data-step]")).to_have_attribute("data-step", str(step))
        if folder := os.environ.get("HANAMICHI_SCREENSHOTS"):
            ann.page.screenshot(path=Path(folder) / f"lesson-{game}-{step}.png")
        follow(ann, step)
    expect(ann.page.locator("aside[data-step='10']")).to_be_visible()
    overflow = ann.page.evaluate("document.documentElement.scrollWidth - innerWidth")
    assert overflow <= 0


def test_a_hint_highlights_a_move_and_gives_the_reason(person: NewPerson) -> None:
    ann = person("Ann")
    ann.visit()
    ann.play_with_bots("Koi-Koi (Nintendo)")
    ann.wait_for_turn()
    ann.button("Hint").click()
    expect(ann.page.get_by_text("A good player would make the marked move.")).to_be_visible()
    expect(ann.page.locator("li[data-pointed]").first).to_be_visible()


def test_a_hint_highlights_whether_to_swap_the_hands(person: NewPerson) -> None:
    ann = person("Ann")
    ann.visit()
    table = {
        "preset": "koikoi/robin-red",
        "options": {"first_dealer": 1},
        "seats": [{"type": "me"}, {"type": "bot", "bot": "random"}],
        "start": True,
    }
    answer = ann.context.request.post("/api/tables", data=table)
    ann.page.goto(answer.json()["url"])
    ann.wait_for_turn()
    ann.button("Hint").click()
    expect(ann.page.locator("button[data-pointed]")).to_have_count(1)
