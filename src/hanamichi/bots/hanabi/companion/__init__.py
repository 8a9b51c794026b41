"""The bot `companion`: plays by the conventions of docs/conventions.md and reads clues by them.

`companion_bot` decides; `convention_tracker` follows the match, `conventions` reads clues,
`beliefs` models what each seat knows, and `evaluation` says what moves are worth.
"""

from hanamichi.bots.hanabi.companion.companion_bot import CompanionBot

__all__ = ["CompanionBot"]
