"""What a game must offer to be played and looked at in a terminal."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any, ClassVar

from rich.text import Text

from hanamichi.adapters import Facet
from hanamichi.core import Action, Event, Seat, UnparsableMove
from hanamichi.words import Words


class Story(ABC):
    """Follows a match as one reader saw it, and retells it."""

    @abstractmethod
    def tell(self, events: Sequence[Event]) -> list[str]:
        """What came of one decision, in one line or a few. Events come in order, each once."""


class TerminalTable(ABC):
    """One game at one table: drawing, typed commands, retelling, the end."""

    english_commands: ClassVar[frozenset[str]]
    """The first words of the game's own notation."""

    def __init__(self, speech: Words, title: str, names: Sequence[str]) -> None:
        self.speech = speech
        self.title = title
        self.names = tuple(names)

    @abstractmethod
    def story(self) -> Story:
        """A story that begins with the deal."""

    @abstractmethod
    def draw(self, view: Any, news: Sequence[str], height: int) -> list[Text]:
        """The whole table from one chair: at most `height` lines of 80 columns."""

    @abstractmethod
    def notice(self, view: Any) -> list[str]:
        """What the player should know about an unusual decision; often nothing."""

    @abstractmethod
    def legend(self) -> list[str]:
        """How to read the screen, in a few sentences."""

    @abstractmethod
    def examples(self, view: Any, legal: Sequence[Action]) -> list[str]:
        """A few commands that work now, to put above the prompt."""

    @abstractmethod
    def write(self, action: Any, view: Any) -> str:
        """The command that gives an action."""

    @abstractmethod
    def help(self) -> list[tuple[str, str]]:
        """Every command of the game and what it does."""

    @abstractmethod
    def parse_move(self, text: str, view: Any) -> Any:
        """The action that an English command gives."""

    @abstractmethod
    def interlude(self, events: Sequence[Event]) -> list[Text]:
        """What all players read together before going on, such as a score sheet; often nothing."""

    @abstractmethod
    def ending(self, view: Any) -> list[Text]:
        """How a finished match came out."""

    def read(self, text: str, view: Any) -> Any:
        """The action that a command gives, typed in the player's language or in English."""
        try:
            return self.parse_move(self.in_english(text), view)
        except UnparsableMove:
            first = text.split()[0].casefold()
            if first.isalpha() and first not in {*self.vocabulary(), *self.english_commands}:
                raise UnparsableMove(self.speech.say("cli.play.unknown", word=text)) from None
            raise

    def in_english(self, text: str) -> str:
        """The command with those of its words that we know put into English."""
        known = self.vocabulary()
        return " ".join(known.get(word.casefold(), word) for word in text.split())

    def in_own_words(self, command: str) -> str:
        """An English command as players say it in their language."""
        own: dict[str, str] = {}
        for word, english in self.vocabulary().items():
            own.setdefault(english, word)
        return " ".join(own.get(word, word) for word in command.split())

    @abstractmethod
    def vocabulary(self) -> dict[str, str]:
        """Words of the player's language that commands may use, and the English ones."""

    def name(self, seat: Seat | None) -> str:
        """A player's name."""
        return "" if seat is None else self.names[seat]


TERMINAL: Facet[type[TerminalTable]] = Facet("terminal", TerminalTable)


def terminal_table_for(
    game_id: str, speech: Words, title: str, names: Sequence[str]
) -> TerminalTable:
    """A terminal table of a game."""
    return TERMINAL.of(game_id)(speech, title, names)
