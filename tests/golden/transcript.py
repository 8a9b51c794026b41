"""A match as readable text: one line for each decision."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Mapping
from random import Random
from typing import Any, NamedTuple, Protocol

import msgspec

from hanamichi.catalog import AnyMatch, preset_by_id
from hanamichi.core import Action, Event, Match, Seat, build_options
from tests.golden.stacked_chance import Stacked

WIDTH = 110
NAMES = ("Ann", "Bo", "Cy", "Di", "Ed")
_BOARD_MARGIN = "     | "
_HARD_SPACE = "\u00a0"
"""Keeps the words of a command on one line."""

Cue = Callable[[Any, tuple[Any, ...]], tuple[Seat, Any] | None]
"""An event that a scene needs once: the seat and action, as soon as it is possible."""


class Scene(NamedTuple):
    """A match to play and write down."""

    name: str
    about: str
    preset: str
    players: int
    player: Callable[[Any, tuple[Any, ...], Random], Any]
    shows: tuple[str, ...] = ()
    """Text that the transcript must contain."""
    seed: int = 0
    options: Mapping[str, Any] = {}
    tops: Mapping[str, Any] = {}
    cues: tuple[Cue, ...] = ()
    boards: int = 20
    """A board and the legal actions every so many plies."""


class GameText(Protocol):
    """What the transcript needs of a game."""

    def board(self, state: Any, names: tuple[str, ...]) -> list[str]:
        """The position in a few lines, nothing hidden."""
        ...

    def command(self, action: Any, view: Any, names: tuple[str, ...]) -> str:
        """The action as people type it."""
        ...

    def event(self, event: Any, names: tuple[str, ...]) -> str:
        """What happened, in a line."""
        ...

    def outcome(self, outcome: Any, names: tuple[str, ...]) -> list[str]:
        """How it ended."""
        ...

    def is_special(self, state: Any) -> bool:
        """A decision whose choices are listed."""
        ...


class Transcript(NamedTuple):
    """The text, and what it is made of."""

    scene: Scene
    text: str
    match: AnyMatch
    actions: list[Action]


def write(scene: Scene, game_text: GameText) -> Transcript:
    """Play the scene and write it down."""
    writer = _Writer(scene, game_text)
    writer.play()
    text = writer.text()
    unwrapped = " ".join(text.split())
    for wanted in scene.shows:
        if wanted not in unwrapped:
            raise ValueError(f"the scene {scene.name} does not show {wanted!r} any more")
    if writer.cues:
        raise ValueError(f"in the scene {scene.name}, {len(writer.cues)} cues never came up")
    return Transcript(scene, text, writer.match, writer.actions)


class _Writer:
    def __init__(self, scene: Scene, game_text: GameText) -> None:
        game, preset = preset_by_id(scene.preset)
        options = build_options(preset.options, scene.options)
        self.scene = scene
        self.game_text = game_text
        self.names = NAMES[: scene.players]
        chance = Stacked(scene.seed, scene.tops)
        self.match: AnyMatch = Match(game, options, self.names, chance, preset.id)
        self.choose = Random(scene.seed)
        self.cues = list(scene.cues)
        self.actions: list[Action] = []
        self.lines = self._header(preset.options, options)

    def text(self) -> str:
        text = "\n".join(line.rstrip() for line in self.lines) + "\n"
        return text.replace(_HARD_SPACE, " ")

    def play(self) -> None:
        """Play to the end, a line for each decision."""
        match = self.match
        self.lines += ["", "deal"]
        for event in match.events:
            self._wrapped(self.game_text.event(event, self.names), "  ", "      ")
        self.lines += ["", " ply  seat legal  command"]
        shown = -1
        while (seat := match.to_act) is not None:
            legal = match.legal_actions()
            ply = match.game.ply(match.state)
            special = self.game_text.is_special(match.state)
            if ply % self.scene.boards == 0 and ply != shown:
                self._board()
            if (ply % self.scene.boards == 0 and ply != shown) or special:
                self._legal(legal)
            shown = ply
            seat, action = self._next(seat, legal)
            self._act(seat, action, len(legal))
        self._board()
        self.lines += ["", "outcome"]
        self.lines += [f"  {line}" for line in self.game_text.outcome(match.outcome, self.names)]

    def _header(self, preset: Any, options: Any) -> list[str]:
        before, after = msgspec.to_builtins(preset), msgspec.to_builtins(options)
        changed = [f"{name}={_plain(after[name])}" for name in after if after[name] != before[name]]
        lines = textwrap.wrap(f"{self.scene.name}: {self.scene.about}", WIDTH)
        return [
            *lines,
            "",
            f"preset   {self.scene.preset}",
            f"options  {', '.join(changed) or 'as in the box'}",
            f"players  {', '.join(self.names)}",
        ]

    def _next(self, seat: Seat, legal: tuple[Any, ...]) -> tuple[Seat, Any]:
        for cue in self.cues:
            if (wanted := cue(self.match.state, legal)) is not None:
                self.cues.remove(cue)
                return wanted
        return seat, self.scene.player(self.match.state, legal, self.choose)

    def _act(self, seat: Seat, action: Any, legal: int) -> None:
        match = self.match
        gesture = match.game.is_gesture(action)
        number = "·" if gesture else str(match.game.ply(match.state) + 1)
        count = "·" if gesture else str(legal)
        command = self.game_text.command(action, match.view(seat), self.names)
        events = match.play(action, seat)
        self.actions.append(action)
        said = "; ".join(self.game_text.event(event, self.names) for event in events)
        start = f"{number:>4}  {self.names[seat]:<4} {count:>3}   {command:<18} "
        self._wrapped(said, start, " " * 19)

    def _board(self) -> None:
        for line in self.game_text.board(self.match.state, self.names):
            self._wrapped(line, _BOARD_MARGIN, _BOARD_MARGIN + "    ")

    def _legal(self, legal: tuple[Any, ...]) -> None:
        view = self.match.view(self.match.to_act)
        commands = (self.game_text.command(action, view, self.names) for action in legal)
        listed = " · ".join(command.replace(" ", _HARD_SPACE) for command in commands)
        self._wrapped(listed, _BOARD_MARGIN + "legal: ", _BOARD_MARGIN + "    ")

    def _wrapped(self, text: str, first: str, rest: str) -> None:
        self.lines += textwrap.wrap(
            text, WIDTH, initial_indent=first, subsequent_indent=rest, break_on_hyphens=False
        ) or [first]


def _plain(value: Any) -> str:
    if isinstance(value, list | tuple):
        return "+".join(map(_plain, value))
    if isinstance(value, bool):
        return "on" if value else "off"
    return "open" if value is None else str(value)


def events_of(transcript: Transcript) -> list[Event]:
    """Everything that happened in it."""
    return list(transcript.match.events)
