"""What there is beside matches in the middle: lobbies, lessons, questions, and matches long over.

Bo opens tables and asks for things; Cleo has only just come, and has nothing yet.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import msgspec

from hanamichi.bots import Choice
from hanamichi.core import Seeded
from hanamichi.server.protocol.commands import CreateTable, Leave, Propose, Sit
from hanamichi.server.storage.append import Append
from hanamichi.server.storage.database import Database, Person
from hanamichi.server.table import moves, seating
from hanamichi.server.table.decision import Actor, Context, Presence, hash_secret
from hanamichi.server.table.lessons import LESSONS, scripted_move
from hanamichi.server.table.state import Table
from tests.browser.stages import (
    ANN,
    NOW,
    STAGES,
    Book,
    Stage,
    build,
    hanabi,
    koikoi,
    over,
    play_blindly,
    play_openly,
    stop_at_once,
)

BO = Actor("bo", "Bo")
CLEO = Actor("cleo", "Cleo")
SECRETS = {ANN: "the-secret-of-ann", BO: "the-secret-of-bo", CLEO: "the-secret-of-cleo"}
"""Everybody's cookie."""
DAY = 86_400_000
CONTEXT = Context(0.0, Presence(since=0.0), Seeded(1))


class Occasion(NamedTuple):
    """A table that is stored before the server starts."""

    table_id: str
    build: Callable[[str], Book]


def _opened(host: Actor, preset: str, *plans: str, listed: bool = False) -> list[Any]:
    seats = [
        {"type": plan} if plan in ("me", "open") else {"type": "bot", "bot": plan} for plan in plans
    ]
    request = {"preset": preset, "seats": seats, "listed": listed}
    return [seating.open_table(host, msgspec.convert(request, CreateTable), "instant")]


def lesson(game: str, step: int, *, strayed: bool = False) -> Occasion:
    """A guided game at one of its steps, or just beside it."""

    def tell(table_id: str) -> Book:
        told = LESSONS[game]
        book = Book(table_id, told.opened_by(ANN))
        until = told.turns[step] if step < len(told.turns) else len(told.script)
        while book.table.ply < until and (action := scripted_move(book.table)) is not None:
            book.write(_moved(book.table, action))
        if strayed:
            assert book.table.play is not None
            legal = book.table.game.legal_actions(book.table.play.state, 0)
            expected = scripted_move(book.table)
            book.write(_moved(book.table, next(one for one in legal if one != expected)))
        return book

    return Occasion(f"lesson-{game}-{'strayed' if strayed else step}", tell)


def _moved(table: Table, action: Any) -> Sequence[Any]:
    assert table.to_act is not None
    return moves.bot_move(table, table.to_act, Choice(action), CONTEXT).entries


def waiting(name: str, host: Actor, preset: str, *plans: str) -> Occasion:
    """A table whose match has not begun."""

    def tell(table_id: str) -> Book:
        return Book(table_id, _opened(host, preset, *plans, listed=True), NOW)

    return Occasion(name, tell)


def together(name: str, after: Callable[[Table], Sequence[Any]]) -> Occasion:
    """Ann and Bo at one table, and what happened when they had each made a move."""

    def tell(table_id: str) -> Book:
        book = Book(table_id, _opened(BO, "hanabi/cocktail", "open", "me"))
        book.write(seating.sit(book.table, ANN, Sit(id="s", seat=0)).entries)
        book.write(seating.begin(book.table, CONTEXT).entries)
        for _ in range(2):
            assert book.table.play is not None
            assert book.table.to_act is not None
            legal = book.table.game.legal_actions(book.table.play.state, book.table.to_act)
            book.write(_moved(book.table, legal[0]))
        book.write(after(book.table))
        return book

    return Occasion(name, tell)


def _ask(table: Table) -> Sequence[Any]:
    return moves.propose(table, BO, Propose(id="p", what="take-back")).entries


def _get_up(table: Table) -> Sequence[Any]:
    return moves.get_up(table, BO, Leave(id="l")).entries


STEPS = len(LESSONS["hanabi"].turns)

OCCASIONS: tuple[Occasion, ...] = (
    waiting("lobby-host", ANN, "hanabi/grands-feux", "me", "open", "open", "casual"),
    waiting("lobby-guest", BO, "koikoi/nintendo", "me", "open"),
    together("asked", _ask),
    together("left", _get_up),
    *(lesson(game, step) for game in LESSONS for step in range(STEPS + 1)),
    *(lesson(game, 3, strayed=True) for game in LESSONS),
)

_PAST: tuple[Stage, ...] = (
    *(hanabi(f"past-{n}", 3, over, seed=30 + n) for n in range(9)),
    hanabi("past-won", 2, over, preset="hanabi/xii-singes", choose=play_openly),
    hanabi("past-lost", 2, over, preset="hanabi/xii-singes", choose=play_blindly),
    *(
        koikoi(f"past-koikoi-{n}", over, choose=stop_at_once, seed=n, options={"rounds": 3})
        for n in range(6)
    ),
)
PAST = tuple(past._replace(at=NOW - (len(_PAST) - n) * DAY) for n, past in enumerate(_PAST))
"""Ann's matches of other days, for the sums."""


async def store(storage: Database) -> None:
    """Put everybody and everything into a database."""
    await storage.open()
    for actor, secret in SECRETS.items():
        assert actor.person is not None
        await storage.add_person(Person(actor.person, actor.name), hash_secret(secret), 1)
    books = [build(stage) for stage in (*STAGES, *PAST)]
    books += [occasion.build(occasion.table_id) for occasion in OCCASIONS]
    await storage.append(*(Append(tuple(book.stored), None, book.table) for book in books))
