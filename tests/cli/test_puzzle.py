"""`hanamichi puzzle` and `hanamichi puzzles`, typed."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from msgspec import structs

from hanamichi.catalog import game_by_id
from hanamichi.cli.seat_assignment import DEFAULT_NAMES
from hanamichi.cli.table import terminal_table_for
from hanamichi.cli.translations import translations
from hanamichi.puzzles import Answer, Puzzle, PuzzleKind, position_of
from hanamichi.puzzles.collection import collection_of, puzzle_by_id, write_puzzles
from hanamichi.puzzles.game_puzzles import PUZZLES
from hanamichi.words import LANGUAGES
from tests.cli.play_scripts import run


@pytest.fixture(scope="module")
def decision() -> Puzzle:
    return puzzle_by_id(collection_of("koikoi").listed(kind="stop-or-call")[0].id)


@pytest.fixture(scope="module")
def card() -> Puzzle:
    return puzzle_by_id(collection_of("koikoi").listed(kind="which-card")[0].id)


def typed(puzzle: Puzzle, answer: Answer, lang: str) -> str:
    """An answer as the player types it."""
    names = DEFAULT_NAMES[: puzzle.players]
    table = terminal_table_for(puzzle.game, translations(lang), "", names)
    assert answer.action is not None
    action = game_by_id(puzzle.game).parse_action(answer.action)
    return table.write(action, position_of(puzzle).sight.view)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_best_answer_is_right_and_explained(card: Puzzle, lang: str) -> None:
    best, second, *_ = (typed(card, answer, lang) for answer in card.answers)
    right = run("puzzle", "--id", card.id, "--lang", lang, typed=[best])
    wrong = run("puzzle", "--id", card.id, "--lang", lang, typed=[second])
    say = translations(lang).say
    assert say("cli.puzzle.right", answer=best) in right.stdout
    assert say("cli.puzzle.score", right=1, count=1) in right.stdout
    assert say("cli.puzzle.wrong", answer=best) in wrong.stdout
    assert say("cli.puzzle.score", right=0, count=1) in wrong.stdout
    percent = f"{100 * card.answers[0].value:.1f}"
    assert (percent if lang == "en" else percent.replace(".", ",")) in right.stdout
    assert all(len(line) <= 80 for line in right.stdout.splitlines())


@pytest.mark.parametrize(
    ("game", "kind"), [(game, kind) for game, each in PUZZLES.all().items() for kind in each.kinds]
)
def test_every_kind_can_be_answered(game: str, kind: PuzzleKind) -> None:
    puzzle = puzzle_by_id(collection_of(game).listed(kind=kind)[0].id)
    best = puzzle.answers[0]
    answer = best.card or typed(puzzle, best, "en")
    shown = run("puzzle", "--id", puzzle.id, typed=[answer]).stdout
    assert "1 of 1 solved" in shown
    number = sorted(each.card or "" for each in puzzle.answers).index(best.card or "") + 1
    if best.card is not None:
        lines = ["0", "99", "purple", str(number)]
        assert "1 of 1 solved" in run("puzzle", "--id", puzzle.id, typed=lines).stdout


def test_the_question_shows_nothing_hidden(decision: Puzzle) -> None:
    shown = run("puzzle", "--id", decision.id, typed=["quit"]).stdout
    assert "Stop, or koi-koi?" in shown
    assert "The answer" not in shown
    assert "%" not in shown


def test_what_is_no_answer_is_refused_and_asked_again(card: Puzzle) -> None:
    lines = ["", "dance", "play 99", "stop", "help", "legal", "answer"]
    shown = run("puzzle", "--id", card.id, typed=lines).stdout
    best = typed(card, card.answers[0], "en")
    assert "is not a command here" in shown
    assert f"The answer: {best}" in shown
    assert "solved" not in shown  # giving up is no answer
    assert shown.count("Which card?") >= len(lines) - 1


def test_leaving_is_possible_at_any_time(card: Puzzle) -> None:
    assert run("puzzle", "koikoi", typed=[]).exit_code == 0
    assert run("puzzle", "koikoi", "--level", "1", typed=["answer", "q"]).exit_code == 0
    assert run("puzzle", "--id", card.id, typed=["q"]).exit_code == 0


def test_a_list_and_one_puzzle_for_programs(decision: Puzzle) -> None:
    listed = json.loads(run("puzzle", "koikoi", "--list", "--json").stdout)["puzzles"]
    assert len(listed) == len(collection_of("koikoi"))
    assert set(listed[0]) == {"id", "kind", "level", "preset"}
    one = json.loads(run("puzzle", "--id", decision.id, "--json", "--lang", "de").stdout)
    assert one["puzzle"]["id"] == decision.id
    assert one["position"]["hands"][1 - decision.seat] is None
    assert len(one["explanation"]) == len(decision.explanation)
    lines = run("puzzle", "koikoi", "--list", "--level", "2").stdout.splitlines()
    assert len(lines) == len(collection_of("koikoi").listed(level=2))


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["puzzle", "chess"], "puzzle/unknown"),
        (["puzzle", "--id", "koikoi-0"], "puzzle/unknown"),
        (["puzzle", "koikoi", "--kind", "which-clue"], "cli/usage"),
        (["puzzle", "koikoi", "--level", "6"], "cli/usage"),
        (["puzzle", "--file", "none.jsonl"], "file/missing"),
        (["puzzles", "make", "chess", "-o", "x.jsonl"], "cli/usage"),
        (["puzzles", "check", "--game", "chess"], "cli/usage"),
        (["puzzles", "check", "none.jsonl"], "file/missing"),
    ],
)
def test_bad_input_is_refused(arguments: list[str], code: str) -> None:
    result = run(*arguments)
    assert result.exit_code == 2
    assert f"error[{code}]" in result.stderr


def test_puzzles_of_ones_own(card: Puzzle, tmp_path: Path) -> None:
    path = tmp_path / "mine.jsonl"
    path.write_bytes(write_puzzles([card]))
    assert f"Puzzle {card.id}" in run("puzzle", "--file", str(path), typed=["answer"]).stdout
    path.write_bytes(b"{}\n")
    assert "error[puzzle/invalid]" in run("puzzle", "--file", str(path)).stderr


def test_a_check_names_what_is_wrong(card: Puzzle, decision: Puzzle, tmp_path: Path) -> None:
    path = tmp_path / "some.jsonl"
    path.write_bytes(write_puzzles([card, decision]))
    assert run("puzzles", "check", str(path)).exit_code == 0
    broken = structs.replace(decision, id="koikoi-9001", seat=1 - decision.seat)
    twin = structs.replace(card, id="koikoi-9002")
    path.write_bytes(write_puzzles([card, card, decision, broken, twin]))
    result = run("puzzles", "check", str(path), "--json")
    assert result.exit_code == 1
    found = json.loads(result.stdout)
    assert found["checked"] == 5
    problems = {each["id"]: each["message"] for each in found["problems"]}
    assert set(problems) == {card.id, "koikoi-9001", "koikoi-9002"}
    assert problems["koikoi-9002"] == f"It is like {card.id}"
    plain = run("puzzles", "check", str(path))
    assert "5 puzzles, 3 with a problem" in plain.stdout


def test_making_refuses_what_it_cannot_read(tmp_path: Path) -> None:
    path = tmp_path / "no-record.json"
    path.write_text("[]", "utf-8")
    result = run("puzzles", "make", "koikoi", "--from", str(path), "-o", str(tmp_path / "out"))
    assert result.exit_code == 2
    assert "error[record/" in result.stderr
