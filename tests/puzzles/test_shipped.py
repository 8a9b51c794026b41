"""Every puzzle that comes with Hanamichi holds together."""

from __future__ import annotations

from itertools import combinations

import pytest

from hanamichi.koikoi import KoiKoiView
from hanamichi.puzzles import Puzzle
from hanamichi.puzzles.check import check_puzzle
from hanamichi.puzzles.collection import (
    PuzzleCollection,
    collection_of,
    games_with_puzzles,
    write_puzzles,
)
from hanamichi.puzzles.game_puzzles import PUZZLES
from hanamichi.puzzles.likeness import alike
from hanamichi.words import LANGUAGES, why

GAMES = games_with_puzzles()
MAX_BYTES = 800_000
"""A set of puzzles is small."""


@pytest.fixture(scope="module", params=GAMES)
def collection(request: pytest.FixtureRequest) -> PuzzleCollection:
    return collection_of(request.param)


def said(puzzle: Puzzle, lang: str) -> list[str | None]:
    """The explanation of a puzzle, as its seat reads it."""
    names = [f"Player {n + 1}" for n in range(puzzle.players)]
    return [
        next(
            (
                text
                for section in ("puzzle", "review", "why")
                if (
                    text := why(
                        puzzle.game,
                        reason.code,
                        reason.facts,
                        lang,
                        names=names,
                        reader=puzzle.seat,
                        section=section,
                    )
                )
            ),
            None,
        )
        for reason in puzzle.explanation
    ]


def test_every_puzzle_replays_and_its_answers_are_legal(collection: PuzzleCollection) -> None:
    for puzzle in collection:
        question = check_puzzle(puzzle)
        assert len(question.sight.legal) > 1
        assert puzzle.margin > 4 * puzzle.error


def test_no_two_puzzles_are_alike(collection: PuzzleCollection) -> None:
    puzzles = list(collection)
    found = [(each.id, PUZZLES.of(each.game).features(check_puzzle(each))) for each in puzzles]
    twins = [(one, two) for (one, a), (two, b) in combinations(found, 2) if alike(a, b)]
    assert twins == []


def test_every_explanation_can_be_said_in_every_language(collection: PuzzleCollection) -> None:
    for puzzle in collection:
        for lang in LANGUAGES:
            sentences = said(puzzle, lang)
            assert all(sentences), (puzzle.id, lang)
            assert all("{" not in str(sentence) for sentence in sentences)


def test_what_is_taken_from_the_opponent_is_no_card_of_ones_own_hand() -> None:
    denials = 0
    for puzzle in collection_of("koikoi"):
        view = check_puzzle(puzzle).sight.view
        assert isinstance(view, KoiKoiView)
        for reason in puzzle.explanation:
            if reason.code in ("takes-last", "takes-from-other"):
                denials += 1
                assert str(reason.facts["card"]).removeprefix("card:") not in map(
                    str, view.hand or ()
                )
    assert denials > 20


def test_the_file_is_small_and_in_order(collection: PuzzleCollection) -> None:
    levels = [entry.level for entry in collection.entries]
    assert levels == sorted(levels)
    data = write_puzzles(collection)
    assert len(data) < MAX_BYTES
    game = collection.entries[0].id.rpartition("-")[0]
    assert PUZZLES.of(game).data(game).read_bytes() == data
