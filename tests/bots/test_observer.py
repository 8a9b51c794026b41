"""What bots are shown, in the numbers that environments give: the same, bit for bit."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pytest

from hanamichi import make_bot
from hanamichi.batch import BatchError, make_table
from hanamichi.batch.hanabi import row as h
from hanamichi.batch.hanabi import setup as hanabi_setup
from hanamichi.batch.koikoi import setup as koikoi_setup
from hanamichi.bots import Sight, observer_of
from hanamichi.bots.registry import BotError
from hanamichi.catalog import new_match
from hanamichi.records.hanab_live import VARIANTS

HANABI = [
    ("hanabi/online", 2, {}),
    ("hanabi/online", 5, {}),
    ("hanabi/grands-feux", 3, {"flamboyants": True, "deck_play": True, "avalanche": "wild"}),
    *(
        ("hanabi/online", 2 + place % 4, VARIANTS[name].options)
        for place, name in enumerate(
            (
                "Clue Starved & Pink (6 Suits)",
                "Null-Fives & Dark Prism (5 Suits)",
                "Omni & Muddy Rainbow (6 Suits)",
                "Alternating Clues & Light Pink (5 Suits)",
                "Synesthesia & White (5 Suits)",
                "Deceptive-Ones & Brown (5 Suits)",
                "Totally Blind (6 Suits)",
                "Number Mute (5 Suits)",
                "Funnels & Null (6 Suits)",
                "Special Mix (6 Suits)",
            )
        )
    ),
]
KOIKOI = [("koikoi/nintendo", {}), ("koikoi/robin-red", {"gaji": True, "hand_swap": True})]


def bits_of(table: Any, row: Any, seat: int) -> np.ndarray[Any, Any]:
    """What the kernels let a seat observe of a row."""
    packed = np.zeros(-(-table.observation_bits // 64), np.uint64)
    bits = np.zeros(table.observation_bits, np.int8).view(np.uint8)
    table.cpu_kernels.sight_one(row[None], table.vector, seat, packed, bits)
    return bits


@pytest.mark.parametrize("card_memory", [False, True])
@pytest.mark.parametrize(("preset", "players", "changes"), HANABI)
def test_hanabi_is_observed_as_by_the_kernels(
    preset: str, players: int, changes: dict[str, Any], *, card_memory: bool
) -> None:
    for seed in range(3):
        match = new_match(preset, players, options=changes, seed=seed)
        table = make_table(preset, players, changes, card_memory=card_memory)
        start = match.state
        row = np.zeros(table.row_cells, np.uint8)
        row[: h.ROW_BYTES] = hanabi_setup.template(
            start.options, deck=start.deck, tiles=start.tiles, first_seat=start.turn
        )
        counter = np.zeros(1, np.uint64)
        gains = np.zeros((1, 1), np.int32)
        kernels = table.cpu_kernels
        kernels.deal_one(row[None], table.vector, row.copy(), counter, 0)
        observers = [observer_of("hanabi", card_memory=card_memory) for _ in range(players)]
        chance = Random(seed)
        while (seat := match.to_act) is not None:
            legal = match.legal_actions()
            observed = observers[seat].observe(Sight(match.view(seat), match.log(seat), legal))
            assert np.array_equal(observed.bits, bits_of(table, row, seat))
            assert observed.actions == [
                hanabi_setup.action_id(start.options, match.state.hands, seat, action)
                for action in legal
            ]
            drawn = match.state.deck
            chosen = chance.randrange(len(legal))
            match.play(legal[chosen])
            if match.state.deck != drawn:
                break  # a card came back into the deck, and the two shuffle differently
            actions = np.array([observed.actions[chosen]], np.int32)
            kernels.step_one(row[None], table.vector, actions, counter, gains, 0)


@pytest.mark.parametrize(("preset", "changes"), KOIKOI)
def test_koikoi_is_observed_as_by_the_kernels(preset: str, changes: dict[str, Any]) -> None:
    table = make_table(preset, 2, changes)
    for seed in range(4):
        match = new_match(preset, options=changes, seed=seed)
        observer, chance = observer_of("koikoi"), Random(seed)
        while (seat := match.to_act) is not None:
            legal = match.legal_actions()
            observed = observer.observe(Sight(match.view(seat), match.log(seat), legal))
            row = koikoi_setup.pack(match.state)
            assert np.array_equal(observed.bits, bits_of(table, row, seat))
            assert observed.actions == [koikoi_setup.action_id(action) for action in legal]
            match.play(chance.choice(legal))


def test_an_observer_may_change_matches() -> None:
    observer = observer_of("hanabi")
    for players in (2, 3, 2):
        match = new_match("hanabi/online", players, seed=players)
        seat = match.to_act
        assert seat is not None
        sight = Sight(match.view(seat), match.log(seat), match.legal_actions())
        fresh = observer_of("hanabi").observe(sight)
        assert np.array_equal(observer.observe(sight).bits, fresh.bits)


OUTSIDE = [{"special_suits": ["pink"]}, {"half_tokens": True}, {"value_clues": "blind"}]


@pytest.mark.parametrize("bot", ["expert", "search"])
@pytest.mark.parametrize("options", OUTSIDE, ids=str)
def test_compiled_bots_refuse_the_rules_of_variants(options: dict[str, Any], bot: str) -> None:
    match = new_match("hanabi/online", 2, seed=1, options={**options, "first_seat": 0})
    sight = Sight(match.view(0), match.log(0), match.legal_actions())
    with pytest.raises(BatchError) as refused:
        make_bot("hanabi", bot).choose(sight, Random(1))
    assert (refused.value.code, refused.value.where) == ("batch/unsupported", *options)


def test_a_game_that_is_none_is_refused() -> None:
    with pytest.raises(BotError, match="no observations in numbers"):
        observer_of("chess")


def test_koikoi_has_no_memory_of_cards() -> None:
    with pytest.raises(BotError, match="Only games of Hanabi"):
        observer_of("koikoi", card_memory=True)
