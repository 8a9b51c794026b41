"""A phone of 360 × 740: nothing beside the screen, everything as large as a finger."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import NewPerson
from tests.browser.hanabi_hands import Hands as HanabiHands
from tests.browser.koikoi_hands import Hands as KoiKoiHands

TAP = 40

# What can be pressed, and is seen: its name and size. Words within a sentence are no targets, nor
# is what shows itself to a keyboard only.
TARGETS = """() => [...document.querySelectorAll('button, a, input, select, [role=switch]')]
    .filter(e => e.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
    .filter(e => !e.closest('p'))
    .map(e => (e.matches('input[type=radio], input[type=checkbox]') && e.closest('label')) || e)
    .map(e => [e.ariaLabel || e.textContent.trim().slice(0, 40), e.getBoundingClientRect()])
    .map(([name, box]) => [name, Math.round(box.width), Math.round(box.height)])
    .filter(([, width, height]) => width > 1 || height > 1)"""


def check(page: Page) -> None:
    """Nothing to scroll sideways, and no target smaller than a finger."""
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    small = [target for target in page.evaluate(TARGETS) if min(target[1:]) < TAP]
    # A switch is a slim thing by nature; it is as wide as a finger and stands in a row of its own.
    assert [target for target in small if target[2] < 28 or target[1] < TAP] == []


def test_front_page_lobby_and_composing_fit_a_phone(person: NewPerson) -> None:
    ann = person("Ann", phone=True)
    ann.visit()
    check(ann.page)
    ann.customise("Hanabi Grands Feux")
    check(ann.page)
    ann.page.goto("/")
    ann.open_for_friends("Hanabi (Cocktail Games)")
    check(ann.page)
    for button in ("Rules", "Menu"):
        ann.button(button).click()
        check(ann.page)
        ann.page.keyboard.press("Escape")


@pytest.mark.parametrize("players", [2, 3, 5])
def test_hanabi_fits_a_phone(person: NewPerson, players: int) -> None:
    ann = person("Ann", phone=True)
    ann.visit()
    ann.customise("Hanabi (Cocktail Games)")
    ann.page.locator(".pill", has_text=str(players)).click()
    ann.page.get_by_label("Bots answer").select_option("at once")
    ann.button("Start playing").click()
    ann.board.wait_for()
    assert ann.wait_for_turn()
    check(ann.page)
    hands = HanabiHands(ann)
    hands.select(hands.hand(hands.seat)[0].id)
    check(ann.page)
    ann.page.get_by_role("button", name="Cancel").click()
    other = (hands.seat + 1) % players
    ann.page.locator(f"section[data-seat='{other}'] [data-card]").first.click()
    check(ann.page)
    ann.page.locator(".clue").first.click()
    ann.page.get_by_role("button", name="Tell ").click()
    ann.wait_past(0)


def test_koikoi_fits_a_phone_through_a_whole_round(person: NewPerson) -> None:
    ann = person("Ann", phone=True)
    ann.visit()
    ann.customise("Koi-Koi (Nintendo)")
    ann.page.get_by_label("Rounds").fill("1")
    ann.page.get_by_label("Bots answer").select_option("at once")
    ann.button("Start playing").click()
    ann.board.wait_for()
    hands = KoiKoiHands(ann)
    while hands.move():
        check(ann.page)
    check(ann.page)
