"""Terminal tables: how each game is drawn and played in a terminal."""

from hanamichi.cli.table.terminal_table import TERMINAL, Story, TerminalTable, terminal_table_for

__all__ = ["TERMINAL", "Story", "TerminalTable", "terminal_table_for"]
