"""The engine plays every golden match as recorded, and together they cover the games."""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest

from hanamichi.catalog import GAMES, AnyGame, presets
from hanamichi.core import describe_options
from hanamichi.hanabi import Rating, Tile
from hanamichi.hanabi.state import Termination
from hanamichi.koikoi import Ending, FactorName, Yaku
from tests.golden.regenerate import FOLDER, path_of, regenerate, transcripts
from tests.golden.transcript import Transcript

SIZE_LIMIT = 700_000


@cache
def played() -> dict[str, Transcript]:
    return {one.scene.name: one for one in transcripts()}


def of_game(game: AnyGame) -> list[Transcript]:
    return [one for one in played().values() if one.match.game is game]


NAMES = sorted(path.stem for path in FOLDER.glob("*.txt"))


@pytest.mark.parametrize("name", NAMES)
def test_the_match_is_played_as_recorded(name: str) -> None:
    assert name in played(), f"{name}.txt has no scene: run `make golden`"
    written = path_of(name).read_text("utf-8").splitlines()
    now = played()[name].text.splitlines()
    difference = "\n".join(
        difflib.unified_diff(written, now, "written", "played", lineterm="", n=1)
    )
    assert not difference, (
        f"if this is meant, run `make golden` and read what changed:\n{difference}"
    )


def test_every_scene_has_a_golden_file() -> None:
    assert sorted(played()) == NAMES, "run `make golden`"


def test_the_transcripts_stay_short_enough_to_be_read() -> None:
    texts = [one.text for one in played().values()]
    assert sum(len(text.encode()) for text in texts) < SIZE_LIMIT
    long = [one.scene.name for one in played().values() if one.text.count("\n") > 150]
    assert len(long) <= 3, long
    assert max(len(line) for text in texts for line in text.splitlines()) <= 115


def test_regenerating_writes_what_is_missing_and_removes_what_has_no_scene(tmp_path: Path) -> None:
    (tmp_path / "old.txt").write_text("", "utf-8")
    assert sorted(regenerate(tmp_path)) == sorted([*(f"{name}.txt" for name in NAMES), "old.txt"])
    assert sorted(path.stem for path in tmp_path.iterdir()) == NAMES


# -- what they cover ---------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.id)
def test_every_preset_and_every_size_of_table_is_played(game: AnyGame) -> None:
    used = {one.match.preset for one in of_game(game)}
    assert used == {preset.id for other, preset in presets() if other is game}
    assert {len(one.match.players) for one in of_game(game)} == set(game.seat_counts)


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.id)
def test_every_value_of_every_option_is_played(game: AnyGame) -> None:
    options_type: type[msgspec.Struct] = game.options_type
    for info in describe_options(options_type):
        used = {getattr(one.match.options, info.name) for one in of_game(game)}
        plain = {msgspec.to_builtins(value) for value in used}
        if info.kind == "flag":
            assert plain == {True, False}, info.name
        elif info.kind == "choice":
            assert plain >= set(info.choices), info.name
        else:
            # numbers and lists: the usual value and some other
            assert info.default in plain, info.name
            assert len(plain) > 1, info.name
        if info.nullable:
            assert None in plain, info.name


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.id)
def test_every_action_and_every_event_occurs(game: AnyGame) -> None:
    acted = {type(action) for one in of_game(game) for action in one.actions}
    assert set(get_args(game.action_type)) == acted
    happened = {type(event) for one in of_game(game) for event in one.match.events}
    assert set(get_args(game.event_type)) == happened


def test_every_end_every_rating_and_every_bonus_tile_of_hanabi_occurs() -> None:
    ends: list[Any] = [one.match.outcome for one in of_game(GAMES["hanabi"])]
    assert {end.termination for end in ends} == set(get_args(Termination))
    assert {end.result for end in ends} == {"won", "scored", "lost"}
    assert {end.rating for end in ends} == {None, *Rating}
    used = (one.match.state.used_tiles for one in of_game(GAMES["hanabi"]))
    assert {tile for tiles in used for tile in tiles} == set(Tile)


def test_every_end_every_factor_and_every_yaku_of_koi_koi_occurs() -> None:
    ends: list[Any] = [one.match.outcome for one in of_game(GAMES["koikoi"])]
    rounds = [result for end in ends for result in end.rounds]
    assert {result.ending for result in rounds} == set(Ending)
    values = [result.value for result in rounds if result.value is not None]
    assert _all(factor.name for value in values for factor in value.factors) == set(FactorName)
    assert _all(entry.yaku for value in values for entry in value.yaku) == set(Yaku)
    assert {end.winners for end in ends} == {(), (0,), (1,)}


def _all(items: Iterable[Any]) -> set[Any]:
    return set(items)
