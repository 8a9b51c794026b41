"""What the writers of both games share."""

from __future__ import annotations

from collections.abc import Callable

from hanamichi.words.catalogue import Words
from hanamichi.words.rules_document import Block, Section, section

PlayerNames = Callable[[int], str]
"""What to call whoever sits on a seat."""


class Writer:
    """Says the messages of one game's rules and puts them into sections."""

    def __init__(self, speech: Words, game_id: str) -> None:
        self.speech = speech
        self.lang = speech.lang
        self._prefix = f"{game_id}.rules"

    def say(self, key: str, **values: str | int) -> str:
        """A message of the rules."""
        return self.speech.say(f"{self._prefix}.{key}", **values)

    def maybe(self, key: str, *, when: bool, **values: str | int) -> str | None:
        """A message that stands there only under some options."""
        return self.say(key, **values) if when else None

    def section(self, name: str, *blocks: Block | str | None) -> Section:
        """A section with its own heading."""
        return section(self.say(f"{name}.heading"), *blocks)
