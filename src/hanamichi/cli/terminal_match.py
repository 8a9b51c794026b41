"""A match played at one keyboard: turns, screen changes between players, commands."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from rich.text import Text

from hanamichi import words
from hanamichi.bots import Bot, Sight
from hanamichi.catalog import AnyMatch
from hanamichi.cli.bot_choice import ChosenBot
from hanamichi.cli.bot_reasons import ReasonLog
from hanamichi.cli.errors import one_line
from hanamichi.cli.screen import Screen
from hanamichi.cli.seat_assignment import SeatAssignment
from hanamichi.cli.table import BOT_MARK, TerminalTable
from hanamichi.cli.text_layout import WIDTH, bare, cell, folded, numbered, put
from hanamichi.core import Event, HanamichiError, MoveError, Seat, event_for

_COMMANDS = ("help", "rules", "log", "legal", "why", "quit")
_MAX_MESSAGE_LINES = 5
_MAX_PUBLIC_LINES = 14


class Leave(Exception):
    """A player asked to stop."""


class TerminalMatch:
    """One match between people at a keyboard and bots."""

    def __init__(
        self,
        match: AnyMatch,
        seating: SeatAssignment,
        table: TerminalTable,
        screen: Screen,
        bot: ChosenBot,
        seed: int | None,
    ) -> None:
        self.match = match
        self.seating = seating
        self.table = table
        self.table.bots = seating.bots
        self.screen = screen
        self.say = screen.speech.say
        self.bots: dict[Seat, Bot] = {seat: bot.make() for seat in seating.bots}
        seats = range(len(match.players))
        self.company = tuple(bot.id if seat in seating.bots else None for seat in seats)
        self.rngs = {
            seat: Random() if seed is None else Random(f"{seed}, bot {seat}")
            for seat in seating.bots
        }
        self.reasons = ReasonLog(match.game.id, table.names, screen)
        readers: tuple[Seat | None, ...] = (None, *seating.people)
        self.stories = {reader: table.story() for reader in readers}
        self.logs: dict[Seat | None, list[list[str]]] = {reader: [] for reader in readers}
        """What each reader was told, by decision; `None` is what everyone may know."""
        self.public_count = 0
        """The decision of the last person's turn, an index into the public log."""
        self.read_count: dict[Seat, int] = dict.fromkeys(seating.people, 0)
        self.looking: Seat | None = seating.people[0] if len(seating.people) == 1 else None
        """The seat that may look at the screen."""
        self.command_words = self._vocabulary()

    def run(self) -> bool:
        """Play to the end; false if a player left before."""
        try:
            with self.screen.opened():
                self._log_events(self.match.events)
                while (seat := self.match.to_act) is not None:
                    if seat in self.bots:
                        self._take_bot_turn(seat)
                    else:
                        self._take_turn(seat)
        except (Leave, EOFError, KeyboardInterrupt):
            return False
        return True

    # -- turns ---------------------------------------------------------------------------------

    def _take_bot_turn(self, seat: Seat) -> None:
        match = self.match
        sight = Sight(match.view(seat), match.log(seat), match.legal_actions(), self.company)
        choice = self.bots[seat].choose(sight, self.rngs[seat])
        self.reasons.add(len(self.logs[None]), seat, choice.reason)
        self._log_events(match.play(choice.action, seat))

    def _take_turn(self, seat: Seat) -> None:
        if self.looking != seat:
            self._hide_for_change(seat)
        message = ""
        while True:
            self._draw_table(seat, message)
            command = self.screen.ask(f" {self.table.names[seat]}> ")
            try:
                if not command or self._ran_command(command, seat):
                    message = ""
                    continue
                action = self.table.read(command, self.match.view(seat))
                heard = len(self.logs[seat])
                events = self.match.play(action, seat)
            except HanamichiError as error:
                message = one_line(self._refusal(error, seat))
                continue
            self._log_events(events)
            if not self.match.game.is_gesture(action):
                self.read_count[seat] = self.public_count = heard
                return
            message = ""

    def _refusal(self, error: HanamichiError, seat: Seat) -> str:
        if not isinstance(error, MoveError):
            return error.message
        return self.table.refusal(error, self.match.game.id, self.match.view(seat))

    def _log_events(self, events: Sequence[Event]) -> None:
        """Add events to the logs, as far as each reader may know them."""
        for reader, story in self.stories.items():
            seen = [event_for(event, reader) for event in events]
            self.logs[reader].append(story.tell([event for event in seen if event]))
        if not self.seating.people:
            number = len(self.logs[None]) - 1
            put(self.screen.console, numbered(number, self.logs[None][-1]))
            return
        public = [event for event in (event_for(event, None) for event in events) if event]
        told = [line for lines in self.logs[None][self.public_count : -1] for line in lines]
        if pause := self.table.interlude(public, told):
            self.screen.show(pause)
            self.screen.pause(self.say("cli.play.go_on"))

    # -- the screen ----------------------------------------------------------------------------

    def _hide_for_change(self, seat: Seat) -> None:
        """Between two players: show public events only, and wait for the next player."""
        self.looking = None
        name = self.table.names[seat]
        heard: list[Text] = []
        if self.match.game.ply(self.match.state):
            told = self.logs[None][self.public_count :]
            heard = [
                Text.assemble("   ", line)
                for lines in told
                for item in lines
                for line in folded(item, WIDTH - 6, indent="  ")
            ][-_MAX_PUBLIC_LINES:]
        change = Text("   " + self.say("cli.play.pass_to", name=name), "bold")
        self.screen.hide([Text(), Text(), *heard, Text(), change, Text()])
        self.screen.pause("   " + self.say("cli.play.press_enter", name=name) + " ")
        self.looking = seat

    def _draw_table(self, seat: Seat, message: str) -> None:
        view = self.match.view(seat)
        told = self.logs[seat][self.read_count[seat] :]
        news = [line for lines in told for line in lines]
        notices = [(message, "bold yellow")] if message else []
        notices += [(notice, "bold") for notice in self.table.notice(view)]
        below = [
            Text.assemble(" ", line)
            for notice, style in notices
            for line in folded(notice, WIDTH - 1, indent="  ", style=style)
        ][:_MAX_MESSAGE_LINES]
        examples = [*self.table.examples(view, self.match.legal_actions()), self._word("help")]
        hints = cell(" " + " · ".join(examples), WIDTH)
        hints.stylize("dim")
        rows = self.screen.height - 2 - len(below)
        table = self.table.draw(view, news, rows)
        gap = [Text()] if len(table) < rows else []
        self.screen.show([*table, *gap, *below, hints])

    # -- commands of the table, not of the game ------------------------------------------------

    def _ran_command(self, command: str, seat: Seat) -> bool:
        """Run a command that is not a move; false if it is not a command."""
        match self.command_words.get(bare(command.replace(" ", ""))):
            case "quit":
                raise Leave
            case "help":
                self.screen.page(self._help(seat))
            case "rules":
                self.screen.page(self._rules())
            case "log":
                self.screen.page(self._log(seat))
            case "legal":
                self.screen.page(self._legal(seat))
            case "why":
                self.screen.page(self._why(seat))
            case _:
                return False
        return True

    def _vocabulary(self) -> dict[str, str]:
        known = {"?": "help", "exit": "quit", "q": "quit"}
        for command in _COMMANDS:
            own = self.say(f"cli.play.command.{command}").split()
            known |= dict.fromkeys((*map(bare, own), command), command)
        return known

    def _word(self, command: str) -> str:
        return self.say(f"cli.play.command.{command}").split()[0]

    def _help(self, seat: Seat) -> list[Text]:
        table = [(self._word(word), self.say(f"cli.play.help.{word}")) for word in _COMMANDS]
        rows = [*self.table.help(self.match.view(seat)), ("", ""), *table]
        lines = [Text(" " + self.say("cli.play.commands"), "bold"), Text()]
        for command, text in rows:
            first, *rest = folded(text, WIDTH - 25)
            lines.append(Text.assemble("  ", cell(Text(command, "cyan"), 23), first))
            lines += [Text.assemble(" " * 25, line) for line in rest]
        lines.append(Text())
        notes = self.table.legend(self.match.view(seat))
        if self.seating.bots:
            notes.append(self.say("cli.play.bot_mark", mark=BOT_MARK))
        lines += [Text.assemble(" ", line) for note in notes for line in folded(note, WIDTH - 1)]
        return lines

    def _rules(self) -> list[Text]:
        match = self.match
        page = words.rules(
            match.game.id,
            match.options,
            self.screen.speech.lang,
            players=len(match.players),
            preset=match.preset,
            names=match.players,
        )
        return [Text(line) for line in page.to_text(WIDTH).splitlines()]

    def _log(self, seat: Seat) -> list[Text]:
        return [
            line for number, lines in enumerate(self.logs[seat]) for line in numbered(number, lines)
        ]

    def _why(self, seat: Seat) -> list[Text]:
        if len(self.seating.people) > 1:
            return [Text(" " + self.say("cli.why.company"))]
        return self.reasons.so_far(seat, self.read_count[seat])

    def explain(self) -> None:
        """After the match: show the bots' reasons, if asked for."""
        if not self.reasons or not self.screen.waits:
            return
        people = self.seating.people
        reader = people[0] if len(people) == 1 else None
        try:
            answer = self.screen.ask(self.say("cli.why.ask", why=self._word("why")))
            if self.command_words.get(bare(answer.replace(" ", ""))) == "why":
                with self.screen.opened():
                    self.screen.page(self.reasons.all(reader))
        except (EOFError, KeyboardInterrupt):
            self.screen.console.print()

    def _legal(self, seat: Seat) -> list[Text]:
        view = self.match.view(seat)
        commands = [self.table.write(action, view) for action in self.match.legal_actions()]
        width = max(map(len, commands)) + 3
        across = max(1, (WIDTH - 1) // width)
        down = -(-len(commands) // across)
        return [
            Text(" ").join(cell(command, width - 1) for command in commands[row::down])
            for row in range(down)
        ]
