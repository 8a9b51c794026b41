"""A phone of 360 × 740: nothing beside the screen, everything as large as a finger."""

from __future__ import annotations

from playwright.sync_api import Page

from tests.browser.conftest import NewPerson, Staged
from tests.browser.scenes import SCREENS

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


PLAYED = {
    "hanabi-2",
    "hanabi-3",
    "hanabi-5",
    "hanabi-2-own",
    "hanabi-5-card",
    "koikoi-full",
    "koikoi-full-card",
    "koikoi-decide",
    "koikoi-over",
}


def test_a_finger_hits_everything_that_is_played_with(staged: Staged) -> None:
    page = staged.page(size=(360, 740))
    for screen in SCREENS:
        if screen.name in PLAYED:
            screen.show(page)
            check(page)
