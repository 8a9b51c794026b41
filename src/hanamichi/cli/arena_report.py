"""The report of a tournament as text."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from rich.text import Text

from hanamichi.cli.round_robin_table import estimate_text, round_robin_lines
from hanamichi.cli.text_layout import cell, folded

if TYPE_CHECKING:
    from hanamichi.arena import Difference, LineupReport, Report

_NAME_WIDTH = 26
_BAR_WIDTH = 40
_MAX_BARS = 26


def report_lines(found: Report) -> Iterator[Text]:
    """The whole report as lines."""
    tournament = found.tournament
    yield Text(
        f"{tournament.preset}, {tournament.players} players, {tournament.games} games "
        f"of each line-up, seed {tournament.seed}",
        "bold",
    )
    yield Text()
    if found.round_robin is not None:
        yield from round_robin_lines(found.round_robin, tournament.players)
        yield Text()
    yield from _table(found.lineups)
    if found.round_robin is None:
        if found.differences:
            yield Text()
            yield from _differences(found.differences)
        for lineup in found.lineups:
            yield Text()
            yield from _histogram(lineup)
    yield from _failures(found.lineups)


def _table(lineups: Sequence[LineupReport]) -> Iterator[Text]:
    versus = lineups[0].duel is not None
    heads = ("lead ± s.e.", "won–drawn–lost") if versus else ("mean ± s.e.", "perfect games")
    yield _row("line-up", *heads, style="dim")
    for lineup in lineups:
        share = outcomes_text(lineup) if versus else perfect_text(lineup)
        yield _row(lineup.lineup, estimate_text(lineup.mean, lineup.stderr), share)
    if versus:
        yield Text()
        yield _row("line-up", "share won (95 %)", "share of decided (95 %)", style="dim")
        for lineup in lineups:
            yield _row(lineup.lineup, *_shares(lineup))
    yield Text()
    yield _row("bot", "time per move", "95 % within", style="dim")
    for bot, pace in {
        f"{pace.bot}{'' if len(lineups) == 1 else f' in {lineup.lineup}'}": pace
        for lineup in lineups
        for pace in lineup.paces
    }.items():
        yield _row(
            bot, duration_text(pace.seconds_per_move), duration_text(pace.seconds_per_move_p95)
        )


def _row(name: str, *values: str, style: str = "") -> Text:
    cells = [cell(value, 24, right=True) for value in values]
    return Text.assemble(cell(name, _NAME_WIDTH), *cells, style=style)


def perfect_text(lineup: LineupReport) -> str:
    """The share of perfect games."""
    if lineup.perfect is None or lineup.perfect_stderr is None:
        return ""
    return f"{lineup.perfect:.1%} ± {lineup.perfect_stderr:.1%}"


def outcomes_text(lineup: LineupReport) -> str:
    """Matches won, drawn and lost."""
    duel = lineup.duel
    return "" if duel is None else f"{duel.wins}–{duel.draws}–{duel.losses}"


def _shares(lineup: LineupReport) -> tuple[str, str]:
    duel = lineup.duel
    if duel is None:
        return "", ""
    return (
        share_text(duel.win_share, duel.win_interval),
        share_text(duel.win_share_of_decided, duel.win_interval_of_decided),
    )


def share_text(share: float | None, interval: tuple[float, float]) -> str:
    """A share and its interval."""
    low, high = interval
    return "none" if share is None else f"{share:.1%} ({100 * low:.1f}–{high:.1%})"


def duration_text(seconds: float | None) -> str:
    """A time in a unit that suits it."""
    if seconds is None:
        return "no move"
    for scale, unit in ((1.0, "s"), (1e3, "ms"), (1e6, "µs")):
        if seconds * scale >= 1.0:
            return f"{seconds * scale:.3g} {unit}"
    return f"{seconds * 1e9:.3g} ns"


def _differences(differences: Sequence[Difference]) -> Iterator[Text]:
    yield Text("on the same decks", "dim")
    for each in differences:
        name = f"{each.of} − {each.minus}"
        yield Text.assemble(
            cell(name, _NAME_WIDTH + 24),
            cell(estimate_text(each.mean, each.stderr, signed=True), 24, right=True),
        )


def _histogram(lineup: LineupReport) -> Iterator[Text]:
    what = "scores" if lineup.duel is None else "leads"
    yield Text(f"{what} of {lineup.lineup}", "dim")
    bars = grouped(lineup.histogram)
    most = max(bars.values())
    for label, count in bars.items():
        length = round(_BAR_WIDTH * count / most) or (1 if count else 0)
        yield Text(f"{label:>12}  {'█' * length}{' ' if length else ''}{count or ''}".rstrip())


def grouped(histogram: Mapping[int, int]) -> dict[str, int]:
    """Bars for every value from lowest to highest, or for ranges if there are too many values."""
    low, high = min(histogram), max(histogram)
    width = 1
    while (high - low) // width >= _MAX_BARS:
        width = width * 5 // 2 if str(width)[0] == "2" else width * 2
    bars = {}
    for start in range(low // width * width, high + 1, width):
        end = start + width - 1
        label = str(start) if width == 1 else f"{start} to {end}"
        bars[label] = sum(histogram.get(value, 0) for value in range(start, end + 1))
    return bars


def _failures(lineups: Sequence[LineupReport]) -> Iterator[Text]:
    for lineup in lineups:
        if lineup.failures:
            yield Text()
            yield Text(f"games lost by failing, in {lineup.lineup}", "red")
        for each in lineup.failures:
            games = "1 game" if each.games == 1 else f"{each.games} games"
            line = (
                f"{each.bot} {each.kind} in {games}, first in game {each.first_game}: {each.error}"
            )
            yield from folded(line, 79, indent="  ")
