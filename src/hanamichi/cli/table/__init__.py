"""How each game shows itself in a terminal."""

from hanamichi.cli.table.terminal_table import Story, TerminalTable, terminal_table_for

__all__ = ["Story", "TerminalTable", "terminal_table_for"]
