"""Tournaments of bots on the same decks, with standard errors."""

from hanamichi.arena.errors import ArenaError
from hanamichi.arena.report import Difference, Duel, LineupReport, Report
from hanamichi.arena.runner import run
from hanamichi.arena.tournament import Lineup, Tournament, plan, read_lineups

__all__ = [
    "ArenaError",
    "Difference",
    "Duel",
    "Lineup",
    "LineupReport",
    "Report",
    "Tournament",
    "plan",
    "read_lineups",
    "run",
]
