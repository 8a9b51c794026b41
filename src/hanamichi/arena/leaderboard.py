"""The public yardstick: the same decks and the same company for every bot, by version."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib import metadata, resources
from typing import Literal

import msgspec

from hanamichi.arena.errors import ArenaError
from hanamichi.arena.game_arena import ARENA, Board
from hanamichi.arena.report import LineupReport, Report
from hanamichi.arena.roster import NO_NAMES
from hanamichi.arena.tournament import DEFAULT_TIMEOUT, Tournament, plan
from hanamichi.catalog import GAMES

VERSION = 1
"""Of decks, tables and company together. Rows of different versions are never compared."""
DECKS = 20_261_118
"""The seed of this version's decks. Public, so that everybody can measure; see the page."""


class Score(msgspec.Struct, frozen=True, omit_defaults=True):
    """One column of a row."""

    mean: float
    """The team's score; in Koi-Koi the bot's points less its opponent's."""
    stderr: float | None = None
    games: int | None = None
    perfect: float | None = None
    """The share of games with every firework complete."""
    win_share: float | None = None
    """In Koi-Koi, of the decided matches."""


class Row(
    msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True
):
    """What a bot reached: one line to submit."""

    leaderboard: int
    game: str
    players: int
    bot: str
    origin: Literal["measured", "quoted"]
    """Measured by `hanamichi leaderboard`, or a figure that others have published."""
    self_play: Score | None = None
    company: dict[str, Score] = {}
    forfeits: int = 0
    seconds_per_move: float | None = None
    hanamichi: str | None = None
    engine: str | None = None
    """A name for the code that played, the bot's own files included."""
    source: str | None = None
    """Where a quoted figure was published."""
    note: str | None = None


def board_of(game_id: str) -> Board:
    """The board of a game."""
    boards = {game: ARENA.of(game).board for game in GAMES}
    board = boards.get(game_id)
    if board is None:
        names = ", ".join(game for game, found in boards.items() if found)
        raise ArenaError(f"There is no leaderboard of {game_id}; there are: {names}", where="game")
    return board


def entry(
    game_id: str,
    bot: str,
    *,
    players: int,
    games: int,
    timeout: float = DEFAULT_TIMEOUT,
    named_bots: Mapping[str, str] = NO_NAMES,
    keep_processes: bool = False,
) -> Tournament:
    """The tournament that a bot's row is measured by."""
    board = board_of(game_id)
    others = players - 1
    lineups: list[tuple[str, ...]] = []
    if board.alone:
        lineups.append((bot,) * players)
    lineups += [(bot, *(other,) * others) for other in board.company if other != bot]
    return plan(
        board.preset,
        lineups,
        games=games,
        seed=DECKS,
        players=players,
        options=board.options,
        timeout=timeout,
        named_bots=named_bots,
        keep_processes=keep_processes,
    )


def row_of(found: Report) -> Row:
    """The row of a bot, from its tournament."""
    tournament = found.tournament
    game_id = tournament.game.id
    bot = tournament.lineups[0][0]
    by_lineup = dict(zip(tournament.lineups, found.lineups, strict=True))
    scores = {lineup[-1]: _score(each) for lineup, each in by_lineup.items()}
    alone = scores.pop(bot, None)
    if alone is not None and bot in board_of(game_id).company:
        scores[bot] = alone
    names = board_of(game_id).company
    paces = [pace for each in found.lineups for pace in each.paces if pace.bot == bot]
    moves = sum(pace.moves for pace in paces)
    seconds = sum(pace.moves * (pace.seconds_per_move or 0.0) for pace in paces)
    failures = [each for lineup in found.lineups for each in lineup.failures if each.bot == bot]
    return Row(
        leaderboard=VERSION,
        game=game_id,
        players=tournament.players,
        bot=bot,
        origin="measured",
        self_play=alone,
        company={name: scores[name] for name in names if name in scores},
        forfeits=sum(each.games for each in failures),
        seconds_per_move=round(seconds / moves, 7) if moves else None,
        hanamichi=metadata.version("hanamichi"),
        engine=tournament.engine,
    )


def _score(found: LineupReport) -> Score:
    return Score(
        mean=round(found.mean, 4),
        stderr=None if found.stderr is None else round(found.stderr, 4),
        games=found.games,
        perfect=None if found.perfect is None else round(found.perfect, 5),
        win_share=None if found.duel is None else found.duel.win_share_of_decided,
    )


def published() -> Sequence[Row]:
    """The rows that this version of Hanamichi came with, measured and quoted."""
    text = resources.files("hanamichi.arena").joinpath("leaderboard.jsonl").read_bytes()
    return [msgspec.json.decode(line, type=Row) for line in text.splitlines() if line.strip()]


def ranked(rows: Sequence[Row], game_id: str, players: int) -> list[Row]:
    """The rows of one table, the best first; those without a figure in its first column last."""
    found = [row for row in rows if (row.game, row.players) == (game_id, players)]
    return sorted(found, key=_first_figure, reverse=True)


def _first_figure(row: Row) -> float:
    if row.self_play is not None:
        return row.self_play.mean
    shares = [score.win_share for score in row.company.values() if score.win_share is not None]
    return sum(shares) / len(shares) if shares else float("-inf")
