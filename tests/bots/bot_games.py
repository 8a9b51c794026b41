"""Games between bots, with what each bot was shown and what it answered."""

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
    random_state: Any
    """The state of the bot's random numbers before it."""
    choice: Choice
    draws: tuple[ChanceDraw, ...]
    """What chance had given until then."""


def quick(info: BotInfo) -> BotSpec:
    """A bot with few rollouts instead of a time budget, for the same answers."""
    names = {parameter.name for parameter in info.parameters}
    settings = "".join(
        f":{name}={value}" for name, value in (("ms", 60_000), ("rollouts", 6)) if name in names
    )
    return read_bot(info_game(info), info.id + settings)


def info_game(info: BotInfo) -> str:
    """The game that a bot plays."""
    return next(game_id for game_id in GAMES if info in bots_for(game_id))


def is_slow(info: BotInfo) -> bool:
    """Whether whole games take too long for a quick run."""
    return any(parameter.name == "ms" for parameter in info.parameters)


def every_bot() -> list[tuple[str, BotInfo]]:
    """All bots with their games."""
    return [(game_id, info) for game_id in GAMES for info in bots_for(game_id)]


def play(
    game: AnyGame,
    options: Any,
    bots: Sequence[Bot],
    *,
    seed: int,
    most: int | None = None,
) -> Iterator[Moment]:
    """A game between these bots, decision by decision, to its end or for `most` decisions."""
    chance = Recorder(Seeded(seed))
    rngs = [Random(f"{seed}, bot {seat}") for seat in range(len(bots))]
    state, events = game.start(options, len(bots), chance)
    seen: list[list[Event]] = [[] for _ in bots]
    count = 0
    while (seat := game.to_act(state)) is not None and (most is None or count < most):
        for reader, received in enumerate(seen):
            received += _as_seen(events, reader)
        sight = Sight(game.view(state, seat), list(seen[seat]), game.legal_actions(state, seat))
        random_state = rngs[seat].getstate()
        choice = bots[seat].choose(sight, rngs[seat])
        yield Moment(seat, state, sight, random_state, choice, tuple(chance.draws))
        state, events = game.apply(state, seat, choice.action, chance)
        count += 1


def sight_after(
    game: AnyGame, options: Any, players: int, draws: Sequence[ChanceDraw], moves: Sequence[Moment]
) -> Sight:
    """What the acting seat is shown when the same moves are made with these cards."""
    chance = Replayed(draws)
    state, events = game.start(options, players, chance)
    happened = [events]
    for moment in moves:
        state, events = game.apply(state, moment.seat, moment.choice.action, chance)
        happened.append(events)
    seat = game.to_act(state)
    assert seat is not None
    seen = [event for events in happened for event in _as_seen(events, seat)]
    return Sight(game.view(state, seat), seen, game.legal_actions(state, seat))


def choice_of_new_bot(bot: BotSpec, sight: Sight, random_state: Any) -> Choice:
    """What a new bot answers, with the same random numbers."""
    chance = Random()
    chance.setstate(random_state)
    return bot.make().choose(sight, chance)


def _as_seen(events: Sequence[Event], seat: Seat) -> Iterator[Event]:
    return (seen for event in events if (seen := event_for(event, seat)) is not None)
