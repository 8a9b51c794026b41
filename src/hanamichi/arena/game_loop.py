"""Play one game of a tournament, from the deal to the end."""

from __future__ import annotations

from msgspec import structs

from hanamichi.arena.results import Failure, GameResult, forfeited
from hanamichi.arena.seats import BotFailed, GameSeat, KeptProcesses, Monitor, game_seat
from hanamichi.arena.tournament import Deck, Task, Tournament
from hanamichi.core import build_options


def play(
    tournament: Tournament, task: Task, monitor: Monitor, kept: KeptProcesses | None = None
) -> GameResult:
    """Play one game of a tournament; a bot that fails loses it.

    `kept` has processes of earlier games.
    """
    processes = kept or KeptProcesses(keep_all=False)
    places = range(tournament.players)
    bots = [game_seat(tournament, task, place, monitor, processes) for place in places]
    try:
        return _played(tournament, task, bots)
    finally:
        for bot in bots:
            bot.close()
        if kept is None:
            processes.close()


def _played(tournament: Tournament, task: Task, bots: list[GameSeat]) -> GameResult:
    game = tournament.game
    options = build_options(game.options_type(), tournament.options)
    by_seat = {bot.seat: bot for bot in bots}
    deck = Deck(tournament.seed, tournament.deck_of(task.game))
    state, events = game.start(options, tournament.players, deck)
    choices: list[int] = []
    try:
        while (seat := game.to_act(state)) is not None:
            for each in bots:
                each.receive(events)
            legal = game.legal_actions(state, seat)
            choice = by_seat[seat].choose(state, legal)
            choices.append(choice)
            state, events = game.apply(state, seat, legal[choice], deck)
    except BotFailed as failed:
        failure = Failure(failed.place, bots[failed.place].seat, failed.kind, failed.error)
        lost = forfeited(tournament, task, failure)
        return structs.replace(lost, choices=tuple(choices), paces=tuple(bot.pace for bot in bots))
    outcome = game.outcome(state)
    assert outcome is not None
    return GameResult(
        lineup=task.lineup,
        game=task.game,
        scores=tuple(outcome.scores[bot.seat] for bot in bots),
        winners=tuple(bot.place for bot in bots if bot.seat in outcome.winners),
        termination=outcome.termination,
        paces=tuple(bot.pace for bot in bots),
        choices=tuple(choices),
    )
