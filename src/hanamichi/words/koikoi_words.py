"""The words of Koi-Koi."""

from __future__ import annotations

from typing import ClassVar

from hanamichi.koikoi.options import KoiKoiOptions
from hanamichi.words.catalogue import Words
from hanamichi.words.game_words import GameWords
from hanamichi.words.koikoi_rules import koikoi_sections
from hanamichi.words.rules_document import Section
from hanamichi.words.section_writer import PlayerNames


class KoiKoiWords(GameWords):
    """Rules, cards, months and yaku."""

    seat_options: ClassVar[frozenset[str]] = frozenset({"first_dealer"})

    def sections(
        self, options: KoiKoiOptions, speech: Words, tables: tuple[int, ...], player: PlayerNames
    ) -> tuple[Section, ...]:
        return koikoi_sections(options, speech, tables, player)

    def fact(self, speech: Words, kind: str, word: str) -> str | None:
        if kind in ("card", "yaku", "month", "plant"):
            return speech.say(f"koikoi.{kind}.{word}")
        return None


KOIKOI_WORDS = KoiKoiWords()
