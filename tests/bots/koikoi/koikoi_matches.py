"""Bots in the seats of a Koi-Koi table."""

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
    """What the seat to act has to decide by."""
    seat = match.to_act
    assert seat is not None
    return Sight(match.view(seat), match.log(seat), match.legal_actions())


def play_on(match: AnyMatch, bots: Sequence[Bot], seed: int) -> list[tuple[Sight, Choice]]:
    """Play a match to its end: every decision, and what was chosen."""
    chances = [Random(f"{seed}, {seat}") for seat in range(2)]
    decisions = []
    while (seat := match.to_act) is not None:
        sight = sight_of(match)
        choice = bots[seat].choose(sight, chances[seat])
        decisions.append((sight, choice))
        match.play(choice.action)
    return decisions


def answer(bot: Bot, state: KoiKoiState | Table, seed: int = 1) -> Choice:
    """What a bot does in a position, having been told nothing of what led there."""
    if isinstance(state, Table):
        state = state.state
    seat = GAME.to_act(state)
    assert seat is not None
    sight = Sight(GAME.view(state, seat), (), GAME.legal_actions(state, seat))
    return bot.choose(sight, Random(seed))


def move(bot: Bot, table: Table, seed: int = 1) -> str:
    """The same as people type it."""
    return format_action(answer(bot, table, seed).action)  # type: ignore[arg-type]
