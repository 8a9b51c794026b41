"""The catalogue in a language: games, presets, options, bots and rules."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any

from hanamichi import words
from hanamichi.bots import spec
from hanamichi.bots.registry import BotInfo, bots_for, guests_of
from hanamichi.bots.spec import is_installed, usual_bot
from hanamichi.catalog import GAMES, AnyGame, preset_by_id
from hanamichi.core import OptionError, OptionInfo, Preset, build_options, describe_options
from hanamichi.core.record import plain
from hanamichi.server.protocol.http_bodies import (
    BotForm,
    BotParameter,
    Catalog,
    CheckedOptions,
    ChoiceInfo,
    GameForm,
    Impossible,
    OptionForm,
    OptionsQuery,
    PresetForm,
    Problem,
)
from hanamichi.server.protocol.messages import BotObstacle
from hanamichi.server.table.entries import TableSeat
from hanamichi.server.table.length import check_length
from hanamichi.server.table.state import Table
from hanamichi.words import Rules

_MAX_CHOICES = 12
"""A number with no more values than this is offered as a choice."""


def catalog(lang: str, max_ms: int) -> Catalog:
    """Everything that can be played. `max_ms`: how long a bot may think about a move here."""
    games = tuple(_game(game, lang, max_ms) for game in GAMES.values())
    return Catalog(lang, words.LANGUAGES, games)


def _game(game: AnyGame, lang: str, max_ms: int) -> GameForm:
    return GameForm(
        id=game.id,
        name=words.game_name(game.id, lang),
        text=words.game_text(game.id, lang),
        players=tuple(game.seat_counts),
        presets=tuple(_preset(preset, lang) for preset in game.presets.values()),
        options=tuple(_option(game, info, lang) for info in describe_options(game.options_type)),
        bots=(
            *(_bot(game, bot, lang, max_ms) for bot in bots_for(game.id) if is_installed(bot)),
            *(_guest(bot, lang) for bot in guests_of(game.id)),
        ),
        usual_bot=usual_bot(game.id, game.options_type(), game.seat_counts[0]).id,
    )


def _bot(game: AnyGame, bot: BotInfo, lang: str, max_ms: int) -> BotForm:
    limited = (parameter.limited(max_ms) for parameter in bot.parameters)
    return BotForm(
        id=bot.id,
        name=words.bot_name(game.id, bot.id, lang),
        level=words.level_name(bot.level, lang),
        text=words.bot_text(game.id, bot.id, lang),
        parameters=tuple(
            BotParameter(*parameter)
            for parameter in limited
            if parameter.lowest < parameter.highest
        ),
    )


def _guest(bot: BotInfo, lang: str) -> BotForm:
    """A bot that the owner of the server has added, under the name it was given."""
    return BotForm(
        id=bot.id,
        name=bot.id,
        level=words.level_name(bot.level, lang),
        text=words.guest_text(lang),
        parameters=(),
    )


def _preset(preset: Preset[Any], lang: str) -> PresetForm:
    return PresetForm(
        id=preset.id,
        name=words.preset_name(preset.id, lang),
        text=words.preset_text(preset.id, lang),
        edition=words.preset_edition(preset, lang),
        booklet=preset.booklet,
        options=plain(preset.options),
        offers=plain(preset.offers),
    )


def _option(game: AnyGame, info: OptionInfo, lang: str) -> OptionForm:
    values = [*info.choices, *([None] if info.nullable else [])]
    return OptionForm(
        name=info.name,
        kind=info.kind,  # type: ignore[arg-type]  # the core's kinds are the wire's
        label=words.option_name(game.id, info.name, lang),
        text=words.option_text(game.id, info.name, lang),
        booklets=info.booklets,
        choices=tuple(
            ChoiceInfo(value, words.value_name(game.id, info.name, value, lang)) for value in values
        ),
        minimum=info.minimum,
        maximum=info.maximum,
        nullable=info.nullable,
    )


def check_options(query: OptionsQuery) -> CheckedOptions:
    """Whether these options fit together, and which single changes would not fit."""
    game, preset = preset_by_id(query.preset)
    try:
        options = build_options(preset.options, query.options)
    except OptionError as error:
        return CheckedOptions(_problem(error), None, ())
    complete = plain(options)
    try:
        _check(game, options, query.players)
    except OptionError as error:
        return CheckedOptions(_problem(error), complete, ())
    return CheckedOptions(
        None,
        complete,
        tuple(_impossible(game, complete, query.players)),
        unfit_bots(game.id, options, query.players),
    )


@lru_cache(maxsize=1_000)
def unfit_bots(game_id: str, options: Any, players: int) -> tuple[BotObstacle, ...]:
    """The bots that cannot play at such a table."""
    return tuple(
        BotObstacle(unfit.bot_id, unfit.obstacle.option, unfit.obstacle.message, unfit.instead)
        for unfit in spec.unfit_bots(game_id, options, players)
    )


def _check(game: AnyGame, options: Any, players: int) -> None:
    game.check_players(players)
    game.check(options, players)
    check_length(game, options, players)


def _problem(error: OptionError) -> Problem:
    return Problem(error.code, error.message, error.where)  # type: ignore[arg-type]  # as above


def _impossible(game: AnyGame, options: Mapping[str, Any], players: int) -> Iterator[Impossible]:
    for info in describe_options(game.options_type):
        for value, changed in _changes(info, options[info.name]):
            try:
                _check(
                    game,
                    build_options(game.options_type(), {**options, info.name: changed}),
                    players,
                )
            except OptionError as error:
                yield Impossible(info.name, value, error.message)
    for number in game.seat_counts:
        try:
            _check(game, build_options(game.options_type(), options), number)
        except OptionError as error:
            yield Impossible("players", number, error.message)


def _changes(info: OptionInfo, current: Any) -> Iterator[tuple[Any, Any]]:
    """Each value a client may choose, and the value of the option then."""
    match info.kind:
        case "flag":
            yield not current, not current
        case "list":
            for item in info.choices:
                rest = [other for other in current if other != item]
                yield item, rest if item in current else [*current, item]
        case "number":
            low, high = info.minimum, info.maximum
            if low is not None and high is not None and high - low < _MAX_CHOICES:
                yield from ((value, value) for value in range(low, high + 1) if value != current)
        case _:
            yield from ((value, value) for value in info.choices if value != current)


def rules_of(query: OptionsQuery, lang: str, players: int | None) -> Rules:
    """The rules of an edition, with changes or without."""
    game, preset = preset_by_id(query.preset)
    options = build_options(preset.options, query.options)
    return words.rules(game.id, options, lang, players=players, preset=preset.id)


def table_rules(table: Table, lang: str) -> Rules:
    """The rules of a table, from its options."""
    settings, seats = table.settings, table.seats
    return words.rules(
        settings.game,
        table.options,
        lang,
        players=len(seats),
        preset=settings.preset,
        names=[_sitter(settings.game, seat, lang) for seat in seats],
    )


def _sitter(game_id: str, seat: TableSeat, lang: str) -> str | None:
    if seat.person is None and seat.bot is not None:
        bot_id = seat.bot.split(":")[0]
        known = any(info.id == bot_id for info in bots_for(game_id))
        return words.bot_name(game_id, bot_id, lang) if known else bot_id
    return seat.name
