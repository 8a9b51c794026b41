"""The words of Hanabi."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from hanamichi.hanabi.cards import Card
from hanamichi.hanabi.options import HanabiOptions
from hanamichi.words.catalogue import Words
from hanamichi.words.game_words import GameWords
from hanamichi.words.hanabi_names import card_name
from hanamichi.words.hanabi_rules import hanabi_sections
from hanamichi.words.rules_document import Section
from hanamichi.words.section_writer import PlayerNames


class HanabiWords(GameWords):
    """Rules, cards and colours."""

    seat_options: ClassVar[frozenset[str]] = frozenset({"first_seat"})
    choice_keys: ClassVar[Mapping[str, str]] = dict.fromkeys(
        ("colours", "special_suits", "one_of_each"), "hanabi.suit"
    )

    def sections(
        self, options: HanabiOptions, speech: Words, tables: tuple[int, ...], player: PlayerNames
    ) -> tuple[Section, ...]:
        return hanabi_sections(options, speech, tables, player)

    def fact(self, speech: Words, kind: str, word: str) -> str | None:
        match kind:
            case "card":
                return card_name(Card(word), speech.lang)
            case "colour":
                return speech.say(f"hanabi.suit.{word}")
            case "tile":
                return speech.say(f"hanabi.tile.{word}.name")
            case _:
                return None


HANABI_WORDS = HanabiWords()
