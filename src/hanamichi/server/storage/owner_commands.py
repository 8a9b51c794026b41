"""Commands of the owner to the running servers: rows that one of them takes and answers.

A command is taken by one process, once, and never carried out again, whatever happens to that
process: its answer then says that it was interrupted.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import Connection, delete, insert, select, text, update

from hanamichi.server.protocol.http_bodies import Problem
from hanamichi.server.protocol.owner_messages import AnyOwnerCommand, OwnerAnswer
from hanamichi.server.storage import schema
from hanamichi.server.storage.database import Database
from hanamichi.server.storage.notify import OwnerCommandGiven, notify
from hanamichi.server.table.identity import new_secret

_COMMANDS = schema.owner_commands.c
_VALID_MILLISECONDS = 60 * 1000
"""A command that nobody took for so long has been given up by its sender."""
_KEPT_MILLISECONDS = 24 * 3600 * 1000
"""Answers that nobody read are deleted after this long."""
_DECODER: msgspec.json.Decoder[AnyOwnerCommand] = msgspec.json.Decoder(AnyOwnerCommand)
_ANSWERS: msgspec.json.Decoder[OwnerAnswer] = msgspec.json.Decoder(OwnerAnswer)
_LIVE = text(
    "SELECT id FROM nodes WHERE seen > clock_timestamp() - make_interval(secs => :seconds)"
)

INTERRUPTED = Problem(
    "owner/interrupted",
    "The server stopped while it carried this out; check what was done, and repeat the command",
)


class GivenCommand(NamedTuple):
    """A command that this process has to carry out."""

    id: str
    command: AnyOwnerCommand | None
    """None for one that this version does not know."""


class CommandState(NamedTuple):
    """How far a command is."""

    taken: bool
    answer: OwnerAnswer | None


class OwnerCommands:
    """The rows, from both sides."""

    def __init__(self, database: Database) -> None:
        self._database = database

    # -- the side of the sender --

    async def give(self, command: AnyOwnerCommand, at: int) -> str:
        """Leave a command for the running servers; its id."""
        command_id = new_secret()
        body = msgspec.json.encode(command).decode()
        async with self._database.writing() as connection:
            await connection.execute(
                insert(schema.owner_commands).values(id=command_id, at=at, body=body)
            )
            await notify(connection, OwnerCommandGiven())
        return command_id

    async def state(self, command_id: str) -> CommandState:
        """How far a command is."""
        query = select(_COMMANDS.node, _COMMANDS.answer).where(_COMMANDS.id == command_id)
        async with self._database.reading() as connection:
            row = (await connection.execute(query)).first()
        if row is None:
            return CommandState(taken=False, answer=None)
        answer = None if row.answer is None else _ANSWERS.decode(row.answer)
        return CommandState(taken=row.node is not None, answer=answer)

    async def withdraw(self, command_id: str) -> bool:
        """Delete a command that no process has taken; False if one has."""
        mine = (_COMMANDS.id == command_id) & _COMMANDS.node.is_(None)
        async with self._database.writing() as connection:
            return (
                await connection.execute(delete(schema.owner_commands).where(mine))
            ).rowcount > 0

    async def discard(self, command_id: str) -> None:
        """Delete a command whose answer was read."""
        async with self._database.writing() as connection:
            await connection.execute(
                delete(schema.owner_commands).where(_COMMANDS.id == command_id)
            )

    async def any_live(self, seconds: float) -> bool:
        """Whether a process on PostgreSQL has shown itself within these seconds."""
        async with self._database.reading() as connection:
            return (await connection.execute(_LIVE, {"seconds": seconds})).first() is not None

    # -- the side of a running server --

    async def take(self, now: int) -> GivenCommand | None:
        """Take the oldest command that waits; None if there is none."""
        for row in await self._database.run_read(_waiting, now - _VALID_MILLISECONDS):
            free = (_COMMANDS.id == row.id) & _COMMANDS.node.is_(None)
            take = update(schema.owner_commands).where(free).values(node=self._database.node)
            async with self._database.writing() as connection:
                taken = (await connection.execute(take)).rowcount > 0
            if taken:
                return GivenCommand(row.id, _decoded(row.body))
        return None

    async def answer(self, command_id: str, answer: OwnerAnswer) -> None:
        """Answer a command, unless it was answered for this process."""
        unanswered = (_COMMANDS.id == command_id) & _COMMANDS.answer.is_(None)
        body = msgspec.json.encode(answer).decode()
        async with self._database.writing() as connection:
            await connection.execute(
                update(schema.owner_commands).where(unanswered).values(answer=body)
            )

    async def answer_for_ended_processes(self, now: int) -> None:
        """Answer the commands of processes that are gone, and delete what nobody waits for."""
        lost = (
            _COMMANDS.node.is_not(None)
            & (_COMMANDS.node != self._database.node)
            & _COMMANDS.answer.is_(None)
        )
        if self._database.shared:
            lost &= _COMMANDS.node.not_in(select(schema.nodes.c.id))
        old = _COMMANDS.at <= now - _KEPT_MILLISECONDS
        given_up = _COMMANDS.node.is_(None) & (_COMMANDS.at <= now - _VALID_MILLISECONDS)
        body = msgspec.json.encode(OwnerAnswer(problem=INTERRUPTED)).decode()
        async with self._database.writing() as connection:
            await connection.execute(update(schema.owner_commands).where(lost).values(answer=body))
            await connection.execute(delete(schema.owner_commands).where(old | given_up))


def _waiting(connection: Connection, since: int) -> Sequence[Any]:
    """The commands that no process has taken and whose senders still wait."""
    waiting = _COMMANDS.node.is_(None) & (_COMMANDS.at > since)
    query = select(_COMMANDS.id, _COMMANDS.body).where(waiting).order_by(_COMMANDS.at)
    return connection.execute(query).all()


def _decoded(body: str) -> AnyOwnerCommand | None:
    try:
        return _DECODER.decode(body)
    except msgspec.DecodeError:
        return None
