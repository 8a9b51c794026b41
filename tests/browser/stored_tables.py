"""Tables stored before the server starts: waiting ones, lessons, proposals, and finished matches.

Bo hosts tables and makes proposals; Cleo is new and has no tables.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import msgspec

from hanamichi.bots import Choice
from hanamichi.core import Seat, Seeded
from hanamichi.server.protocol.commands import CreateTable, Leave, Propose, Sit
from hanamichi.server.storage.append import Append
from hanamichi.server.storage.database import Database, Person
from hanamichi.server.table import moves, proposals, seating
from hanamichi.server.table.absence import NOBODY_HERE
from hanamichi.server.table.decision import Actor, Context, hash_secret
from hanamichi.server.table.entries import Stopped, TookBack
from hanamichi.server.table.lessons import LESSONS, scripted_move
from hanamichi.server.table.state import Table
from tests.browser.stored_matches import (
    ANN,
    NOW,
    STORED_MATCHES,
    Book,
    StoredMatch,
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
"""The cookies."""
DAY = 86_400_000
CONTEXT = Context(0.0, 0, NOBODY_HERE, Seeded(1))


class StoredTable(NamedTuple):
    """A table that is stored before the server starts."""

    table_id: str
    build: Callable[[str], Book]


def _opened(host: Actor, preset: str, *plans: str, listed: bool = False) -> list[Any]:
    seats = [
        {"type": plan} if plan in ("me", "open") else {"type": "bot", "bot": plan} for plan in plans
    ]
    request = {"preset": preset, "seats": seats, "listed": listed}
    return [seating.open_table(host, msgspec.convert(request, CreateTable), "instant")]


def lesson(game: str, step: int, *, strayed: bool = False) -> StoredTable:
    """A lesson at one of its steps, or after a wrong move."""

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

    return StoredTable(f"lesson-{game}-{'strayed' if strayed else step}", tell)


def _moved(table: Table, action: Any) -> Sequence[Any]:
    assert table.to_act is not None
    return moves.bot_move(table, table.to_act, Choice(action), CONTEXT).entries


def waiting(name: str, host: Actor, preset: str, *plans: str) -> StoredTable:
    """A table that was not started."""

    def tell(table_id: str) -> Book:
        return Book(table_id, _opened(host, preset, *plans, listed=True), NOW)

    return StoredTable(name, tell)


def together(
    name: str,
    after: Callable[[Table], Sequence[Any]],
    preset: str = "hanabi/cocktail",
    to_act: Seat = 0,
) -> StoredTable:
    """Ann and Bo at one table, with events after some moves, in somebody's turn."""

    def tell(table_id: str) -> Book:
        book = Book(table_id, _opened(BO, preset, "open", "me"))
        book.write(seating.sit(book.table, ANN, Sit(id="s", seat=0)).entries)
        book.write(seating.begin(book.table, CONTEXT).entries)
        while book.table.ply < 2 or book.table.to_act != to_act:
            assert book.table.play is not None
            assert book.table.to_act is not None
            legal = book.table.game.legal_actions(book.table.play.state, book.table.to_act)
            book.write(_moved(book.table, legal[0]))
        book.write(after(book.table))
        return book

    return StoredTable(name, tell)


def _ask(table: Table) -> Sequence[Any]:
    return proposals.propose(table, BO, Propose(id="p", what="take-back"), CONTEXT).entries


def _get_up(table: Table) -> Sequence[Any]:
    return moves.get_up(table, BO, Leave(id="l")).entries


def _stay_away(_: Table) -> Sequence[Any]:
    return ()


def _lose_by_absence(_: Table) -> Sequence[Any]:
    return (Stopped(reason="absence", seat=1),)


def _take_back(_: Table) -> Sequence[Any]:
    return (TookBack(seat=1, ply=0), Stopped(reason="idle", seat=1))


def _take_back_and_agree(_: Table) -> Sequence[Any]:
    return (TookBack(seat=1, ply=0), Stopped(reason="vote"))


STEPS = len(LESSONS["hanabi"].turns)

STORED_TABLES: tuple[StoredTable, ...] = (
    waiting("waiting-host", ANN, "hanabi/grands-feux", "me", "open", "open", "casual"),
    waiting("waiting-guest", BO, "koikoi/nintendo", "me", "open"),
    together("asked", _ask),
    together("left", _get_up),
    together("left-koikoi", _get_up, "koikoi/nintendo"),
    together("away", _stay_away, to_act=1),
    together("away-koikoi", _stay_away, "koikoi/nintendo", to_act=1),
    together("won-by-absence", _lose_by_absence, "koikoi/nintendo"),
    together("not-counted", _take_back),
    together("not-counted-koikoi", _take_back_and_agree, "koikoi/nintendo"),
    *(lesson(game, step) for game in LESSONS for step in range(STEPS + 1)),
    *(lesson(game, 3, strayed=True) for game in LESSONS),
)

_PAST: tuple[StoredMatch, ...] = (
    *(hanabi(f"past-{n}", 3, over, seed=30 + n) for n in range(9)),
    hanabi("past-won", 2, over, preset="hanabi/xii-singes", choose=play_openly),
    hanabi("past-lost", 2, over, preset="hanabi/xii-singes", choose=play_blindly),
    *(
        koikoi(f"past-koikoi-{n}", over, choose=stop_at_once, seed=n, options={"rounds": 3})
        for n in range(6)
    ),
)
PAST = tuple(past._replace(at=NOW - (len(_PAST) - n) * DAY) for n, past in enumerate(_PAST))
"""Ann's earlier matches, for the statistics."""


async def store(storage: Database) -> None:
    """Store all people and tables in a database."""
    await storage.open()
    for actor, secret in SECRETS.items():
        assert actor.person is not None
        await storage.add_person(Person(actor.person, actor.name), hash_secret(secret), 1)
    books = [build(match) for match in (*STORED_MATCHES, *PAST)]
    books += [table.build(table.table_id) for table in STORED_TABLES]
    await storage.append(*(Append(tuple(book.stored), None, book.table) for book in books))
