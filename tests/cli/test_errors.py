"""Every error is one line with a code; no traceback reaches a user."""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import Result

from hanamichi.cli.terminal_match import TerminalMatch
from hanamichi.records import MAX_BYTES, read_record
from tests.cli.play_scripts import commands, new_match, run


def error_of(result: Result) -> str:
    """The code of the only error printed, after checking its form."""
    assert result.exit_code == 2, result.output
    lines = result.stderr.splitlines()
    assert len(lines) == 1, result.stderr
    told = re.fullmatch(r"error\[([a-z/-]+)\]: \S.*", lines[0])
    assert told is not None, lines[0]
    return told[1]


@pytest.fixture
def record(tmp_path: Path) -> Path:
    file = tmp_path / "record.json"
    run("play", "cocktail", "--bots", "all", "--seed", "1", "--save", str(file))
    return file


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["frob"], "cli/usage"),
        (["--frob"], "cli/usage"),
        (["play", "--seed", "x"], "cli/usage"),
        (["play", "cocktail", "extra"], "cli/usage"),
        (["rules"], "cli/usage"),
        (["rules", "cocktail", "--lang", "tlh"], "cli/usage"),
        (["rules", "cocktail", "--format", "pdf"], "cli/usage"),
        (["convert", "x"], "cli/usage"),
        (["convert", "x", "--to", "pgn"], "cli/usage"),
        (["play", "hanabi/unknown"], "options/preset"),
        (["rules", "unknown\n\x1b[31m"], "options/preset"),
        (["play", "cocktail", "--players", "6"], "options/players"),
        (["play", "nintendo", "--players", "3"], "options/players"),
        (["rules", "cocktail", "--players", "1"], "options/players"),
        (["play", "cocktail", "--set", "errors"], "options/invalid"),
        (["play", "cocktail", "--set", "errors=0"], "options/invalid"),
        (["play", "cocktail", "--set", "errors=many"], "options/invalid"),
        (["play", "cocktail", "--set", "avalanche=huge"], "options/invalid"),
        (["play", "cocktail", "--set", "colour=red"], "options/unknown"),
        (["play", "cocktail", "--set", "colours=red,red"], "options/inconsistent"),
        (["rules", "grands-feux", "--set", "tile_on_any_completion=on"], "options/inconsistent"),
        (["play", "cocktail", "--names", "Ana,ana"], "cli/names"),
        (["play", "cocktail", "--names", "Ana,Ben,Cleo", "--players", "2"], "cli/names"),
        (["play", "cocktail", "--names", "Ana,\x1b[2J"], "cli/names"),
        (["play", "cocktail", "--names", "Ana,Somebody far too long"], "cli/names"),
        (["play", "cocktail", "--names", "Ana,2"], "cli/names"),
        (["play", "cocktail", "--bots", "2"], "cli/seat"),
        (["play", "cocktail", "--bots", "Zoé"], "cli/seat"),
        (["play", "cocktail", "--bots", "1", "--bot", "genius"], "bot/unknown"),
        (["play", "cocktail", "--bots", "1", "--bot", "random:ms=3"], "bot/parameter"),
        (["arena", "cocktail", "--bots", "random:ms=3", "--games", "1"], "bot/parameter"),
        (["play", "cocktail", "--save", "/no/such/folder/x.json"], "file/unwritable"),
        (["play", "cocktail", "--save", "/"], "file/directory"),
        (["replay", "/no/such/file"], "file/missing"),
        (["replay", "/"], "file/directory"),
        (["replay", "\0"], "file/unreadable"),
        (["replay", sys.executable], "record/unreadable"),
        (["convert", "/no/such/file", "--to", "hanamichi"], "file/missing"),
        (["bench", "online", "--seconds", "nan"], "cli/usage"),
        (["bench", "online", "--seconds", "inf"], "cli/usage"),
        (["bench", "online", "--seconds", "0"], "cli/usage"),
        (["arena", "cocktail", "--bots", "os:system", "--games", "1"], "arena/bot"),
        (["arena", "cocktail", "--bots", "os:PathLike", "--games", "1"], "arena/bot"),
    ],
)
def test_bad_input_has_a_code_and_one_sentence(arguments: list[str], code: str) -> None:
    assert error_of(run(*arguments)) == code


@pytest.mark.parametrize(
    ("text", "code"),
    [
        (b"", "record/unreadable"),
        (b"{", "record/unreadable"),
        (b"[]", "record/unreadable"),
        (b"\xff\xfe\x00", "record/unreadable"),
        (b"[" * 100_000, "record/unreadable"),
        (b" " * (MAX_BYTES + 1), "record/too-large"),
        (b'{"format": "hanamichi-record", "version": 99}', "record/version"),
        (b'{"format": "something else"}', "record/invalid"),
        (b'{"deck": 7, "actions": []}', "record/invalid"),
    ],
)
@pytest.mark.parametrize("command", [["replay"], ["replay", "--verify"], ["convert"]])
def test_a_file_that_is_no_record_is_refused(
    text: bytes, code: str, command: list[str], tmp_path: Path
) -> None:
    file = tmp_path / "file"
    file.write_bytes(text)
    to = ["--to", "hanamichi"] if command == ["convert"] else []
    assert error_of(run(*command, str(file), *to)) == code


def test_a_program_that_asked_for_json_gets_the_error_as_json(record: Path) -> None:
    result = run("replay", str(record), "--json", "--ply", "999")
    assert error_of(result) == "cli/ply"
    told = json.loads(result.stdout)["error"]
    assert told["code"] == "cli/ply"
    assert told["where"] == "--ply"
    assert told["message"] in result.stderr


def test_a_usage_error_is_reported_as_json_too() -> None:
    result = run("replay", "--json", "--frob")
    assert error_of(result) == "cli/usage"
    assert set(json.loads(result.stdout)["error"]) == {"code", "message", "where"}


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["--ply", "999"], "cli/ply"),
        (["--ply", "-1"], "cli/ply"),
        (["--seat", "2"], "cli/seat"),
        (["--seat", "Zoé"], "cli/seat"),
        (["--seat", "0", "--all"], "cli/usage"),
    ],
)
def test_a_ply_or_seat_that_the_record_does_not_have(
    arguments: list[str], code: str, record: Path
) -> None:
    assert error_of(run("replay", str(record), *arguments)) == code


def test_koikoi_has_no_form_on_hanab_live(tmp_path: Path) -> None:
    file = tmp_path / "koikoi.json"
    run("play", "nintendo", "--bots", "all", "--seed", "1", "--save", str(file))
    assert error_of(run("convert", str(file), "--to", "hanab-live")) == "record/unsupported"


def test_text_from_a_file_cannot_control_the_terminal(record: Path) -> None:
    forged = record.read_text("utf-8").replace('"first-seat"', '"first\\u001b[2J\\nseat"')
    record.write_text(forged, "utf-8")
    result = run("replay", str(record))
    assert error_of(result) == "record/impossible"
    assert "\x1b" not in result.output


def test_an_internal_error_is_one_line_too(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise ZeroDivisionError("oops\nat once")

    monkeypatch.setattr("hanamichi.cli.commands.rules.table_of", fail)
    result = run("rules", "cocktail")
    assert error_of(result) == "internal"
    assert "ZeroDivisionError: oops at once" in result.stderr


def program(*arguments: str) -> list[str]:
    return [sys.executable, "-m", "hanamichi", *arguments]


@pytest.mark.parametrize("arguments", [["games"], ["games", "--json"], ["rules", "cocktail"]])
def test_standard_output_may_be_closed_early(arguments: list[str]) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    with os.fdopen(writing, "wb") as closed:
        done = subprocess.run(
            program(*arguments), stdout=closed, stderr=subprocess.PIPE, check=False, timeout=60
        )
    assert done.returncode == 1
    assert done.stderr == b""


def in_shell(redirection: str, *arguments: str) -> tuple[int, str]:
    """The status and standard error of the program with a redirected stream."""
    command = f"exec {shlex.join(program(*arguments))} {redirection}"
    done = subprocess.run(["sh", "-c", command], capture_output=True, check=False, timeout=60)
    return done.returncode, done.stderr.decode()


OUTPUT_LOST = "error[file/unwritable]: Cannot write standard output: "


@pytest.mark.parametrize(
    ("redirection", "reason"),
    [(">/dev/full", "No space left on device\n"), (">&-", "Bad file descriptor\n")],
)
@pytest.mark.parametrize(
    "arguments",
    [
        ["rules", "cocktail"],
        ["games", "--json"],
        ["replay", "RECORD"],
        ["replay", "RECORD", "--json"],
        ["replay", "RECORD", "--verify"],
        ["convert", "RECORD", "--to", "hanamichi"],
        ["arena", "cocktail", "--bots", "random", "--games", "2", "--workers", "1"],
    ],
)
def test_standard_output_that_cannot_be_written_is_reported(
    arguments: list[str], redirection: str, reason: str, record: Path
) -> None:
    named = [str(record) if word == "RECORD" else word for word in arguments]
    assert in_shell(redirection, *named) == (2, OUTPUT_LOST + reason)


def test_an_error_keeps_its_status_when_standard_output_is_full() -> None:
    status, told = in_shell(">/dev/full", "replay", "/no/such/file", "--json")
    assert (status, told) == (2, "error[file/missing]: There is no file '/no/such/file'\n")


def test_a_closed_standard_output_that_is_not_needed_is_no_error(
    record: Path, tmp_path: Path
) -> None:
    again = tmp_path / "again.json"
    arguments = ["convert", str(record), "--to", "hanamichi", "--output", str(again)]
    assert in_shell(">&-", *arguments) == (0, "")
    assert read_record(again.read_bytes()) == read_record(record.read_bytes())


def test_standard_input_that_is_closed_is_reported() -> None:
    status, told = in_shell("<&-", "replay", "-")
    assert (status, told) == (
        2,
        "error[file/unreadable]: Cannot read standard input: Bad file descriptor\n",
    )


def test_a_closed_standard_error_changes_no_status() -> None:
    assert in_shell("2>&-", "frob") == (2, "")


def test_a_match_that_could_not_be_saved_is_an_error(tmp_path: Path) -> None:
    arguments = ["play", "cocktail", "--bots", "all", "--seed", "1", "--save", "/dev/full"]
    result = run(*arguments)
    assert error_of(result) == "file/unwritable"
    assert "Cannot write '/dev/full': No space left on device" in result.stderr
    assert "The record was not saved." in result.stdout
    other = tmp_path / "other.json"
    assert run(*arguments, typed=[str(other)]).exit_code == 0
    assert read_record(other.read_bytes()).result is not None


@pytest.mark.parametrize("encoding", ["ascii", "latin-1"])
def test_characters_that_a_stream_cannot_encode_are_replaced(encoding: str) -> None:
    done = subprocess.run(
        program("games", "--lang", "fr"),
        env=os.environ | {"PYTHONIOENCODING": encoding},
        capture_output=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert b"Koi-Koi" in done.stdout


@pytest.mark.parametrize("stdin", ["closed", "binary"])
def test_play_survives_any_input(stdin: str) -> None:
    data = b"" if stdin == "closed" else bytes(range(256)) * 40 + b"\nplay 1\n"
    shell = "exec 0<&-; " if stdin == "closed" else ""
    command = " ".join(program("play", "cocktail", "--seed", "1"))
    done = subprocess.run(
        ["sh", "-c", shell + command], input=data, capture_output=True, check=False, timeout=60
    )
    assert done.returncode == 0, done.stderr
    assert done.stderr == b""


def test_the_record_is_saved_when_the_output_is_lost_after_the_match(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def lost(_: TerminalMatch) -> None:
        raise BrokenPipeError

    monkeypatch.setattr(TerminalMatch, "explain", lost)
    file = tmp_path / "match.json"
    run("play", "cocktail", "--bots", "all", "--seed", "1", "--save", str(file))
    assert read_record(file.read_bytes()).result is not None


def test_the_record_is_saved_when_standard_output_is_closed(tmp_path: Path) -> None:
    file = tmp_path / "match.json"
    typed = "".join(f"{line}\n" for line in commands(new_match("cocktail", 1))).encode()
    playing = subprocess.Popen(
        program("play", "cocktail", "--seed", "1", "--save", str(file)),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert playing.stdin is not None
    assert playing.stdout is not None
    assert playing.stderr is not None
    playing.stdin.write(typed)
    playing.stdin.flush()
    while b"turn 4" not in playing.stdout.readline():
        pass
    playing.stdout.close()
    assert playing.wait(60) == 1
    assert playing.stderr.read() == b""
    playing.stdin.close()
    playing.stderr.close()
    assert len(read_record(file.read_bytes()).moves) >= 3
