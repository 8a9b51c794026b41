"""What follows from a view, worked out for the client: from the view alone, so it tells no more."""

from __future__ import annotations

from collections.abc import Sequence

from hanamichi.hanabi import ColourClue, HanabiAction, HanabiView, ValueClue
from hanamichi.hanabi import knowledge as hanabi
from hanamichi.hanabi.actions import clue_bit
from hanamichi.hanabi.layout import layout_of
from hanamichi.koikoi import KoiKoiView, yaku_outlook
from hanamichi.server.protocol.messages import CluePreview, HanabiAids, KoiKoiAids


def hanabi_aids(
    view: HanabiView, legal: Sequence[HanabiAction], *, deduce: bool = True
) -> HanabiAids:
    """Deductions if they are wanted, what clues would touch, and what cards are worth."""
    prospects = hanabi.prospects(view)
    return HanabiAids(
        deductions=hanabi.deductions(view) if deduce and view.outcome is None else {},
        clues=_previews(view, legal),
        playable=prospects.playable,
        indispensable=prospects.indispensable,
        dead=prospects.dead,
        score=hanabi.score(view),
        maximum=hanabi.maximum_score(view),
        pace=hanabi.pace(view),
    )


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


def koikoi_aids(view: KoiKoiView) -> KoiKoiAids:
    """Yaku within reach of both sides, and what each card of one's hand meets on the field."""
    return KoiKoiAids(
        outlook=(yaku_outlook(view, 0), yaku_outlook(view, 1)),
        matches={
            card: tuple(lying for lying in view.field if lying.month == card.month)
            for card in view.hand or ()
        },
    )
