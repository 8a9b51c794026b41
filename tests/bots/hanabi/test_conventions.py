"""The positions of docs/conventions.md: the companion does what the page says."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import cast

import pytest

from hanamichi.bots import Bot, Sight
from hanamichi.bots.hanabi.casual import CasualBot
from hanamichi.bots.hanabi.companion.companion_bot import CompanionBot
from hanamichi.bots.hanabi.novice import NoviceBot
from hanamichi.catalog import AnyMatch, new_match, preset_by_id
from hanamichi.core import ChanceDraw, Replayed
from hanamichi.hanabi import HanabiOptions
from hanamichi.hanabi.actions import HanabiAction
from hanamichi.hanabi.layout import layout_of
from hanamichi.hanabi.notation import format_action, parse_command

ONLINE = preset_by_id("hanabi/online")[1].options
PAGE = Path(__file__).parents[3] / "docs" / "conventions.md"
POSITIONS = re.findall(r"```position\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)


class Position:
    """Hands from the oldest card to the newest, the next cards of the deck, and moves."""

    def __init__(self, text: str) -> None:
        self.names: list[str] = []
        cards: list[str] = []
        self.moves: list[str] = []
        for line in text.splitlines():
            first, *rest = line.split()
            if first == "deck":
                cards += rest
            elif first in self.names:
                self.moves.append(line)
            else:
                self.names.append(first)
                cards += rest
        self.match = match_with_deck(self.names, cards)


def match_with_deck(names: list[str], first: list[str]) -> AnyMatch:
    """A match whose deck begins with these cards."""
    assert isinstance(ONLINE, HanabiOptions)
    rest = Counter(card.value for card in layout_of(ONLINE).deck)
    rest.subtract(first)
    deck = ChanceDraw("deck", (*first, *rest.elements()))
    return new_match("hanabi/online", names, options={"first_seat": 0}, chance=Replayed([deck]))


def test_the_page_has_positions() -> None:
    assert len(POSITIONS) >= 8


@pytest.mark.parametrize("text", POSITIONS)
def test_the_companion_plays_as_the_page_says(text: str) -> None:
    position = Position(text)
    match, names = position.match, position.names
    expected = 0
    for line in position.moves:
        name, *words = line.split()
        seat = names.index(name)
        assert match.to_act == seat
        view = match.view(seat)
        command = " ".join(words).removeprefix("→ ")
        if words[0] == "→":
            sight = Sight(view, match.log(seat), match.legal_actions())
            choice = CompanionBot().choose(sight, Random(1))
            assert format_action(cast(HanabiAction, choice.action), view, names) == command
            assert choice.reason is not None
            expected += 1
        match.play(parse_command(command, view, names))
    assert expected


def test_a_partner_who_discards_what_it_was_told_to_play_gets_literal_clues() -> None:
    """Twice: from then on no clue of either seat says more than its words."""
    hands = "r1 y1 y3 g3 b4", "g4 w1 w3 y4 b3"
    deck = ["r3", "g2", "b2", "w4", "y2", "r4", "g1", "r2", "w2"]
    match = match_with_deck(["anna", "ben"], [*" ".join(hands).split(), *deck])
    bot = CompanionBot()
    trusted = []
    for command in ("clue ben 1", "discard 1", "clue ben 4", "discard 2"):
        seat = match.to_act
        assert seat is not None
        view = match.view(seat)
        match.play(parse_command(command, view, ["anna", "ben"]))
        tracker = bot.tracker_after(match.view(0), match.log(0))
        trusted.append(tracker.trusts(1))
    assert trusted == [True, True, True, False]


@pytest.mark.parametrize("partner", [NoviceBot, CasualBot])
def test_beside_players_without_conventions_it_is_no_burden(partner: Callable[[], Bot]) -> None:
    """`casual` makes 15.4 points beside a novice and 18.0 beside itself."""
    scores = []
    for seed in range(40):
        match = new_match("hanabi/online", 2, seed=seed)
        bots: list[Bot] = [CompanionBot(), partner()]
        chance = Random(seed)
        while (seat := match.to_act) is not None:
            sight = Sight(match.view(seat), match.log(seat), match.legal_actions())
            match.play(bots[seat].choose(sight, chance).action)
        assert match.outcome is not None
        scores.append(match.outcome.scores[0])
    assert sum(scores) / len(scores) > (14.7 if partner is NoviceBot else 17.2)
