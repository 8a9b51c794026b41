"""What holds for every registered bot.

`pytest tests/bots --bot-games 100` plays this many whole games where CI plays one or a part of one,
and a twentieth of them for bots that search.
"""

from __future__ import annotations

import itertools
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from benchmarks.strength_page import variations
from hanamichi.bots.registry import BotInfo, bots_for
from hanamichi.bots.spec import UnfitBot, read_bot
from hanamichi.catalog import GAMES, AnyGame
from hanamichi.core import Seeded, describe_options
from hanamichi.testing.strategies import tables as random_tables
from hanamichi.words import LANGUAGES, why
from tests.bots.bot_games import (
    Moment,
    choice_of_new_bot,
    every_bot,
    is_slow,
    play,
    quick,
    sight_after,
)
from tests.bots.bot_tables import tables

A_FEW = 8
"""Decisions of a searching bot, where whole games would take too long."""
GAMES_PER_SEARCH_GAME = 20
"""In a longer run, a searching bot plays one game where others play this many."""

EVERY = [pytest.param(game, info, id=f"{game} {info.id}") for game, info in every_bot()]
NAMES = ("Ana", "Ben", "Cleo", "Dan", "Eva")


@pytest.fixture
def games(request: pytest.FixtureRequest) -> int | None:
    """How many whole games to play; None for a quick run."""
    wanted: int | None = request.config.getoption("--bot-games")
    return wanted


def presets_for(game: AnyGame, info: BotInfo) -> list[tuple[Any, int]]:
    """Tables at which a bot can play: one for each preset and number of players."""
    return [
        (preset.options, players)
        for preset in game.presets.values()
        for players in game.seat_counts
        if info.unsupported(preset.options, players) is None
    ]


def check(game: AnyGame, moment: Moment) -> None:
    """A legal choice, with a reason that has a sentence."""
    view: Any = moment.sight.view
    action, reason = moment.choice
    assert action in moment.sight.legal
    if reason is None:
        return
    for lang in LANGUAGES:
        for reader in (None, 0, 1):
            names = NAMES[: len(view.hands)]
            sentence = why(game.id, reason.code, reason.facts, lang, names=names, reader=reader)
            assert sentence is not None, (reason, lang)
    if not reason.secret:
        check_secrecy(game, moment)


def check_secrecy(game: AnyGame, moment: Moment) -> None:
    """A reason that is not secret names no hidden card."""
    view: Any = moment.sight.view
    reason = moment.choice.reason
    assert reason is not None
    named = {
        word
        for fact in reason.facts.values()
        if isinstance(fact, str) and fact.startswith("card:")
        for word in fact.removeprefix("card:").split(",")
    }
    if game.id == "hanabi":
        own = {str(moment.state.deck[held.id]) for held in view.hands[moment.seat]}
        assert named <= own | {str(card) for card in view.discards}
    else:
        played = {str(card.value) for pile in view.played for card in pile}
        lying = {*view.field, *view.captures[0], *view.captures[1], view.turned}
        shown = {getattr(moment.choice.action, "card", None)}
        assert named <= played | {str(card.value) for card in lying | shown if card is not None}


@pytest.mark.parametrize(("game", "options", "players"), tables())
def test_it_plays_legally_at_every_preset(
    game: AnyGame, options: Any, players: int, games: int | None
) -> None:
    for info in bots_for(game.id):
        if info.unsupported(options, players) is not None:
            continue
        bot = quick(info)
        count = games or 1
        for seed in range(-(-count // GAMES_PER_SEARCH_GAME) if is_slow(info) else count):
            most = A_FEW if games is None and is_slow(info) else None
            for moment in play(
                game, options, [bot.make() for _ in range(players)], seed=seed, most=most
            ):
                check(game, moment)


@pytest.mark.parametrize(("game_id", "info"), EVERY)
@settings(max_examples=12, suppress_health_check=[*HealthCheck])
@given(data=st.data(), seed=st.integers(0, 1000))
def test_it_plays_at_any_table_that_it_supports(
    game_id: str, info: BotInfo, data: st.DataObject, seed: int
) -> None:
    game = GAMES[game_id]
    options, players = data.draw(random_tables(game))
    bot = quick(info)
    if info.unsupported(options, players) is None:
        bots = [bot.make() for _ in range(players)]
        for moment in play(game, options, bots, seed=seed, most=A_FEW if is_slow(info) else 40):
            check(game, moment)


@pytest.mark.parametrize(("game_id", "info"), EVERY)
def test_hidden_cards_do_not_change_its_move(game_id: str, info: BotInfo) -> None:
    game, bot = GAMES[game_id], quick(info)
    for options, players in presets_for(game, info):
        bots = [bot.make() for _ in range(players)]
        moves: list[Moment] = []
        for moment in play(game, options, bots, seed=players, most=A_FEW if is_slow(info) else 40):
            if len(moves) % (4 if is_slow(info) else 9) == 3:
                draws = game.redeal(moment.draws, moment.state, moment.seat, Seeded(len(moves)))
                sight = sight_after(game, options, players, draws, moves)
                assert sight == moment.sight
                assert choice_of_new_bot(bot, sight, moment.random_state) == moment.choice
            moves.append(moment)


@pytest.mark.parametrize(("game_id", "info"), EVERY)
def test_the_same_seed_makes_the_same_game(game_id: str, info: BotInfo) -> None:
    game, bot = GAMES[game_id], quick(info)
    options, players = presets_for(game, info)[-1]
    most = A_FEW if is_slow(info) else None

    def choices() -> list[Any]:
        bots = [bot.make() for _ in range(players)]
        return [moment.choice for moment in play(game, options, bots, seed=7, most=most)]

    assert choices() == choices()


@pytest.mark.parametrize("game_id", GAMES)
def test_any_two_bots_can_play_together(game_id: str) -> None:
    game = GAMES[game_id]
    preset = next(iter(game.presets.values()))
    players = 3 if 3 in game.seat_counts else 2
    for pair in itertools.permutations(bots_for(game_id), 2):
        if any(info.unsupported(preset.options, players) for info in pair):
            continue
        seated = [quick(info) for info in itertools.islice(itertools.cycle(pair), players)]
        most = A_FEW if any(map(is_slow, pair)) else None
        bots = [bot.make() for bot in seated]
        for moment in play(game, preset.options, bots, seed=len(pair[0].id), most=most):
            check(game, moment)


@pytest.mark.parametrize(("game_id", "info"), EVERY)
def test_it_names_the_unsupported_option_and_a_replacement(game_id: str, info: BotInfo) -> None:
    game = GAMES[game_id]
    bot = read_bot(game_id, info.id)
    names = {field.name for field in describe_options(game.options_type)} | {"players"}
    for preset in game.presets.values():
        for players in game.seat_counts:
            for options in variations(game, preset.options, players):
                if info.unsupported(options, players) is not None:
                    with pytest.raises(UnfitBot) as refusal:
                        bot.check(options, players)
                    assert refusal.value.where in names
                    read_bot(game_id, refusal.value.instead).check(options, players)


@pytest.mark.parametrize(("game_id", "info"), EVERY)
def test_a_budget_out_of_bounds_is_clamped(game_id: str, info: BotInfo) -> None:
    game = GAMES[game_id]
    options, players = presets_for(game, info)[0]
    for parameter in info.parameters:
        below = read_bot(game_id, f"{info.id}:{parameter.name}={parameter.lowest - 1}")
        above = read_bot(game_id, f"{info.id}:{parameter.name}={10 * parameter.highest + 10}")
        assert below.settings[parameter.name] == parameter.lowest
        assert above.settings[parameter.name] == parameter.highest
        assert len(below.remarks) == len(above.remarks) == 1
        assert parameter.lowest <= parameter.default <= parameter.highest
        bots = [below.make() for _ in range(players)]
        (moment,) = play(game, options, bots, seed=1, most=1)
        check(game, moment)
