"""The process of a Python bot: lines of JSON become objects, and its choice becomes a line."""

from __future__ import annotations

import contextlib
import importlib
import inspect
import os
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random

import msgspec

from hanamichi.bots.bot import Bot, Sight
from hanamichi.bots.outside.answers import NotLegal, described, place_of
from hanamichi.bots.outside.launch import BuiltInBot, Checked, PythonBot
from hanamichi.bots.outside.messages import (
    TO_BOT,
    ChooseAsSent,
    Failed,
    Move,
    Ready,
    StartAsSent,
    decoders_of,
    line_of,
)
from hanamichi.bots.spec import read_bot
from hanamichi.core import Event


class NoSuchBot(Exception):
    """A reference that names no bot; the text says why."""


def run_python_bot(bot: PythonBot) -> None:
    """Answer for a bot that is imported here."""
    _answer(lambda _game_id: find(bot.reference)())


def run_built_in_bot(bot: BuiltInBot) -> None:
    """Answer for a bot of the house."""
    _answer(lambda game_id: read_bot(game_id, bot.spec).make())


def check(bot: PythonBot) -> None:
    """Say whether there is such a bot."""
    out = os.dup(1)
    os.dup2(2, 1)
    try:
        found = find(bot.reference)
        module = sys.modules.get(getattr(found, "__module__", None) or "")
        named = sys.modules[bot.reference.partition(":")[0]]
        origin = getattr(named, "__file__", None) or getattr(module, "__file__", None)
        answer = Checked(None, None if origin is None else str(Path(origin).resolve()))
    except NoSuchBot as error:
        answer = Checked(str(error), None)
    os.write(out, msgspec.json.encode(answer) + b"\n")


def find(reference: str) -> Callable[[], Bot]:
    """What makes the bot; raises `NoSuchBot`."""
    module, _, attribute = reference.partition(":")
    try:
        found: object = importlib.import_module(module)
        for name in attribute.split("."):
            found = getattr(found, name)
    except BaseException as error:  # a module of others may fail in any way
        raise NoSuchBot(described_import(error)) from None
    if not callable(found):
        raise NoSuchBot(f"{attribute} is no class and no function")
    if isinstance(found, type) and not callable(getattr(found, "choose", None)):
        raise NoSuchBot(f"{attribute} has no method choose")
    with contextlib.suppress(ValueError):  # not every function has a signature
        try:
            inspect.signature(found).bind()
        except TypeError as error:
            raise NoSuchBot(f"{attribute} makes none without arguments: {error}") from None
    return found


def described_import(error: BaseException) -> str:
    """Why an import failed."""
    text = f"{type(error).__name__}: {error}"
    closed = _closed_folder() if isinstance(error, ModuleNotFoundError) else None
    if closed is not None:
        text += (
            f" (no bot may look into {closed}, which has the folders of all; move it to another)"
        )
    return text


def _closed_folder() -> str | None:
    """Where modules would be looked for, were there not the folders of all seats."""
    for entry in sys.path:
        if Path.cwd().is_relative_to(entry):
            try:
                os.scandir(entry).close()
            except PermissionError:
                return entry
            except OSError:
                continue
    return None


def _answer(make: Callable[[str], Bot]) -> None:
    """Answer until the questions end. What the bot prints goes to its standard error."""
    questions = os.fdopen(os.dup(0), "rb")
    out = os.dup(1)
    null = os.open(os.devnull, os.O_RDONLY)
    os.dup2(null, 0)
    os.dup2(2, 1)
    sys.stdin = open(0, closefd=False)  # noqa: SIM115  # it is nobody's file
    sys.stdout = sys.stderr = open(2, "w", buffering=1, closefd=False)  # noqa: SIM115
    table: _Table | None = None
    for line in questions:
        message = TO_BOT.decode(line)
        answer: Ready | Move | Failed
        try:
            if isinstance(message, StartAsSent):
                table = None
                table = _Table(message, make(message.game))
                answer = Ready()
            else:
                assert table is not None, "a match has to start first"
                answer = table.answer(message)
        except NotLegal as error:
            answer = Failed(str(error), "illegal")
        except NoSuchBot as error:
            answer = Failed(str(error))
        except BaseException as error:  # even exit()
            answer = Failed(described(error))
        text = line_of(answer)
        while text:
            text = text[os.write(out, text) :]


class _Table:
    """A match, as the bot's process knows it."""

    def __init__(self, start: StartAsSent, bot: Bot) -> None:
        self._bot = bot
        self._decoders = decoders_of(start.game)
        self._chance = Random(start.seed)
        self._company = start.company
        self._events: list[Event] = []

    def answer(self, question: ChooseAsSent) -> Move:
        """The bot's decision."""
        self._events.extend(self._decoders.events.decode(question.events))
        legal = self._decoders.legal.decode(question.legal)
        view = self._decoders.view.decode(question.view)
        sight = Sight(view, self._events, legal, self._company)
        chosen: object = self._bot.choose(sight, self._chance)
        return Move(question.id, place_of(chosen, legal))
