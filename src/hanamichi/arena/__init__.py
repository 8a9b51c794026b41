"""Tournaments of bots on the same decks, with standard errors."""

from hanamichi.arena.csv_table import write_csv
from hanamichi.arena.errors import ArenaError
from hanamichi.arena.report import Difference, Duel, LineupReport, Report
from hanamichi.arena.results import GameResult
from hanamichi.arena.round_robin import Cell, RoundRobin, Standing
from hanamichi.arena.runner import run
from hanamichi.arena.tournament import Lineup, Tournament, plan, read_lineups

__all__ = [
    "ArenaError",
    "Cell",
    "Difference",
    "Duel",
    "GameResult",
    "Lineup",
    "LineupReport",
    "Report",
    "RoundRobin",
    "Standing",
    "Tournament",
    "plan",
    "read_lineups",
    "run",
    "write_csv",
]
