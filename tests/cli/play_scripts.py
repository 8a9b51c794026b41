"""Whole matches as lists of commands, for tests that type them."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from click.testing import CliRunner, Result

from hanamichi.catalog import AnyMatch
from hanamichi.cli import main
from hanamichi.cli.parameters import PresetParameter, table_of
from hanamichi.cli.seat_assignment import DEFAULT_NAMES
from hanamichi.cli.table import TerminalTable, terminal_table_for
from hanamichi.cli.translations import translations
from hanamichi.core import Action, Match, Seeded
from hanamichi.words import preset_name

ALL_EXTENSIONS = ("avalanche=wild", "black_powder=on", "flamboyants=on")


def run(*arguments: str, typed: Sequence[str] = (), lang: str | None = "en") -> Result:
    """Run the command line with typed lines; in English by default."""
    environment = {"LC_ALL": lang, "NO_COLOR": None, "FORCE_COLOR": None, "COLUMNS": None}
    text = "".join(f"{line}\n" for line in typed)
    return CliRunner().invoke(
        main, list(arguments), input=text, env=environment, prog_name="hanamichi"
    )


def new_match(
    preset: str, seed: int, players: int = 2, settings: Sequence[str] = (), names: str = ""
) -> AnyMatch:
    """The same match that `hanamichi play` begins with this seed."""
    game, edition, options = table_of(PresetParameter().convert(preset, None, None), settings)
    everybody = names.split(",") if names else DEFAULT_NAMES[:players]
    return Match(game, options, everybody, Seeded(seed), edition.id)


def face_of(match: AnyMatch, lang: str = "en") -> TerminalTable:
    """The terminal table of a match."""
    title = preset_name(match.preset or "", lang)
    return terminal_table_for(match.game.id, translations(lang), title, match.players)


def choose(match: AnyMatch, chance: Random, *, daring: bool = False) -> Action:
    """A random legal action; a daring player prefers to play on rather than to stop."""
    legal: tuple[Action, ...] = match.legal_actions()
    if daring:
        legal = tuple(action for action in legal if type(action).__name__ != "Stop") or legal
    return chance.choice(legal)


def commands(match: AnyMatch, lang: str = "en", most: int = 10_000, seed: int = 0) -> list[str]:
    """Play the match at random to its end, or for some moves; returns the commands to type."""
    chance = Random(seed)
    face = face_of(match, lang)
    typed: list[str] = []
    while (seat := match.to_act) is not None and len(typed) < most:
        action = choose(match, chance)
        typed.append(face.write(action, match.view(seat)))
        match.play(action, seat)
    return typed
