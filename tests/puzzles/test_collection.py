"""Looking puzzles up, and reading files that people made."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec import structs

from hanamichi.puzzles import Answer, Puzzle, PuzzleError
from hanamichi.puzzles.check import check_puzzle
from hanamichi.puzzles.collection import (
    PuzzleCollection,
    collection_of,
    puzzle_by_id,
    read_puzzle,
    read_puzzles,
    write_puzzles,
)


@pytest.fixture(scope="module")
def puzzle() -> Puzzle:
    entry = next(each for each in collection_of("koikoi").entries if each.kind == "which-card")
    return puzzle_by_id(entry.id)


def test_puzzles_are_found_by_id_kind_and_level() -> None:
    koikoi = collection_of("koikoi")
    assert len(koikoi) == len(koikoi.entries)
    for entry in koikoi.listed(kind="stop-or-call", level=2):
        found = puzzle_by_id(entry.id)
        assert (found.id, found.kind, found.level) == (entry.id, "stop-or-call", 2)
        assert found.preset == entry.preset
    assert sum(len(koikoi.listed(level=level)) for level in range(1, 6)) == len(koikoi)


@pytest.mark.parametrize("unknown", ["", "koikoi", "koikoi-0", "koikoi-999999", "x-1", "chess-1"])
def test_an_unknown_puzzle_is_refused(unknown: str) -> None:
    with pytest.raises(PuzzleError) as refused:
        puzzle_by_id(unknown)
    assert refused.value.code == "puzzle/unknown"


def test_a_game_without_puzzles_is_refused() -> None:
    with pytest.raises(PuzzleError) as refused:
        collection_of("chess")
    assert refused.value.code == "puzzle/unknown"


def test_a_file_is_read_as_it_was_written(puzzle: Puzzle, tmp_path: Path) -> None:
    harder = structs.replace(puzzle, id="koikoi-2", level=5)
    data = write_puzzles([harder, structs.replace(puzzle, id="koikoi-3", level=1)])
    assert [each.id for each in read_puzzles(data)] == ["koikoi-3", "koikoi-2"]
    path = tmp_path / "some.jsonl"
    path.write_bytes(b"\n" + data)
    collection = PuzzleCollection(path)
    assert collection.puzzle("koikoi-2") == harder
    assert [each.id for each in collection] == ["koikoi-3", "koikoi-2"]


def test_a_missing_file_is_an_empty_collection(tmp_path: Path) -> None:
    assert PuzzleCollection(tmp_path / "none.jsonl").entries == ()


@pytest.mark.parametrize("line", [b"{", b"[]", b'{"id":"koikoi-1"}', b"\xff\xfe"])
def test_a_broken_line_is_named(puzzle: Puzzle, line: bytes, tmp_path: Path) -> None:
    data = write_puzzles([puzzle]) + line + b"\n"
    with pytest.raises(PuzzleError) as refused:
        list(read_puzzles(data))
    assert (refused.value.code, refused.value.where) == ("puzzle/invalid", "line 2")
    path = tmp_path / "broken.jsonl"
    path.write_bytes(data)
    with pytest.raises(PuzzleError, match="line 2"):
        PuzzleCollection(path)


def test_an_id_is_never_given_twice(puzzle: Puzzle, tmp_path: Path) -> None:
    path = tmp_path / "twice.jsonl"
    path.write_bytes(write_puzzles([puzzle, puzzle]))
    with pytest.raises(PuzzleError, match="twice"):
        PuzzleCollection(path)


def test_a_huge_line_is_not_parsed() -> None:
    with pytest.raises(PuzzleError, match="at most"):
        read_puzzle(b" " * 100_000)


def changed(puzzle: Puzzle, name: str) -> Puzzle:
    """A puzzle with one thing wrong."""
    best, second, *others = puzzle.answers
    changes: dict[str, dict[str, Any]] = {
        "id": {"id": "hanabi-1"},
        "kind": {"kind": "win"},
        "game": {"game": "hanabi"},
        "preset": {"preset": "koikoi/none"},
        "options": {"options": {"rounds": "many"}},
        "seat": {"seat": 1 - puzzle.seat},
        "moves": {"moves": puzzle.moves[1:]},
        "chance": {"chance": ()},
        "order": {"answers": (second, best, *others)},
        "margin": {"margin": puzzle.margin + 0.01},
        "twice": {"answers": (best, second, second)},
        "illegal": {
            "answers": (best, Answer(action={"type": "swap"}, value=second.value), *others)
        },
        "no action": {
            "answers": (best, Answer(action={"type": "fly"}, value=second.value), *others)
        },
        "card": {"answers": (best, Answer(card="r3", value=second.value), *others)},
        "asked": {"asked_card": 3},
        "infinite": {"error": float("inf")},
    }
    return structs.replace(puzzle, **changes[name])


@pytest.mark.parametrize(
    "wrong",
    [
        "id", "kind", "game", "preset", "options", "seat", "moves", "chance", "order", "margin",
        "twice", "illegal", "no action", "card", "asked", "infinite",
    ],
)  # fmt: skip
def test_a_puzzle_that_does_not_hold_together_is_refused(puzzle: Puzzle, wrong: str) -> None:
    with pytest.raises(PuzzleError) as refused:
        check_puzzle(changed(puzzle, wrong))
    assert refused.value.code == "puzzle/invalid"


@pytest.mark.parametrize(
    "change",
    [{"level": 6}, {"level": 0}, {"answers": []}, {"id": "No. 1"}, {"error": -1}, {"colour": 1}],
)
def test_a_field_that_cannot_be_is_refused(puzzle: Puzzle, change: dict[str, object]) -> None:
    data = msgspec.to_builtins(puzzle) | change
    with pytest.raises(PuzzleError) as refused:
        read_puzzle(msgspec.json.encode(data))
    assert refused.value.code == "puzzle/invalid"
