"""`hanamichi games` and `hanamichi rules`."""

from __future__ import annotations

import json
import re

import pytest

from hanamichi import __version__, words
from hanamichi.catalog import GAMES, presets
from hanamichi.core import describe_options
from hanamichi.words import LANGUAGES
from tests.cli.play_scripts import run


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_preset_and_option_is_listed_in_every_language(lang: str) -> None:
    listed = run("games", "--lang", lang).stdout
    for game, preset in presets():
        assert f"  {preset.id} " in listed
        assert words.preset_edition(preset, lang) in listed
        assert preset.booklet in listed
        assert words.game_name(game.id, lang) in listed
    for game in GAMES.values():
        for info in describe_options(game.options_type):
            label = words.option_name(game.id, info.name, lang)
            assert f"  {info.name}  {label} " in listed
    assert max(map(len, listed.splitlines())) < 80


def test_defaults_that_differ_are_listed_by_edition() -> None:
    listed = run("games").stdout
    assert "twos | fours · default twos (nintendo), fours (robin-red)" in listed
    assert "xii-singes offers avalanche=sixth, grands-feux offers avalanche=wild" in listed


def test_what_is_left_open_is_listed_as_it_can_be_written() -> None:
    listed = run("games").stdout
    assert "p1 to p5 | random · default random" in listed  # chance decides
    assert "1 to 6 | none · default none" in listed  # the booklets decide
    assert "pink,brown,clear,omni,null,muddy,light,prism · default none" in listed
    assert re.search(r"default\s*\n *\n", listed) is None
    settings = ["hand_size=none", "special_suits=none", "one_of_each=none", "first_seat=random"]
    given = [word for setting in settings for word in ("--set", setting)]
    assert run("rules", "online", *given).stdout == run("rules", "online").stdout


def test_a_program_can_read_every_option() -> None:
    found = json.loads(run("games", "--json").stdout)["games"]
    assert [game["id"] for game in found] == list(GAMES)
    hanabi, koikoi = found
    assert hanabi["players"] == {"minimum": 2, "maximum": 5}
    assert koikoi["players"] == {"minimum": 2, "maximum": 2}
    errors = next(option for option in hanabi["options"] if option["name"] == "errors")
    assert (errors["kind"], errors["minimum"], errors["maximum"]) == ("number", 1, 10)
    assert errors["defaults"]["hanabi/cocktail"] == 3
    deal = next(option for option in koikoi["options"] if option["name"] == "deal")
    assert deal["choices"] == ["twos", "fours"]
    assert deal["defaults"] == {"koikoi/nintendo": "twos", "koikoi/robin-red": "fours"}
    assert deal["booklets"] == ["003", "004"]
    assert {preset["id"] for game in found for preset in game["presets"]} == {
        preset.id for _, preset in presets()
    }


def test_every_listed_value_can_be_set() -> None:
    for game in json.loads(run("games", "--json").stdout)["games"]:
        preset = game["presets"][0]["id"]
        for option in game["options"]:
            for value in option.get("choices", ()) if option["kind"] == "choice" else ():
                needed = ["--set", "lucky_hands=on"] if game["id"] == "koikoi" else []
                setting = f"{option['name']}={value}"
                assert run("rules", preset, *needed, "--set", setting).exit_code == 0, setting


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("preset", [preset.id for _, preset in presets()])
def test_rules_are_printed_in_every_language(preset: str, lang: str) -> None:
    text = run("rules", preset, "--lang", lang).stdout
    assert words.preset_name(preset, lang) in text
    assert max(map(len, text.splitlines())) <= 80


def test_rules_follow_the_options_and_the_players() -> None:
    text = run("rules", "grands-feux", "--set", "avalanche=on", "--players", "4").stdout
    assert "What this table changes" in text
    assert text != run("rules", "grands-feux", "--set", "avalanche=on").stdout
    assert "cooperative game for 4 players" in " ".join(text.split())


def test_rules_may_be_markdown() -> None:
    assert run("rules", "cocktail", "--format", "markdown").stdout.startswith("# Hanabi")


@pytest.mark.parametrize(
    ("locale", "title"),
    [
        ("fr_CA.UTF-8", "les règles"),
        ("de_AT", "die Regeln"),
        ("es", "las reglas"),
        ("ja_JP.UTF-8", "the rules"),
        ("C", "the rules"),
        (None, "the rules"),
    ],
)
def test_the_language_is_that_of_the_locale(
    locale: str | None, title: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for variable in ("LC_ALL", "LC_MESSAGES", "LANGUAGE", "LANG"):
        monkeypatch.delenv(variable, raising=False)
    assert title in run("rules", "cocktail", lang=locale).stdout.splitlines()[0]


def test_a_preset_may_be_named_by_its_last_word() -> None:
    assert run("rules", "cocktail").stdout == run("rules", "hanabi/cocktail").stdout


def test_the_version_is_printed() -> None:
    assert run("--version").stdout == f"hanamichi {__version__}\n"


def test_without_a_command_help_is_printed() -> None:
    result = run()
    assert result.exit_code == 0
    assert result.stdout == run("--help").stdout
