"""Programs as bots: three languages, entry points, and every way in which a program can fail."""

from __future__ import annotations

import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from importlib import metadata
from pathlib import Path
from random import Random

import pytest

from hanamichi import new_match
from hanamichi.arena import ArenaError, plan
from hanamichi.arena.game_loop import play
from hanamichi.arena.results import GameResult
from hanamichi.arena.tournament import Task
from hanamichi.bots import Sight
from hanamichi.bots.outside import outside_bot, seat_process, sources
from hanamichi.bots.outside.confinement import landlock_version
from hanamichi.bots.outside.launch import PythonBot
from hanamichi.bots.outside.outside_bot import OutsideBot, OutsideBotFailed
from hanamichi.bots.registry import BotError
from tests.arena.test_game_loop import RecordingWatcher

ROOT = Path(__file__).parent.parent.parent
EXAMPLES = ROOT / "examples"
HELLO = """
import sys, time
def say(text): print(text, flush=True)
sys.stdin.readline()
say('{"type":"ready","protocol":1}')
sys.stdin.readline()
"""


def played(preset: str, command: str, *, timeout: float = 60.0, mate: str = "random") -> GameResult:
    """A game of a program, which sits in seat 0, with a bot of the house."""
    named = {"otto": command}
    lineups = [["otto", mate]]
    tournament = plan(preset, lineups, games=1, seed=1, timeout=timeout, named_bots=named)
    return play(tournament, Task(0, 0), RecordingWatcher())


@pytest.mark.parametrize("preset", ["hanabi/grands-feux", "koikoi/robin-red"])
@pytest.mark.parametrize("language", ["python", "javascript", "c"])
def test_the_examples_play(language: str, preset: str, tmp_path: Path) -> None:
    if language == "python":
        command = f"{sys.executable} {EXAMPLES / 'stdio_bot.py'}"
    elif language == "javascript":
        if shutil.which("node") is None:
            pytest.skip("node is not installed")
        command = f"node {EXAMPLES / 'stdio_bot.mjs'}"
    else:
        compiler = shutil.which("cc")
        if compiler is None:
            pytest.skip("there is no C compiler")
        command = str(tmp_path / "otto")
        source = str(EXAMPLES / "stdio_bot.c")
        subprocess.run([compiler, "-Wall", "-Wextra", "-Werror", "-o", command, source], check=True)
    result = played(preset, command)
    assert result.failure is None
    assert result.paces[0].moves > 5


def test_the_same_seed_is_the_same_game() -> None:
    command = f"{sys.executable} {EXAMPLES / 'stdio_bot.py'}"
    one, other = (played("koikoi/nintendo", command).choices for _ in range(2))
    assert one == other


@pytest.mark.parametrize(
    ("answer", "kind", "error"),
    [
        ("sys.exit(3)", "died", "its process ended with status 3"),
        ("raise SystemExit('no model')", "died", "its process ended with status 1: no model"),
        ("import os; os.kill(os.getpid(), 11)", "died", "its process was ended by SIGSEGV"),
        ("say('hello')", "illegal", "it wrote 'hello': "),
        ("say('[[' * 20000)", "illegal", "it wrote '[["),
        ("say('{}')", "illegal", "it wrote '{}': "),
        ('say(\'{"type":"ready"}\')', "illegal", "it answered a question with ready"),
        ('say(\'{"type":"move","id":1}\')', "illegal", "its move has neither a choice"),
        ('say(\'{"type":"move","id":9,"choice":0}\')', "illegal", "it answered question 9"),
        ('say(\'{"type":"move","id":1,"choice":-1}\')', "illegal", "choice -1 of "),
        ('say(\'{"type":"move","id":1,"choice":999}\')', "illegal", "choice 999 of "),
        (
            'say(\'{"type":"move","id":1,"action":{"type":"fly"}}\')',
            "illegal",
            "{'type': 'fly'} is not",
        ),
        ('say(\'{"type":"failed","message":"no idea"}\')', "crashed", "no idea"),
        ("say('x' * 100_000)", "flooded", "it wrote more than 65536 bytes"),
        (
            'say("\\n".join(9 * [\'{"type":"move","id":1,"choice":0}\'])); time.sleep(9)',
            "flooded",
            'it wrote \'{"type":"move"',
        ),
        ("[sys.stderr.write('x' * 100_000) for _ in range(300)]", "flooded", "it wrote more than"),
    ],
)
def test_a_program_that_fails_loses_the_game(
    answer: str, kind: str, error: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(seat_process, "_SHOWN_NOISE", 0)
    (tmp_path / "otto.py").write_text(HELLO + answer, "utf-8")
    result = played("hanabi/online", f"{sys.executable} {tmp_path / 'otto.py'}")
    assert result.failure is not None
    assert (result.failure.place, result.failure.kind) == (0, kind)
    assert result.failure.error.startswith(error)


@pytest.mark.parametrize(
    ("program", "error"),
    [
        ("import time; time.sleep(60)", "not ready within 0.5 s"),
        (HELLO + "time.sleep(60)", "no move within 0.5 s"),
    ],
)
def test_a_program_that_is_late_loses_the_game(program: str, error: str, tmp_path: Path) -> None:
    (tmp_path / "otto.py").write_text(program, "utf-8")
    result = played("hanabi/online", f"{sys.executable} -S {tmp_path / 'otto.py'}", timeout=0.5)
    assert result.failure is not None
    assert result.failure.kind == "stalled"
    assert result.failure.error in (error, "not ready within 0.5 s"), "the machine may be slow"


def test_a_whole_program_may_be_a_word_of_a_command() -> None:
    program = "import os; os.write(1, b'no bot')" + "\n# a name of a file is shorter" * 20
    command = shlex.join([sys.executable, "-S", "-c", program])
    failure = played("koikoi/nintendo", command).failure
    assert failure is not None
    assert failure.kind in ("died", "illegal")


def test_a_module_beside_the_folders_of_bots_is_said_to_be_out_of_sight(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if landlock_version() < 1:
        pytest.skip("Linux with Landlock confines")
    (tmp_path / "otto.py").write_text("class Otto: choose = print\n", "utf-8")
    (tmp_path / "link").symlink_to(tmp_path)  # no way around
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    monkeypatch.syspath_prepend(tmp_path)
    problem = seat_process.check_python_bot(PythonBot("otto:Otto"), 60.0).problem
    assert problem is not None
    assert f"no bot may look into {tmp_path}" in problem


def test_a_constructor_that_hangs_is_late() -> None:
    bot = "tests.arena.failing_bots:Hatching"
    tournament = plan("hanabi/online", [[bot]], games=1, seed=1, timeout=0.5)
    failure = play(tournament, Task(0, 0), RecordingWatcher()).failure
    assert failure is not None
    assert (failure.kind, failure.error) == ("stalled", "not ready within 0.5 s")


def test_a_constructor_that_hangs_is_late_where_moves_have_no_limit(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """As in `hanamichi play`, where a terminal that waits shows nothing."""
    monkeypatch.setattr(outside_bot, "_LONGEST_TO_BEGIN", 0.5)
    bot = OutsideBot("hanabi", "egg", PythonBot("tests.arena.failing_bots:Hatching"))
    match = new_match("hanabi/online", 2, seed=1)
    assert match.to_act is not None
    sight = Sight(match.view(match.to_act), match.log(match.to_act), match.legal_actions())
    with pytest.raises(OutsideBotFailed, match=r"egg failed: not ready within 0.5 s"):
        bot.choose(sight, Random(1))


def test_a_bot_of_the_house_plays_the_same_in_a_process_of_its_own() -> None:
    lineups = [["casual", "novice"]]
    here, apart = (
        plan("hanabi/online", lineups, games=1, seed=2, isolate_all=isolate)
        for isolate in (False, True)
    )
    for tournament in (here, apart):
        result = play(tournament, Task(0, 0), RecordingWatcher())
        assert result.failure is None
        assert result.scores[0] > 8


def test_a_bot_is_told_who_sits_with_it() -> None:
    named = {"sociable": "tests.arena.failing_bots:Sociable"}
    lineups = [["sociable", "novice"]]
    tournament = plan("koikoi/nintendo", lineups, games=1, seed=1, named_bots=named)
    assert play(tournament, Task(0, 0), RecordingWatcher()).failure is None


class Point:
    name = "lodger"
    value = "tests.arena.failing_bots:First"


def test_bots_of_installed_packages_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def entry_points(*, group: str) -> list[type[Point]]:
        assert group == "hanamichi.bots"
        return [Point]

    monkeypatch.setattr(metadata, "entry_points", entry_points)
    tournament = plan("koikoi/nintendo", [["lodger"]], games=1, seed=1)
    assert tournament.lineups == (("lodger", "lodger"),)
    assert play(tournament, Task(0, 0), RecordingWatcher()).failure is None
    with pytest.raises(BotError) as unknown:
        plan("koikoi/nintendo", [["my_bots.Patient"]], games=1, seed=1)
    assert unknown.value.code == "bot/unknown"
    assert re.search(
        r"no bot 'my_bots.Patient' for koikoi; there are: random,.*, lodger; .* package.module:Bot",
        unknown.value.message,
    )


@pytest.mark.parametrize(
    ("texts", "message"),
    [
        (["otto"], "is not NAME=BOT"),
        (["Otto Bot=node x.mjs"], "is not NAME=BOT"),
        (["casual=node x.mjs"], "is a bot of the house"),
        (["otto=", "otto="], "is an import path"),
        (["otto=no-such-program --fast"], "There is no program 'no-such-program'"),
        (["otto='unclosed"], "is no command line"),
        (["otto=a:b", "otto=a:b"], "is given to two bots"),
    ],
)
def test_definitions_that_are_none_are_refused(texts: list[str], message: str) -> None:
    with pytest.raises(BotError, match=message) as refusal:
        sources.read_definitions(["hanabi"], texts)
    assert refusal.value.code == "bot/outside"


def test_a_module_that_fails_is_not_imported_here() -> None:
    with pytest.raises(ArenaError, match=r"There is no bot 'tests\.arena\.no_module"):
        plan("hanabi/online", [["tests.arena.no_module:X"]], games=1, seed=1)
    plan("hanabi/online", [["tests.arena.cheating_bots:Daemon"]], games=1, seed=1)
    code = "import sys; from hanamichi.arena import plan; plan('online' and 'hanabi/online', "
    code += "[['tests.arena.lonely_bots:Alone']], games=1, seed=1); "
    code += "sys.exit('tests.arena.lonely_bots' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=False).returncode == 0
