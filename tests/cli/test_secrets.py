"""The screen shows only what the seat in front of it may see."""

from __future__ import annotations

import re
from collections.abc import Sequence
from random import Random

import pytest
from rich.text import Text

from hanamichi.bots import RandomBot
from hanamichi.catalog import AnyMatch
from hanamichi.cli.bot_choice import ChosenBot
from hanamichi.cli.screen import Screen
from hanamichi.cli.seat_assignment import SeatAssignment
from hanamichi.cli.terminal_match import TerminalMatch
from hanamichi.cli.translations import translations
from hanamichi.core import Seat
from hanamichi.hanabi import HanabiState
from hanamichi.koikoi import CARDS, KoiKoiState, Phase
from tests.cli.play_scripts import ALL_EXTENSIONS, choose, face_of, new_match

HANABI_CARD = re.compile(r"\b[WRBYGKMP][1-5]\b")
KOIKOI_CARD = re.compile(r"\b\d{1,2}[LARabc]\b")


class Witness(Screen):
    """A screen that keeps its content and answers prompts with random legal moves."""

    def __init__(self, match: AnyMatch, seed: int, lang: str) -> None:
        super().__init__(translations(lang))
        self.match = match
        self.chance = Random(seed)
        self.face = face_of(match, lang)
        self.pages: list[str] = []

    def show(self, lines: Sequence[Text]) -> None:
        self.pages.append("\n".join(line.plain for line in lines))

    def hide(self, lines: Sequence[Text]) -> None:
        self.check(None)
        self.pages = ["\n".join(line.plain for line in lines)]
        self.check(None)

    def ask(self, prompt: str) -> str:
        seat = self.match.to_act
        assert seat is not None
        self.check(seat)
        self.pages.clear()
        if self.chance.random() < 0.1:
            return self.chance.choice(("log", "legal", "nonsense", "play 99", "stop"))
        action = choose(self.match, self.chance, daring=self.chance.random() < 0.8)
        return self.face.write(action, self.match.view(seat))

    def check(self, seat: Seat | None) -> None:
        """Check that the screen shows nothing that this seat, or a spectator, may not know."""
        text = "\n".join(self.pages)
        hidden = _hidden(self.match.state, seat)
        if isinstance(self.match.state, KoiKoiState):
            # the cards a yaku needs are public knowledge
            text = re.sub(r"(needs|fehlt)( \d+[LARabc])+", "", text)
            shown = set(KOIKOI_CARD.findall(text))
        else:
            shown = set(HANABI_CARD.findall(text))
        assert not hidden & shown, f"{seat} sees {hidden & shown}:\n{text}"


def _hidden(state: HanabiState | KoiKoiState, seat: Seat | None) -> set[str]:
    """The codes of cards of which this seat may see no copy."""
    if isinstance(state, HanabiState):
        unseen = [
            card
            for owner, hand in enumerate(state.hands)
            if seat is None or owner == seat
            for card in hand
        ]
        unseen += range(state.drawn, len(state.deck))
        seen = {state.deck[card] for card in set(range(len(state.deck))) - set(unseen)}
        return {str(state.deck[card]).upper() for card in unseen} - {
            str(face).upper() for face in seen
        }
    held = [
        card
        for owner, hand in enumerate(state.round.hands)
        if owner != seat or state.round.phase is Phase.SWAP
        for card in hand
        if not state.round.shown[owner] >> card & 1
    ]
    return {str(CARDS[card]) for card in (*held, *state.round.stock)}


@pytest.mark.parametrize("lang", ["en", "de"])
@pytest.mark.parametrize(
    ("preset", "players", "changes"),
    [
        ("xii-singes", 2, ("avalanche=on", "errors=10")),
        ("grands-feux", 5, (*ALL_EXTENSIONS, "errors=10")),
        ("cocktail", 3, ("final_bouquet=on", "errors=10")),
        # one round, and no draw for the dealer: a later deal would show the same cards again
        ("nintendo", 2, ("rounds=1", "first_dealer=0")),
        ("robin-red", 2, ("rounds=1", "first_dealer=0", "gaji=on")),
    ],
)
def test_no_screen_shows_what_its_seat_may_not_know(
    preset: str, players: int, changes: tuple[str, ...], lang: str
) -> None:
    for seed in range(6):
        match = new_match(preset, seed, players, changes)
        witness = Witness(match, seed, lang)
        seating = SeatAssignment(tuple(match.players), frozenset())
        assert TerminalMatch(
            match, seating, witness.face, witness, ChosenBot("random", RandomBot), seed
        ).run()
        assert match.outcome is not None


def test_a_leak_would_be_noticed() -> None:
    match = new_match("cocktail", 1)
    witness = Witness(match, 1, "en")
    witness.show([Text("R1 R2 R3 R4 R5 W1 W2 W3 W4 W5 B1 B2 B3 B4 B5 Y5 G5")])
    with pytest.raises(AssertionError, match="sees"):
        witness.check(match.to_act)
