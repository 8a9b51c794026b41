"""What a game provides for its words, apart from messages."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Any, ClassVar

from hanamichi.adapters import Facet
from hanamichi.words.catalogue import Words
from hanamichi.words.rules_document import Section
from hanamichi.words.section_writer import PlayerNames


class GameWords(ABC):
    """The rules page of a game, and names that are not found under the usual keys."""

    seat_options: ClassVar[frozenset[str]] = frozenset()
    """Options whose values are seats, which are written as players."""
    choice_keys: ClassVar[Mapping[str, str]] = {}
    """For options whose choices are named elsewhere: the key under which they are."""

    @abstractmethod
    def sections(
        self, options: Any, speech: Words, tables: tuple[int, ...], player: PlayerNames
    ) -> tuple[Section, ...]:
        """The whole rules of these options, for tables of these numbers of players."""

    def fact(self, speech: Words, kind: str, word: str) -> str | None:
        """A word in a reason, such as the `r3` of `card:r3`; None: it stays as it is."""
        return None


WORDS: Facet[GameWords] = Facet("words", GameWords)
