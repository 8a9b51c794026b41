"""Plays Koi-Koi by clicking on the page."""

from __future__ import annotations

from tests.browser.person import Tab


class KoiKoiPlayer:
    """Reads the board and plays on it, greedily."""

    def __init__(self, tab: Tab) -> None:
        self.tab = tab
        self.page = tab.page
        self.rounds_seen: list[str] = []
        """The headings of the results shown between rounds."""
        self.decisions = 0
        self.called_in_round = ""

    def hand(self) -> list[str]:
        """The own cards that may be played now."""
        cards: list[str] = self.page.locator(".hand button:enabled").evaluate_all(
            "cards => cards.map(card => card.dataset.card)"
        )
        return cards

    def field(self) -> list[str]:
        """The cards of the field."""
        cards: list[str] = self.page.locator(".lying [data-card]").evaluate_all(
            "cards => cards.map(card => card.dataset.card)"
        )
        return cards

    def card_width(self) -> float:
        """The width of the field cards in pixels."""
        width: float = self.page.locator(".lying [data-card]").first.evaluate(
            "card => card.getBoundingClientRect().width"
        )
        return width

    def wait_for_card_width(self, least: float) -> None:
        """Wait until the field cards are at least this wide."""
        self.page.wait_for_function(
            "least => document.querySelector('.lying [data-card]')"
            ".getBoundingClientRect().width >= least",
            arg=least,
        )

    def move(self) -> bool:
        """Make a move; false when the match is over."""
        playing = self.tab.wait_for_turn()
        self.read_results()
        if not playing or self.tab.is_over:
            return False
        if self.tab.attribute("to-act") != self.tab.attribute("me"):
            return True
        ply = self.tab.ply
        match self.tab.attribute("phase"):
            case "swap":
                self.tab.button("Keep my hand").click()
            case "turned":
                self.page.locator(".lying .choice").first.click()
            case "decide":
                self._decide()
            case _:
                self._play()
        self.tab.wait_past(ply)
        return True

    def read_results(self) -> None:
        """Read and dismiss the results of rounds."""
        result = self.page.locator("[data-result]")
        while result.count():
            self.rounds_seen.append(result.get_by_role("heading").first.inner_text())
            result.locator(".button.primary").click()

    def _decide(self) -> None:
        self.decisions += 1
        now = self.tab.attribute("round")
        if self.called_in_round != now:
            self.called_in_round = now
            self.tab.button("Koi-koi!").click()
        else:
            self.page.get_by_role("button", name="Stop: ").click()

    def _play(self) -> None:
        months = {card[:-1] for card in self.field()}
        hand = self.hand()
        card = next((card for card in hand if card[:-1] in months), hand[0])
        self.page.locator(f".hand [data-card='{card}']").click()
        plain = self.tab.button("Play")
        if plain.count():
            plain.click()
        else:
            self.page.locator(".lying .choice").first.click()
