"""Terminal tables: how each game is drawn and played in a terminal."""

from hanamichi.cli.table.terminal_table import (
    BOT_MARK,
    TERMINAL,
    Story,
    TerminalTable,
    terminal_table_for,
)

__all__ = ["BOT_MARK", "TERMINAL", "Story", "TerminalTable", "terminal_table_for"]
