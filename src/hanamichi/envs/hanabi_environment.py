"""Hanabi as an environment."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from hanamichi.envs.game_environment import Bounds, GameEnvironment

if TYPE_CHECKING:
    from hanamichi.batch.hanabi.hanabi_table import HanabiTable


_ACTIONS_BY_TILES = 30


class HanabiEnvironment(GameEnvironment):
    """Imports the rendering on use: it needs the kernels, which are slow to import."""

    name: ClassVar[str] = "Hanabi"
    default_preset: ClassVar[str] = "hanabi/online"

    def picture(self, table: HanabiTable, row: Any) -> str:
        from hanamichi.envs.hanabi_picture import picture

        return picture(table, row)

    def action_name(self, table: HanabiTable, number: int) -> str:
        from hanamichi.envs.hanabi_picture import action_name

        return action_name(table, number)

    def bounds(self, table: HanabiTable) -> Bounds:
        from hanamichi.batch.hanabi import row

        deck, tokens = int(table.vector[row.O_DECK_SIZE]), int(table.vector[row.O_TOKENS])
        points = int(table.vector[row.O_SUITS]) * int(table.vector[row.O_VALUES])
        # every card leaves a hand once, and each brings one clue at most; tiles bring some more
        return Bounds(0.0, float(points), None, 2 * deck + tokens + _ACTIONS_BY_TILES)


HANABI_ENVIRONMENT = HanabiEnvironment()
