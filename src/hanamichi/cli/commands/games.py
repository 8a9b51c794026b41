"""`hanamichi games`: lists editions and options."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import click
import msgspec
from rich.text import Text

from hanamichi import words
from hanamichi.catalog import GAMES, AnyGame
from hanamichi.cli.parameters import json_option, lang_option, written
from hanamichi.cli.screen import console_for_output
from hanamichi.cli.seat_assignment import seat_code
from hanamichi.cli.text_layout import WIDTH, ends, folded, put
from hanamichi.cli.translations import translations
from hanamichi.core import OptionInfo, Preset, describe_options
from hanamichi.words import Words


@click.command(
    short_help="List the editions (presets) and the options of a table.",
    epilog="""\b
Examples:
  hanamichi games
  hanamichi games --json
""",
)
@json_option
@lang_option
def games(as_json: bool, lang: str) -> None:
    """List the games, their editions (presets) and the options of a table.

    An option is changed with --set in the commands “play” and “rules”: --set errors=1,
    --set avalanche=wild, --set gaji=on, --set colours=red,blue,green.
    """
    if as_json:
        found = {"games": [_described(game, lang) for game in GAMES.values()]}
        click.echo(msgspec.json.format(msgspec.json.encode(found), indent=2))
        return
    lines = [line for game in GAMES.values() for line in _listed(game, translations(lang))]
    put(console_for_output(), lines)


# -- for programs ------------------------------------------------------------------------------


def _described(game: AnyGame, lang: str) -> dict[str, Any]:
    seats = game.seat_counts
    return {
        "id": game.id,
        "name": words.game_name(game.id, lang),
        "text": words.game_text(game.id, lang),
        "players": {"minimum": seats[0], "maximum": seats[-1]},
        "presets": [_preset(preset, lang) for preset in game.presets.values()],
        "options": [_option(game, info, lang) for info in describe_options(game.options_type)],
    }


def _preset(preset: Preset[Any], lang: str) -> dict[str, Any]:
    return {
        "id": preset.id,
        "name": words.preset_name(preset.id, lang),
        "text": words.preset_text(preset.id, lang),
        "edition": words.preset_edition(preset, lang),
        "booklet": preset.booklet,
        "options": preset.options,
        "offers": dict(preset.offers),
    }


def _option(game: AnyGame, info: OptionInfo, lang: str) -> dict[str, Any]:
    described: dict[str, Any] = {
        "name": info.name,
        "label": words.option_name(game.id, info.name, lang),
        "text": words.option_text(game.id, info.name, lang),
        "kind": info.kind,
        "booklets": info.booklets,
        "defaults": {
            preset.id: getattr(preset.options, info.name) for preset in game.presets.values()
        },
        "nullable": info.nullable,
    }
    if info.choices:
        described["choices"] = info.choices
    if info.kind == "number":
        described |= {"minimum": info.minimum, "maximum": info.maximum}
    return described


# -- for people --------------------------------------------------------------------------------


def _listed(game: AnyGame, speech: Words) -> Iterator[Text]:
    lang = speech.lang
    low, high = game.seat_counts[0], game.seat_counts[-1]
    span = str(low) if low == high else speech.say("common.range", low=low, high=high)
    name = Text(words.game_name(game.id, lang), "bold underline")
    yield ends(name, Text(speech.say("cli.games.players", players=span), "dim"))
    yield from folded(words.game_text(game.id, lang), WIDTH)
    for preset in game.presets.values():
        yield Text()
        yield from _listed_preset(preset, speech)
    yield Text()
    yield Text(speech.say("cli.games.options"), "bold")
    for info in describe_options(game.options_type):
        yield Text()
        yield from _listed_option(game, info, speech)
    yield Text()


def _listed_preset(preset: Preset[Any], speech: Words) -> Iterator[Text]:
    source = speech.say(
        "cli.games.online" if preset.booklet == "online" else "cli.games.booklet",
        booklet=preset.booklet,
    )
    yield ends(Text(f"  {preset.id}", "bold cyan"), Text(source, "dim"))
    yield from _indented(words.preset_edition(preset, speech.lang), 4)
    yield from _indented(words.preset_text(preset.id, speech.lang), 4, "dim")


def _listed_option(game: AnyGame, info: OptionInfo, speech: Words) -> Iterator[Text]:
    lang = speech.lang
    label = words.option_name(game.id, info.name, lang)
    name = Text(f"  {info.name}", "cyan") + Text(f"  {label}", "default")
    yield ends(name, Text(", ".join(info.booklets), "dim"))
    yield from _indented(words.option_text(game.id, info.name, lang), 4, "dim")
    values = _values(game, info, speech)
    yield from _indented(f"{values} · {_defaults(game, info, speech)}", 4)
    if offers := _offers(game, info, speech):
        yield from _indented(offers, 4)


def _indented(text: str, depth: int, style: str = "") -> Iterator[Text]:
    for line in folded(text, WIDTH - depth, style=style):
        yield Text(" " * depth) + line


def _values(game: AnyGame, info: OptionInfo, speech: Words) -> str:
    """The values allowed after `--set name=`."""
    match info.kind:
        case "flag":
            kind = "on | off"
        case "number":
            low, high = info.minimum or 0, info.maximum or 0
            seat = _is_seat(game, info)
            if seat:
                span = speech.say("common.range", low=seat_code(low), high=seat_code(high))
            else:
                span = speech.say("common.range", low=low, high=high)
            kind = f"{span} | {written(None, seat=seat)}" if info.nullable else span
        case "list":
            kind = speech.say("cli.games.some_of", choices=",".join(map(str, info.choices)))
        case _:
            kind = " | ".join(map(str, info.choices))
    return kind


def _defaults(game: AnyGame, info: OptionInfo, speech: Words) -> str:
    by_value: dict[str, list[str]] = {}
    for preset in game.presets.values():
        value = written(getattr(preset.options, info.name), seat=_is_seat(game, info))
        by_value.setdefault(value, []).append(_short(preset))
    if len(by_value) == 1:
        return speech.say("cli.games.default", value=next(iter(by_value)))
    each = ", ".join(f"{value} ({', '.join(names)})" for value, names in by_value.items())
    return speech.say("cli.games.default", value=each)


def _is_seat(game: AnyGame, info: OptionInfo) -> bool:
    return info.name in words.WORDS.of(game.id).seat_options


def _offers(game: AnyGame, info: OptionInfo, speech: Words) -> str:
    """The values that `on` stands for in the editions that offer the option."""
    offers = [
        speech.say(
            "cli.games.offer",
            preset=_short(preset),
            setting=f"{info.name}={written(preset.offers[info.name])}",
        )
        for preset in game.presets.values()
        if info.name in preset.offers
    ]
    return ", ".join(offers)


def _short(preset: Preset[Any]) -> str:
    return preset.id.partition("/")[2]
