"""A Hanabi player's hands: every move made by pressing what is on the page."""

from __future__ import annotations

import re
from typing import NamedTuple

from tests.browser.people import Tab

_CARD = re.compile(
    r"(?P<suit>white|red|blue|yellow|green|black|multicolour|black powder) (?P<number>\d)"
)


class Shown(NamedTuple):
    """A card as its label tells it."""

    id: int
    label: str

    @property
    def face(self) -> str | None:
        """What is on it, where that can be seen."""
        name = self.label.split(", ")[1]
        return name if _CARD.fullmatch(name) else None

    @property
    def told(self) -> bool:
        return "told: " in self.label

    @property
    def possible(self) -> set[str]:
        """What it can be, where the page says so."""
        told = re.search(r"(?:must be|can be) (.*?)(?:, touched|, Note|$)", self.label)
        return {match.group() for match in _CARD.finditer(told.group(1))} if told else set()


class Hands:
    """Reads the board and plays on it."""

    def __init__(self, tab: Tab) -> None:
        self.tab = tab
        self.page = tab.page

    def hand(self, seat: int) -> list[Shown]:
        """The cards of a hand, as a screen reader would read them."""
        cards = self.page.locator(f"section[data-seat='{seat}'] [data-card]").evaluate_all(
            "cards => cards.map(card => [Number(card.dataset.card), card.ariaLabel])"
        )
        return [Shown(*card) for card in cards]

    @property
    def seat(self) -> int:
        return int(self.tab.attribute("me"))

    def fireworks(self) -> dict[str, int]:
        """How many cards each firework has."""
        heights: dict[str, int] = self.page.locator("[data-suit]").evaluate_all(
            "all => Object.fromEntries(all.map(f => [f.dataset.suit, Number(f.dataset.height)]))"
        )
        return heights

    def count(self, what: str) -> int:
        """A number of the status line: `clue-tokens`, `deck`, `score`."""
        return int(self.page.locator(f"[data-count='{what}']").inner_text())

    def playable(self) -> set[str]:
        """The faces that fit now."""
        return {f"{suit} {height + 1}" for suit, height in self.fireworks().items() if height < 5}

    # -- moves ---------------------------------------------------------------------------------

    def select(self, card: int) -> None:
        """Take up a card of one's own."""
        self.page.locator(f".own [data-card='{card}']").click()

    def play(self, card: int) -> None:
        ply = self.tab.ply
        self.select(card)
        self.tab.button("Play").click()
        self.tab.wait_past(ply)

    def discard(self, card: int) -> None:
        ply = self.tab.ply
        self.select(card)
        self.tab.button("Discard").click()
        self.tab.wait_past(ply)

    def clue(self, seat: int, card: int | None, label: str = "") -> None:
        """A clue about a card: the first there is, or the one whose label begins like this."""
        ply = self.tab.ply
        hand = self.page.locator(f"section[data-seat='{seat}']")
        (
            hand.locator("button.who") if card is None else hand.locator(f"[data-card='{card}']")
        ).click()
        clues = self.page.locator(".clue")
        (
            clues.and_(self.page.locator(f"[aria-label^='{label}:']")) if label else clues
        ).first.click()
        self.page.get_by_role("button", name="Tell ").click()
        self.tab.wait_past(ply)

    def choose_face(self, face_label: str) -> None:
        """What a bonus tile asks for: one of the discarded cards."""
        ply = self.tab.ply
        self.tab.button(face_label).click()
        self.tab.wait_past(ply)

    # -- a careful player ----------------------------------------------------------------------

    def move_carefully(self, others: list[int]) -> None:
        """Play what is certain, tell what is useful, discard what nobody spoke of."""
        own = self.hand(self.seat)
        fits = self.playable()
        for card in own:
            if card.possible and card.possible <= fits:
                return self.play(card.id)
        tokens = self.count("clue-tokens")
        if tokens:
            for seat in others:
                for card in self.hand(seat):
                    if card.face in fits and not card.told:
                        return self.clue(seat, card.id)
        if self.page.locator(".own [data-card]").count() and tokens < 8:
            unspoken = [card for card in own if not card.told] or own
            return self.discard(unspoken[0].id)
        seat = others[0]
        return self.clue(seat, self.hand(seat)[0].id)
