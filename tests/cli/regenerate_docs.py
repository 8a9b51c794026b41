"""The program's output in docs/cli.md: `python -m tests.cli.regenerate_docs` updates it.

A block begins with `<!-- shown: KIND NAME -->` and ends with `<!-- end -->`.
"""

from __future__ import annotations

import re
import tempfile
from collections.abc import Callable
from pathlib import Path

from click.testing import CliRunner

from hanamichi.cli import main
from hanamichi.cli.review_report import report_lines
from hanamichi.cli.translations import translations
from hanamichi.records import read_any
from hanamichi.review import put_together
from hanamichi.review.hanabi.hanabi_review import HANABI_REVIEW
from hanamichi.review.history import history_of
from tests.cli.play_scripts import face_of, new_match, run

PAGE = Path(__file__).parent.parent.parent / "docs" / "cli.md"
BLOCK = re.compile(r"(<!-- shown: (\S+) (\S+) -->\n).*?(<!-- end -->)", re.DOTALL)
FIXTURES = Path(__file__).parent.parent / "fixtures" / "hanab-live.jsonl"


def help_of(command: str) -> str:
    """What `--help` prints, on a terminal of 80 columns; `tables/close` is a command of a group."""
    words = [] if command == "hanamichi" else command.split("/")
    result = CliRunner().invoke(main, [*words, "--help"], terminal_width=80, prog_name="hanamichi")
    return f"$ hanamichi {' '.join([*words, '--help'])}\n{result.stdout}"


def commands_of(preset: str) -> str:
    """What can be typed at a table, as `help` lists it."""
    table = ["--bots", "p2", "--seed", "1"]
    if preset == "grands-feux":  # every command there is
        table += ["--set", "flamboyants=on", "--set", "deck_play=on"]
    typed = run("play", preset, *table, typed=["help", "quit"]).stdout
    page = typed.split("What you can type\n\n")[1]
    return page.split("\n\n ", 1)[0] + "\n"


def screen_of(game: str) -> str:
    """A position of a match, as a player sees it."""
    if game == "hanabi":
        with tempfile.NamedTemporaryFile("w", suffix=".json", encoding="utf-8") as file:
            file.write(FIXTURES.read_text("utf-8").splitlines()[4])
            file.flush()
            return run("replay", file.name, "--ply", "31", "--seat", "p1").stdout
    match = new_match("nintendo", 23)
    face = face_of(match)
    story = face.story()
    news = story.tell(match.log(0))
    while match.game.ply(match.state) < 8 or match.to_act != 0:
        news = story.tell(match.play(match.legal_actions()[0]))
    lines = face.draw(match.view(0), news, 22)
    return "".join(f"{line.plain.rstrip()}\n" for line in lines)


def review_of(game: str) -> str:
    """The report of a review. What it says of the moves is pinned by the tests of reviews."""
    assert game == "hanabi"
    record = read_any(FIXTURES.read_text("utf-8").splitlines()[4].encode())
    history = history_of(record, 0)
    found = put_together(record, "standard", [HANABI_REVIEW.facts_only(history)])
    lines = report_lines(record, found, translations("en"), reader=0)
    return "".join(f"{line.plain.rstrip()}\n" for line in lines)


SHOWN: dict[str, Callable[[str], str]] = {
    "help": help_of,
    "commands": commands_of,
    "screen": screen_of,
    "review": review_of,
}


def renewed(page: str) -> str:
    """The page with every block regenerated."""

    def block(found: re.Match[str]) -> str:
        opening, kind, name, closing = found.groups()
        return f"{opening}\n```text\n{SHOWN[kind](name)}```\n\n{closing}"

    return BLOCK.sub(block, page)


if __name__ == "__main__":
    PAGE.write_text(renewed(PAGE.read_text("utf-8")), "utf-8")
    print(f"wrote {PAGE}")
