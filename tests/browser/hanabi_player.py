"""Plays Hanabi by clicking on the page."""

from __future__ import annotations

import re
from typing import NamedTuple

from tests.browser.person import Tab

_CARD = re.compile(
    r"(?P<suit>white|red|blue|yellow|green|black|multicolour|black powder) (?P<number>\d)"
)


class Shown(NamedTuple):
    """A card as its label describes it."""

    id: int
    label: str

    @property
    def face(self) -> str | None:
        """Its face, if visible."""
        name = self.label.split(", ")[1]
        return name if _CARD.fullmatch(name) else None

    @property
    def told(self) -> bool:
        return "told: " in self.label

    @property
    def possible(self) -> set[str]:
        """What it can be, if shown."""
        told = re.search(r"(?:must be|can be) (.*?)(?:, touched|, Note|$)", self.label)
        return {match.group() for match in _CARD.finditer(told.group(1))} if told else set()


class HanabiPlayer:
    """Reads the board and plays on it."""

    def __init__(self, tab: Tab) -> None:
        self.tab = tab
        self.page = tab.page

    def hand(self, seat: int) -> list[Shown]:
        """The cards of a hand, from their accessible labels."""
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
        """The playable faces."""
        return {f"{suit} {height + 1}" for suit, height in self.fireworks().items() if height < 5}

    # -- moves ---------------------------------------------------------------------------------

    def select(self, card: int) -> None:
        """Select a card of the own hand."""
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
        """Give a clue about a card: the first, or the one whose label starts like this."""
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
        """Choose a discarded card for a bonus tile."""
        ply = self.tab.ply
        self.tab.button(face_label).click()
        self.tab.wait_past(ply)

    # -- a careful player ----------------------------------------------------------------------

    def move_carefully(self, others: list[int]) -> None:
        """Play what is certain, give a useful clue, or discard an untouched card."""
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
