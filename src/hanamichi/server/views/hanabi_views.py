"""The views of Hanabi as messages, with what follows from them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import structs

from hanamichi.core import Seat
from hanamichi.hanabi import (
    HANABI,
    ColourClue,
    HanabiAction,
    HanabiState,
    HanabiView,
    ValueClue,
    knowledge,
)
from hanamichi.hanabi.actions import clue_bit
from hanamichi.hanabi.layout import layout_of
from hanamichi.server.protocol.commands import Aids
from hanamichi.server.protocol.hanabi_messages import (
    CluePreview,
    HanabiAids,
    HanabiFrame,
    HanabiPosition,
)
from hanamichi.server.protocol.match_messages import ClockState, GamePosition
from hanamichi.server.views.game_views import GameViews
from hanamichi.server.views.hanabi_json import HanabiScene


class HanabiViews(GameViews):
    """Positions, replay frames, and positions as JSON while the match is on."""

    def position(
        self,
        view: HanabiView,
        *,
        seq: int,
        to_act: Seat | None,
        legal: tuple[HanabiAction, ...],
        clock: ClockState | None,
        aids: Aids,
    ) -> HanabiPosition:
        return HanabiPosition(
            seq=seq,
            ply=view.ply,
            to_act=to_act,
            legal=legal,
            view=view,
            aids=None if aids == "no" else hanabi_aids(view, legal, deduce=aids == "all"),
            clock=clock,
        )

    def frame(
        self,
        position: GamePosition,
        view: HanabiView,
        state: HanabiState,
        *,
        everything_open: bool,
    ) -> HanabiFrame:
        assert isinstance(position, HanabiPosition)
        return HanabiFrame(
            position=_with_previews(position, view, state),
            clued=_clued(view),
            upcoming=state.deck[state.drawn :] if everything_open else None,
        )

    def scene(
        self, state: HanabiState, seq: int, to_act: Seat | None, clock: str
    ) -> HanabiScene | None:
        """None at the end, when hands are opened."""
        return None if state.ended is not None else HanabiScene(state, seq, to_act, clock)


def hanabi_aids(
    view: HanabiView, legal: Sequence[HanabiAction], *, deduce: bool = True
) -> HanabiAids:
    """Deductions if they are wanted, what clues would touch, and what cards are worth."""
    prospects = knowledge.prospects(view)
    return HanabiAids(
        deductions=knowledge.deductions(view) if deduce and view.outcome is None else {},
        clues=_previews(view, legal),
        playable=prospects.playable,
        indispensable=prospects.indispensable,
        dead=prospects.dead,
        score=knowledge.score(view),
        maximum=knowledge.maximum_score(view),
        pace=knowledge.pace(view),
    )


def _with_previews(
    position: HanabiPosition, view: HanabiView, state: HanabiState
) -> HanabiPosition:
    """With what clues would have touched, where who was to act could see it."""
    actor = position.to_act
    if actor is None or position.aids is None or view.seat not in (None, actor):
        return position
    clues = _previews(view, HANABI.legal_actions(state, actor))
    return structs.replace(position, aids=structs.replace(position.aids, clues=clues))


def _previews(view: HanabiView, legal: Sequence[HanabiAction]) -> tuple[CluePreview, ...]:
    touches = layout_of(view.options).touches
    hands = [
        [(held.id, touches[held.face.index]) for held in hand if held.face is not None]
        for hand in view.hands
    ]
    return tuple(
        CluePreview(action, tuple([id_ for id_, bits in hands[action.target] if bits & bit]))
        for action in legal
        if isinstance(action, ColourClue | ValueClue)
        for bit in (clue_bit(action),)
    )


def _clued(view: HanabiView) -> dict[int, tuple[Any, ...]]:
    return {
        held.id: tuple(sorted(knowledge.from_clues(view, held), key=lambda face: face.index))
        for hand in view.hands
        for held in hand
    }


HANABI_VIEWS = HanabiViews()
