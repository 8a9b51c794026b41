"""The rules page of Lanterns; its names and sentences are in `messages/en.toml`."""

from __future__ import annotations

from hanamichi.words import GameWords, Section, Words
from hanamichi.words.section_writer import PlayerNames, Writer
from tests.testing.lanterns import HAND, LanternsOptions


class LanternsWords(GameWords):
    """Two sections, written from the options."""

    def sections(
        self, options: LanternsOptions, speech: Words, tables: tuple[int, ...], player: PlayerNames
    ) -> tuple[Section, ...]:
        write = Writer(speech, "lanterns")
        refill = "turn.refill" if options.refill else "turn.no_refill"
        return (
            write.section("setup", write.say("setup.deal", count=options.lanterns, hand=HAND)),
            write.section("turn", write.say("turn.hang"), write.say(refill), write.say("turn.end")),
        )


LANTERNS_WORDS = LanternsWords()
