"""Processes in which bots think, so that no bot can delay or crash a table."""

from __future__ import annotations

import pickle
from collections import OrderedDict
from multiprocessing.connection import Connection
from random import Random
from typing import NamedTuple

import msgspec

from hanamichi.bots import Bot, Choice, Reason, Sight
from hanamichi.bots.outside.guests import Guest
from hanamichi.bots.outside.outside_bot import OutsideBot
from hanamichi.bots.registry import set_guests
from hanamichi.bots.spec import read_bot
from hanamichi.bots.worker_process import WorkerProcess, fork_server

_MAX_BOTS = 16
"""Bots that a process keeps: what they worked out serves the next move of the same match."""
_MAX_GUESTS = 4
"""Those of them that are not the house's own, and have a process each."""


CONTEXT = fork_server(__name__)
"""Starts processes quickly: they share imported modules and inherit no threads."""


class BotRequest(NamedTuple):
    """A decision to be made. Plain values, from which no bot learns more than its seat sees."""

    match: str
    """Identifies the match and seat: requests with the same one may reach the same bot object."""
    game: str
    bot: str
    sight: Sight
    seed: str | None = None
    """Decides the bot's random numbers, where the same position must get the same answer."""


class Chosen(msgspec.Struct, frozen=True, tag="chosen"):
    """The index of the chosen action among the legal ones."""

    index: int
    reason: Reason | None


class Failed(msgspec.Struct, frozen=True, tag="failed"):
    """The bot raised an error or chose an illegal action. Only the kind: texts might name cards."""

    kind: str


_ANSWER = msgspec.json.Decoder(Chosen | Failed)


class BotFailed(Exception):
    """The bot made no choice. Asking again would not help."""


class BotProcessLost(Exception):
    """The process has ended. Asking another one may help."""


# -- in the process ----------------------------------------------------------------------------


def serve_bots(pipe: Connection, guests: tuple[Guest, ...] = ()) -> None:
    """The main function of the process: answer requests until the pipe is closed."""
    set_guests(guests)
    bots: OrderedDict[tuple[str, str], Bot] = OrderedDict()
    while True:
        try:
            request: BotRequest = pickle.loads(pipe.recv_bytes())
        except EOFError:
            return
        pipe.send_bytes(msgspec.json.encode(_answer(request, bots)))


def _answer(request: BotRequest, bots: OrderedDict[tuple[str, str], Bot]) -> Chosen | Failed:
    legal = request.sight.legal
    key = request.match, request.bot
    try:
        bot = bots.pop(key, None) or read_bot(request.game, request.bot).make()
        choice = bot.choose(request.sight, Random(request.seed))
        index = legal.index(choice.action)
    except Exception as error:
        return Failed(type(error).__name__)
    bots[key] = bot
    if len(bots) > _MAX_BOTS:
        _forget(bots, next(iter(bots)))
    guests = [each for each, kept in bots.items() if isinstance(kept, OutsideBot)]
    if len(guests) > _MAX_GUESTS:
        _forget(bots, guests[0])
    return Chosen(index, choice.reason)


def _forget(bots: OrderedDict[tuple[str, str], Bot], key: tuple[str, str]) -> None:
    bot = bots.pop(key)
    if isinstance(bot, OutsideBot):
        bot.close()


# -- in the server --------------------------------------------------------------------------------


class BotProcess(WorkerProcess):
    """One such process, seen from the server. Its methods block: call them from a thread."""

    def __init__(self, niceness: int, guests: tuple[Guest, ...] = ()) -> None:
        self.matches: OrderedDict[str, None] = OrderedDict()
        """The most recent matches, whose bots the process still has."""
        # Output is discarded because it might name a card.
        super().__init__(serve_bots, guests, context=CONTEXT, output="discard", niceness=niceness)

    def ask(self, request: BotRequest) -> Choice:
        """The bot's choice; raises `BotFailed` or `BotProcessLost`."""
        self.matches[request.match] = None
        self.matches.move_to_end(request.match)
        if len(self.matches) > _MAX_BOTS:
            self.matches.popitem(last=False)
        try:
            self.pipe.send_bytes(pickle.dumps(request, pickle.HIGHEST_PROTOCOL))
            answer = _ANSWER.decode(self.pipe.recv_bytes())
        except (EOFError, OSError):
            raise BotProcessLost from None
        if isinstance(answer, Failed):
            raise BotFailed(answer.kind)
        return Choice(request.sight.legal[answer.index], answer.reason)
