"""`hanamichi replay`: print a record, show one position, or verify it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import click
import msgspec
from rich.text import Text

from hanamichi import words
from hanamichi.catalog import AnyGame, game_by_id, open_view
from hanamichi.cli.errors import UsageError, VerificationError, one_line
from hanamichi.cli.files import read_record_bytes
from hanamichi.cli.parameters import json_option, lang_option, written
from hanamichi.cli.screen import console_for_output
from hanamichi.cli.seat_assignment import MAX_NAME_WIDTH, find_seat
from hanamichi.cli.table import TerminalTable, terminal_table_for
from hanamichi.cli.text_layout import WIDTH, cell, folded, numbered, put
from hanamichi.cli.translations import translations
from hanamichi.core import (
    Event,
    MatchRecord,
    Position,
    RecordError,
    Seat,
    check_seal,
    event_for,
)
from hanamichi.core import replay as replay_record
from hanamichi.core.record import plain
from hanamichi.records import Summary, read_any, summarise
from hanamichi.words import Words

SPECTATOR = "spectator"
_SCREEN = 24
_BROKEN = {"record/impossible", "record/mismatch", "record/seal"}
"""Error codes of records that can be read but do not replay."""


@click.command(
    epilog="""\b
Examples:
  hanamichi replay game.json
  hanamichi replay game.json --ply 12
  hanamichi replay game.json --ply 12 --seat Ana
  hanamichi replay game.json --verify
  curl -s https://hanab.live/export/123 | hanamichi replay - --json
"""
)
@click.argument("file")
@click.option("--ply", type=int, help="Show the position after so many decisions; 0 is the deal.")
@click.option(
    "--seat",
    metavar="SEAT",
    help="See only what this seat saw: p1, p2 and so on, its player’s name, or “spectator”.",
)
@click.option("--all", "everything", is_flag=True, help="See all cards. This is the default.")
@click.option(
    "--verify",
    is_flag=True,
    help="Play the record again and say whether all of it holds, its result included. "
    "The exit status is 0 if so and 1 if not.",
)
@json_option
@lang_option
def replay(
    file: str,
    ply: int | None,
    seat: str | None,
    everything: bool,
    verify: bool,
    as_json: bool,
    lang: str,
) -> None:
    """Read the record in FILE: one of Hanamichi or of hanab.live. “-” is standard input.

    A link to hanab.live that holds a game (…/shared-replay-json/…) may stand in place of FILE.

    Prints the whole match, or with --ply one position of it. With --json: game, preset, options,
    players, plies, score and outcome; with --ply the position too, as that seat’s view.
    """
    if seat is not None and everything:
        raise UsageError("Choose --seat or --all, not both")
    data = read_record_bytes(file)
    try:
        record = read_any(data)
        summary = summarise(record)
        if verify and record.seal is not None:
            check_seal(game_by_id(record.game), record)
    except RecordError as error:
        if verify and error.code in _BROKEN:
            raise VerificationError(error.message, code=error.code, where=error.where) from None
        raise
    replayed = TerminalReplay(record, summary, translations(lang), seat)
    if as_json:
        found: dict[str, Any] = plain(summary)
        if verify:
            found["verified"] = True
            found["sealed"] = record.seal is not None
        if ply is not None:
            found["position"] = plain(replayed.view(ply))
        click.echo(msgspec.json.format(msgspec.json.encode(found), indent=2))
        return
    console = console_for_output()
    if verify:
        put(console, folded(replayed.verdict(), WIDTH))
    if ply is not None:
        put(console, replayed.position(ply))
    elif not verify:
        put(console, replayed.transcript())


class TerminalReplay:
    """A replayed match as one seat sees it, as a spectator does, or with all cards shown."""

    def __init__(
        self, record: MatchRecord, summary: Summary, speech: Words, seat: str | None
    ) -> None:
        self.record = record
        self.summary = summary
        self.speech = speech
        self.game: AnyGame = game_by_id(record.game)
        self.positions: list[Position[Any, Any]] = list(replay_record(self.game, record))
        self.open = seat is None
        self.seat: Seat | None = None
        if seat is not None and seat.casefold() != SPECTATOR:
            self.seat = find_seat(seat, record.players, "--seat")
        name = words.preset_name if record.preset else words.game_name
        self.title = name(record.preset or record.game, speech.lang)
        self.table: TerminalTable = terminal_table_for(
            record.game, speech, self.title, shown_names(record.players)
        )

    def view(self, ply: int) -> Any:
        """The view of the position after a ply."""
        state = self._at(ply).state
        return open_view(self.game.id, state) if self.open else self.game.view(state, self.seat)

    def _at(self, ply: int) -> Position[Any, Any]:
        last = self.positions[-1].ply
        if not 0 <= ply <= last:
            raise UsageError(
                f"This match has the plies 0 to {last}, and no {ply}", code="cli/ply", where="--ply"
            )
        # Gestures do not count as plies: the last position with this number includes them.
        *_, position = (position for position in self.positions if position.ply == ply)
        return position

    def position(self, ply: int) -> list[Text]:
        """The table after a ply, and the events that led to it."""
        view = self.view(ply)
        news = [
            line
            for position, lines in zip(self.positions, self._told(), strict=True)
            if position.ply == ply
            for line in lines
        ]
        return self.table.draw(view, news, _SCREEN)

    def transcript(self) -> Iterator[Text]:
        """The whole match as lines."""
        yield Text(self.title, "bold")
        yield from folded(", ".join(self.table.names), WIDTH)
        if changes := self._changes():
            yield from folded(changes, WIDTH, style="dim")
        yield Text()
        for position, lines in zip(self.positions, self._told(), strict=True):
            yield from numbered(position.ply, lines)
        yield Text()
        yield from self._result()

    def _told(self) -> list[list[str]]:
        story = self.table.story()
        return [story.tell(self._seen(position.events)) for position in self.positions]

    def _seen(self, events: Sequence[Event]) -> list[Event]:
        if self.open:
            return list(events)
        return [event for event in (event_for(e, self.seat) for e in events) if event is not None]

    def _changes(self) -> str:
        """The options that differ from the preset's."""
        preset = self.game.presets.get(self.record.preset or "")
        usual = plain(preset.options if preset else self.game.options_type())
        seats = words.WORDS.of(self.game.id).seat_options
        return "  ".join(
            f"{name}={written(value, seat=name in seats)}"
            for name, value in self.record.options.items()
            if value != usual.get(name)
        )

    def _result(self) -> list[Text]:
        last = self.positions[-1].state
        if self.game.outcome(last) is not None:
            return self.table.ending(self.game.view(last, None))
        why = str(self.summary.outcome["termination"])
        score = self.summary.score
        scores = (score,) if isinstance(score, int) else score
        return [
            Text(self.speech.say(f"cli.replay.{why}")),
            Text(self.speech.say("cli.replay.score", score=" – ".join(map(str, scores))), "bold"),
        ]

    def verdict(self) -> str:
        """The message of a successful verification."""
        key = "holds" if self.summary.result_checked else "holds_without_result"
        found = self.speech.say(f"cli.replay.{key}", count=self.summary.plies)
        if self.record.seal is None:
            return found
        return f"{found} {self.speech.say('cli.replay.sealed')}"


def shown_names(players: Sequence[str]) -> tuple[str, ...]:
    """Names from a record, shortened and without control characters."""
    return tuple(
        cell(one_line(name), MAX_NAME_WIDTH).plain.strip() or f"#{seat}"
        for seat, name in enumerate(players)
    )
