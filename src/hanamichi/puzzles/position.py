"""The position of a puzzle: replayed from its moves."""

from __future__ import annotations

from typing import Any, NamedTuple

from hanamichi.bots.bot import Sight
from hanamichi.catalog import game_by_id, preset_by_id
from hanamichi.core import Event, MatchRecord, RecordError, event_for, replay
from hanamichi.core.options import build_options
from hanamichi.core.record import plain
from hanamichi.puzzles.model import Puzzle, PuzzleError


class PuzzlePosition(NamedTuple):
    """Where the question is asked."""

    options: Any
    state: Any
    """With all cards, for the server's frames; a solver gets the sight."""
    sight: Sight
    """What the seat sees, and all that it decides by."""


def record_of(puzzle: Puzzle) -> MatchRecord:
    """The unfinished match that leads to the puzzle."""
    _, preset = preset_by_id(puzzle.preset)
    return MatchRecord(
        game=puzzle.game,
        preset=puzzle.preset,
        options=plain(build_options(preset.options, puzzle.options)),
        players=tuple(f"Player {n + 1}" for n in range(puzzle.players)),
        chance=puzzle.chance,
        moves=puzzle.moves,
    )


def position_of(puzzle: Puzzle) -> PuzzlePosition:
    """Replay a puzzle; raises `PuzzleError` where its moves do not lead to its seat's turn."""
    game, record = game_by_id(puzzle.game), record_of(puzzle)
    events: list[Event] = []
    state: Any = None
    try:
        for position in replay(game, record):
            seen = (event_for(event, puzzle.seat) for event in position.events)
            events += [event for event in seen if event is not None]
            state = position.state
    except RecordError as error:
        raise PuzzleError(error.message, code="puzzle/invalid", where=error.where) from None
    if game.to_act(state) != puzzle.seat:
        raise PuzzleError(
            f"In {puzzle.id} it is not the turn of seat {puzzle.seat}", code="puzzle/invalid"
        )
    legal = game.legal_actions(state, puzzle.seat)
    sight = Sight(game.view(state, puzzle.seat), tuple(events), legal)
    options = build_options(preset_by_id(puzzle.preset)[1].options, puzzle.options)
    return PuzzlePosition(options, state, sight)
