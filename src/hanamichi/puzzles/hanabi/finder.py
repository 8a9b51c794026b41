"""Looks for Hanabi puzzles in a match: clear answers that can be explained."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from hanamichi.core import MatchRecord, Seeded
from hanamichi.hanabi.view import HanabiView
from hanamichi.puzzles.game_puzzles import FoundMatch, Wanted
from hanamichi.puzzles.hanabi import what_card, which_card, which_clue, win
from hanamichi.puzzles.hanabi.draft import Draft
from hanamichi.puzzles.hanabi.self_play import SELF_PLAY, follows_conventions
from hanamichi.puzzles.model import Puzzle, PuzzleKind
from hanamichi.puzzles.opening import opening_of
from hanamichi.review.history import SeatHistory, SeenPly, history_of

KINDS: tuple[PuzzleKind, ...] = ("what-card", "which-card", "win", "which-clue")
LEVELS = range(1, 6)
MOST_PLIES = 34
"""Later turns are for endings only: a puzzle keeps all moves that led to it."""


class _Turn(NamedTuple):
    """A decision of a seat."""

    history: SeatHistory
    seen: SeenPly


def find_puzzles(match: FoundMatch, wanted: Wanted) -> Iterator[Puzzle]:
    """At most one puzzle of each kind, no two from the same turn."""
    record = match.record
    conventional = match.source == SELF_PLAY and follows_conventions(record)
    turns = [
        _Turn(history, seen)
        for history in (history_of(record, seat) for seat in range(len(record.players)))
        for seen in history.own
        if _is_plain_turn(seen)
    ]
    turns.sort(key=lambda turn: turn.seen.ply)
    for kind in KINDS:
        if not any(wanted(kind, level) for level in LEVELS):
            continue
        for turn in turns:
            if kind in ("what-card", "which-card") and turn.seen.ply > MOST_PLIES:
                break
            draft = _draft(kind, turn, record, wanted, conventional=conventional)
            if draft is not None:
                yield _puzzle(match, turn, draft)
                turns.remove(turn)
                break


def _is_plain_turn(seen: SeenPly) -> bool:
    view = seen.sight.view
    assert isinstance(view, HanabiView)
    return view.pending is None


def _draft(
    kind: PuzzleKind, turn: _Turn, record: MatchRecord, wanted: Wanted, *, conventional: bool
) -> Draft | None:
    """A puzzle of a kind that is wanted in this turn."""
    sight = turn.seen.sight
    found: Draft | None = None
    match kind:
        case "what-card":
            drafts = what_card.drafts(sight, conventional=conventional)
            return next(
                (each for each in drafts if _holds(each, record) and wanted(kind, each.level)), None
            )
        case "which-card":
            found = which_card.draft(sight)
        case "win":
            found = win.draft(sight)
        case "which-clue" if conventional:
            found = which_clue.draft(sight, wanted)
    return found if found is not None and wanted(kind, found.level) else None


def _holds(draft: Draft, record: MatchRecord) -> bool:
    """Whether the asked card is what the conventions say: a giver may have had no better clue."""
    deck = next(draw.order for draw in record.chance if draw.label == "deck")
    return draft.asked_card is None or deck[draft.asked_card] == str(draft.face)


def _puzzle(match: FoundMatch, turn: _Turn, draft: Draft) -> Puzzle:
    history, ply = turn.history, turn.seen.ply
    opening = opening_of(match.record, ply, history.seat, Seeded(ply))
    # Games between bots have nothing to hide: their hands fit the conventions.
    chance = match.record.chance if match.source == SELF_PLAY else opening.chance
    return Puzzle(
        id=f"{history.game}-0",
        game=history.game,
        kind=draft.kind,
        level=draft.level,
        preset=opening.preset,
        options=opening.options,
        players=history.players,
        seat=history.seat,
        chance=chance,
        moves=opening.moves,
        asked_card=draft.asked_card,
        answers=draft.solution.answers,
        margin=round(draft.solution.margin, 4),
        error=draft.solution.error,
        explanation=draft.explanation,
        source=match.source,
    )
