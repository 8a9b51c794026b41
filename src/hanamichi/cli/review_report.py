"""A review as text of 80 columns."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from rich.text import Text

from hanamichi import words
from hanamichi.bots import Reason
from hanamichi.catalog import game_by_id
from hanamichi.cli.commands.replay import shown_names
from hanamichi.cli.table import terminal_table_for
from hanamichi.cli.text_layout import WIDTH, cell, ends, folded, numbered
from hanamichi.core import MatchRecord, Seat
from hanamichi.review import Alternative, Curve, Moment, Review, SeatReview
from hanamichi.review.history import history_of
from hanamichi.words import Words

_BLOCKS = "▁▂▃▄▅▆▇█"
_CURVE_WIDTH = 48
_LABEL_WIDTH = 12
_BETTER = 3
"""How many better moves are listed with a moment."""
_INDENT = " " * 6
_STYLES = {"slip": "yellow", "mistake": "dark_orange", "blunder": "bold red"}


def report_lines(
    record: MatchRecord, review: Review, speech: Words, *, reader: Seat | None
) -> Iterator[Text]:
    """The whole review as lines; `reader` is the seat that is spoken to, if there is one."""
    name = words.preset_name if record.preset else words.game_name
    title = name(record.preset or record.game, speech.lang)
    yield ends(Text(title, "bold"), Text(speech.say("cli.review.plies", count=review.plies), "dim"))
    for seat in review.seats:
        yield Text()
        yield from _SeatReport(record, seat, speech, title, reader).lines()


class _SeatReport:
    """The part of one player."""

    def __init__(
        self,
        record: MatchRecord,
        review: SeatReview,
        speech: Words,
        title: str,
        reader: Seat | None,
    ) -> None:
        self._game_id = record.game
        self._review = review
        self._speech = speech
        self._reader = reader
        self._names = shown_names(record.players)
        self._table = terminal_table_for(record.game, speech, title, self._names)
        self._parse = game_by_id(record.game).parse_action
        self._views: dict[int, Any] = {
            each.ply: each.sight.view for each in history_of(record, review.seat).plies
        }

    def lines(self) -> Iterator[Text]:
        yield self._heading()
        for curve in self._review.curves:
            yield self._curve(curve)
        yield from self._costliest()
        yield from self._facts()

    def _say(self, key: str, **values: str | int) -> str:
        return self._speech.say(f"cli.review.{key}", **values)

    def _heading(self) -> Text:
        accuracy, efficiency = self._review.accuracy, self._review.efficiency
        parts = []
        if accuracy is not None:
            parts.append(self._say("accuracy", percent=round(accuracy)))
        if efficiency is not None:
            needed = self._review.required_efficiency or 0.0
            parts.append(
                self._say(
                    "efficiency",
                    efficiency=self._number(efficiency, 2),
                    needed=self._number(needed, 2),
                )
            )
        name = self._names[self._review.seat]
        return ends(Text(name, "bold"), Text(" · ".join(parts)))

    # -- how it went ---------------------------------------------------------------------------

    def _curve(self, curve: Curve) -> Text:
        label = cell(Text(self._say(f"curve.{curve.name}"), "dim"), _LABEL_WIDTH)
        low = min(0.0, *curve.values)
        high = 1.0 if curve.name == "win" else max(curve.values)
        drawn = "".join(_block(value, low, high) for value in _resampled(curve.values))
        digits = 0 if curve.name in ("maximum", "pace") else 1
        first, last = (
            self._percent(value, 0) if curve.name == "win" else self._number(value, digits)
            for value in (curve.values[0], curve.values[-1])
        )
        return Text.assemble("  ", label, (drawn, "cyan"), f"  {first} → {last}")

    def _percent(self, share: float, digits: int) -> str:
        return self._say("percent", percent=self._number(100 * share, digits))

    def _number(self, value: float, digits: int) -> str:
        text = f"{value:.{digits}f}".replace("-", "−")
        return text if self._speech.lang == "en" else text.replace(".", ",")

    # -- moments -------------------------------------------------------------------------------

    def _costliest(self) -> Iterator[Text]:
        if not any(moment.verdict for moment in self._review.moments):
            return
        moments = {moment.ply: moment for moment in self._review.moments}
        yield Text()
        if not self._review.costliest:
            yield Text("  " + self._say("nothing"))
            return
        yield Text("  " + self._say("costliest"), "underline")
        for ply in self._review.costliest:
            yield from self._moment(moments[ply])

    def _moment(self, moment: Moment) -> Iterator[Text]:
        verdict = moment.verdict or "good"
        move = self._move(moment.ply, moment.action)
        first = Text.assemble(
            (f"{moment.ply:>4}  ", "dim"),
            (self._say(f"verdict.{verdict}"), _STYLES.get(verdict, "")),
            self._speech.say("cli.menu.colon") + move,
        )
        yield ends(first, Text("−" + self._difference(moment.loss, moment.error)))
        for reason in moment.reasons:
            yield from self._indented(self._sentence(reason))
        made = next((each.value for each in moment.alternatives if each.action == moment.action), 0)
        better = [each for each in moment.alternatives if each.value > made]
        for each in better[:_BETTER]:
            yield self._alternative(moment.ply, each)

    def _alternative(self, ply: int, each: Alternative) -> Text:
        chance = self._is_chance
        value = self._percent(each.value, 0) if chance else self._number(each.value, 1)
        return ends(
            Text(f"{_INDENT}{self._say('rather')} {self._move(ply, each.action)}", "dim"),
            Text(value, "dim"),
        )

    @property
    def _is_chance(self) -> bool:
        return any(curve.name == "win" for curve in self._review.curves)

    def _difference(self, loss: float, error: float) -> str:
        if self._is_chance:
            return f"{self._percent(loss, 1)} ± {self._percent(error, 1)}"
        return f"{self._number(loss, 2)} ± {self._number(error, 2)}"

    def _move(self, ply: int, action: Any) -> str:
        return self._table.write(self._parse(action), self._views[ply])

    # -- facts ---------------------------------------------------------------------------------

    def _facts(self) -> Iterator[Text]:
        if not self._review.facts:
            return
        yield Text()
        yield Text("  " + self._say("facts"), "underline")
        for fact in self._review.facts:
            yield from numbered(fact.ply, [self._sentence(fact.reason)])

    def _sentence(self, reason: Reason) -> str:
        said = words.why(
            self._game_id,
            reason.code,
            reason.facts,
            self._speech.lang,
            names=self._names,
            reader=self._reader,
            section="review",
        )
        return said or reason.code

    def _indented(self, text: str) -> Iterator[Text]:
        for line in folded(text, WIDTH - len(_INDENT)):
            yield Text.assemble(_INDENT, line)


def _resampled(values: Sequence[float]) -> list[float]:
    """At most as many values as fit in the width, each the last of its stretch."""
    width = min(_CURVE_WIDTH, len(values))
    return [values[(n + 1) * len(values) // width - 1] for n in range(width)]


def _block(value: float, low: float, high: float) -> str:
    share = (value - low) / (high - low) if high > low else 1.0
    return _BLOCKS[min(len(_BLOCKS) - 1, int(share * len(_BLOCKS)))]
