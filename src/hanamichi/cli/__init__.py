"""The command line: `hanamichi games`, `rules`, `play`, `replay`, `convert`."""

from hanamichi.cli.app import main

__all__ = ["main"]
