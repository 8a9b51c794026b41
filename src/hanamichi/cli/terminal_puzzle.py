"""A puzzle at the keyboard: the position, the question, the answer and why."""

from __future__ import annotations

from typing import Any

from rich.text import Text

from hanamichi import words
from hanamichi.catalog import game_by_id
from hanamichi.cli.errors import one_line
from hanamichi.cli.screen import Screen
from hanamichi.cli.seat_assignment import DEFAULT_NAMES
from hanamichi.cli.table import terminal_table_for
from hanamichi.cli.text_layout import WIDTH, bare, cell, ends, folded, put
from hanamichi.core import HanamichiError, MoveError, Seeded, event_for, replay
from hanamichi.core.record import plain
from hanamichi.puzzles.model import Answer, Puzzle
from hanamichi.puzzles.position import position_of, record_of
from hanamichi.words.reason_text import Section

_COMMANDS = ("help", "legal", "quit")
_MOST_ANSWERS = 8
_SECTIONS: tuple[Section, ...] = ("puzzle", "review", "why")
_IN_POINTS = ("which-clue",)
"""Kinds whose answers are worth points; the others are worth a chance."""


class Leave(Exception):
    """The player has had enough."""


class TerminalPuzzle:
    """One puzzle, asked and answered."""

    def __init__(self, puzzle: Puzzle, screen: Screen) -> None:
        self._puzzle = puzzle
        self._screen = screen
        self._speech = screen.speech
        self._game = game_by_id(puzzle.game)
        self._position = position_of(puzzle)
        self._view: Any = self._position.sight.view
        self._names = DEFAULT_NAMES[: puzzle.players]
        title = words.preset_name(puzzle.preset, self._speech.lang)
        self._table = terminal_table_for(puzzle.game, self._speech, title, self._names)
        self._choices = sorted(answer.card or "" for answer in puzzle.answers)
        """For `what-card`: the faces to choose from."""
        self._commands = self._vocabulary()

    def run(self) -> bool | None:
        """Ask, and tell the answer: whether it was found, None if the player gave up."""
        message = ""
        while True:
            self._screen.show(self._page(message))
            typed = self._screen.ask(f" {self._say('prompt')} ")
            command = self._commands.get(bare(typed))
            if command == "quit":
                raise Leave
            if command == "answer":
                self._tell(None)
                return None
            message = ""
            if command == "help":
                self._screen.page(self._help())
            elif command == "legal":
                self._screen.page(self._legal())
            elif typed:
                try:
                    given = self._read(typed)
                except HanamichiError as error:
                    message = one_line(self._refusal(error))
                    continue
                self._tell(given)
                return _same(given, self._puzzle.answers[0])

    # -- the question --------------------------------------------------------------------------

    def _page(self, message: str) -> list[Text]:
        heading = self._say("heading", id=self._puzzle.id, level=self._puzzle.level)
        below = [Text(f" {self._question()}", "bold cyan")]
        if message:
            below += [
                Text.assemble(" ", line)
                for line in folded(message, WIDTH - 1, indent="  ", style="bold yellow")
            ]
        for notice in self._table.notice(self._view):
            below += [Text.assemble(" ", line) for line in folded(notice, WIDTH - 1, indent="  ")]
        below += self._hints()
        rows = self._screen.height - 3 - len(below)
        table = self._table.draw(self._view, self._news(), rows)
        you = self._say("you", name=self._names[self._puzzle.seat])
        top = ends(Text(f" {heading}", "bold"), Text(f"{you} ", "dim"))
        return [top, *table, Text(), *below]

    def _question(self) -> str:
        place = 0
        if self._puzzle.asked_card is not None:
            hand = self._view.hands[self._puzzle.seat]
            ids = [held.id for held in hand]
            place = ids.index(self._puzzle.asked_card) + 1
        types = {answer.action["type"] for answer in self._puzzle.answers if answer.action}
        if self._puzzle.kind == "which-card" and types == {"discard"}:
            return self._say("which_discard")
        if self._puzzle.kind == "which-card" and types == {"play"}:
            return self._say("which_play")
        return self._say(f"kind.{self._puzzle.kind}", place=place)

    def _hints(self) -> list[Text]:
        if self._puzzle.kind == "what-card":
            faces = [f"{n} {self._face(card)}" for n, card in enumerate(self._choices, 1)]
            lines = folded(" · ".join(faces), WIDTH - 1)
            return [Text.assemble(" ", line) for line in lines]
        examples = self._table.examples(self._view, self._position.sight.legal)
        hint = cell(" " + " · ".join([*examples, *map(self._word, ("help", "answer"))]), WIDTH)
        hint.stylize("dim")
        return [hint]

    def _news(self) -> list[str]:
        """What happened since the seat's last turn, as it saw it."""
        story = self._table.story()
        news: list[str] = []
        for position in replay(self._game, record_of(self._puzzle)):
            seen = [event_for(event, self._puzzle.seat) for event in position.events]
            told = story.tell([event for event in seen if event is not None])
            own = position.move is not None and position.move.seat == self._puzzle.seat
            news = told if own else [*news, *told]
        return news

    # -- typing --------------------------------------------------------------------------------

    def _read(self, typed: str) -> Answer:
        """The answer that was typed; raises where it is none."""
        if self._puzzle.kind == "what-card":
            return Answer(card=self._read_face(typed), value=0.0)
        action = self._table.read(typed, self._view)
        if action not in self._position.sight.legal:
            self._game.apply(self._position.state, self._puzzle.seat, action, Seeded(0))
            raise MoveError(self._say("other_move"))
        return Answer(action=plain(action), value=0.0)

    def _read_face(self, typed: str) -> str:
        text = typed.casefold()
        if text.isdecimal() and 1 <= int(text) <= len(self._choices):
            return self._choices[int(text) - 1]
        if text in self._choices:
            return text
        raise MoveError(self._say("no_face", high=len(self._choices)))

    def _refusal(self, error: HanamichiError) -> str:
        if isinstance(error, MoveError):
            return self._table.refusal(error, self._puzzle.game, self._view)
        return error.message

    def _vocabulary(self) -> dict[str, str]:
        known = {"?": "help", "exit": "quit", "q": "quit", "answer": "answer"}
        for command in _COMMANDS:
            own = self._speech.say(f"cli.play.command.{command}").split()
            known |= dict.fromkeys((*map(bare, own), command), command)
        return known | dict.fromkeys(map(bare, self._say("command.answer").split()), "answer")

    def _word(self, command: str) -> str:
        if command == "answer":
            return self._say("command.answer").split()[0]
        return self._speech.say(f"cli.play.command.{command}").split()[0]

    def _help(self) -> list[Text]:
        rows = [
            *self._table.help(self._view),
            ("", ""),
            (self._word("legal"), self._speech.say("cli.play.help.legal")),
            (self._word("answer"), self._say("help.answer")),
            (self._word("quit"), self._say("help.quit")),
        ]
        lines = []
        for command, text in rows:
            first, *rest = folded(text, WIDTH - 25)
            lines.append(Text.assemble("  ", cell(Text(command, "cyan"), 23), first))
            lines += [Text.assemble(" " * 25, line) for line in rest]
        notes = self._table.legend(self._view)
        lines.append(Text())
        return lines + [
            Text.assemble(" ", line) for note in notes for line in folded(note, WIDTH - 1)
        ]

    def _legal(self) -> list[Text]:
        legal = self._position.sight.legal
        return [Text(f" {self._table.write(action, self._view)}") for action in legal]

    # -- the answer ----------------------------------------------------------------------------

    def _tell(self, given: Answer | None) -> None:
        best = self._puzzle.answers[0]
        if given is None:
            said = Text(self._say("told", answer=self._written(best)), "bold")
        elif _same(given, best):
            said = Text(self._say("right", answer=self._written(best)), "bold green")
        else:
            said = Text(self._say("wrong", answer=self._written(best)), "bold yellow")
        lines = [Text(), Text.assemble(" ", said)]
        for sentence in sentences_of(self._puzzle, self._names, self._speech.lang):
            lines += [Text.assemble("   ", line) for line in folded(sentence, WIDTH - 3)]
        if self._puzzle.kind != "what-card":
            lines += [Text(), *self._values(given)]
        put(self._screen.console, [*lines, Text()])

    def _values(self, given: Answer | None) -> list[Text]:
        lines = []
        for place, answer in enumerate(self._puzzle.answers):
            own = given is not None and _same(given, answer)
            if place < _MOST_ANSWERS or own:
                value = cell(self._value(answer.value), 8, right=True)
                written = Text(self._written(answer), "bold" if place == 0 else "")
                lines.append(Text.assemble("  ", "→" if own else " ", value, "  ", written))
        return lines

    def _value(self, value: float) -> str:
        if self._puzzle.kind in _IN_POINTS:
            return self._number(value, 1)
        return self._say("percent", percent=self._number(100 * value, 1))

    def _number(self, value: float, digits: int) -> str:
        text = f"{value:.{digits}f}"
        return text if self._speech.lang == "en" else text.replace(".", ",")

    def _written(self, answer: Answer) -> str:
        if answer.card is not None:
            return self._face(answer.card)
        assert answer.action is not None
        return self._table.write(self._game.parse_action(answer.action), self._view)

    def _face(self, card: str) -> str:
        return words.WORDS.of(self._puzzle.game).fact(self._speech, "card", card) or card

    def _say(self, key: str, **values: str | int) -> str:
        return self._speech.say(f"cli.puzzle.{key}", **values)


def sentences_of(puzzle: Puzzle, names: tuple[str, ...], lang: str) -> list[str]:
    """The explanation of a puzzle, as its seat reads it."""
    found = []
    for reason in puzzle.explanation:
        for section in _SECTIONS:
            sentence = words.why(
                puzzle.game,
                reason.code,
                reason.facts,
                lang,
                names=names,
                reader=puzzle.seat,
                section=section,
            )
            if sentence is not None:
                found.append(sentence)
                break
    return found


def _same(one: Answer, other: Answer) -> bool:
    return (one.action, one.card) == (other.action, other.card)
