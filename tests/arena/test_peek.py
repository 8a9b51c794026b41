"""The yardstick that sees all hands: strong, at every table, and only in the arena."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from msgspec import structs

from hanamichi.arena.hanabi_ending import Clue, Ending
from hanamichi.arena.peeking import PEEK, view_with_open_hands
from hanamichi.arena.roster import entrant
from hanamichi.arena.tournament import Deck
from hanamichi.bots import Sight
from hanamichi.bots.registry import BotError, bot_by_id
from hanamichi.catalog import GAMES, AnyGame
from hanamichi.hanabi import HANABI
from tests.bots.bot_tables import tables
from tests.cli.play_scripts import run
from tests.cli.test_errors import error_of
from tests.server.table_harness import ANN, TableHarness


def play(game: AnyGame, options: Any, players: int, seed: int) -> Any:
    """A game among those who peek; the last state."""
    yardstick = entrant(game.id, PEEK)
    deck, chance = Deck(seed, 0), Random(seed)
    bots = [yardstick.make() for _ in range(players)]
    state, _ = game.start(options, players, deck)
    while (seat := game.to_act(state)) is not None:
        legal = game.legal_actions(state, seat)
        sight = Sight(yardstick.view(game, state, seat), (), legal)
        choice = bots[seat].choose(sight, chance)
        assert choice.action in legal
        state, _ = game.apply(state, seat, choice.action, deck)
    return state


@pytest.mark.parametrize(("game", "options", "players"), tables())
def test_the_yardstick_plays_at_every_table(game: AnyGame, options: Any, players: int) -> None:
    play(game, options, players, 3)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_open_hands_nearly_always_complete_the_fireworks(players: int) -> None:
    options = HANABI.presets["hanabi/online"].options
    scores = [HANABI.outcome(play(HANABI, options, players, n)).scores[0] for n in range(12)]  # type: ignore[union-attr]
    assert sum(scores) / len(scores) > 24.3


def test_it_sees_every_hand_and_not_the_deck() -> None:
    options = HANABI.presets["hanabi/online"].options
    state, _ = HANABI.start(options, 3, Deck(1, 1))
    view = view_with_open_hands(HANABI, state, 1)
    assert view.seat == 1
    assert all(held.face is not None for hand in view.hands for held in hand)
    swapped = list(state.deck)
    swapped[-1], swapped[-2] = swapped[-2], swapped[-1]
    other = structs.replace(state, deck=tuple(swapped))
    assert view_with_open_hands(HANABI, other, 1) == view


def test_an_ending_is_solved_only_when_nothing_needed_is_left_to_draw() -> None:
    options = HANABI.presets["hanabi/online"].options
    state, _ = HANABI.start(options, 2, Deck(4, 4))
    solved = 0
    while (seat := HANABI.to_act(state)) is not None:
        view = view_with_open_hands(HANABI, state, seat)
        ending = Ending(view)
        step = ending.solve() if ending.is_open else None
        if step is not None:
            solved += 1
            assert isinstance(step, Clue) or step in HANABI.legal_actions(state, seat)
        sight = Sight(view, (), HANABI.legal_actions(state, seat))
        choice: Any = entrant("hanabi", PEEK).make().choose(sight, Random(1))
        state, _ = HANABI.apply(state, seat, choice.action, Deck(4, 4))
    assert solved > 3
    outcome = HANABI.outcome(state)
    assert outcome is not None
    assert outcome.scores[0] == 25


@pytest.mark.parametrize("game_id", GAMES)
def test_the_yardstick_is_no_registered_bot(game_id: str) -> None:
    with pytest.raises(BotError):
        bot_by_id(game_id, PEEK)


def test_neither_the_server_nor_the_terminal_can_seat_the_yardstick() -> None:
    assert error_of(run("play", "cocktail", "--bots", "1", "--bot", PEEK)) == "bot/unknown"
    harness = TableHarness("hanabi/cocktail", "me", "open")
    plan = {"type": "bot", "bot": PEEK}
    assert harness.refused(ANN, "set-seat", seat=1, plan=plan) == "bot/unknown"
