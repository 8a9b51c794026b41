"""The command line: `hanamichi play`, `serve`, `arena` and the others."""

from hanamichi.cli.app import main

__all__ = ["main"]
