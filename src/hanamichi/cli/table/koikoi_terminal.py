"""The Koi-Koi table on a screen of 80 columns and 24 lines."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, ClassVar

from msgspec import structs
from rich.cells import cell_len
from rich.text import Text

from hanamichi.cli.table.koikoi_labels import KoiKoiWords, chips, style_of
from hanamichi.cli.table.koikoi_score_sheet import final_sheet, score_sheet
from hanamichi.cli.table.koikoi_story import KoiKoiStory
from hanamichi.cli.table.terminal_table import TerminalTable
from hanamichi.cli.text_layout import WIDTH, cell, ends, folded, in_columns, side_by_side, spaced
from hanamichi.core import Action, Event, MoveError, Seat
from hanamichi.koikoi import (
    Card,
    Kind,
    KoiKoiView,
    Phase,
    PlayCard,
    Ribbon,
    Yaku,
    notation,
)
from hanamichi.koikoi.cards import LIGHTNING, NOVEMBER
from hanamichi.koikoi.knowledge import (
    YakuOutlook,
    YakuStatus,
    joker_targets,
    playable_cards,
    yaku_outlook,
)
from hanamichi.koikoi.yaku import YakuPoints
from hanamichi.words import koikoi_names

_HALF_WIDTH = 39
_PLANT_WIDTH = 14
_MONTHS_IN_TWO_COLUMNS = 8
_REACHABLE = 3
_NEAR = 2
_PAIRS = (Yaku.MOON_VIEWING, Yaku.FLOWER_VIEWING)
"""Yaku of two cards: without either card a side is not near one."""


class KoiKoiTerminal(TerminalTable):
    """Field, piles, yaku and one hand."""

    english_commands: ClassVar[frozenset[str]] = frozenset(
        ("play", "take", "stop", "koi", "koikoi", "koi-koi", "swap", "keep")
    )

    @property
    def words(self) -> KoiKoiWords:
        """What to say about Koi-Koi."""
        return KoiKoiWords(self.speech)

    def story(self) -> KoiKoiStory:
        return KoiKoiStory(self.speech, self.names)

    # -- the table -----------------------------------------------------------------------------

    def draw(self, view: KoiKoiView, news: Sequence[str], height: int) -> list[Text]:
        first = 0 if view.seat is None else 1 - view.seat
        sides = (first, 1 - first)
        heading = [self._heading(view)]
        field = self._field(view)
        hands = self._hands(view)
        piles = [self._pile(view, seat) for seat in sides]
        space = height - sum(map(len, (heading, field, hands, piles[0])))
        told = self._news(news, max(1, space - 3))
        space -= len(told)
        # Yaku out of reach give way to empty lines between the blocks.
        shown = max(0, min(space, 1), space - 4)
        hopes = [self._hopes(view, seat, shown) for seat in sides]
        columns = [[*pile, *hope] for pile, hope in zip(piles, hopes, strict=True)]
        middle = side_by_side(columns[0], columns[1], _HALF_WIDTH + 1)
        return spaced((heading, told, field, middle, hands), height)

    def _heading(self, view: KoiKoiView) -> Text:
        facts = [
            self._say("round", number=view.number, rounds=view.options.rounds),
            self._say("stock", count=view.stock),
        ]
        return ends(Text(f" {self.title}", "bold"), Text("   ".join(facts) + " ", "dim"))

    def _news(self, news: Sequence[str], space: int) -> list[Text]:
        lines = [
            Text.assemble(" ", line)
            for item in news
            for line in folded(item, WIDTH - 1, indent="  ")
        ]
        if len(lines) > space:
            lines = (
                [Text(" …", "dim"), *lines[len(lines) - space + 1 :]] if space > 1 else lines[-1:]
            )
        return lines

    def _field(self, view: KoiKoiView) -> list[Text]:
        """The field grouped by months."""
        months: dict[int, list[Card]] = {}
        for card in sorted(view.field, key=lambda card: card.index):
            months.setdefault(card.month, []).append(card)
        if not months:
            return [Text(" " + self._say("empty_field"), "dim")]
        title = Text(" " + self._say("field"), "dim")
        across = 2 if len(months) <= _MONTHS_IN_TWO_COLUMNS else 3
        cells = [self._month(month, cards, WIDTH // across) for month, cards in months.items()]
        return [title, *in_columns(cells, across)]

    def _month(self, month: int, cards: Sequence[Card], width: int) -> Text:
        lead = Text.assemble((f" {month:>2} ", "dim"), cell(self.words.plant(month), _PLANT_WIDTH))
        space = width - lead.cell_len - 1
        forms = (
            [self._labelled(card, everything=True) for card in cards],
            [self._labelled(card, everything=False) for card in cards],
            [chips((card,)) for card in cards],
        )
        fitting = (line for form in forms if (line := Text("  ").join(form)).cell_len <= space)
        return Text.assemble(lead, next(fitting, Text(" ").join(forms[-1])))

    def _labelled(self, card: Card, *, everything: bool) -> Text:
        label = self.words.label(card) if everything or card.motif else ""
        return Text.assemble(chips((card,)), f" {label}" if label else "")

    def _pile(self, view: KoiKoiView, seat: Seat) -> list[Text]:
        lines = [self._side(view, seat)]
        pile = view.captures[seat]
        for kind in Kind:
            cards = sorted(
                (card for card in pile if card.kind is kind),
                key=lambda card: (_RIBBON_ORDER[card.ribbon], card.index),
            )
            count = f"{len(cards)}" if cards else "·"
            label = cell(" " + self._say(f"kind.{kind.value}"), 10)
            label.stylize("dim")
            lines.append(Text.assemble(label, f"{count:>2}  ", _fitted(cards, _HALF_WIDTH - 15)))
        return [cell(line, _HALF_WIDTH) for line in lines]

    def _side(self, view: KoiKoiView, seat: Seat) -> Text:
        """A player's name and what matters about that side, the most important first."""
        facts = [self._say("score", count=view.scores[seat])]
        if view.calls[seat]:
            facts.insert(0, self._say("called", count=view.calls[seat]))
        needed = len(facts)
        if seat == view.dealer:
            facts.append(self._say("dealer"))
        if view.seat != seat and view.hands[seat] is None:
            facts.append(self._say("in_hand", count=view.hand_sizes[seat]))
        style = "bold underline" if seat == view.to_act else "bold"
        name = Text(self.names[seat], style)
        mark = self.bot_mark(seat)
        space = _HALF_WIDTH - 1 - len(mark) - 2
        while len(facts) > needed and name.cell_len + cell_len(" · ".join(facts)) > space:
            facts.pop()
        told = " · ".join(facts)
        name.truncate(space - cell_len(told), overflow="ellipsis")
        text = Text.assemble(" ", name, mark, "  ", told)
        if view.calls[seat]:
            text.highlight_words([facts[0]], "bold reverse")
        return text

    def _hopes(self, view: KoiKoiView, seat: Seat, space: int) -> list[Text]:
        """The yaku of a side, then those within reach, the nearest first."""
        lines = self._made(view.yaku[seat], space)
        near = [
            outlook
            for outlook in yaku_outlook(view, seat)
            if outlook.status is YakuStatus.OPEN
            and outlook.missing <= (1 if outlook.yaku in _PAIRS else _NEAR)
        ]
        near.sort(key=lambda outlook: outlook.missing)
        lines += [self._hope(outlook) for outlook in near[:_REACHABLE]]
        return lines[:space]

    def _made(self, yaku: Sequence[YakuPoints], space: int) -> list[Text]:
        """The yaku of a side and their total; the names are cut short where space runs out."""
        if not yaku:
            return []
        names, total = self.words.yaku(yaku), sum(entry.points for entry in yaku)
        for length in range(len(names), 0, -1):
            made = self._say("made", yaku=cell(names, length).plain, total=total)
            lines = folded(made, _HALF_WIDTH - 2, indent="  ", style="bold green")
            if len(lines) <= space:
                return [Text.assemble(" ", line) for line in lines]
        return []

    def _hope(self, outlook: YakuOutlook) -> Text:
        name = koikoi_names.yaku_name(outlook.yaku, self.speech.lang)
        if len(outlook.serving) == outlook.missing:
            cards = " ".join(map(str, outlook.serving))
            wanted = self._say("needs", cards=cards, count=outlook.missing)
        else:
            wanted = self._say("needs_more", count=outlook.missing)
        wanted = self._say("colon") + wanted
        space = _HALF_WIDTH - 2 - len(wanted)
        return Text.assemble(" ", (cell(name, min(space, len(name))).plain, "dim"), wanted)

    def _hands(self, view: KoiKoiView) -> list[Text]:
        if view.seat is not None:
            return self._own_hand(view)
        lines = []
        for seat in (0, 1):
            hand = view.hands[seat]
            if hand is not None:
                name = cell(f" {self.names[seat]}", 14)
                lines.append(Text.assemble(name, chips(_sorted(hand))))
        return lines

    def _own_hand(self, view: KoiKoiView) -> list[Text]:
        assert view.seat is not None
        hand = view.hand
        if hand is None:
            return [Text(" " + self._say("face_down", count=view.hand_sizes[view.seat]))]
        cells = [self._held(view, place, card) for place, card in enumerate(_sorted(hand), 1)]
        return in_columns(cells, 2)

    def _held(self, view: KoiKoiView, place: int, card: Card) -> Text:
        """A card in hand, whether it may be played, and what it could take."""
        barred = (
            view.phase is Phase.PLAY
            and view.seat == view.to_act
            and card not in playable_cards(view)
        )
        number = Text(f"×{place} ", "dim") if barred else Text(f" {place} ", "reverse")
        lead = Text.assemble(number, " ", chips((card,)), " ")
        takes = self._takes(view, card)
        plant, label = self.words.plant(card.month), self.words.label(card)
        space = max(0, _HALF_WIDTH - 1 - lead.cell_len - takes.cell_len)
        texts = (f"{plant}, {label}" if label else plant, label or plant)
        text = next((text for text in texts if len(text) <= space), texts[-1])
        return Text.assemble(" ", lead, cell(text, min(space, len(text))), takes)

    def _takes(self, view: KoiKoiView, card: Card) -> Text:
        """The field cards that a card in hand could take; the lightning may reach others too."""
        mates = _sorted([other for other in view.field if other.month == card.month])
        reach = [chips(mates)] if mates else []
        assert view.seat is not None
        if card is LIGHTNING and (targets := joker_targets(view, view.seat)):
            safe = [c for c in view.field if not c.bit & NOVEMBER and c not in targets]
            key = "any_but" if safe else "any_card"
            reach.append(Text(self._say(key, cards=" ".join(map(str, _sorted(safe))))))
        return Text.assemble(" → ", Text(" · ").join(reach)) if reach else Text()

    # -- decisions -----------------------------------------------------------------------------

    def notice(self, view: KoiKoiView) -> list[str]:
        if view.seat is None or view.seat != view.to_act:
            return []
        other = self.names[1 - view.seat]
        match view.phase:
            case Phase.SWAP:
                return [self._say("notice.swap", name=other)]
            case Phase.TURNED:
                assert view.turned is not None
                mates = [card for card in view.field if card.month == view.turned.month]
                choices = self.speech.join([self.words.card(card) for card in mates], "or")
                turned = self.words.card(view.turned)
                return [self._say("notice.turned", card=turned, choices=choices)]
            case Phase.DECIDE:
                return self._stop_or_koi(view, view.seat, other)
            case _:
                return []

    def _stop_or_koi(self, view: KoiKoiView, seat: Seat, other: str) -> list[str]:
        """What stopping pays, factor by factor, and what calling does."""
        assert view.stop is not None
        stop = self._say(
            "notice.stop", yaku=self.words.yaku(view.stop.yaku), worth=self.words.worth(view.stop)
        )
        koi = [self._say("notice.koi", name=other)]
        if view.options.koikoi_calls.value == "one":
            koi.append(self._say("notice.only_call"))
        if view.options.own_calls_multiply:
            koi.append(self._say("notice.own_calls", times=view.standing_calls[seat] + 2))
        return [stop, " ".join(koi)]

    def legend(self, view: KoiKoiView) -> list[str]:
        return [self._say("legend.cards"), self._say("legend.field"), self._say("legend.hopes")]

    # -- commands ------------------------------------------------------------------------------

    def parse_move(self, text: str, view: KoiKoiView) -> Any:
        if text[0].isdecimal():  # a card alone: what else could be meant?
            text = f"{'take' if view.phase is Phase.TURNED else 'play'} {text}"
        return notation.parse_action(text, _as_drawn(view))

    def write(self, action: Any, view: KoiKoiView) -> str:
        return self.in_own_words(notation.format_action(action))

    def examples(self, view: KoiKoiView, legal: Sequence[Action]) -> list[str]:
        if view.phase is not Phase.PLAY:
            return [self.write(action, view) for action in legal]
        plays = [action for action in legal if isinstance(action, PlayCard)]
        plays.sort(key=lambda play: play.card.index)
        choosing = [play for play in plays if play.capture is not None]
        shown = dict.fromkeys((*plays[:1], *choosing[:1]))
        return [self.write(action, view) for action in shown]

    def help(self, view: KoiKoiView) -> list[tuple[str, str]]:
        rows = notation.example_commands(view.options)
        return [
            (self.in_own_words(command), self._say(f"help.{key}")) for key, command in rows.items()
        ]

    def refusal_facts(
        self, error: MoveError, game_id: str, view: KoiKoiView
    ) -> dict[str, str | int]:
        facts = super().refusal_facts(error, game_id, view)
        if error.reason == "say-which":
            choices = str(error.facts["choices"]).partition(":")[2].split("|")
            plays = [self.in_own_words(f"play {facts['card']} takes {card}") for card in choices]
            facts["plays"] = self.speech.join(plays, "or")
        if error.reason == "must-capture":  # the lightning too, where it is a joker
            cards = [str(card) for card in _sorted(playable_cards(view))]
            facts["cards"] = self.speech.join(cards, "or")
        return facts

    def vocabulary(self) -> dict[str, str]:
        known: dict[str, str] = {}
        for english in ("play", "takes", "take", "stop", "koi", "swap", "keep"):
            for word in self._say(f"command.{english}").split():
                known.setdefault(word, english)
        return known

    # -- the end -------------------------------------------------------------------------------

    def interlude(self, events: Sequence[Event], told: Sequence[str]) -> list[Text]:
        return score_sheet(self.story(), events, told)

    def ending(self, view: KoiKoiView) -> list[Text]:
        return final_sheet(self.story(), view.results, view.scores)

    def _say(self, key: str, **values: str | int) -> str:
        return self.words.say(key, **values)


_RIBBON_ORDER = {None: 0, Ribbon.POEM: 0, Ribbon.BLUE: 1, Ribbon.RED: 2}


def _sorted(cards: Iterable[Card]) -> list[Card]:
    """Cards by month, as everything on the screen is ordered."""
    return sorted(cards, key=lambda card: card.index)


def _as_drawn(view: KoiKoiView) -> KoiKoiView:
    """The view with hands in the order of the screen, in which players count their cards."""
    first, second = (None if hand is None else tuple(_sorted(hand)) for hand in view.hands)
    return structs.replace(view, hands=(first, second))


def _fitted(cards: Sequence[Card], space: int) -> Text:
    """The codes of a pile; where they are too many, its months."""
    codes = chips(cards)
    if codes.cell_len <= space:
        return codes
    months = Text(" ").join(Text(str(card.month), style_of(card)) for card in cards)
    return cell(months, space)
