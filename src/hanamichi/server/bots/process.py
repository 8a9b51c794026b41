"""Processes in which bots think, so that none of them can delay or bring down a table."""

from __future__ import annotations

import multiprocessing
import os
import pickle
from collections import OrderedDict
from multiprocessing.connection import Connection
from random import Random
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from hanamichi.bots import Bot, Choice, Reason, Sight
from hanamichi.bots.spec import read_bot
from hanamichi.bots.worker_process import serve_the_keeper, without_interrupts

if TYPE_CHECKING:
    from multiprocessing.context import ForkServerContext, SpawnContext

_MOST_BOTS = 16
"""Bots that a process remembers: what they worked out serves the next move of the same match."""


def _context() -> SpawnContext | ForkServerContext:
    if "forkserver" not in multiprocessing.get_all_start_methods():
        return multiprocessing.get_context("spawn")
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload([__name__])
    return context


CONTEXT = _context()
"""Processes that begin quickly, share what they have imported, and have no thread of ours."""


class BotRequest(NamedTuple):
    """A decision to be made. Plain values, from which no bot learns more than its seat sees."""

    memory: str
    """Names the bot's match: jobs of the same name may be answered by the same bot."""
    game: str
    bot: str
    sight: Sight


class Chosen(msgspec.Struct, frozen=True, tag="chosen"):
    """Which of the legal actions."""

    place: int
    reason: Reason | None


class Failed(msgspec.Struct, frozen=True, tag="failed"):
    """The bot broke, or chose what it may not. Its message might name a card: only its kind."""

    kind: str


_ANSWER = msgspec.json.Decoder(Chosen | Failed)


class BotFailed(Exception):
    """A bot that came to no choice. Asking again would not help."""


class BotProcessLost(Exception):
    """The process is gone, or was ended. Asking another one may help."""


# -- in the process ----------------------------------------------------------------------------


def work(pipe: Connection, niceness: int) -> None:
    """What the process does: answer, until nobody asks any more."""
    serve_the_keeper()
    be_quiet_and_nice(niceness)
    bots: OrderedDict[tuple[str, str], Bot] = OrderedDict()
    while True:
        try:
            job: BotRequest = pickle.loads(pipe.recv_bytes())
        except EOFError:
            return
        pipe.send_bytes(msgspec.json.encode(_answer(job, bots)))


def be_quiet_and_nice(niceness: int) -> None:
    """Print nothing, for it might name a card; and let others go first."""
    if hasattr(os, "nice"):
        os.nice(niceness)
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    os.dup2(nowhere, 2)


def _answer(job: BotRequest, bots: OrderedDict[tuple[str, str], Bot]) -> Chosen | Failed:
    legal = job.sight.legal
    key = job.memory, job.bot
    try:
        bot = bots.pop(key, None) or read_bot(job.game, job.bot).make()
        choice = bot.choose(job.sight, Random())
        place = legal.index(choice.action)
    except Exception as error:
        return Failed(type(error).__name__)
    bots[key] = bot
    if len(bots) > _MOST_BOTS:
        bots.popitem(last=False)
    return Chosen(place, choice.reason)


# -- its keeper --------------------------------------------------------------------------------


class BotProcess:
    """The keeper of one such process. Its methods block: call them from a thread."""

    def __init__(self, niceness: int) -> None:
        self.memories: OrderedDict[str, None] = OrderedDict()
        """The matches it has seen last: whose bots it still has."""
        self._pipe, theirs = CONTEXT.Pipe()
        self._process = CONTEXT.Process(target=work, args=(theirs, niceness), daemon=True)
        with without_interrupts():
            self._process.start()
        theirs.close()

    @property
    def pid(self) -> int | None:
        """The number of the process."""
        return self._process.pid

    @property
    def alive(self) -> bool:
        """Whether it can be asked."""
        return self._process.is_alive()

    def ask(self, job: BotRequest) -> Choice:
        """The bot's choice; raises `BotFailed` or `BotProcessLost`."""
        self.memories[job.memory] = None
        self.memories.move_to_end(job.memory)
        if len(self.memories) > _MOST_BOTS:
            self.memories.popitem(last=False)
        try:
            self._pipe.send_bytes(pickle.dumps(job, pickle.HIGHEST_PROTOCOL))
            answer = _ANSWER.decode(self._pipe.recv_bytes())
        except (EOFError, OSError):
            raise BotProcessLost from None
        if isinstance(answer, Failed):
            raise BotFailed(answer.kind)
        return Choice(job.sight.legal[answer.place], answer.reason)

    def kill(self) -> None:
        """End the process now, whatever it does; whoever waits for it is told."""
        self._process.kill()

    def close(self) -> None:
        """End the process and forget it."""
        self._process.kill()
        self._process.join()
        self._pipe.close()
