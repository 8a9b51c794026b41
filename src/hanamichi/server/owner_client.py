"""The owner's commands from outside: a live server carries them out, or this process does.

A running server has tables in memory and clients connected, so an act must happen there. Without
one, the same code runs here over the database.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TypeVar

import msgspec
from sqlalchemy import make_url

from hanamichi.core import HanamichiError
from hanamichi.server.application import Application
from hanamichi.server.cluster.peers import IdlePeers
from hanamichi.server.cluster.postgres import TIMEOUT_SECONDS
from hanamichi.server.ops.clock import Clock, unix_milliseconds
from hanamichi.server.ops.config import ServerConfig
from hanamichi.server.protocol.owner_messages import ActDone, AnyOwnerCommand, OwnerAnswer, Prune
from hanamichi.server.storage.connections import is_file
from hanamichi.server.storage.database import Database
from hanamichi.server.storage.errors import StorageError
from hanamichi.server.storage.file_lock import DatabaseInUse, is_held
from hanamichi.server.storage.owner_access import OwnerAccess
from hanamichi.server.storage.owner_commands import INTERRUPTED, OwnerCommands
from hanamichi.server.storage.owner_lists import OwnerLists
from hanamichi.server.storage.prune import Pruned, Pruner

T = TypeVar("T")

_UNTAKEN_SECONDS = 10.0
"""How long a live server may take to begin."""
_UNANSWERED_SECONDS = 300.0
"""How long it may take to finish: erasing a person rewrites all their tables."""
_LOOK_SECONDS = 0.05
_ATTEMPTS = 3


class OwnerError(HanamichiError):
    """A command of the owner that was not carried out, or not surely.

    Codes: `owner/no-answer`, and those with which a server refuses.
    """

    code = "owner/no-answer"


async def carry_out(url: str, command: AnyOwnerCommand, config: ServerConfig) -> ActDone:
    """Carry out a command on a live server, or here if there is none."""
    for _ in range(_ATTEMPTS):
        async with _opened(url) as database:
            if await _is_live(database):
                done = await _ask(database, command)
                if done is not None:
                    return done
                continue  # the server has ended, and has not begun
        with contextlib.suppress(DatabaseInUse):  # a server has just started
            return await _carry_out_alone(url, command, config)
    raise OwnerError("Servers start and stop all the time: nothing was done; try again")


async def read_list(url: str, read: Callable[[OwnerLists], Awaitable[T]]) -> T:
    """A list from the database, which needs no server."""
    async with _opened(url) as database:
        return await read(OwnerLists(database))


async def make_link(url: str) -> str:
    """The secret of a new one-time link to the owner's page."""
    async with _opened(url) as database:
        return await OwnerAccess(database, Clock()).make_link()


async def count_old(url: str, config: ServerConfig) -> Pruned:
    """How much is older than a configuration keeps it."""
    async with _opened(url) as database:
        return await Pruner(database, config.retention, Clock()).count()


async def prune_old(url: str, config: ServerConfig) -> Pruned:
    """Delete that: a live server by its own configuration, or this process by the given one."""
    pruned = Pruned(more=True)
    while pruned.more:
        done = await carry_out(url, Prune(), config)
        pruned = pruned.plus(msgspec.json.decode(done.detail, type=Pruned))
    return pruned


@asynccontextmanager
async def _opened(url: str) -> AsyncIterator[Database]:
    _check_used(url)
    database = Database(url)
    try:
        await database.open()
        yield database
    except StorageError as error:
        raise _unusable(error) from None
    finally:
        await database.close()


def _check_used(url: str) -> None:
    """Refuse a file that does not exist, instead of making an empty one."""
    parsed = make_url(url)
    if is_file(parsed) and not Path(str(parsed.database)).exists():
        raise HanamichiError(
            "No server has used this database yet; check --database",
            code="serve/database",
            where="database",
        )


def _unusable(error: StorageError) -> HanamichiError:
    return HanamichiError(
        f"The database cannot be used ({error}); check --database",
        code="serve/database",
        where="database",
    )


async def _is_live(database: Database) -> bool:
    if database.shared:
        return await OwnerCommands(database).any_live(TIMEOUT_SECONDS)
    return await asyncio.to_thread(is_held, database.url)


async def _ask(database: Database, command: AnyOwnerCommand) -> ActDone | None:
    """Have a live server carry out a command; None if it ended before it began."""
    commands = OwnerCommands(database)
    command_id = await commands.give(command, unix_milliseconds())
    began = time.monotonic()
    try:
        while True:
            state = await commands.state(command_id)
            if state.answer is not None:
                await commands.discard(command_id)
                return _result(state.answer)
            waited = time.monotonic() - began
            if waited > (_UNANSWERED_SECONDS if state.taken else _UNTAKEN_SECONDS):
                return await _give_up(commands, command_id)
            await asyncio.sleep(_LOOK_SECONDS)
            if not await _is_live(database):
                return await _server_ended(commands, command_id)
    except BaseException:
        # Also when interrupted: what no server has begun is not to be done later.
        await commands.withdraw(command_id)
        raise


async def _give_up(commands: OwnerCommands, command_id: str) -> ActDone | None:
    if await commands.withdraw(command_id):
        raise OwnerError(
            "A server runs, but does not answer: nothing was done; see whether it is well, or "
            "stop it and repeat the command"
        )
    raise OwnerError(
        "The server has begun and not finished: it may still finish; check what was done"
    )


async def _server_ended(commands: OwnerCommands, command_id: str) -> ActDone | None:
    if await commands.withdraw(command_id):
        return None
    state = await commands.state(command_id)
    await commands.discard(command_id)
    return _result(state.answer or OwnerAnswer(problem=INTERRUPTED))


def _result(answer: OwnerAnswer) -> ActDone:
    if answer.done is not None:
        return answer.done
    problem = answer.problem or INTERRUPTED
    raise OwnerError(problem.message, code=problem.code, where=problem.where)


async def _carry_out_alone(url: str, command: AnyOwnerCommand, config: ServerConfig) -> ActDone:
    """Carry out a command while no server runs; on a file none can start meanwhile."""
    app = Application(Database(url), config=config, peers=IdlePeers())
    try:
        await app.open_for_owner()
        return await app.owner_actions.carry_out(command)
    except DatabaseInUse:
        raise
    except StorageError as error:
        raise _unusable(error) from None
    finally:
        await app.close()
