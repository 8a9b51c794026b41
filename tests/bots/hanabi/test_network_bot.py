"""The network for two: its inputs, what it cannot know, and that it plays well."""

from __future__ import annotations

import io
from collections.abc import Callable
from importlib import resources
from pathlib import Path
from random import Random

import numpy as np
import pytest
from msgspec import structs

from hanamichi.batch import make_batch
from hanamichi.batch.hanabi.setup import pack
from hanamichi.bots import Sight
from hanamichi.bots.bot import Bot
from hanamichi.bots.hanabi import CompanionBot, SearchBot
from hanamichi.bots.hanabi import network as network_package
from hanamichi.bots.hanabi.expert import ExpertBot
from hanamichi.bots.hanabi.network import network_bot
from hanamichi.bots.hanabi.network.network_bot import NetworkBot, past, was_trained_for
from hanamichi.bots.hanabi.network.policy_network import (
    WeightsError,
    read_network,
    two_players,
)
from hanamichi.bots.hanabi.seat_tracker import SeatTracker
from hanamichi.catalog import new_match, preset_by_id

ONLINE = preset_by_id("hanabi/online")[1].options


def test_two_networks_score_well() -> None:
    network = two_players()
    games = 300
    memory = network.card_memory
    batch = make_batch("hanabi/online", players=2, games=games, seed=3, card_memory=memory)
    earlier = np.full((games, network.past + 1), -1, np.int8)
    while (batch.to_act() >= 0).any():
        legal = batch.legal_mask().astype(bool)
        chosen = network.choices(batch.observe(), earlier[:, 1:], legal)
        batch.step(chosen)
        earlier[:, 1:] = earlier[:, :-1].copy()
        earlier[:, 0] = chosen
    assert batch.scores().mean() > 23


def test_a_tracker_has_the_same_row_as_the_kernels() -> None:
    match = new_match("hanabi/online", 2, seed=4)
    trackers = [SeatTracker(match.options, 2, seat) for seat in range(2)]
    chance = Random(4)
    while (seat := match.to_act) is not None:
        tracker = trackers[seat]
        tracker.update(match.log(seat))
        real = pack(match.state)
        # the last action, which the state does not keep, its own cards and the deck aside
        for cell in (*range(8, 15), *range(24, 59)):
            assert tracker.row[cell] == real[cell], cell
        match.play(chance.choice(match.legal_actions()))


def test_past_actions_come_latest_first() -> None:
    tracker = SeatTracker(ONLINE, 2, 0)
    tracker.actions = [7, 8, 9]
    assert past(tracker, two_players())[0].tolist()[:3] == [8, 7, -1]


def test_a_new_bot_answers_like_one_that_followed_the_match() -> None:
    match = new_match("hanabi/online", 2, seed=5)
    pair = NetworkBot(), NetworkBot()
    while (seat := match.to_act) is not None:
        sight = Sight(match.view(seat), match.log(seat), match.legal_actions())
        choice = pair[seat].choose(sight, Random(1))
        assert NetworkBot().choose(sight, Random(2)) == choice
        match.play(choice.action)


def test_two_players_at_other_tables_use_hats() -> None:
    powder = structs.replace(ONLINE, black_powder=True)
    assert was_trained_for(structs.replace(ONLINE, first_seat=1), 2)
    assert not was_trained_for(powder, 2)
    assert not was_trained_for(ONLINE, 3)
    match = new_match("hanabi/online", 2, seed=1, options={"black_powder": True, "first_seat": 0})
    sight = Sight(match.view(0), match.log(0), match.legal_actions())
    assert ExpertBot().choose(sight, Random(1)).action in sight.legal


@pytest.mark.parametrize("partner", [CompanionBot, NetworkBot])
def test_beside_a_stranger_it_goes_on_as_the_companion(partner: Callable[[], Bot]) -> None:
    """And beside itself it never takes its partner for one."""
    match = new_match("hanabi/online", 2, seed=9001)
    bot = NetworkBot()
    bots = (bot, partner())
    while (seat := match.to_act) is not None:
        sight = Sight(match.view(seat), match.log(seat), match.legal_actions())
        choice = bots[seat].choose(sight, Random(1))
        match.play(choice.action)
    assert bot.tracker is not None
    assert bot.tracker.stranger == (partner is CompanionBot)
    assert match.outcome is not None
    assert match.outcome.scores[0] >= 15


def test_weights_that_cannot_be_used_leave_the_seat_to_the_companion(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    good = resources.files(network_package).joinpath("two_players.npz").read_bytes()
    missing, cut, other, twice, short = (tmp_path / f"{number}.npz" for number in range(5))
    cut.write_bytes(good[:1000])
    with np.load(io.BytesIO(good)) as arrays:
        np.savez(other, **{**arrays, "last.bias": arrays["last.bias"][:-1]})
        np.savez(twice, **{**arrays, "orders": [[0, 1, 2, 3, 3]]})
        np.savez(short, **{**arrays, "orders": [0, 1, 2]})
    for file, problem in (
        *((missing, "cannot be read"), (cut, "cannot be read"), (short, "cannot be read")),
        *((other, "version"), (twice, "version")),
    ):
        with pytest.raises(WeightsError, match=problem):
            read_network(file)

    def broken() -> None:
        read_network(cut)

    monkeypatch.setattr(network_bot, "warm_up", broken)
    match = new_match("hanabi/online", 2, seed=1)
    seat = match.to_act
    assert seat is not None
    sight = Sight(match.view(seat), match.log(seat), match.legal_actions())
    expected = CompanionBot().choose(sight, Random(1))
    for bot in (ExpertBot(), SearchBot(rollouts=60)):
        assert bot.choose(sight, Random(1)) == expected
    assert "The companion plays instead" in caplog.text
