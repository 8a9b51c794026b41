"""The views of Lanterns as messages."""

from __future__ import annotations

from hanamichi.core import Seat
from hanamichi.server.protocol.commands import Aids
from hanamichi.server.protocol.match_messages import ClockState, GamePosition
from hanamichi.server.views.game_views import GameViews
from tests.testing.lanterns import LanternsAction, LanternsState, LanternsView
from tests.testing.lanterns_messages import LanternsFrame, LanternsPosition


class LanternsViews(GameViews):
    """There is nothing to add to a view of Lanterns."""

    def position(
        self,
        view: LanternsView,
        *,
        seq: int,
        to_act: Seat | None,
        legal: tuple[LanternsAction, ...],
        clock: ClockState | None,
        aids: Aids,
    ) -> LanternsPosition:
        return LanternsPosition(
            seq=seq, ply=view.ply, to_act=to_act, legal=legal, view=view, aids=None, clock=clock
        )

    def frame(
        self,
        position: GamePosition,
        view: LanternsView,
        state: LanternsState,
        *,
        everything_open: bool,
    ) -> LanternsFrame:
        assert isinstance(position, LanternsPosition)
        return LanternsFrame(position=position, upcoming=state.stock if everything_open else None)


LANTERNS_VIEWS = LanternsViews()
