"""The card art is loaded on demand: a first visit is small, and every card has its picture."""

from __future__ import annotations

import httpx
from playwright.sync_api import Response, expect

from hanamichi.koikoi.cards import CARDS
from tests.browser.conftest import NewPerson
from tests.browser.koikoi_player import KoiKoiPlayer
from tests.browser.server_process import ServerProcess

FIRST_VISIT = 150_000
ART = 250_000


def compressed(server: ServerProcess, address: str) -> int:
    """The compressed size of a file."""
    asked = {"accept-encoding": "br"}
    with httpx.stream("GET", f"{server.url}{address}", headers=asked) as response:
        return len(b"".join(response.iter_raw()))


def test_first_visit_and_card_art_stay_small(server: ServerProcess, person: NewPerson) -> None:
    ann = person("Ann")
    fetched: list[str] = []

    def note(response: Response) -> None:
        address = response.url.removeprefix(server.url)
        if response.request.resource_type in ("document", "script", "stylesheet", "image"):
            fetched.append(address)

    ann.page.on("response", note)
    ann.visit()
    ann.play_with_bots("Koi-Koi (Nintendo)")
    expect(ann.page.locator(".hand img").first).to_be_visible()
    weights = {
        address: compressed(server, address)
        for address in set(fetched)
        if not address.startswith("data:")
    }
    art = {address: weight for address, weight in weights.items() if "/deck-" in address}
    assert len(art) == 1
    assert sum(art.values()) < ART
    assert sum(weights.values()) - sum(art.values()) < FIRST_VISIT

    ann.page.goto("/cards")
    expect(ann.page.locator("#flowers img")).to_have_count(len(CARDS))
    expect(ann.page.locator("#fireworks img")).to_have_count(16 * 5)


def test_every_card_shows_its_picture_and_optional_labels(
    person: NewPerson,
) -> None:
    ann = person("Ann")
    ann.visit()
    ann.button("Settings").click()
    ann.page.get_by_role("checkbox", name="Labels on flower cards").check()
    ann.page.keyboard.press("Escape")
    ann.play_with_bots("Koi-Koi (Nintendo)")
    assert ann.wait_for_turn()
    hands = KoiKoiPlayer(ann)
    pictures = ann.page.locator(".hand img, .lying img")
    expect(pictures).to_have_count(len(hands.hand()) + len(hands.field()))
    widths: list[int] = pictures.evaluate_all("all => all.map(each => each.naturalWidth)")
    assert all(widths)
    for card in hands.hand():
        month = next(str(each.month) for each in CARDS if each.value == card)
        expect(ann.page.locator(f".hand [data-card='{card}'] .month")).to_have_text(month)
