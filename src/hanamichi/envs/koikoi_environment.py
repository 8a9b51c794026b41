"""Koi-Koi as an environment."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from hanamichi.envs.game_environment import Bounds, GameEnvironment

if TYPE_CHECKING:
    from hanamichi.batch.koikoi.koikoi_table import KoiKoiTable


_POINTS_IN_A_ROUND = 1023
"""No round brings more."""
_PLIES_IN_A_ROUND = 60
"""No round has more."""


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

    def bounds(self, table: KoiKoiTable) -> Bounds:
        rounds = table.options.rounds
        most = float(_POINTS_IN_A_ROUND * rounds)
        return Bounds(-most, most, 0.0, _PLIES_IN_A_ROUND * rounds)


KOIKOI_ENVIRONMENT = KoiKoiEnvironment()
