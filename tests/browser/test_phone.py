"""A phone of 360 × 740: no horizontal scrolling, and large touch targets."""

from __future__ import annotations

from playwright.sync_api import Page

from tests.browser.conftest import AnnsPages, NewPerson
from tests.browser.scenes import SCREENS

TAP = 40

# Visible targets: name and size. Links within a sentence do not count, nor
# does what only keyboard focus shows.
TARGETS = """() => [...document.querySelectorAll('button, a, input, select, [role=switch]')]
    .filter(e => e.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
    .filter(e => !e.closest('p'))
    .map(e => (e.matches('input[type=radio], input[type=checkbox]') && e.closest('label')) || e)
    .map(e => [e.ariaLabel || e.textContent.trim().slice(0, 40), e.getBoundingClientRect()])
    .map(([name, box]) => [name, Math.round(box.width), Math.round(box.height)])
    .filter(([, width, height]) => width > 1 || height > 1)"""


def check(page: Page) -> None:
    """No horizontal scrolling, and no small touch targets."""
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    small = [target for target in page.evaluate(TARGETS) if min(target[1:]) < TAP]
    # A switch is low, but wide enough and in a row of its own.
    assert [target for target in small if target[2] < 28 or target[1] < TAP] == []


def test_front_page_waiting_table_and_new_table_fit_a_phone(person: NewPerson) -> None:
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


def test_touch_targets_of_the_tables_are_large_enough(anns_pages: AnnsPages) -> None:
    page = anns_pages.page(size=(360, 740))
    for screen in SCREENS:
        if screen.name in PLAYED:
            screen.show(page)
            check(page)


def test_what_the_player_of_a_card_knows_is_not_cut_off_beside_the_clues(
    anns_pages: AnnsPages,
) -> None:
    page = anns_pages.page(size=(390, 844), lang="fr")
    next(screen for screen in SCREENS if screen.name == "hanabi-3").show(page)
    known, cut = page.locator(".aimed .soft"), []
    for card in page.locator(".others [data-card]").all():
        card.click()
        page.locator(".clue").first.wait_for()
        if known.evaluate("e => e.scrollWidth > e.clientWidth || e.scrollHeight > e.clientHeight"):
            cut.append(known.inner_text())
    assert cut == []
