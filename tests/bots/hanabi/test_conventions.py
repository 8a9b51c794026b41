"""The positions of docs/conventions.md: the companion does what the page says."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from random import Random
from typing import cast

import pytest

from hanamichi.bots import Sight
from hanamichi.bots.hanabi.companion.companion_bot import CompanionBot
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
