"""The documentation, the client's types and the server agree."""

from __future__ import annotations

import re
from pathlib import Path
from typing import get_args, get_type_hints

import msgspec
import pytest

from hanamichi.catalog import GAMES
from hanamichi.core import HanamichiError, IllegalMove, NotYourTurn
from hanamichi.hanabi.scoring import HanabiOutcome
from hanamichi.koikoi.scoring import Ending as RoundEnding
from hanamichi.server.http import app
from hanamichi.server.protocol import typescript
from hanamichi.server.protocol.commands import ClientMessage
from hanamichi.server.protocol.error_codes import ErrorCode
from hanamichi.server.protocol.match_messages import Ending, TableEvent, Unrated
from hanamichi.server.protocol.messages import SeatInfo, ServerMessage, TableStatus
from hanamichi.server.views.projection import encode, refusal

ROOT = Path(__file__).parent.parent.parent
PAGE = (ROOT / "docs" / "protocol.md").read_text("utf-8")
TYPES = ROOT / typescript.DEFAULT_TARGET
SERVER = ROOT / "src" / "hanamichi" / "server"

TAGS = [kind.__struct_config__.tag for kind in get_args(ServerMessage) + get_args(ClientMessage)]


def rows(heading: str) -> set[str]:
    """The first cells of the table under a heading."""
    section = PAGE.split(f"# {heading}\n", 1)[1].split("\n#", 1)[0]
    return set(re.findall(r"^\| `([^`]+)` \|", section, re.MULTILINE))


@pytest.mark.parametrize("tag", TAGS)
def test_every_message_is_documented(tag: str) -> None:
    assert tag in rows("From the server") | rows("From the client")


def test_only_existing_messages_are_documented() -> None:
    assert rows("From the server") | rows("From the client") == set(TAGS)


@pytest.mark.parametrize("kind", get_args(ClientMessage))
def test_every_field_of_a_command_is_documented(kind: type) -> None:
    (row,) = re.findall(rf"^\| `{kind.__struct_config__.tag}` \|.*$", PAGE, re.MULTILINE)  # type: ignore[attr-defined]
    for field in set(kind.__struct_fields__) - {"id"}:  # type: ignore[attr-defined]
        assert f"`{field}`" in row


@pytest.mark.parametrize("kind", get_args(ServerMessage))
def test_every_field_of_a_message_is_documented(kind: type) -> None:
    section = PAGE.split("### From the server", 1)[1].split("\n#", 1)[0]
    (row,) = re.findall(rf"^\| `{kind.__struct_config__.tag}` \|.*$", section, re.MULTILINE)  # type: ignore[attr-defined]
    for field in kind.__struct_fields__:  # type: ignore[attr-defined]
        assert f"`{field}`" in row


@pytest.mark.parametrize("kind", get_args(TableEvent))
def test_every_table_event_is_documented(kind: type) -> None:
    assert f"`{kind.__struct_config__.tag}`" in PAGE  # type: ignore[attr-defined]


def values_under(field: str) -> list[str]:
    """The values that the page lists for a field."""
    section = PAGE.split("### Values\n", 1)[1].split("\n## ", 1)[0]
    (rest,) = re.findall(rf"^\| `{re.escape(field)}`.*\n(?:\| \|.*\n)*", section, re.MULTILINE)
    return re.findall(r"^\|[^|]*\| `([^`]+)` \|", rest, re.MULTILINE)


@pytest.mark.parametrize(
    ("field", "values"),
    [
        ("status", get_args(TableStatus)),
        ("kind", get_args(get_type_hints(SeatInfo)["kind"])),
        ("ending.reason", get_args(get_type_hints(Ending)["reason"])),
        ("unrated", get_args(Unrated)),
        ("outcome.result", get_args(get_type_hints(HanabiOutcome)["result"])),
        ("results[].ending", tuple(ending.value for ending in RoundEnding)),
    ],
)
def test_every_value_of_a_field_is_documented(field: str, values: tuple[str, ...]) -> None:
    assert values_under(field) == list(values)


def test_every_code_that_the_server_raises_is_an_error_code() -> None:
    raised: set[str] = set()
    for path in SERVER.rglob("*.py"):
        raised |= set(re.findall(r'Refused\(\s*"([^"]+)"', path.read_text("utf-8")))
    assert len(raised) > 20
    assert raised <= set(get_args(ErrorCode))


def subclasses(kind: type[HanamichiError]) -> set[type[HanamichiError]]:
    direct = set(kind.__subclasses__())
    return direct | {deeper for each in direct for deeper in subclasses(each)}


def test_every_code_of_the_games_that_clients_receive_is_an_error_code() -> None:
    reaching = ("hanamichi.core", "hanamichi.words", "hanamichi.bots")
    # a served bot that fails is replaced for its move, and nobody is refused anything
    at_home = {"error", "move/error", "record/invalid", "seat/unknown", "bot/failed"}
    codes = {e.code for e in subclasses(HanamichiError) if e.__module__.startswith(reaching)}
    assert codes - at_home <= set(get_args(ErrorCode))
    assert GAMES


def test_every_endpoint_is_documented() -> None:
    section = PAGE.split("## HTTP\n", 1)[1].split("\n## ", 1)[0]
    documented = set(re.findall(r"^\| `([A-Z]+ [^`?]+)", section, re.MULTILINE))
    served = {
        f"{method} {path.replace(':str', '')}"
        for handler in app.HANDLERS
        for method in handler.http_methods
        for path in handler.paths
    }
    assert documented == served


def test_the_clients_types_are_written_from_the_messages() -> None:
    assert TYPES.read_text("utf-8") == typescript.render(), (
        "run: python -m hanamichi.server.protocol.typescript"
    )


def test_the_types_can_be_written_elsewhere(tmp_path: Path) -> None:
    target = tmp_path / "deep" / "messages.ts"
    typescript.main([str(target)])
    assert target.read_text("utf-8") == typescript.render()


@pytest.mark.parametrize(
    "line",
    [
        'export type GameId = "hanabi" | "koikoi";',
        "  position: Position | null;",
        "  action: HanabiAction | KoiKoiAction;",
        "  fireworks: Partial<Record<Suit, number>>;",
        "  capture?: KoiKoiCard | null;",
        "  clock?: Clock | null;",
        "  draws: [KoiKoiCard, KoiKoiCard][];",
        "  waiting_for: number[];",
        "  /** Everything a seat may use to decide. */".strip(),
    ],
)
def test_types_are_written_as_typescript(line: str) -> None:
    assert line in typescript.render().splitlines()


def test_a_refused_move_says_which_rule_forbids_it() -> None:
    error = IllegalMove("Say which", reason="say-which", facts={"choices": "card:4R|4A"})
    frame = msgspec.json.decode(encode(refusal(error, "c1")))
    assert frame["code"] == "move/illegal"
    assert frame["message"] == "Say which"
    assert frame["why"] == {"code": "say-which", "facts": {"choices": "card:4R|4A"}}
    assert msgspec.json.decode(encode(refusal(NotYourTurn("No"), "c2")))["why"] is None
