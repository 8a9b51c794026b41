"""Whole games by keyboard shortcuts alone."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import NewPerson
from tests.browser.hanabi_player import HanabiPlayer
from tests.browser.koikoi_player import KoiKoiPlayer
from tests.browser.person import Tab
from tests.browser.server_process import ServerProcess


class HanabiKeys(HanabiPlayer):
    """Moves made by keys."""

    def select(self, card: int) -> None:
        places = [held.id for held in self.hand(self.seat)]
        self.page.keyboard.press(str(places.index(card) + 1))

    def play(self, card: int) -> None:
        self._press(card, "p")

    def discard(self, card: int) -> None:
        self._press(card, "d")

    def _press(self, card: int, key: str) -> None:
        ply = self.tab.ply
        self.select(card)
        self.page.keyboard.press(key)
        self.tab.wait_past(ply)

    def clue(self, seat: int, card: int | None, label: str = "") -> None:
        """Aim at a player, press the number of a card, and give the clue."""
        ply, face = self.tab.ply, next(one for one in self.hand(seat) if one.id == card).face
        assert face is not None
        for _ in range(5):
            self.page.keyboard.press("c")
            if self.page.locator(f"section[data-seat='{seat}'] .who[aria-pressed='true']").count():
                break
        self.page.keyboard.press(face.split()[-1])
        expect(self.page.locator(".clue:focus")).to_have_attribute("aria-pressed", "true")
        self.page.keyboard.press("Enter")
        self.tab.wait_past(ply)


def test_a_whole_game_of_hanabi_by_keyboard(server: ServerProcess, person: NewPerson) -> None:
    ann = person("Ann", knowledge="deductions")
    ann.visit()
    ann.play_with_bots("Hanabi (Cocktail Games)")
    keys = HanabiKeys(ann)
    while ann.wait_for_turn():
        keys.move_carefully([(keys.seat + step) % 3 for step in (1, 2)])
    assert server.record(ann.table_id).result is not None


class KoiKoiKeys(KoiKoiPlayer):
    """Moves made by keys."""

    def __init__(self, tab: Tab) -> None:
        super().__init__(tab)
        self.results = 0

    def read_results(self) -> None:
        while self.page.locator("[data-result]").count():
            expect(self.page.locator("[data-result] .button")).to_be_focused()
            self.results += 1
            self.page.keyboard.press("Enter")

    def move(self) -> bool:
        playing = self.tab.wait_for_turn()
        self.read_results()
        if not playing or self.tab.is_over:
            return False
        if self.tab.attribute("to-act") != self.tab.attribute("me"):
            return True
        ply = self.tab.ply
        match self.tab.attribute("phase"):
            case "swap":
                self.page.keyboard.press("h")
            case "turned":
                self.page.keyboard.press("2")
            case "decide":
                self.page.keyboard.press("s")
            case _:
                self._play()
        self.tab.wait_past(ply)
        return True

    def _play(self) -> None:
        cards = self.page.locator(".hand button").evaluate_all(
            "cards => cards.map(card => [card.dataset.card, !card.disabled])"
        )
        place = next(place for place, (_, able) in enumerate(cards, 1) if able)
        self.page.keyboard.press(str(place))
        if self.tab.button("Play").count():
            self.page.keyboard.press("p")
            return
        for _ in range(60):
            self.page.keyboard.press("Tab")
            if self.page.locator(".lying .choice:focus, .panel .primary:focus").count():
                self.page.keyboard.press("Enter")
                return
        raise AssertionError("no Tab leads to what the card could capture")


@pytest.mark.parametrize("server", [3], indirect=True)
def test_a_whole_match_of_koikoi_by_keyboard(server: ServerProcess, person: NewPerson) -> None:
    ann = person("Ann")
    ann.visit()
    ann.customise("Koi-Koi (Robin Red Games)")
    ann.page.get_by_label("Rounds").fill("2")
    ann.page.get_by_label("Bots answer").select_option("at once")
    ann.button("Start playing").click()
    ann.board.wait_for()
    keys = KoiKoiKeys(ann)
    while keys.move():
        pass
    assert keys.results == 2
    assert server.record(ann.table_id).result is not None


def test_a_question_mark_shows_every_key(person: NewPerson) -> None:
    ann = person("Ann")
    ann.visit()
    ann.play_with_bots("Hanabi (Cocktail Games)")
    ann.page.keyboard.press("?")
    sheet = ann.page.get_by_role("dialog", name="Keys")
    expect(sheet.get_by_text("Aim a clue at the next player")).to_be_visible()
    ann.page.keyboard.press("Escape")
    expect(sheet).to_have_count(0)
