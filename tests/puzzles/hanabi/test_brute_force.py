"""Endings and hands of shipped puzzles, solved again by a solver that was written apart."""

from __future__ import annotations

from typing import Any

from hanamichi.core.record import plain
from hanamichi.puzzles import Puzzle, position_of
from hanamichi.puzzles.collection import collection_of
from tests.puzzles.hanabi.brute_force import (
    Ending,
    best_score,
    letter,
    possible_faces,
    read_table,
    read_view,
    worlds,
)

SMALL_ENDING = 8
"""The most worlds of an ending that is solved again here, and"""
LAST_TURNS = 3
"""the most turns left."""
ENDINGS = 12


def endings() -> list[Puzzle]:
    """Small endings, spread over the levels."""
    found = []
    for entry in collection_of("hanabi").listed(kind="win"):
        puzzle = collection_of("hanabi").puzzle(entry.id)
        view: Any = position_of(puzzle).sight.view
        spot, table = read_view(plain(view)), read_table(plain(view.options))
        turns = view.turns_left or LAST_TURNS + 1  # before the last round: too large
        if turns <= LAST_TURNS and sum(1 for _ in worlds(table, spot)) <= SMALL_ENDING:
            found.append(puzzle)
    return found[:: max(1, len(found) // ENDINGS)]


def as_move(action: Any, puzzle: Puzzle) -> tuple[Any, ...]:
    """The action of an answer, as the other solver writes it."""
    view: Any = position_of(puzzle).sight.view
    if action["type"] in ("play", "discard"):
        hand = [held.id for held in view.hands[puzzle.seat]]
        return action["type"], hand.index(action["card"])
    clue = str(action["value"]) if "value" in action else letter(action["colour"])
    return "clue", action["target"], clue


def test_the_answer_is_the_only_sure_move_of_an_ending() -> None:
    puzzles = endings()
    assert len(puzzles) >= ENDINGS // 2
    for puzzle in puzzles:
        view: Any = position_of(puzzle).sight.view
        table, spot = read_table(plain(view.options)), read_view(plain(view))
        ending = Ending(table, best_score(table, spot))
        assert ending.sure_moves(spot) == [as_move(puzzle.answers[0].action, puzzle)], puzzle.id


def test_a_card_proved_by_elimination_can_be_nothing_else() -> None:
    proved = 0
    for entry in collection_of("hanabi").listed(kind="what-card"):
        puzzle = collection_of("hanabi").puzzle(entry.id)
        view: Any = position_of(puzzle).sight.view
        hand = [held.id for held in view.hands[puzzle.seat]]
        slot = hand.index(puzzle.asked_card)
        faces = possible_faces(
            read_table(plain(view.options)), read_view(plain(view)), puzzle.seat, slot
        )
        if puzzle.explanation[-1].code == "so-it-is":
            assert faces == {puzzle.answers[0].card}, puzzle.id
            proved += 1
        else:  # the conventions decide between several
            assert len(faces) > 1, puzzle.id
            assert puzzle.answers[0].card in faces, puzzle.id
    assert proved >= 30
