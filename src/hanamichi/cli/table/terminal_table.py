"""What a game provides to be played and replayed in a terminal."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any, ClassVar

from rich.text import Text

from hanamichi.adapters import Facet
from hanamichi.cli.text_layout import bare
from hanamichi.core import Action, Event, MoveError, Seat, UnparsableMove
from hanamichi.words import Words, say_facts

BOT_MARK = "⚙"


class Story(ABC):
    """Turns the events that one reader received into sentences."""

    @abstractmethod
    def tell(self, events: Sequence[Event]) -> list[str]:
        """The events of one decision as sentences. Called with all events in order, each once."""


class TerminalTable(ABC):
    """One match of a game: drawing, typed commands, sentences for events, the result."""

    english_commands: ClassVar[frozenset[str]]
    """The first words of the game's own notation."""

    def __init__(self, speech: Words, title: str, names: Sequence[str]) -> None:
        self.speech = speech
        self.title = title
        self.names = tuple(names)
        self.bots: frozenset[Seat] = frozenset()
        """The seats that are marked as bots."""

    @abstractmethod
    def story(self) -> Story:
        """A story that begins with the deal."""

    @abstractmethod
    def draw(self, view: Any, news: Sequence[str], height: int) -> list[Text]:
        """The whole table for the viewer: at most `height` lines of 80 columns."""

    @abstractmethod
    def notice(self, view: Any) -> list[str]:
        """Explanations of an unusual decision; often none."""

    @abstractmethod
    def legend(self, view: Any) -> list[str]:
        """How to read the screen, in a few sentences."""

    @abstractmethod
    def examples(self, view: Any, legal: Sequence[Action]) -> list[str]:
        """A few commands that work now, to put above the prompt."""

    @abstractmethod
    def write(self, action: Any, view: Any) -> str:
        """The command that gives an action."""

    @abstractmethod
    def help(self, view: Any) -> list[tuple[str, str]]:
        """Every command that this table has, and what it does."""

    @abstractmethod
    def parse_move(self, text: str, view: Any) -> Any:
        """The action that an English command gives."""

    @abstractmethod
    def interlude(self, events: Sequence[Event], told: Sequence[str]) -> list[Text]:
        """Shown to all players before the match goes on, such as a score sheet; often empty.

        `events` are what everybody may know of the last decision, and `told` are the sentences
        about earlier ones since a person last moved.
        """

    @abstractmethod
    def ending(self, view: Any) -> list[Text]:
        """The result of a finished match."""

    def read(self, text: str, view: Any) -> Any:
        """The action that a command gives, typed in the player's language or in English."""
        try:
            return self.parse_move(self.in_english(text), view)
        except UnparsableMove:
            first = bare(text.split()[0])
            if first.isalpha() and first not in {*self.understood(), *self.english_commands}:
                raise UnparsableMove(self.speech.say("cli.play.unknown", word=text)) from None
            raise

    def refusal(self, error: MoveError, game_id: str, view: Any) -> str:
        """Why a move was refused, in the player's language and with the player's commands."""
        keys = (f"cli.refusal.{game_id}.{error.reason}", f"refusal.{game_id}.{error.reason}")
        for key in keys:
            if key in self.speech.messages:
                return self.speech.say(key, **self.refusal_facts(error, game_id, view))
        return error.message

    def refusal_facts(self, error: MoveError, game_id: str, view: Any) -> dict[str, str | int]:
        """What fills in the sentence of a refusal: cards as they are typed, and `commands`."""
        facts = say_facts(
            game_id, error.facts, self.speech, names=self.names, say_fact=self.typed_fact
        )
        commands = " · ".join(command for command, _ in self.help(view))
        return {**facts, "commands": commands}

    def typed_fact(self, kind: str, word: str) -> str | None:
        """A fact of a refusal as it is typed; None for its usual name."""
        return word if kind == "card" else None

    def in_english(self, text: str) -> str:
        """The command with its known words translated into English."""
        known = self.understood()
        return " ".join(known.get(bare(word), word) for word in text.split())

    def in_own_words(self, command: str) -> str:
        """An English command in the player's language."""
        own: dict[str, str] = {}
        for word, english in self.vocabulary().items():
            own.setdefault(english, word)
        return " ".join(own.get(word, word) for word in command.split())

    @abstractmethod
    def vocabulary(self) -> dict[str, str]:
        """Words of the player's language that commands may use, and the English ones."""

    def understood(self) -> dict[str, str]:
        """The vocabulary without accents, which need not be typed."""
        return {bare(word): english for word, english in self.vocabulary().items()}

    def name(self, seat: Seat | None) -> str:
        """A player's name."""
        return "" if seat is None else self.names[seat]

    def bot_mark(self, seat: Seat) -> str:
        """The mark behind the name of a bot; empty for a person."""
        return BOT_MARK if seat in self.bots else ""


TERMINAL: Facet[type[TerminalTable]] = Facet("terminal", TerminalTable)


def terminal_table_for(
    game_id: str, speech: Words, title: str, names: Sequence[str]
) -> TerminalTable:
    """A terminal table of a game."""
    return TERMINAL.of(game_id)(speech, title, names)
