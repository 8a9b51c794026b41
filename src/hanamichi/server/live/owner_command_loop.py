"""Carries out the commands that the owner leaves in the database for a running server."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from typing import Any

from hanamichi.core import HanamichiError
from hanamichi.server.live.owner_actions import OwnerActions
from hanamichi.server.ops.clock import Clock
from hanamichi.server.ops.log import report_fault
from hanamichi.server.protocol.errors import FAULT, STORAGE_FAILED, Refused
from hanamichi.server.protocol.http_bodies import Problem
from hanamichi.server.protocol.owner_messages import OwnerAnswer
from hanamichi.server.storage.errors import StorageError
from hanamichi.server.storage.owner_commands import GivenCommand, OwnerCommands

_LOG = logging.getLogger("hanamichi.server")
_POLL_SECONDS = 0.5
"""Between two looks at SQLite, which does not notify anybody of new rows."""
_SHARED_POLL_SECONDS = 5.0
"""PostgreSQL notifies; this is for a notification that was lost."""
_CLEANING_SECONDS = 60.0


class OwnerCommandLoop:
    """Takes one command after the other, and answers each."""

    def __init__(
        self, commands: OwnerCommands, actions: OwnerActions, clock: Clock, *, shared: bool
    ) -> None:
        self._commands = commands
        self._actions = actions
        self._clock = clock
        self._poll_seconds = _SHARED_POLL_SECONDS if shared else _POLL_SECONDS
        self._given = asyncio.Event()

    def wake(self) -> None:
        """A command was given."""
        self._given.set()

    async def run(self) -> None:
        """Carry out commands until cancelled."""
        clean_at = self._clock.now()
        while True:
            self._given.clear()
            try:
                if self._clock.now() >= clean_at:
                    clean_at = self._clock.now() + _CLEANING_SECONDS
                    await self._commands.answer_for_ended_processes(self._clock.wall_clock())
                while (given := await self._commands.take(self._clock.wall_clock())) is not None:
                    await self._commands.answer(given.id, await self._carry_out(given))
            except StorageError as error:
                _LOG.error("the owner's commands wait for the database: %s", error)
            except Exception as error:
                report_fault(error)
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(self._poll_seconds):
                    await self._given.wait()

    async def _carry_out(self, given: GivenCommand) -> OwnerAnswer:
        try:
            if given.command is None:
                raise Refused(
                    "request/invalid", "The server is of another version; use its own command"
                )
            return OwnerAnswer(done=await self._actions.carry_out(given.command))
        except HanamichiError as error:
            return OwnerAnswer(problem=_problem(error))
        except StorageError as error:
            _LOG.error("a command of the owner failed: %s", error)
            return OwnerAnswer(problem=_problem(STORAGE_FAILED))
        except Exception as error:
            report_fault(error)
            return OwnerAnswer(problem=_problem(FAULT))


def _problem(error: HanamichiError) -> Problem:
    # A code is a string where it is raised; a test checks that each is listed.
    code: Any = error.code
    return Problem(code, error.message, error.where)
