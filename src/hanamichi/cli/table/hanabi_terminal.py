"""The Hanabi table on a screen of 80 columns and 24 lines."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any, ClassVar

from rich.text import Text

from hanamichi.cli.table.hanabi_story import HanabiStory, code
from hanamichi.cli.table.terminal_table import TerminalTable
from hanamichi.cli.text_layout import WIDTH, bare, cell, ends, folded, side_by_side, spaced
from hanamichi.core import Action, Event, MoveError, Seat
from hanamichi.hanabi import (
    Card,
    ColourClue,
    Discard,
    HanabiView,
    HeldCard,
    Play,
    PlayFromDeck,
    RecoverCard,
    ReturnCard,
    Suit,
    ValueClue,
    knowledge,
    notation,
)
from hanamichi.hanabi.cards import card_at
from hanamichi.hanabi.options import hand_size
from hanamichi.words import hanabi_names

# Cards have a background colour, so that they are readable on dark and light terminals.
STYLES = {
    Suit.WHITE: "black on bright_white",
    Suit.RED: "bright_white on red",
    Suit.BLUE: "bright_white on blue",
    Suit.YELLOW: "black on yellow",
    Suit.GREEN: "black on green",
    Suit.BLACK: "bright_white on black",
    Suit.MULTICOLOUR: "black on magenta",
    Suit.POWDER: "bright_yellow on black",
    Suit.PINK: "black on bright_magenta",
    Suit.BROWN: "bright_white on rgb(110,70,35)",
    Suit.CLEAR: "black on bright_cyan",
    Suit.OMNI: "bright_white on magenta",
    Suit.NULL: "black on white",
    Suit.MUDDY: "bright_white on rgb(90,90,40)",
    Suit.LIGHT: "black on rgb(245,200,220)",
    Suit.PRISM: "black on cyan",
}

_LABEL_WIDTH = 13
_CARD_WIDTH = 13
_NEWS_COLUMN = 42
_MAX_DOTS = {"●": 10, "✗": 5}
_MAX_NEWS_LINES = 12


class HanabiTerminal(TerminalTable):
    """Fireworks, hands and tokens."""

    english_commands: ClassVar[frozenset[str]] = frozenset(
        ("play", "p", "discard", "d", "clue", "c", "arrange", "deck", "return", "recover")
    )

    def story(self) -> HanabiStory:
        return HanabiStory(self.speech, self.names)

    # -- the table -----------------------------------------------------------------------------

    def draw(self, view: HanabiView, news: Sequence[str], height: int) -> list[Text]:
        fireworks = self._fireworks(view)
        others, own = self._hands(view)
        taken = 2 + len(others) + len(own) + 3
        space = max(len(fireworks), min(height - taken, _MAX_NEWS_LINES))
        middle = side_by_side(fireworks, self._news(view, news, space), _NEWS_COLUMN)
        return spaced(([self._heading(view), self._status(view)], middle, others, own), height)

    def _heading(self, view: HanabiView) -> Text:
        facts = []
        if view.outcome is None:
            if view.turns_left is None:
                facts.append(self._say("deck", count=view.deck))
            else:
                facts.append(self._say("last_turns", count=view.turns_left))
            if (pace := knowledge.pace(view)) is not None:
                facts.append(self._say("pace", pace=f"{pace:+d}"))
            facts.append(self._say("turn", number=view.ply + 1))
        return ends(Text(f" {self.title}", "bold"), Text("   ".join(facts) + " ", "dim"))

    def _status(self, view: HanabiView) -> Text:
        options = view.options
        text = Text(" ")
        tokens = _dots("●", view.clue_tokens, "○", options.clue_tokens)
        text.append(self._say("clues") + " ")
        text.append(tokens, "cyan")
        half = "½" if view.half_token else ""
        text.append(f"{view.clue_tokens}{half}/{options.clue_tokens}   ")
        text.append(self._say("errors") + " ")
        text.append(_dots("✗", view.errors, "·", options.errors), "red")
        text.append(f"{view.errors}/{options.errors}   ")
        over = view.outcome
        reachable = knowledge.maximum_score(view) if over is None else over.maximum
        text.append(self._say("score", score=knowledge.score(view), maximum=reachable))
        if options.flamboyants:
            text.append("   " + self._say("tiles", count=view.tiles))
        return cell(text, WIDTH)

    def _fireworks(self, view: HanabiView) -> list[Text]:
        discards = Counter(view.discards)
        most = max((_of_suit(discards, suit) for suit in view.fireworks), default=0)
        gap = " " if most <= 5 else ""
        title = Text.assemble(" " * 19, cell(self._say("fireworks"), 11), self._say("discards"))
        title.stylize("dim")
        lines = [title]
        for suit, height in view.fireworks.items():
            line = Text(" ")
            line.append(f" {suit.letter.upper()} ", STYLES[suit])
            line.append_text(cell(" " + self._suit(suit), 15))
            for step in range(1, view.options.values + 1):
                card = card_at(suit, step)
                if step <= height:
                    line.append(f"{card.number}", STYLES[suit])
                else:
                    line.append("×" if knowledge.is_dead(view, card) else "·", "dim")
                line.append(" ")
            gone = [
                str(card.number)
                for step in range(1, view.options.values + 1)
                for card in [card_at(suit, step)]
                for _ in range(discards[card])
            ]
            line.append(" " + gap.join(gone))
            lines.append(line)
        return lines

    def _news(self, view: HanabiView, news: Sequence[str], height: int) -> list[Text]:
        if not news:
            return []
        width = WIDTH - _NEWS_COLUMN
        lines = [line for item in news for line in folded(item, width, indent="  ")]
        space = height - 1
        if len(lines) > space:
            lines = [Text("…", "dim"), *lines[len(lines) - space + 1 :]]
        yours = view.seat is not None and view.seat == view.to_act
        return [Text(self._say("news" if yours else "last_move"), "dim"), *lines]

    def _hands(self, view: HanabiView) -> tuple[list[Text], list[Text]]:
        """The other hands, the next player's first, and one's own."""
        first = 0 if view.seat is None else view.seat + 1
        order = [(first + n) % view.players for n in range(view.players)]
        if view.seat is None or view.outcome is not None:
            return [self._open_hand(view, seat) for seat in order], []
        others = [self._open_hand(view, seat) for seat in order if seat != view.seat]
        return others, self._own_hand(view, view.seat)

    def _open_hand(self, view: HanabiView, seat: Seat) -> Text:
        mark = self.bot_mark(seat)
        name = Text(f" {self.names[seat]}")
        name.truncate(_LABEL_WIDTH - len(mark), overflow="ellipsis")
        line = cell(Text.assemble(name, mark), _LABEL_WIDTH)
        if seat == view.to_act:
            line.stylize("bold")
        for held in view.hands[seat]:
            card = Text()
            if held.face is None:
                card.append(" ?? ", "reverse")
            else:
                card.append(f" {code(held.face)} ", STYLES[held.face.suit])
            if told := _letters(held):
                card.append(f" {told}")
            line.append_text(cell(card, _CARD_WIDTH))
        return line

    def _own_hand(self, view: HanabiView, seat: Seat) -> list[Text]:
        hand = view.hands[seat]
        possible = [knowledge.from_clues(view, held) for held in hand]
        place = cell(" " + self._say("your_hand"), _LABEL_WIDTH)
        told = cell(" " + self._say("was_told"), _LABEL_WIDTH)
        suits = cell(" " + self._say("can_be"), _LABEL_WIDTH)
        values = cell("", _LABEL_WIDTH)
        for label in (place, told, suits):
            label.stylize("bold" if label is place else "dim")
        for number, (held, cards) in enumerate(zip(hand, possible, strict=True), 1):
            place.append_text(cell(Text(f"  {number} ", "reverse"), _CARD_WIDTH))
            told.append_text(cell(self._told(held), _CARD_WIDTH))
            suits.append_text(cell(_suits_of(cards), _CARD_WIDTH))
            values.append_text(cell(_values_of(cards), _CARD_WIDTH))
        return [place, told, suits, values]

    def _told(self, held: HeldCard) -> Text:
        if len(held.colours) > 1:
            return Text(_letters(held))
        said = [*map(self._suit, held.colours), *map(str, held.values)]
        return Text(" ".join(said) or "–", "bold" if said else "dim")

    def _suit(self, suit: Suit) -> str:
        return hanabi_names.suit_name(suit, self.speech.lang)

    def _say(self, key: str, **values: str | int) -> str:
        return self.speech.say(f"cli.hanabi.{key}", **values)

    def notice(self, view: HanabiView) -> list[str]:
        if view.last_clue is not None:
            return [self._say(f"next_clue.after_{view.last_clue}")]
        if view.pending is None:
            return []
        lang = self.speech.lang
        name = hanabi_names.tile_name(view.pending, lang)
        return [f"{name}. {hanabi_names.tile_text(view.pending, lang)}"]

    def legend(self, view: HanabiView) -> list[str]:
        suits = tuple(view.fireworks)
        letters = ", ".join(f"{suit.letter.upper()} {self._suit(suit)}" for suit in suits)
        example = f"{suits[0].letter.upper()}{min(3, view.options.values)}"
        return [
            self._say("legend.cards", example=example, letters=letters),
            self._say("legend.hands"),
            self._say("legend.numbers"),
        ]

    # -- commands ------------------------------------------------------------------------------

    def parse_move(self, text: str, view: HanabiView) -> Any:
        return notation.parse_command(text, view, self.names)

    def write(self, action: Any, view: HanabiView) -> str:
        return self.in_own_words(notation.format_action(action, view, self.names))

    def in_english(self, text: str) -> str:
        return _with_ends(text, self.understood())

    def in_own_words(self, command: str) -> str:
        own: dict[str, str] = {}
        for word, english in self.vocabulary().items():
            own.setdefault(english, word)
        return _with_ends(command, own)

    def examples(self, view: HanabiView, legal: Sequence[Action]) -> list[str]:
        kinds = (
            Play,
            Discard,
            ColourClue,
            ValueClue,
            PlayFromDeck,
            ReturnCard,
            RecoverCard,
        )
        firsts = (next((a for a in legal if isinstance(a, kind)), None) for kind in kinds)
        return [self.write(action, view) for action in firsts if action is not None]

    def help(self, view: HanabiView) -> list[tuple[str, str]]:
        target = self.names[0 if view.seat is None else (view.seat + 1) % view.players]
        rows = notation.example_commands(
            view.options, target, hand_size(view.options, view.players)
        )
        return [
            (self.in_own_words(command), self._say(f"help.{key}")) for key, command in rows.items()
        ]

    def vocabulary(self) -> dict[str, str]:
        known: dict[str, str] = {}
        for english in ("play", "discard", "clue", "arrange", "deck", "return", "recover"):
            for word in self._say(f"command.{english}").split():
                known[word] = english
        return known | {self._suit(suit).lower(): suit.value for suit in Suit}

    def refusal_facts(
        self, error: MoveError, game_id: str, view: HanabiView
    ) -> dict[str, str | int]:
        facts = super().refusal_facts(error, game_id, view)
        if "players" in facts:  # of whom one is to be given a clue
            others = [name for seat, name in enumerate(self.names) if seat != view.seat]
            facts["players"] = self.speech.join(others, "or")
        return facts

    # -- the end -------------------------------------------------------------------------------

    def interlude(self, events: Sequence[Event], told: Sequence[str]) -> list[Text]:
        return []

    def ending(self, view: HanabiView) -> list[Text]:
        outcome = view.outcome
        assert outcome is not None
        said = [(self._say(f"told.ended.{outcome.termination}"), "")]
        score = self._say("final_score", score=outcome.score, maximum=outcome.maximum)
        if outcome.black_powder:
            score = self._say("with_powder", score=score)
        said.append((score, "bold"))
        if outcome.result == "lost":
            said.append((self._say("would_have_been", points=outcome.points), "dim"))
        if outcome.rating is not None:
            lang = self.speech.lang
            rating = hanabi_names.rating_name(outcome.rating, lang)
            verdict = hanabi_names.rating_text(outcome.rating, lang)
            said.append((f"{rating}. {verdict}", ""))
        verdicts = [
            Text.assemble(" ", line)
            for text, style in said
            for line in folded(text, WIDTH - 1, style=style)
        ]
        return [*self.draw(view, (), 24), Text(), *verdicts]


def _with_ends(command: str, known: dict[str, str]) -> str:
    """The command with its first and last words translated; between them are names."""
    first, *rest = command.split()
    if rest:
        rest[-1] = known.get(bare(rest[-1]), rest[-1])
    return " ".join((known.get(bare(first), first), *rest))


def _dots(full: str, count: int, empty: str, most: int) -> str:
    """A row of tokens, unless there are too many to count at a glance."""
    return "" if most > _MAX_DOTS[full] else full * count + empty * (most - count) + " "


def _of_suit(cards: Counter[Card], suit: Suit) -> int:
    return sum(count for card, count in cards.items() if card.suit is suit)


def _letters(held: HeldCard) -> str:
    """The clues on a card in short: `r3`."""
    return "".join([suit.letter for suit in held.colours] + [str(value) for value in held.values])


def _suits_of(cards: frozenset[Card]) -> Text:
    text = Text()
    for suit in Suit:
        if any(card.suit is suit for card in cards):
            text.append(suit.letter.upper(), STYLES[suit])
    return text


def _values_of(cards: frozenset[Card]) -> str:
    return "".join(sorted({str(card.number) for card in cards}))
