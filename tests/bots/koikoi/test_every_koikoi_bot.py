"""What holds for every Koi-Koi bot."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings

from hanamichi.bots import Bot, Sight
from hanamichi.bots.registry import BotInfo, bots_for
from hanamichi.core import Seeded, build_options
from hanamichi.koikoi import PRESETS, KoiKoiOptions, KoiKoiView, PlayCard
from hanamichi.words import LANGUAGES, why
from tests.bots.koikoi.koikoi_matches import new_match, play_on
from tests.koikoi.strategies import seeds, tables
from tests.koikoi.tables import GAME

QUICK = {"rollouts": 24}


def quick(info: BotInfo) -> Bot:
    """The bot with as few rollouts as possible."""
    names = {parameter.name for parameter in info.parameters}
    return info.make(**{name: value for name, value in QUICK.items() if name in names})


EVERY = pytest.mark.parametrize("info", bots_for("koikoi"), ids=lambda info: info.id)
WITHOUT_KERNELS = pytest.mark.parametrize(
    "info", [info for info in bots_for("koikoi") if not info.compiled], ids=lambda info: info.id
)


def short(preset: str) -> KoiKoiOptions:
    return build_options(PRESETS[preset].options, {"rounds": 4})


@EVERY
@pytest.mark.parametrize("preset", PRESETS)
def test_it_plays_matches_to_their_end_and_gives_reasons(info: BotInfo, preset: str) -> None:
    for seed in range(3):
        match = new_match(short(preset), seed)
        for sight, (action, reason) in play_on(match, [quick(info), quick(info)], seed):
            assert action in sight.legal
            assert reason is not None
        assert match.outcome is not None


@EVERY
@settings(max_examples=15)
@given(options=tables, seed=seeds)
def test_it_plays_by_any_rules(info: BotInfo, options: KoiKoiOptions, seed: int) -> None:
    assert info.unsupported(options, 2) is None
    match = new_match(options, seed)
    for sight, choice in play_on(match, [quick(info), quick(info)], seed):
        assert choice.action in sight.legal


@WITHOUT_KERNELS
@pytest.mark.parametrize("preset", PRESETS)
def test_it_is_legal_over_many_matches(info: BotInfo, preset: str) -> None:
    for seed in range(30):
        match = new_match(short(preset), seed)
        for sight, choice in play_on(match, [quick(info), quick(info)], seed):
            assert choice.action in sight.legal


@EVERY
@pytest.mark.parametrize("preset", PRESETS)
def test_hidden_cards_do_not_change_its_choice(info: BotInfo, preset: str) -> None:
    match = new_match(short(preset), 5)
    bot, chance = quick(info), Random(5)
    while (seat := match.to_act) is not None:
        sight = Sight(match.view(seat), match.log(seat), match.legal_actions())
        other = GAME.imagine(match.state, seat, Seeded(GAME.ply(match.state)))
        elsewhere = Sight(GAME.view(other, seat), match.log(seat), GAME.legal_actions(other, seat))
        state = chance.getstate()
        choice = bot.choose(sight, chance)
        chance.setstate(state)
        assert quick(info).choose(elsewhere, chance) == choice
        match.play(choice.action)


@EVERY
def test_the_same_seed_gives_the_same_match(info: BotInfo) -> None:
    def played() -> list[Any]:
        match = new_match(short("koikoi/nintendo"), 8)
        return [choice for _, choice in play_on(match, [quick(info), quick(info)], 8)]

    assert played() == played()


@pytest.mark.parametrize("preset", PRESETS)
def test_any_two_bots_can_play_a_match(preset: str) -> None:
    everybody = bots_for("koikoi")
    for first in everybody:
        for second in everybody:
            match = new_match(build_options(PRESETS[preset].options, {"rounds": 1}), 3)
            play_on(match, [quick(first), quick(second)], 3)
            assert match.outcome is not None


@EVERY
def test_its_reasons_are_sentences_and_reveal_no_hand(info: BotInfo) -> None:
    for preset in PRESETS:
        match = new_match(short(preset), 11)
        for sight, (action, reason) in play_on(match, [quick(info), quick(info)], 11):
            assert isinstance(sight.view, KoiKoiView)
            assert reason is not None
            for lang in LANGUAGES:
                names = ("Ana", "Ben")
                assert why("koikoi", reason.code, reason.facts, lang, names=names) is not None
            if not reason.secret:
                played = action.card if isinstance(action, PlayCard) else None
                stays = {f"card:{card}" for card in sight.view.hand or () if card is not played}
                assert not stays.intersection(reason.facts.values())
