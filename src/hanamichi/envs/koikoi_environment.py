"""Koi-Koi as an environment."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from hanamichi.envs.game_environment import GameEnvironment

if TYPE_CHECKING:
    from hanamichi.batch.koikoi.koikoi_table import KoiKoiTable


class KoiKoiEnvironment(GameEnvironment):
    """Imports the rendering on use: it needs the kernels, which are slow to import."""

    name: ClassVar[str] = "KoiKoi"
    default_preset: ClassVar[str] = "koikoi/nintendo"

    def picture(self, table: KoiKoiTable, row: Any) -> str:
        from hanamichi.envs.koikoi_picture import picture

        return picture(table, row)

    def action_name(self, table: KoiKoiTable, number: int) -> str:
        from hanamichi.envs.koikoi_picture import action_name

        return action_name(table, number)


KOIKOI_ENVIRONMENT = KoiKoiEnvironment()
