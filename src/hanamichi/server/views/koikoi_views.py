"""The views of Koi-Koi as messages, with what follows from them."""

from __future__ import annotations

from hanamichi.core import Seat
from hanamichi.koikoi import CARDS, KoiKoiAction, KoiKoiState, KoiKoiView, yaku_outlook
from hanamichi.server.protocol.commands import Aids
from hanamichi.server.protocol.koikoi_messages import KoiKoiAids, KoiKoiFrame, KoiKoiPosition
from hanamichi.server.protocol.match_messages import ClockState, GamePosition
from hanamichi.server.views.game_views import GameViews


class KoiKoiViews(GameViews):
    """Positions and replay frames."""

    def position(
        self,
        view: KoiKoiView,
        *,
        seq: int,
        to_act: Seat | None,
        legal: tuple[KoiKoiAction, ...],
        clock: ClockState | None,
        aids: Aids,
    ) -> KoiKoiPosition:
        return KoiKoiPosition(
            seq=seq,
            ply=view.ply,
            to_act=to_act,
            legal=legal,
            view=view,
            aids=None if aids == "no" else koikoi_aids(view),
            clock=clock,
        )

    def frame(
        self,
        position: GamePosition,
        view: KoiKoiView,
        state: KoiKoiState,
        *,
        everything_open: bool,
    ) -> KoiKoiFrame:
        assert isinstance(position, KoiKoiPosition)
        stock = tuple(CARDS[card] for card in state.round.stock)
        return KoiKoiFrame(
            position=position,
            unseen=() if everything_open else view.unseen,
            upcoming=stock if everything_open else None,
        )


def koikoi_aids(view: KoiKoiView) -> KoiKoiAids:
    """Yaku within reach of both sides, and what each card of one's hand meets on the field."""
    return KoiKoiAids(
        outlook=(yaku_outlook(view, 0), yaku_outlook(view, 1)),
        matches={
            card: tuple(lying for lying in view.field if lying.month == card.month)
            for card in view.hand or ()
        },
    )


KOIKOI_VIEWS = KoiKoiViews()
