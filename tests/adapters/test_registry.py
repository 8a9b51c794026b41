"""Registering a game is all or nothing, and a refusal says what is wrong."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import Any, ClassVar, NamedTuple

import pytest

from hanamichi.adapters import REGISTRY, AdapterError, Facet, GameAdapter, check_facets
from hanamichi.adapters.adapter import FACETS, OPTIONAL_FACETS
from hanamichi.adapters.registry import Registry
from hanamichi.bots.registry import RANDOM, GameBots
from hanamichi.catalog import GAMES, preset_by_id
from hanamichi.core import Preset
from hanamichi.words import WORDS, GameWords
from tests.testing.lanterns import LANTERNS, Lanterns, LanternsOptions
from tests.testing.lanterns_adapter import LANTERNS_ADAPTER


class Plugin(NamedTuple):
    """An entry point that loads what it is told to."""

    name: str
    value: str
    load: Callable[[], Any]


def replaced(**fields: Any) -> GameAdapter:
    return dataclasses.replace(LANTERNS_ADAPTER, **fields)


class Twin(Lanterns):
    """Another game that claims a preset of Lanterns."""

    id: ClassVar[str] = "twin"


class Misfiled(Lanterns):
    """Lists a preset under another id."""

    presets: ClassVar = {"lanterns/other": LANTERNS.presets["lanterns/box"]}


class Odd(Lanterns):
    """Has an id that no address can hold."""

    id: ClassVar[str] = "Odd game!"


class Empty(Lanterns):
    """Has no edition."""

    presets: ClassVar = {}


class Foreign(Lanterns):
    """Has options of another game in its edition."""

    presets: ClassVar = {
        "lanterns/box": Preset("lanterns/box", preset_by_id("hanabi/cocktail")[1].options, "", "")
    }


def test_hanabi_and_koikoi_are_registered_with_everything() -> None:
    assert list(GAMES)[:2] == ["hanabi", "koikoi"]
    for game_id in ("hanabi", "koikoi"):
        adapter = REGISTRY.adapter(game_id)
        assert adapter is not None
        assert all(adapter.reference(facet) is not None for facet in FACETS)


def test_a_registered_game_is_found() -> None:
    registry = Registry()
    registry.register(LANTERNS_ADAPTER)
    assert dict(registry.games) == {"lanterns": LANTERNS}
    assert registry.adapter("lanterns") is LANTERNS_ADAPTER
    assert registry.adapter("hanabi") is None


@pytest.mark.parametrize(
    ("adapter", "code", "message"),
    [
        (LANTERNS_ADAPTER, "game/twice", "The game 'lanterns' is registered already"),
        (replaced(game=Twin()), "game/incomplete", "must be listed by its own id, twin/"),
        (replaced(game=Misfiled()), "game/incomplete", "must be listed by its own id"),
        (replaced(game=Odd()), "game/incomplete", "cannot be the id of a game"),
        (replaced(game=Empty()), "game/incomplete", "has no preset"),
        (replaced(game=Foreign()), "game/incomplete", "has no options of lanterns"),
        (replaced(game=LanternsOptions()), "game/incomplete", "is not a game"),
        (replaced(open_view=None), "game/incomplete", "has no open_view"),
        (replaced(words=None), "game/incomplete", "The adapter of lanterns has no words"),
        (replaced(wire="nowhere"), "game/incomplete", "it names “module:ATTRIBUTE”"),
        (replaced(arena=7), "game/incomplete", "The adapter of lanterns has no arena"),
    ],
)
def test_a_game_that_cannot_be_registered_leaves_nothing_behind(
    adapter: GameAdapter, code: str, message: str
) -> None:
    registry = Registry()
    if code == "game/twice":
        registry.register(LANTERNS_ADAPTER)
    before = registry.adapters()
    with pytest.raises(AdapterError, match=message) as refused:
        registry.register(adapter)
    assert refused.value.code == code
    assert registry.adapters() == before
    assert len(registry.games) == len(before)


def test_two_games_cannot_share_a_preset() -> None:
    class Sharing(Lanterns):
        id: ClassVar[str] = "lanterns-two"
        presets: ClassVar = {
            "lanterns-two/box": Preset("lanterns-two/box", LanternsOptions(), "toy", "Two")
        }

    class Earlier(Lanterns):
        id: ClassVar[str] = "earlier"
        presets: ClassVar = {
            "earlier/box": Preset("earlier/box", LanternsOptions(), "toy", "Earlier"),
        }

    registry = Registry()
    earlier = Earlier()
    registry.register(replaced(game=earlier))
    Earlier.presets["lanterns-two/box"] = Sharing.presets["lanterns-two/box"]
    with pytest.raises(AdapterError, match="registered already, by earlier") as refused:
        registry.register(replaced(game=Sharing()))
    assert refused.value.code == "preset/twice"
    assert list(registry.games) == ["earlier"]


def test_a_bot_cannot_be_listed_twice() -> None:
    with pytest.raises(AdapterError, match="'random' is listed twice") as refused:
        GameBots((RANDOM, RANDOM), ())
    assert refused.value.code == "bot/twice"


@pytest.mark.parametrize("bots", [((), ()), ((RANDOM,), ("nobody",))])
def test_bots_that_cannot_be_offered_are_refused(bots: Any) -> None:
    with pytest.raises(AdapterError):
        GameBots(*bots)


# -- plugins -----------------------------------------------------------------------------------


def _fails() -> None:
    raise ZeroDivisionError("in its first line")


@pytest.mark.parametrize(
    ("load", "code", "message"),
    [
        (_fails, "game/plugin", "importing toy:GAME failed with ZeroDivisionError: in its first"),
        (lambda: "a string", "game/plugin", "toy:GAME is not a GameAdapter"),
        (lambda: replaced(words=None), "game/incomplete", "has no words"),
    ],
)
def test_a_plugin_that_fails_is_named_and_the_others_are_registered(
    load: Callable[[], Any], code: str, message: str
) -> None:
    good = Plugin("lanterns", "lanterns:ADAPTER", lambda: LANTERNS_ADAPTER)
    registry = Registry(lambda: [Plugin("toy", "toy:GAME", load), good])
    assert list(registry.games) == ["lanterns"]
    with pytest.raises(AdapterError, match="The plugin 'toy' was refused") as refused:
        registry.accepted_plugins()
    assert refused.value.code == code
    assert message in refused.value.message


def test_plugins_are_not_looked_for_until_an_unknown_game_is_asked_for() -> None:
    looked: list[bool] = []

    def plugins() -> list[Plugin]:
        looked.append(True)
        return [Plugin("lanterns", "", lambda: LANTERNS_ADAPTER)]

    registry = Registry(plugins)
    assert not looked
    assert registry.game("lanterns") is LANTERNS
    assert registry.accepted_plugins() == (LANTERNS_ADAPTER,)
    assert looked == [True]


# -- facets ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("reference", "message"),
    [
        ("no.such.module:WORDS", "cannot be imported: ModuleNotFoundError"),
        ("tests.testing.lanterns_words:NOTHING", "cannot be imported: AttributeError"),
        ("tests.testing.lanterns_bots:LANTERNS_BOTS", "which is no GameWords"),
        ("tests.testing.lanterns_bots:ClimberBot", "which is no GameWords"),
    ],
)
def test_half_an_adapter_is_refused_when_its_facets_are_checked(
    reference: str, message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    adapter = replaced(words=reference)
    monkeypatch.setattr(REGISTRY, "_adapters", {**REGISTRY._adapters, "lanterns": adapter})
    words: Facet[GameWords] = Facet("words", GameWords)
    with pytest.raises(AdapterError, match=message) as refused:
        check_facets(adapter, [words])
    assert refused.value.code == "game/incomplete"
    assert "lanterns" not in words.all()


def test_an_optional_facet_may_be_missing_and_a_needed_one_is_named() -> None:
    assert {
        "kernels",
        "environment",
        "lesson",
        "arena",
        "review",
        "puzzles",
    } == OPTIONAL_FACETS
    with pytest.raises(AdapterError, match="The game nothing has no words"):
        WORDS.of("nothing")
    assert WORDS.find("nothing") is None
