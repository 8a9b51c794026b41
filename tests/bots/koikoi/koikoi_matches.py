"""Koi-Koi matches between bots."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from hanamichi.bots import Bot, Choice, Sight
from hanamichi.catalog import AnyMatch
from hanamichi.core import Match, Seeded
from hanamichi.koikoi import KoiKoiOptions, KoiKoiState, format_action
from tests.koikoi.tables import GAME, Table


def new_match(options: KoiKoiOptions, seed: int) -> AnyMatch:
    """A match at a table of these rules."""
    return Match(GAME, options, 2, Seeded(seed))


def sight_of(match: AnyMatch) -> Sight:
    """The sight of the acting seat."""
    seat = match.to_act
    assert seat is not None
    return Sight(match.view(seat), match.log(seat), match.legal_actions())


def play_on(match: AnyMatch, bots: Sequence[Bot], seed: int) -> list[tuple[Sight, Choice]]:
    """Play a match to its end: every decision with its choice."""
    chances = [Random(f"{seed}, {seat}") for seat in range(2)]
    decisions = []
    while (seat := match.to_act) is not None:
        sight = sight_of(match)
        choice = bots[seat].choose(sight, chances[seat])
        decisions.append((sight, choice))
        match.play(choice.action)
    return decisions


def answer(bot: Bot, state: KoiKoiState | Table, seed: int = 1) -> Choice:
    """What a bot does in a position, without any events."""
    if isinstance(state, Table):
        state = state.state
    seat = GAME.to_act(state)
    assert seat is not None
    sight = Sight(GAME.view(state, seat), (), GAME.legal_actions(state, seat))
    return bot.choose(sight, Random(seed))


def move(bot: Bot, table: Table, seed: int = 1) -> str:
    """The same in the notation of commands."""
    return format_action(answer(bot, table, seed).action)  # type: ignore[arg-type]
