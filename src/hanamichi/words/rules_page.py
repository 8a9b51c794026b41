"""The rules of any table as a page: an edition, or any options that fit together."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import structs

from hanamichi.catalog import AnyGame, game_by_id, preset_by_id
from hanamichi.core import OptionError, Options
from hanamichi.words.catalogue import DEFAULT_LANGUAGE, Words, words
from hanamichi.words.game_words import WORDS
from hanamichi.words.names import (
    game_name,
    option_name,
    player_name,
    preset_name,
    value_name,
)
from hanamichi.words.rules_document import Rules, Section, bullets, section


def rules(
    game_id: str,
    options: Options,
    lang: str = DEFAULT_LANGUAGE,
    *,
    players: int | None = None,
    preset: str | None = None,
    names: Sequence[str | None] = (),
) -> Rules:
    """The rules of these options, for one number of players or for all that fit.

    They are written from the options alone. A preset only lends its name to the title, and what
    the table changes in it is listed first. A rule about one player says who that is where the
    names of those at the table are known.
    """
    game = game_by_id(game_id)
    speech = words(lang)
    if not isinstance(options, game.options_type):
        raise OptionError(f"These are not options of {game_id}")
    sections = WORDS.of(game_id).sections(
        options,
        speech,
        _tables(game, options, players),
        lambda seat: player_name(seat, lang, names),
    )
    name = game_name(game_id, lang)
    if preset is not None:
        changes = _changes(game_id, options, preset, speech, names)
        sections = (*changes, *sections)
        name = preset_name(preset, lang)
    return Rules(lang, speech.say("rules.title", name=name), sections)


def _tables(game: AnyGame, options: Options, players: int | None) -> tuple[int, ...]:
    """The numbers of players these options fit; raises when there is none."""
    if players is not None:
        game.check_players(players)
        game.check(options, players)
        return (players,)
    tables = []
    refused: OptionError | None = None
    for number in game.seat_counts:
        try:
            game.check(options, number)
        except OptionError as error:
            refused = error
        else:
            tables.append(number)
    if refused is not None and not tables:
        raise refused
    return tuple(tables)


def _changes(
    game_id: str, options: Options, preset_id: str, speech: Words, names: Sequence[str | None]
) -> Iterator[Section]:
    """A section on what the table changes in an edition, if it changes anything."""
    game, preset = preset_by_id(preset_id)
    if game.id != game_id:
        raise OptionError(f"{preset_id} is no edition of {game_id}", code="options/preset")
    items = []
    for name, usual in structs.asdict(preset.options).items():
        value = getattr(options, name)
        if value != usual:
            items.append(
                speech.say(
                    "rules.changed.item",
                    option=option_name(game_id, name, speech.lang),
                    value=value_name(game_id, name, value, speech.lang, names),
                    usual=value_name(game_id, name, usual, speech.lang),
                )
            )
    if items:
        edition = preset_name(preset_id, speech.lang)
        yield section(
            speech.say("rules.changed.heading"),
            speech.say("rules.changed.intro", edition=edition),
            bullets(*items),
        )
