"""Bots at a table, watched: what each was shown, and what it answered."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any, NamedTuple

from hanamichi.bots import Bot, Choice, Sight
from hanamichi.bots.registry import BotInfo, bots_for
from hanamichi.bots.spec import BotSpec, read_bot
from hanamichi.catalog import GAMES, AnyGame
from hanamichi.core import ChanceDraw, Event, Recorder, Replayed, Seat, Seeded, event_for


class Moment(NamedTuple):
    """A decision."""

    seat: Seat
    state: Any
    sight: Sight
    luck: Any
    """The bot's random numbers before it, to be had again."""
    choice: Choice
    draws: tuple[ChanceDraw, ...]
    """What chance had given until then."""


def quick(info: BotInfo) -> BotSpec:
    """A bot that takes little time: few rollouts where it can count them, for the same answers."""
    names = {parameter.name for parameter in info.parameters}
    settings = "".join(
        f":{name}={value}" for name, value in (("ms", 60_000), ("rollouts", 6)) if name in names
    )
    return read_bot(info_game(info), info.id + settings)


def info_game(info: BotInfo) -> str:
    """The game that a bot plays."""
    return next(game_id for game_id in GAMES if info in bots_for(game_id))


def is_slow(info: BotInfo) -> bool:
    """Whether whole games of it take too long for a quick look."""
    return any(parameter.name == "ms" for parameter in info.parameters)


def every_bot() -> list[tuple[str, BotInfo]]:
    """All that can be given a seat, with their games."""
    return [(game_id, info) for game_id in GAMES for info in bots_for(game_id)]


def play(
    game: AnyGame,
    options: Any,
    bots: Sequence[Bot],
    *,
    seed: int,
    most: int | None = None,
) -> Iterator[Moment]:
    """A game among these bots, decision by decision, to its end or for so many."""
    chance = Recorder(Seeded(seed))
    lucks = [Random(f"{seed}, bot {seat}") for seat in range(len(bots))]
    state, events = game.start(options, len(bots), chance)
    told: list[list[Event]] = [[] for _ in bots]
    count = 0
    while (seat := game.to_act(state)) is not None and (most is None or count < most):
        for reader, heard in enumerate(told):
            heard += _as_told(events, reader)
        sight = Sight(game.view(state, seat), list(told[seat]), game.legal_actions(state, seat))
        luck = lucks[seat].getstate()
        choice = bots[seat].choose(sight, lucks[seat])
        yield Moment(seat, state, sight, luck, choice, tuple(chance.draws))
        state, events = game.apply(state, seat, choice.action, chance)
        count += 1


def sight_after(
    game: AnyGame, options: Any, players: int, draws: Sequence[ChanceDraw], moves: Sequence[Moment]
) -> Sight:
    """What the seat to act is shown when the same moves are made with these cards."""
    chance = Replayed(draws)
    state, events = game.start(options, players, chance)
    happened = [events]
    for moment in moves:
        state, events = game.apply(state, moment.seat, moment.choice.action, chance)
        happened.append(events)
    seat = game.to_act(state)
    assert seat is not None
    told = [event for events in happened for event in _as_told(events, seat)]
    return Sight(game.view(state, seat), told, game.legal_actions(state, seat))


def asked_afresh(bot: BotSpec, sight: Sight, luck: Any) -> Choice:
    """What a new bot answers, with the same random numbers."""
    chance = Random()
    chance.setstate(luck)
    return bot.make().choose(sight, chance)


def _as_told(events: Sequence[Event], seat: Seat) -> Iterator[Event]:
    return (told for event in events if (told := event_for(event, seat)) is not None)
