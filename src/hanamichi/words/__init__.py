"""Words: the rules of any table, and the names of everything on it, in several languages."""

from hanamichi.words.catalogue import (
    DEFAULT_LANGUAGE,
    LANGUAGES,
    NAME_LANGUAGES,
    LanguageError,
    Words,
    pick_language,
    words,
)
from hanamichi.words.game_words import WORDS, GameWords
from hanamichi.words.names import (
    bot_name,
    bot_text,
    game_name,
    game_text,
    guest_text,
    level_name,
    option_name,
    option_text,
    preset_edition,
    preset_name,
    preset_text,
    value_name,
)
from hanamichi.words.reason_text import say_facts, why
from hanamichi.words.rules_document import Bullets, Paragraph, Rules, Section, Steps, Table
from hanamichi.words.rules_page import rules

__all__ = [
    "DEFAULT_LANGUAGE",
    "LANGUAGES",
    "NAME_LANGUAGES",
    "WORDS",
    "Bullets",
    "GameWords",
    "LanguageError",
    "Paragraph",
    "Rules",
    "Section",
    "Steps",
    "Table",
    "Words",
    "bot_name",
    "bot_text",
    "game_name",
    "game_text",
    "guest_text",
    "level_name",
    "option_name",
    "option_text",
    "pick_language",
    "preset_edition",
    "preset_name",
    "preset_text",
    "rules",
    "say_facts",
    "value_name",
    "why",
    "words",
]
