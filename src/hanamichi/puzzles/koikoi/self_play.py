"""Matches between bots, to look for puzzles in: short ones, so that the score matters."""

from __future__ import annotations

from random import Random

from hanamichi.bots.bot import Sight
from hanamichi.bots.spec import read_bot
from hanamichi.catalog import preset_by_id
from hanamichi.core import Abandonment, Match, MatchRecord, Seeded
from hanamichi.core.options import build_options

ROUNDS = (1, 2, 2, 3, 6, 12)
"""How many rounds a match has: any of these."""
LAST_ROUND = 2
"""Later rounds are not looked at: a puzzle should have a short history."""
COMPANY = (
    ("sharp", "sharp"),
    ("sharp", "regular"),
    ("regular", "sharp"),
    ("regular", "regular"),
    ("sharp", "novice"),
    ("novice", "sharp"),
)


def self_played(seed: int) -> MatchRecord:
    """A match by the rules of either box, as far as it is looked at."""
    chance = Random(f"puzzle match {seed}")
    game, preset = preset_by_id(chance.choice(("koikoi/nintendo", "koikoi/robin-red")))
    # With a first dealer, no cards are drawn for it: a puzzle has a shorter history.
    changes = {"rounds": chance.choice(ROUNDS), "first_dealer": chance.randrange(2)}
    options = build_options(preset.options, changes)
    bots = [read_bot(game.id, name).make() for name in chance.choice(COMPANY)]
    match = Match(game, options, 2, Seeded(chance.getrandbits(32)), preset.id)
    while (seat := match.to_act) is not None and match.view(seat).number <= LAST_ROUND:
        sight = Sight(match.view(seat), match.log(seat), match.legal_actions())
        match.play(bots[seat].choose(sight, chance).action, seat)
    return match.record(None if match.outcome is not None else Abandonment("terminated"))
