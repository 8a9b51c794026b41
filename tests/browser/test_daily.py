"""The deal of the day in a browser: played once, and compared afterwards."""

from __future__ import annotations

import time
from typing import Any

from playwright.sync_api import Route, expect

from tests.browser import axe
from tests.browser.conftest import NewPerson
from tests.browser.matches import finish_daily

PRESET = "hanabi/online"
DAY_MS = 24 * 3600 * 1000


def test_a_deal_is_played_once_and_compared(person: NewPerson) -> None:
    ann, bo = person("Ann"), person("Bo", phone=True)
    axe.bring(bo.page)
    for each in (ann, bo):
        each.visit()
    page = ann.page
    page.get_by_role("link", name="Deal of the day").click()
    expect(page.locator("[data-preset]")).to_have_count(6)
    page.locator(f"[data-preset='{PRESET}']").click()
    ann.board.wait_for()
    expect(page.get_by_role("button", name="Hint")).to_have_count(0)
    ann.button("Menu").click()
    expect(page.get_by_role("button", name="Ask to end the match here")).to_be_visible()
    expect(page.get_by_role("button", name="Ask to take my last move back")).to_have_count(0)
    page.keyboard.press("Escape")
    # The link of a deal is of no use to others.
    bo.page.goto(page.url)
    expect(bo.page.get_by_role("heading", name="The table cannot be opened")).to_be_visible()
    expect(bo.page.get_by_text("The deal of the day is played once")).to_be_visible()
    finish_daily(ann, PRESET, 1)
    page.get_by_role("link", name="How others did").first.click()
    expect(page.locator("tbody tr")).to_have_count(1)

    finish_daily(bo, PRESET, 2)
    bo.page.goto("/daily")
    bo.page.locator(f"a[data-preset='{PRESET}']").click()
    expect(bo.page.locator("tbody tr")).to_have_count(2)
    expect(bo.page.get_by_text("Ann")).to_be_visible()
    with bo.page.expect_response("**/others") as answer:
        bo.page.locator("tbody a").first.click()
    bo.board.wait_for()
    bo.page.keyboard.press("Home")
    expect(bo.board).to_have_attribute("data-ply", "0")
    for ply in range(answer.value.json()["plies"][0]["ply"]):
        bo.page.keyboard.press("ArrowRight")
        expect(bo.board).to_have_attribute("data-ply", str(ply + 1))
    expect(bo.page.locator("[data-others]")).to_contain_text("One other was here:")
    bo.page.go_back()
    bo.page.get_by_label("Show my nickname in this list").uncheck()
    expect(bo.page.get_by_text("somebody")).to_be_visible()
    assert axe.violations(bo.page) == []
    width = bo.page.evaluate("document.documentElement.scrollWidth")
    assert width <= 360


def test_a_page_left_open_shows_the_cards_of_the_next_day(person: NewPerson) -> None:
    ann = person("Ann")
    ann.visit()
    ann.page.clock.install()
    days: list[dict[str, Any]] = []

    def answer(route: Route) -> None:
        told = route.fetch().json()
        if days:  # the server's own clock goes on as it did
            told["day"], told["ends"] = "2999-01-01", told["ends"] + DAY_MS
            told["deals"][0]["finished"] = 7
        days.append(told)
        route.fulfill(json=told)

    ann.page.route("**/api/daily", answer)
    ann.page.goto("/daily")
    expect(ann.page.locator("[data-preset]")).to_have_count(6)
    ann.page.clock.fast_forward(days[0]["ends"] - time.time() * 1000 + 60_000)
    expect(ann.page.get_by_text("7 people have played it")).to_be_visible()
    expect(ann.page.get_by_text("The cards change in 24 hours.")).to_be_visible()
    assert len(days) == 2
