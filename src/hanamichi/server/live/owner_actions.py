"""The acts of the owner: each is found, written into the log, and carried out."""

from __future__ import annotations

import secrets
from collections.abc import Awaitable, Callable
from typing import NamedTuple

import msgspec

from hanamichi.core import HanamichiError
from hanamichi.server.live.live_tables import LiveTables
from hanamichi.server.live.people import People
from hanamichi.server.live.restrictions import Restrictions
from hanamichi.server.ops.clock import Clock
from hanamichi.server.ops.log import log_event
from hanamichi.server.protocol.errors import Refused
from hanamichi.server.protocol.owner_messages import (
    ActDone,
    AnyOwnerCommand,
    BlockAddress,
    BlockPerson,
    CloseReport,
    CloseTable,
    DeleteTable,
    ForgetPerson,
    Prune,
    RenamePerson,
    Restriction,
    SilencePerson,
    UnblockAddress,
    UnblockPerson,
    UnsilencePerson,
)
from hanamichi.server.storage.database import Database
from hanamichi.server.storage.owner_log import FORGOTTEN, log_act, unlog_act
from hanamichi.server.storage.owner_search import (
    find_address,
    find_person,
    find_report,
    find_table,
)
from hanamichi.server.storage.prune import Pruner
from hanamichi.server.storage.reports import close_report
from hanamichi.server.storage.restrictions import (
    block_address,
    lift_restriction,
    restrict_person,
    unblock_address,
)
from hanamichi.server.table.entries import PersonId
from hanamichi.server.table.identity import clean_name

_PRUNE_SECONDS = 60.0
_HOUR_MILLISECONDS = 3600 * 1000


class _Act(NamedTuple):
    """An act that is ready to be carried out."""

    subject: str
    carry_out: Callable[[], Awaitable[str | None]]
    """It may answer with a detail."""
    detail: str = ""


class OwnerActions:
    """Carries out what the owner asks for, on live and on stored tables."""

    def __init__(
        self,
        database: Database,
        tables: LiveTables,
        people: People,
        restrictions: Restrictions,
        pruner: Pruner,
        clock: Clock,
    ) -> None:
        self._database = database
        self._tables = tables
        self._people = people
        self._restrictions = restrictions
        self._pruner = pruner
        self._clock = clock

    async def carry_out(self, command: AnyOwnerCommand) -> ActDone:
        """Carry out a command; refuses what does not exist."""
        act = await self._prepare(command)
        done = ActDone(
            act=str(command.__struct_config__.tag), subject=act.subject, detail=act.detail
        )
        # Written first: after a crash the log may name an act that was not finished, but it never
        # lacks one.
        line = await log_act(self._database, done, self._clock.wall_clock())
        try:
            detail = await act.carry_out()
        except HanamichiError:
            await unlog_act(self._database, line)
            raise
        log_event("owner", act=done.act)
        return done if detail is None else msgspec.structs.replace(done, detail=detail)

    async def _prepare(self, command: AnyOwnerCommand) -> _Act:
        database = self._database
        match command:
            case CloseTable(table=given):
                table_id = await find_table(database, given)
                return _Act(table_id, lambda: self._close(table_id))
            case DeleteTable(table=given):
                table_id = await find_table(database, given)
                return _Act(table_id, lambda: self._delete(table_id))
            case RenamePerson(person=given, name=text):
                person, name = await find_person(database, given), clean_name(text)
                return _Act(person, lambda: self._people.rename_everywhere(person, name))
            case SilencePerson(person=given):
                person = await find_person(database, given)
                return _Act(person, lambda: self._silence(person))
            case BlockPerson(person=given):
                person = await find_person(database, given)
                return _Act(person, lambda: self._restrict(person, "blocked"))
            case UnsilencePerson(person=given):
                person = await find_person(database, given)
                return _Act(person, lambda: self._lift(person, "silenced"))
            case UnblockPerson(person=given):
                person = await find_person(database, given)
                return _Act(person, lambda: self._lift(person, "blocked"))
            case ForgetPerson(person=given):
                person = await find_person(database, given)
                return _Act(FORGOTTEN, lambda: self._people.erase(person))
            case BlockAddress(address=given):
                address = await find_address(database, given)
                detail = "" if command.hours is None else f"{command.hours} h"
                return _Act(address, lambda: self._block(address, command), detail)
            case UnblockAddress(address=given):
                address = await find_address(database, given, blocked=True)
                return _Act(address, lambda: self._unblock(address))
            case Prune():
                return _Act("old data", self._prune)
            case CloseReport(report=given):
                report = await find_report(database, given)
                return _Act(report, lambda: self._close_report(report))

    async def _prune(self) -> str:
        """Delete what is old for a while: other commands wait meanwhile."""
        pruned = await self._pruner.run(_PRUNE_SECONDS)
        if pruned is None:
            raise Refused(
                "owner/busy",
                "Another process is deleting old data already; try again later",
                retry_after=_PRUNE_SECONDS,
            )
        return msgspec.json.encode(pruned).decode()

    async def _close(self, table_id: str) -> None:
        live_table = await self._tables.get(table_id)
        if live_table.table.status == "open":
            await self._delete(table_id)
        else:
            await live_table.stop_by_owner()

    async def _delete(self, table_id: str) -> None:
        await self._tables.delete(table_id)

    async def _silence(self, person: PersonId) -> None:
        await self._restrict(person, "silenced")
        await self._people.rename_everywhere(person, neutral_name())

    async def _restrict(self, person: PersonId, restriction: Restriction) -> None:
        await restrict_person(self._database, person, restriction)
        await self._restrictions.load()

    async def _lift(self, person: PersonId, restriction: Restriction) -> None:
        if not await lift_restriction(self._database, person, restriction):
            raise Refused(
                "owner/unknown-person", f"This person is not {restriction}", where="person"
            )
        await self._restrictions.load()

    async def _block(self, address: str, command: BlockAddress) -> None:
        now = self._clock.wall_clock()
        until = None if command.hours is None else now + command.hours * _HOUR_MILLISECONDS
        await block_address(
            self._database, address, at=now, until=until, reason=" ".join(command.reason.split())
        )
        await self._restrictions.load()

    async def _close_report(self, report: str) -> None:
        if not await close_report(self._database, report, self._clock.wall_clock()):
            raise Refused("owner/unknown-report", "This report is closed already", where="report")

    async def _unblock(self, address: str) -> None:
        await unblock_address(self._database, address)
        await self._restrictions.load()


def neutral_name() -> str:
    """A nickname for somebody whose own one is not wanted."""
    return f"Guest {secrets.randbelow(9000) + 1000}"
