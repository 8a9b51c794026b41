"""Generates docs/bots.md: the bots and their measured strengths."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from benchmarks import report_page
from benchmarks.strength_data import Measured, read
from hanamichi import words
from hanamichi.arena.peeking import PEEK
from hanamichi.bots.registry import BotInfo, bots_for
from hanamichi.catalog import GAMES, AnyGame
from hanamichi.core import OptionError, OptionInfo, build_options, describe_options
from hanamichi.core.record import plain

PAGE = Path(__file__).parent.parent / "docs" / "bots.md"


def write() -> None:
    """Write the page."""
    text = PAGE.read_text("utf-8")
    PAGE.write_text(written(text, read().values()), "utf-8")


def written(text: str, known: Iterable[Measured]) -> str:
    """A page with its generated sections filled."""
    figures = sorted(known, key=_order)
    for game in GAMES.values():
        text = report_page.filled(text, f"{game.id}-bots", "\n".join(_introductions(game)))
        here = [line for line in figures if line.figure.preset.startswith(f"{game.id}/")]
        text = report_page.filled(text, f"{game.id}-strength", "\n".join(_strength(game, here)))
    return text


def _order(line: Measured) -> tuple[Any, ...]:
    figure = line.figure
    game_id = figure.preset.partition("/")[0]
    ranks = {info.id: rank for rank, info in enumerate(bots_for(game_id))}
    first = figure.lineup.split(",")[0].partition(":")[0]
    return figure.preset, ranks.get(first, len(ranks)), figure.lineup, figure.players


# -- descriptions ------------------------------------------------------------------------------


def _introductions(game: AnyGame) -> Iterator[str]:
    yield "| id | name | level | how it plays | cannot play with | parameters |"
    yield "|---|---|---|---|---|---|"
    for info in bots_for(game.id):
        cells = (
            f"`{info.id}`",
            words.bot_name(game.id, info.id, "en"),
            words.level_name(info.level, "en"),
            words.bot_text(game.id, info.id, "en"),
            "; ".join(_obstacles(game, info)) or "–",
            ", ".join(
                f"`{p.name}` {p.lowest}–{p.highest}, usually {p.default}" for p in info.parameters
            )
            or "–",
        )
        yield f"| {' | '.join(cells)} |"


def _obstacles(game: AnyGame, info: BotInfo) -> list[str]:
    """Everything a bot refuses, found by asking it about each option of each preset."""
    found: dict[str, str] = {}
    for preset in game.presets.values():
        for players in game.seat_counts:
            for options in variations(game, preset.options, players):
                obstacle = info.unsupported(options, players)
                if obstacle is not None:
                    found.setdefault(obstacle.option, obstacle.message)
    return [f"`{option}`: {message}" for option, message in sorted(found.items())]


def variations(game: AnyGame, options: Any, players: int) -> Iterator[Any]:
    """Options as they are, and with each of them changed to every value that fits."""
    yield options
    complete = plain(options)
    for info in describe_options(game.options_type):
        for value in _values(info):
            try:
                changed = build_options(game.options_type(), {**complete, info.name: value})
                game.check(changed, players)
            except OptionError:
                continue
            yield changed


def _values(info: OptionInfo) -> list[Any]:
    match info.kind:
        case "flag":
            return [False, True]
        case "choice":
            return list(info.choices)
        case "list":
            return [list(info.choices[:count]) for count in range(1, len(info.choices) + 1)]
        case _:
            return [value for value in (info.minimum, info.maximum) if value is not None]


# -- strengths ---------------------------------------------------------------------------------


def _strength(game: AnyGame, figures: list[Measured]) -> Iterator[str]:
    yield from _teams(figures) if game.cooperative else _duels(figures)
    if figures:
        yield ""
        yield "The commands that measure the rows:"
        yield ""
        yield "```sh"
        yield from (line.figure.command for line in figures)
        yield "```"
        yield ""
        machines = {f"{line.machine} · {line.versions}" for line in figures}
        dates = sorted({line.date for line in figures})
        span = dates[0] if len(dates) == 1 else f"{dates[0]} to {dates[-1]}"
        yield f"{span} · {' · '.join(sorted(machines))}"


def _teams(figures: list[Measured]) -> Iterator[str]:
    yield "| line-up | players | mean ± s.e. | perfect | ms a move | 95 % within | games | seed |"
    yield "|---|---:|---:|---:|---:|---:|---:|---:|"
    for line in figures:
        figure = line.figure
        assert line.perfect is not None
        cells = (
            _name(figure.lineup),
            str(figure.players),
            _estimate(line.mean, line.stderr, 3),
            _estimate(100 * line.perfect, 100 * (line.perfect_stderr or 0.0), 1) + " %",
            *_pace(line),
            f"{figure.games:,}",
            str(figure.seed),
        )
        yield f"| {' | '.join(cells)} |"


def _duels(figures: list[Measured]) -> Iterator[str]:
    yield (
        "| line-up | preset | won of decided (95 %) | won–drawn–lost | lead ± s.e. | ms a move "
        "| 95 % within | matches | seed |"
    )
    yield "|---|---|---:|---:|---:|---:|---:|---:|---:|"
    for line in figures:
        figure, duel = line.figure, line.duel
        assert duel is not None
        low, high = duel.win_interval_of_decided
        share = duel.win_share_of_decided
        cells = (
            _name(figure.lineup),
            f"`{figure.preset}`",
            "–" if share is None else f"{100 * share:.1f} % ({100 * low:.1f}–{100 * high:.1f})",
            f"{duel.wins}–{duel.draws}–{duel.losses}",
            _estimate(line.mean, line.stderr, 2),
            *_pace(line),
            f"{figure.games:,}",
            str(figure.seed),
        )
        yield f"| {' | '.join(cells)} |"


def _name(lineup: str) -> str:
    shown = f"`{lineup}`"
    return f"*{shown}*" if PEEK in lineup.split(",") else shown


def _estimate(mean: float, stderr: float | None, digits: int) -> str:
    error = "" if stderr is None else f" ± {stderr:.{digits}f}"
    return f"{mean:.{digits}f}{error}"


def _pace(line: Measured) -> tuple[str, str]:
    """Of the first bot of the line-up."""
    pace = line.paces[0]
    return _milliseconds(pace.seconds_per_move), _milliseconds(pace.seconds_per_move_p95)


def _milliseconds(seconds: float | None) -> str:
    if seconds is None:
        return "–"
    ms = 1000 * seconds
    if ms < 0.01:
        return "< 0.01"
    return f"{ms:.2f}" if ms < 10 else f"{ms:.0f}"
