"""The report of a tournament as one static page that loads nothing and can be published."""

from __future__ import annotations

import platform
from collections.abc import Iterator
from html import escape
from importlib.metadata import PackageNotFoundError, version
from typing import TYPE_CHECKING

from hanamichi.catalog import preset_by_id
from hanamichi.cli.arena_command import arena_command
from hanamichi.cli.arena_report import (
    duration_text,
    grouped,
    outcomes_text,
    perfect_text,
    share_text,
)
from hanamichi.cli.heat_colours import Heat, heat_of
from hanamichi.cli.html_elements import bars, details, facts, matrix, page, table
from hanamichi.cli.parameters import written
from hanamichi.cli.round_robin_table import estimate_text, explanation, rating_text
from hanamichi.words import WORDS

if TYPE_CHECKING:
    from hanamichi.arena import Cell, LineupReport, Report, RoundRobin

_MAX_DIFFERENCES = 60


def arena_page(found: Report) -> str:
    """The whole page."""
    tournament = found.tournament
    title = f"{tournament.preset}: {'round robin' if found.round_robin else 'tournament'} of bots"
    return page(title, [f"<h1>{escape(title)}</h1>", *_sections(found)])


def _sections(found: Report) -> Iterator[str]:
    tournament = found.tournament
    seats = WORDS.of(preset_by_id(tournament.preset)[0].id).seat_options
    yield (
        f'<p class="soft">{tournament.players} players, {tournament.games:,} games of each '
        f"line-up, seed {tournament.seed}. All line-ups play the same decks, and seats rotate.</p>"
    )
    if found.round_robin is not None:
        yield from _round_robin(found.round_robin, tournament.players)
    yield "<h2>Line-ups</h2>"
    yield _lineups(found)
    yield from _differences(found)
    yield from _histograms(found)
    yield "<h2>Time</h2>"
    yield _paces(found)
    yield from _failures(found)
    yield "<h2>Repeat it</h2>"
    yield f"<pre><code>{escape(arena_command(tournament))}</code></pre>"
    yield facts(
        {
            "seed": str(tournament.seed),
            "code that played": tournament.engine,
            "versions": ", ".join(_versions()),
            "options": ", ".join(
                f"{name}={written(value, seat=name in seats)}"
                for name, value in tournament.options.items()
            ),
        }
    )


def _round_robin(found: RoundRobin, players: int) -> Iterator[str]:
    versus = found.standings[0].rating is not None
    yield "<h2>Standings</h2>"
    if versus:
        heads = ["bot", "rating", "lead ± s.e."]
        caption = "ratings on the scale of Elo, 0 on average, with 95 % intervals"
    else:
        heads = ["bot", "self-play ± s.e.", "cross-play ± s.e."]
        caption = "self-play: a team of this bot alone; cross-play: with each of the others"
    rows = [
        [
            each.bot,
            rating_text(each) if versus else estimate_text(each.self_play, each.self_play_stderr),
            estimate_text(each.mean, each.stderr, signed=versus),
        ]
        for each in found.standings
    ]
    yield table(heads, rows, caption)
    yield f"<h2>{'Everybody against everybody' if versus else 'Cross-play'}</h2>"
    colours = heat_of(found)
    cells = [
        [_cell(each, heat) for each, heat in zip(row, heats, strict=True)]
        for row, heats in zip(found.matrix, colours, strict=True)
    ]
    scale = "orange is behind, blue ahead" if versus else "the darker, the more points"
    yield matrix(found.bots, cells, f"{explanation(found, players)}; {scale}")


def _cell(found: Cell | None, heat: Heat | None) -> str:
    if found is None or heat is None:
        return "<td>–</td>"
    ground, ink = ("#" + "".join(f"{part:02x}" for part in colour) for colour in heat)
    sign = "" if found.win_share is None else "+"
    error = "" if found.stderr is None else f"<small>± {found.stderr:.2f}</small>"
    won = "" if found.win_share is None else f"<small>won {found.win_share:.0%}</small>"
    return f'<td style="background:{ground};color:{ink}">{found.mean:{sign}.2f}{error}{won}</td>'


def _lineups(found: Report) -> str:
    if found.lineups[0].duel is None:
        heads = ["line-up", "mean ± s.e.", "perfect games", "games"]
        return table(
            heads,
            [
                [
                    each.lineup,
                    estimate_text(each.mean, each.stderr),
                    perfect_text(each),
                    _games(each),
                ]
                for each in found.lineups
            ],
            "the score of the team",
        )
    heads = ["line-up", "lead ± s.e.", "won–drawn–lost", "won of decided (95 %)", "matches"]
    rows = []
    for each in found.lineups:
        assert each.duel is not None
        share = share_text(each.duel.win_share_of_decided, each.duel.win_interval_of_decided)
        lead = estimate_text(each.mean, each.stderr, signed=True)
        rows.append([each.lineup, lead, outcomes_text(each), share, _games(each)])
    return table(heads, rows, "from the view of the first bot of the line-up")


def _games(lineup: LineupReport) -> str:
    return f"{lineup.games:,}"


def _differences(found: Report) -> Iterator[str]:
    shown = found.differences
    if found.round_robin is not None:  # bots by themselves; the matrix has the others
        alone = set(found.round_robin.bots)
        shown = tuple(each for each in shown if {each.of, each.minus} <= alone)
    if not shown:
        return
    yield "<h2>On the same decks</h2>"
    yield table(
        ["line-ups", "difference ± s.e."],
        [
            [f"{each.of} − {each.minus}", estimate_text(each.mean, each.stderr, signed=True)]
            for each in shown[:_MAX_DIFFERENCES]
        ],
        "the luck of the deck is in both and cancels",
    )
    if len(shown) > _MAX_DIFFERENCES:
        yield f'<p class="soft">The first {_MAX_DIFFERENCES} of {len(shown)}.</p>'


def _histograms(found: Report) -> Iterator[str]:
    what = "Scores" if found.lineups[0].duel is None else "Leads"
    yield f"<h2>{what}</h2>"
    shown = found.lineups
    if found.round_robin is not None and what == "Scores":
        shown = tuple(each for each in shown if each.lineup in found.round_robin.bots)
    for each in shown:
        counts = grouped(each.histogram)
        name = f"{what.lower()} of {each.lineup}"
        yield f"<p><code>{escape(each.lineup)}</code></p>"
        yield bars(counts, f"{name}, a bar for each value; the table below has the numbers")
        rows = [[label, f"{count:,}"] for label, count in counts.items()]
        yield details(f"{name} as a table", table([what.lower(), "games"], rows, name))


def _paces(found: Report) -> str:
    rows = {
        f"{pace.bot}{'' if len(found.lineups) == 1 else f' in {each.lineup}'}": [
            duration_text(pace.seconds_per_move),
            duration_text(pace.seconds_per_move_p95),
        ]
        for each in found.lineups
        for pace in each.paces
    }
    heads = ["bot", "time per move", "95 % within"]
    return table(heads, [[name, *times] for name, times in rows.items()])


def _failures(found: Report) -> Iterator[str]:
    rows = [
        [each.bot, lineup.lineup, each.kind, str(each.games), each.error]
        for lineup in found.lineups
        for each in lineup.failures
    ]
    if rows:
        yield "<h2>Games lost by failing</h2>"
        yield table(["bot", "line-up", "how", "games", "error"], rows)


def _versions() -> Iterator[str]:
    yield f"Hanamichi {version('hanamichi')}"
    yield f"{platform.python_implementation()} {platform.python_version()}"
    for name in ("numba", "numpy"):
        try:
            yield f"{name} {version(name)}"
        except PackageNotFoundError:
            continue
