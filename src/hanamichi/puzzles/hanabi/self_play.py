"""Games between bots, to look for puzzles in."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import NamedTuple

from hanamichi.bots.bot import Bot, Sight
from hanamichi.bots.hanabi.casual import CasualBot
from hanamichi.bots.hanabi.companion.companion_bot import CompanionBot
from hanamichi.core import Event, MatchRecord, Seeded, event_for
from hanamichi.core.match import Match
from hanamichi.core.options import build_options
from hanamichi.hanabi import HANABI
from hanamichi.hanabi.options import PRESETS

SELF_PLAY = "self-play"
"""The source of these games."""
BOTS: Mapping[str, Callable[[], Bot]] = {"companion": CompanionBot, "casual": CasualBot}


class Table(NamedTuple):
    """What is played where."""

    preset: str
    changes: Mapping[str, object]


TABLES = (
    Table("hanabi/online", {}),
    Table("hanabi/cocktail", {}),
    Table("hanabi/grands-feux", {}),
    Table("hanabi/xii-singes", {}),
    Table("hanabi/online", {}),
    Table("hanabi/grands-feux", {"avalanche": "wild"}),
    Table("hanabi/xii-singes", {"avalanche": "sixth"}),
    Table("hanabi/grands-feux", {"black_powder": True}),
)
COMPANIES = (("companion",), ("companion",), ("companion", "casual"))
"""Who sits there, in turn."""


def self_played(seed: int) -> MatchRecord:
    """A game between bots; the players are called after them."""
    chance = Random(f"puzzles {seed}")
    table = TABLES[seed % len(TABLES)]
    players = 2 + seed // len(TABLES) % 4
    company = COMPANIES[chance.randrange(len(COMPANIES))]
    specs = [company[seat % len(company)] for seat in range(players)]
    options = build_options(PRESETS[table.preset].options, table.changes)
    names = [f"{spec} {seat + 1}" for seat, spec in enumerate(specs)]
    match = Match(HANABI, options, names, Seeded(chance.getrandbits(32)), preset=table.preset)
    bots = [BOTS[spec]() for spec in specs]
    logs: list[list[Event]] = [[] for _ in bots]
    _send(logs, match.events)
    while (seat := match.to_act) is not None:
        sight = Sight(match.view(seat), logs[seat], match.legal_actions())
        _send(logs, match.play(bots[seat].choose(sight, chance).action))
    return match.record()


def follows_conventions(record: MatchRecord) -> bool:
    """Whether every seat of a game between bots played by `docs/conventions.md`."""
    return all(name.startswith("companion ") for name in record.players)


def _send(logs: list[list[Event]], events: Sequence[Event]) -> None:
    for seat, log in enumerate(logs):
        log += [seen for event in events if (seen := event_for(event, seat)) is not None]
