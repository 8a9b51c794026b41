"""The base of the writers of rules."""

from __future__ import annotations

from collections.abc import Callable

from hanamichi.words.catalogue import Words
from hanamichi.words.rules_document import Block, Section, section

PlayerNames = Callable[[int], str]
"""The name of the player of a seat."""


class Writer:
    """Puts the messages of one game's rules into sections."""

    def __init__(self, speech: Words, game_id: str) -> None:
        self.speech = speech
        self.lang = speech.lang
        self._prefix = f"{game_id}.rules"

    def say(self, key: str, **values: str | int) -> str:
        """A message of the rules."""
        return self.speech.say(f"{self._prefix}.{key}", **values)

    def maybe(self, key: str, *, when: bool, **values: str | int) -> str | None:
        """A message, or None when it does not apply."""
        return self.say(key, **values) if when else None

    def section(self, name: str, *blocks: Block | str | None) -> Section:
        """A section with its own heading."""
        return section(self.say(f"{name}.heading"), *blocks)
