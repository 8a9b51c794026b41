"""How a line-up writes a bot, and what becomes of what cannot be."""

from __future__ import annotations

import pickle

import pytest
from msgspec import structs

from hanamichi.bots.registry import BotError, bots_for
from hanamichi.bots.spec import UnfitBot, read_bot, replacement, unfit_bots, usual_bot
from hanamichi.catalog import GAMES
from hanamichi.hanabi.options import PRESETS
from tests.bots.fake_bots import Ponderer, fake_bots

PLAIN = PRESETS["hanabi/grands-feux"].options
POWDER = structs.replace(PLAIN, black_powder=True)

pytestmark = pytest.mark.usefixtures(fake_bots.__name__)


@pytest.mark.parametrize(
    ("text", "ms", "rollouts", "shortest"),
    [
        ("ponderer", 1000, 0, "ponderer"),
        ("ponderer:ms=250", 250, 0, "ponderer:ms=250"),
        ("ponderer:ms=1000", 1000, 0, "ponderer"),
        ("ponderer:rollouts=40:ms=250", 250, 40, "ponderer:ms=250:rollouts=40"),
    ],
)
def test_parameters_follow_the_name(text: str, ms: int, rollouts: int, shortest: str) -> None:
    named = read_bot("hanabi", text)
    bot = named.make()
    assert isinstance(bot, Ponderer)
    assert (bot.ms, bot.rollouts) == (ms, rollouts)
    assert named.id == shortest
    assert named.remarks == ()


@pytest.mark.parametrize(
    ("text", "used"),
    [
        ("ponderer:ms=999999999", "ponderer:ms=60000"),
        ("ponderer:ms=-5", "ponderer:ms=10"),
        ("ponderer:ms=0:rollouts=10001", "ponderer:ms=10:rollouts=10000"),
    ],
)
def test_an_impossible_budget_is_clamped_with_a_remark(text: str, used: str) -> None:
    named = read_bot("hanabi", text)
    assert named.id == used
    assert len(named.remarks) == used.count("=")
    assert all("is not possible" in remark for remark in named.remarks)
    assert read_bot("hanabi", named.id).remarks == ()


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("nobody", "bot/unknown"),
        ("", "bot/unknown"),
        ("nobody:ms=1", "bot/unknown"),
        ("random:ms=1", "bot/parameter"),
        ("ponderer:depth=3", "bot/parameter"),
        ("ponderer:", "bot/parameter"),
        ("ponderer:ms", "bot/parameter"),
        ("ponderer:ms=", "bot/parameter"),
        ("ponderer:ms=fast", "bot/parameter"),
        ("ponderer:ms=1.5", "bot/parameter"),
        ("ponderer:ms=٣", "bot/parameter"),
        ("ponderer:ms=" + "9" * 5000, "bot/parameter"),
        ("ponderer:ms=1:ms=2", "bot/parameter"),
    ],
)
def test_an_invalid_spec_is_refused_with_a_code(text: str, code: str) -> None:
    with pytest.raises(BotError) as refusal:
        read_bot("hanabi", text)
    assert refusal.value.code == code
    assert len(refusal.value.message) < 200


def test_a_bot_says_which_option_it_cannot_play_with_and_who_can() -> None:
    purist = read_bot("hanabi", "purist")
    purist.check(PLAIN, 3)
    with pytest.raises(UnfitBot) as refusal:
        purist.check(POWDER, 3)
    error = pickle.loads(pickle.dumps(refusal.value))
    assert error.code == "bot/unsupported"
    assert error.where == "black_powder"
    assert error.instead == bots_for("hanabi")[-3].id
    with pytest.raises(UnfitBot) as refusal:
        purist.check(PLAIN, 2)
    assert refusal.value.where == "players"


def test_the_next_weaker_bot_steps_in_and_a_stronger_one_where_there_is_none() -> None:
    weakest, *_ = bots_for("hanabi")
    assert replacement("hanabi", "ponderer", PLAIN, 3).id == "purist"
    assert replacement("hanabi", "ponderer", POWDER, 3).id == bots_for("hanabi")[-3].id
    assert replacement("hanabi", weakest.id, PLAIN, 3).id == bots_for("hanabi")[1].id


def test_a_table_knows_who_cannot_play_there() -> None:
    assert "purist" not in [unfit.bot_id for unfit in unfit_bots("hanabi", PLAIN, 3)]
    assert "purist" in [unfit.bot_id for unfit in unfit_bots("hanabi", POWDER, 3)]


def test_the_usual_bot_can_play_everywhere() -> None:
    for game in GAMES.values():
        for preset in game.presets.values():
            for players in game.seat_counts:
                usual = usual_bot(game.id, preset.options, players)
                assert usual.unsupported(preset.options, players) is None
