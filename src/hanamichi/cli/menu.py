"""The menu of `hanamichi play` without arguments."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from rich.text import Text

from hanamichi import words
from hanamichi.catalog import preset_by_id, presets
from hanamichi.cli.parameters import written
from hanamichi.cli.screen import Screen
from hanamichi.cli.seat_assignment import DEFAULT_NAMES, SeatAssignment, fill_up, read_names
from hanamichi.cli.text_layout import WIDTH, cell, folded, put
from hanamichi.core import HanamichiError, OptionError

T = TypeVar("T")


def choose_preset(screen: Screen) -> str:
    """Ask for an edition by number."""
    lang = screen.speech.lang
    ids = [preset.id for _, preset in presets()]
    lines = [Text(), Text(" 花道 Hanamichi", "bold"), Text()]
    for number, preset_id in enumerate(ids, 1):
        name = cell(words.preset_name(preset_id, lang), 34)
        lines.append(Text.assemble((f"  {number}  ", "bold"), name, (preset_id, "dim")))
    screen.show([*lines, Text()])

    def read(answer: str) -> str:
        if answer.isdecimal() and 1 <= int(answer) <= len(ids):
            return ids[int(answer) - 1]
        raise OptionError(screen.speech.say("cli.menu.a_number", low=1, high=len(ids)))

    default = str(ids.index("hanabi/cocktail") + 1)
    return _ask(screen, screen.speech.say("cli.menu.which"), default, read)


def choose_variants(screen: Screen, preset_id: str) -> list[str]:
    """Ask which variants of the box to play with, as settings `name=value`."""
    say, lang = screen.speech.say, screen.speech.lang
    game, preset = preset_by_id(preset_id)
    offers = list(preset.offers.items())
    if not offers:
        return []
    lines = [Text(), Text(f" {say('cli.menu.variants')}", "bold")]
    for number, (option, value) in enumerate(offers, 1):
        label = words.option_name(game.id, option, lang)
        if value is not True:
            label += say("cli.menu.colon") + words.value_name(game.id, option, value, lang)
        lines.append(Text.assemble((f"  {number}  ", "bold"), label))
        text = folded(words.option_text(game.id, option, lang), WIDTH - 5)
        lines += [Text.assemble("     ", (line.plain, "dim")) for line in text]
    put(screen.console, [*lines, Text()])
    none = say("cli.menu.none")

    def read(answer: str) -> list[str]:
        if answer == none:
            return []
        numbers = answer.replace(",", " ").split()
        if not all(number.isdecimal() and 1 <= int(number) <= len(offers) for number in numbers):
            raise OptionError(say("cli.menu.some_numbers", high=len(offers)))
        chosen = [offers[int(number) - 1] for number in dict.fromkeys(numbers)]
        return [f"{option}={written(value)}" for option, value in chosen]

    return _ask(screen, say("cli.menu.which_variants"), none, read)


def choose_seating(screen: Screen, preset_id: str) -> SeatAssignment:
    """Ask for the number of players and the names of those at the keyboard."""
    say = screen.speech.say
    game, _ = preset_by_id(preset_id)
    low, high = game.seat_counts[0], game.seat_counts[-1]

    def read_count(answer: str) -> int:
        if answer.isdecimal() and low <= int(answer) <= high:
            return int(answer)
        raise OptionError(say("cli.menu.a_number", low=low, high=high))

    players = low
    if low < high:
        players = _ask(screen, say("cli.menu.how_many", low=low, high=high), str(low), read_count)

    def read_people(answer: str) -> tuple[str, ...]:
        people = read_names(answer)
        if 1 <= len(people) <= players:
            return people
        raise OptionError(say("cli.menu.some_names", most=players))

    people = _ask(screen, say("cli.menu.who"), DEFAULT_NAMES[0], read_people)
    return SeatAssignment(fill_up(people, players), frozenset(range(len(people), players)))


def _ask(screen: Screen, question: str, default: str, read: Callable[[str], T]) -> T:
    """Ask until the answer is valid; an empty answer is the default."""
    while True:
        answer = screen.ask(f" {question} [{default}] ") or default
        try:
            return read(answer)
        except HanamichiError as error:
            screen.console.print(Text(f" {error.message}", "yellow"))
