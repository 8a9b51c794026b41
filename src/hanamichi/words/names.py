"""The names of games, editions, options and bots."""

from __future__ import annotations

import enum
from collections.abc import Sequence
from typing import Any

from hanamichi.core import Preset
from hanamichi.words.catalogue import Words, words
from hanamichi.words.game_words import WORDS


def game_name(game_id: str, lang: str) -> str:
    """The name of a game."""
    return words(lang).say(f"game.{game_id}.name")


def game_text(game_id: str, lang: str) -> str:
    """A game in one sentence."""
    return words(lang).say(f"game.{game_id}.text")


def preset_name(preset_id: str, lang: str) -> str:
    """The name of an edition, short enough for a list."""
    return words(lang).say(f"preset.{preset_id}.name")


def preset_text(preset_id: str, lang: str) -> str:
    """An edition in two sentences."""
    return words(lang).say(f"preset.{preset_id}.text")


def preset_edition(preset: Preset[Any], lang: str) -> str:
    """What an edition is called: the title on its box, translated where there is no box."""
    key = f"preset.{preset.id}.edition"
    speech = words(lang)
    return speech.say(key) if key in speech.messages else preset.edition


def option_name(game_id: str, option: str, lang: str) -> str:
    """The label of an option."""
    return words(lang).say(f"option.{game_id}.{option}.label")


def option_text(game_id: str, option: str, lang: str) -> str:
    """What an option does, in one sentence."""
    return words(lang).say(f"option.{game_id}.{option}.text")


def value_name(
    game_id: str, option: str, value: Any, lang: str, names: Sequence[str | None] = ()
) -> str:
    """A value of an option: on or off, a number, a player, a choice, or a list of them."""
    game_words = WORDS.of(game_id)
    if option in game_words.seat_options and value is not None:
        return player_name(value, lang, names)
    key = f"option.{game_id}.{option}"
    return _value(words(lang), key, game_words.choice_keys.get(option, f"{key}.choice"), value)


def player_name(seat: int, lang: str, names: Sequence[str | None] = ()) -> str:
    """The player of a seat: by name where it is unique, or by number from 1."""
    name = names[seat] if seat < len(names) else None
    if name and list(names).count(name) == 1:
        return name
    return words(lang).say("common.player", number=seat + 1)


def bot_name(game_id: str, bot_id: str, lang: str) -> str:
    """The name of a bot at the table."""
    return words(lang).say(f"bot.{game_id}.{bot_id}.name")


def bot_text(game_id: str, bot_id: str, lang: str) -> str:
    """How a bot plays, in two sentences."""
    return words(lang).say(f"bot.{game_id}.{bot_id}.text")


def guest_text(lang: str) -> str:
    """What is said of a bot that the owner of a server has added."""
    return words(lang).say("bot.guest")


def level_name(level: str, lang: str) -> str:
    """How strong a bot is, in a word."""
    return words(lang).say(f"bot.level.{level}")


def _value(speech: Words, key: str, choice_key: str, value: Any) -> str:
    match value:
        case None:
            return speech.say(f"{key}.none")
        case bool():
            return speech.say("common.on" if value else "common.off")
        case enum.Enum():
            return _value(speech, key, choice_key, value.value)
        case str():
            return speech.say(f"{choice_key}.{value}")
        case [] | ():
            return speech.say("common.nothing")
        case list() | tuple():
            return speech.join([_value(speech, key, choice_key, item) for item in value])
        case _:
            return str(value)
