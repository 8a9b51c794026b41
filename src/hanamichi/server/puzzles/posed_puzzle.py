"""A puzzle as a message: only what its seat sees, and the answers."""

from __future__ import annotations

from collections.abc import Iterator

from hanamichi.catalog import game_by_id, preset_by_id
from hanamichi.core import event_for, replay
from hanamichi.core.record import plain
from hanamichi.puzzles.model import Puzzle
from hanamichi.puzzles.position import position_of, record_of
from hanamichi.server.protocol.match_messages import MESSAGES
from hanamichi.server.protocol.messages import LogEntry
from hanamichi.server.protocol.puzzle_messages import PosedPuzzle, PuzzleChoice
from hanamichi.server.views.projection import position_of as position_message

_ROUND_BEGINS = "round-started"
"""The event before which nothing matters any more."""


def pose(puzzle: Puzzle) -> PosedPuzzle:
    """A puzzle to be sent; raises `PuzzleError` where its moves do not lead to its seat's turn."""
    position = position_of(puzzle)
    log = _of_this_round(list(_log(puzzle)))
    options = plain(position.options)
    usual = plain(preset_by_id(puzzle.preset)[1].options)
    return PosedPuzzle(
        id=puzzle.id,
        game=puzzle.game,
        kind=puzzle.kind,
        level=puzzle.level,
        preset=puzzle.preset,
        options=options,
        changed=tuple(name for name, value in options.items() if value != usual[name]),
        players=puzzle.players,
        seat=puzzle.seat,
        asked_card=puzzle.asked_card,
        position=position_message(
            puzzle.game,
            position.sight.view,
            seq=log[-1].seq,
            to_act=puzzle.seat,
            legal=tuple(position.sight.legal),
            aids="table" if puzzle.kind == "what-card" else "all",
        ),
        log=log,
        answers=tuple(
            PuzzleChoice(action=each.action, card=each.card, value=each.value)
            for each in puzzle.answers
        ),
        margin=puzzle.margin,
        error=puzzle.error,
        explanation=puzzle.explanation,
        source=puzzle.source,
    )


def _log(puzzle: Puzzle) -> Iterator[LogEntry]:
    """What happened, move by move, as the seat saw it."""
    game, entry = game_by_id(puzzle.game), MESSAGES.of(puzzle.game).entry
    for seq, position in enumerate(replay(game, record_of(puzzle)), 1):
        seen = (event_for(event, puzzle.seat) for event in position.events)
        yield entry(
            seq=seq,
            at=0,
            ply=position.ply,
            seat=None if position.move is None else position.move.seat,
            events=tuple(event for event in seen if event is not None),
        )


def _of_this_round(log: list[LogEntry]) -> tuple[LogEntry, ...]:
    """The entries since the last round began; all of them where a game has no rounds."""
    begun = [place for place, entry in enumerate(log) if _begins_round(entry)]
    return tuple(log[begun[-1] :] if begun else log)


def _begins_round(entry: LogEntry) -> bool:
    return any(event.__struct_config__.tag == _ROUND_BEGINS for event in entry.events)
