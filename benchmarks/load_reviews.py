"""Reviews for a server to make while its tables are measured."""

from __future__ import annotations

from pathlib import Path
from random import Random

from sqlalchemy import func, insert, select

from hanamichi.bots import Sight
from hanamichi.bots.random import RandomBot
from hanamichi.catalog import preset_by_id
from hanamichi.core import Match, Seeded
from hanamichi.records import write_record
from hanamichi.server.storage import schema
from hanamichi.server.storage.connections import sqlite_url
from hanamichi.server.storage.database import Database

_PRESET = "koikoi/nintendo"
_DEPTH = "deep"
"""So that they last as long as the tables are measured."""


def _record(seed: int) -> str:
    """A match of two players who play at random."""
    game, preset = preset_by_id(_PRESET)
    match = Match(game, preset.options, 2, Seeded(seed), _PRESET)
    bot, chance = RandomBot(), Random(seed)
    while (seat := match.to_act) is not None:
        sight = Sight(match.view(seat), match.log(seat), match.legal_actions())
        match.play(bot.choose(sight, chance).action)
    return write_record(match.record()).decode()


async def store_reviews(folder: Path, count: int) -> None:
    """Store imported matches and wishes to review them, which a server begins when it starts."""
    storage = Database(sqlite_url(folder))
    await storage.open()
    bodies = [_record(seed) for seed in range(count)]
    imports = [
        {"replay_id": f"match-{n}", "person_id": "", "at": 1, "used": 1, "body": body, "size": 1}
        for n, body in enumerate(bodies)
    ]
    wanted = {"depth": _DEPTH, "status": "waiting", "asked": 1, "progress": 0, "attempts": 0}
    async with storage.writing() as connection:
        await connection.execute(insert(schema.imports), imports)
        await connection.execute(
            insert(schema.reviews), [{"replay_id": each["replay_id"], **wanted} for each in imports]
        )
    await storage.close()


async def reviews_made(folder: Path) -> float:
    """How many reviews were made, those that are not done in parts."""
    storage = Database(sqlite_url(folder))
    async with storage.reading() as connection:
        percent = (await connection.execute(select(func.sum(schema.reviews.c.progress)))).scalar()
    await storage.close()
    return (percent or 0) / 100
