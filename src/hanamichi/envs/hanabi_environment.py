"""Hanabi as an environment."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from hanamichi.envs.game_environment import GameEnvironment

if TYPE_CHECKING:
    from hanamichi.batch.hanabi.hanabi_table import HanabiTable


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


HANABI_ENVIRONMENT = HanabiEnvironment()
