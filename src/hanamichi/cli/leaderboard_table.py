"""Leaderboards as text: Markdown for a page, which a terminal can show as it is."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from hanamichi.arena.leaderboard import Row, Score, board_of, ranked
from hanamichi.catalog import game_by_id


def leaderboard_lines(rows: Sequence[Row], game_id: str) -> list[str]:
    """One table, aligned as it is written."""
    company = board_of(game_id).company
    cooperative = game_by_id(game_id).cooperative
    head = ["bot", *(["self-play", "perfect"] if cooperative else [])]
    head += [f"{'with' if cooperative else 'against'} {name}" for name in company]
    cells = [
        [*head, "games", "origin"],
        *(_cells(row, company, cooperative=cooperative) for row in rows),
    ]
    widths = [max(len(line[column]) for line in cells) for column in range(len(cells[0]))]
    rule = [width * "-" for width in widths]
    return [
        "| "
        + " | ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True))
        + " |"
        for line in (cells[0], rule, *cells[1:])
    ]


def published_lines(rows: Sequence[Row], game_id: str) -> Iterator[str]:
    """Every table of a game, with a heading each."""
    for players in game_by_id(game_id).seat_counts:
        found = ranked(rows, game_id, players)
        if found:
            yield f"### {players} players"
            yield ""
            yield from leaderboard_lines(found, game_id)
            yield ""


def _cells(row: Row, company: Sequence[str], *, cooperative: bool) -> list[str]:
    cells = [f"`{row.bot}`" if row.origin == "measured" else row.bot]
    if cooperative:
        cells += [_mean(row.self_play), _perfect(row.self_play)]
    for name in company:
        score = row.company.get(name)
        cells.append(_mean(score) if cooperative else _won(score))
    every = [row.self_play, *row.company.values()]
    games = [score.games for score in every if score is not None and score.games is not None]
    cells.append(f"{games[0]:,}" if games else "–")
    cells.append("measured" if row.origin == "measured" else f"quoted: {row.source}")
    return cells


def _mean(score: Score | None) -> str:
    if score is None:
        return "–"
    return f"{score.mean:.2f}" if score.stderr is None else f"{score.mean:.2f} ± {score.stderr:.2f}"


def _perfect(score: Score | None) -> str:
    return "–" if score is None or score.perfect is None else f"{100 * score.perfect:.1f} %"


def _won(score: Score | None) -> str:
    if score is None:
        return "–"
    share = "" if score.win_share is None else f"{100 * score.win_share:.1f} %"
    return f"{share} ({_mean(score)})".strip()
