"""Hanabi puzzles: their number, what they need, and how they are found."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
from msgspec import structs

from hanamichi.core import Seeded
from hanamichi.hanabi import HANABI
from hanamichi.puzzles import Puzzle, position_of
from hanamichi.puzzles.check import check_puzzle
from hanamichi.puzzles.collection import collection_of
from hanamichi.puzzles.game_puzzles import PUZZLES, question_of
from hanamichi.puzzles.hanabi import which_clue

MAX_BYTES = 700_000
KINDS = ("which-clue", "what-card", "which-card", "win")


def sample(kind: str, count: int) -> Iterator[Puzzle]:
    """Puzzles of a kind, from easy to hard."""
    entries = collection_of("hanabi").listed(kind=kind)  # type: ignore[arg-type]
    for entry in entries[:: max(1, len(entries) // count)]:
        yield collection_of("hanabi").puzzle(entry.id)


def redealt(puzzle: Puzzle, seed: int) -> Puzzle:
    """The puzzle with other cards where its seat does not see them."""
    state = position_of(puzzle).state
    chance = HANABI.redeal(puzzle.chance, state, puzzle.seat, Seeded(seed))
    return structs.replace(puzzle, chance=chance)


def test_there_are_enough_of_every_kind_and_level() -> None:
    entries = collection_of("hanabi").entries
    assert len(entries) >= 300
    assert len(PUZZLES.of("hanabi").data("hanabi").read_bytes()) < MAX_BYTES
    assert min(Counter(entry.level for entry in entries).values()) >= 30
    kinds = Counter(entry.kind for entry in entries)
    assert set(kinds) == set(KINDS)
    assert min(kinds.values()) >= 25


def test_puzzles_come_from_every_edition_and_from_real_games() -> None:
    puzzles = list(collection_of("hanabi"))
    assert {puzzle.preset for puzzle in puzzles} == set(HANABI.presets)
    assert {puzzle.players for puzzle in puzzles} == {2, 3, 4, 5}
    assert {puzzle.source for puzzle in puzzles} == {"self-play", "hanab.live"}
    assert any(puzzle.options for puzzle in puzzles)


@pytest.mark.parametrize("kind", KINDS)
def test_no_answer_needs_a_hidden_card(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(which_clue, "WORLDS", 2)
    game = PUZZLES.of("hanabi")
    differed = False
    for puzzle in sample(kind, 2 if kind == "which-clue" else 5):
        first = question_of(puzzle)
        solution = game.solve(first)
        for seed in range(2):
            other = redealt(puzzle, seed)
            question = question_of(other)
            assert question.sight == first.sight
            assert game.solve(question) == solution, puzzle.id
            differed = differed or other.chance != puzzle.chance
    assert differed


@pytest.mark.parametrize("kind", ["what-card", "which-card", "win"])
def test_a_puzzle_is_solved_like_it_was_made(kind: str) -> None:
    game = PUZZLES.of("hanabi")
    for puzzle in sample(kind, 6):
        solution = game.solve(question_of(puzzle))
        assert game.accepts(puzzle, solution) is None, puzzle.id
        assert solution.answers == puzzle.answers, puzzle.id
        assert puzzle.error == 0


def test_a_wrong_answer_is_not_accepted() -> None:
    game = PUZZLES.of("hanabi")
    for kind in ("what-card", "which-card"):
        (puzzle, *_) = sample(kind, 1)
        solution = game.solve(question_of(puzzle))
        wrong = structs.replace(puzzle, answers=puzzle.answers[::-1])
        assert game.accepts(wrong, solution)
        vague: Any = solution._replace(error=1.0)
        assert game.accepts(puzzle, vague)


def test_one_clue_is_ahead_of_all_other_moves() -> None:
    for entry in collection_of("hanabi").listed(kind="which-clue"):
        puzzle = collection_of("hanabi").puzzle(entry.id)
        assert puzzle.answers[0].action is not None
        assert str(puzzle.answers[0].action["type"]).endswith("-clue")
        assert puzzle.margin >= max(which_clue.MIN_MARGIN, 4 * puzzle.error) > 0


def test_puzzles_are_found_in_games_between_bots() -> None:
    game = PUZZLES.of("hanabi")
    kinds = {"what-card", "which-card"}
    found = [
        puzzle
        for seed in (24, 33)
        for puzzle in game.find(
            game.play(seed), lambda kind, level: kind in kinds and level in range(1, 6)
        )
    ]
    assert {puzzle.kind for puzzle in found} == kinds
    assert Counter(puzzle.kind for puzzle in found).most_common(1)[0][1] == 2
    for puzzle in found:
        check_puzzle(puzzle)
