"""Arguments and options that several commands share."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, TypeVar

import click
import msgspec
from click.shell_completion import CompletionItem

from hanamichi.bots.registry import bots_for
from hanamichi.catalog import GAMES, AnyGame, preset_by_id, presets
from hanamichi.cli.seat_assignment import read_seat, seat_code
from hanamichi.cli.translations import users_language
from hanamichi.core import (
    OptionError,
    Options,
    Preset,
    build_options,
    describe_options,
    parse_settings,
)
from hanamichi.words import LANGUAGES, WORDS

F = TypeVar("F", bound=Callable[..., Any])

_ANY_SEAT = {"random", "none", "null"}
"""What leaves an option that names a seat open."""


class PresetParameter(click.ParamType[str]):
    """A preset by its id, `hanabi/cocktail`, or by what follows the slash."""

    name = "preset"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        for _, preset in presets():
            if value in (preset.id, _short(preset.id)):
                return preset.id
        return preset_by_id(value)[1].id  # its error lists the presets

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        return [
            CompletionItem(preset.id, help=preset.edition)
            for _, preset in presets()
            if incomplete in preset.id
        ]


class PositiveNumber(click.FloatRange):
    """A number above 0; neither infinite nor `nan`, which compares with nothing."""

    def __init__(self) -> None:
        super().__init__(min=0, min_open=True)

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        number: float = super().convert(value, param, ctx)
        if not math.isfinite(number):
            self.fail(f"{value} is not a finite number.", param, ctx)
        return number


def _games_meant(ctx: click.Context) -> list[AnyGame]:
    """The game of the preset on the command line, or all games."""
    typed = {str(ctx.params.get("preset")), *ctx.args}
    meant = [game for game, preset in presets() if typed & {preset.id, _short(preset.id)}]
    return meant or list(GAMES.values())


def _short(preset_id: str) -> str:
    return preset_id.partition("/")[2]


def _complete_setting(
    ctx: click.Context,
    param: click.Parameter,  # noqa: ARG001  # what click passes
    incomplete: str,
) -> list[CompletionItem]:
    return [
        CompletionItem(f"{info.name}=", help=info.summary)
        for game in _games_meant(ctx)
        for info in describe_options(game.options_type)
        if info.name.startswith(incomplete)
    ]


def complete_bot(
    ctx: click.Context,
    param: click.Parameter,  # noqa: ARG001  # what click passes
    incomplete: str,
) -> list[str]:
    """Complete the bots of the game on the command line."""
    known = {bot.id for game in _games_meant(ctx) for bot in bots_for(game.id)}
    return sorted(bot for bot in known if bot.startswith(incomplete))


def set_option(command: F) -> F:
    """`--set option=value`, repeatable."""
    return click.option(
        "--set",
        "settings",
        multiple=True,
        metavar="OPTION=VALUE",
        shell_complete=_complete_setting,
        help="Change an option of the table; may be given several times. "
        "“hanamichi games” lists them.",
    )(command)


def lang_option(command: F) -> F:
    """`--lang`, by default the user's locale if its language is supported."""
    return click.option(
        "--lang",
        type=click.Choice(LANGUAGES),
        default=users_language,
        show_default="your locale’s, else en",
        help="The language to answer in.",
    )(command)


def json_option(command: F) -> F:
    """`--json`."""
    return click.option(
        "--json", "as_json", is_flag=True, help="Print JSON, for a program to read."
    )(command)


def remark(remarks: Iterable[str]) -> None:
    """Print remarks to stderr, for example that a parameter was out of bounds."""
    for each in remarks:
        click.echo(f"note: {each}", err=True)


def table_of(preset_id: str, settings: Sequence[str]) -> tuple[AnyGame, Preset[Any], Options]:
    """The game, the preset, and the preset's options with the given changes."""
    game, preset = preset_by_id(preset_id)
    seat_options = WORDS.of(game.id).seat_options
    seats = {
        info.name: (info.maximum or 0) + 1
        for info in describe_options(game.options_type)
        if info.name in seat_options
    }
    settings = [_with_seat_number(setting, seats) for setting in settings]
    changes = parse_settings(game.options_type, settings, preset.offers)
    return game, preset, build_options(preset.options, changes)


def _with_seat_number(setting: str, seats: Mapping[str, int]) -> str:
    """The setting with a seat such as `p2` as its index; `seats` says how many an option has."""
    name, given, text = setting.partition("=")
    option = name.strip().replace("-", "_")
    if not given or option not in seats or text.strip().casefold() in _ANY_SEAT:
        return setting
    seat = read_seat(text.strip())
    if seat is None or seat >= seats[option]:
        last = seat_code(seats[option] - 1)
        raise OptionError(f"{option} is a seat, p1 to {last}, or random", where=option)
    return f"{name}={seat}"


def written(value: Any, *, seat: bool = False) -> str:
    """An option's value as written after `--set name=`; `seat` if it is the index of one."""
    if seat:
        return "random" if value is None else seat_code(value)
    match msgspec.to_builtins(value):
        case None | []:
            return "none"
        case bool() as on:
            return "on" if on else "off"
        case list() | tuple() as items:
            return ",".join(map(str, items))
        case plain:
            return str(plain)
