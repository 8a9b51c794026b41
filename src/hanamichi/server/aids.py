"""What follows from a view, worked out for the client: from the view alone, so it tells no more."""

from __future__ import annotations

from collections.abc import Sequence

from hanamichi.hanabi import ColourClue, HanabiAction, HanabiView, ValueClue
from hanamichi.hanabi import knowledge as hanabi
from hanamichi.hanabi.actions import clue_bit
from hanamichi.hanabi.layout import layout_of
from hanamichi.koikoi import KoiKoiView, yaku_outlook
from hanamichi.server.messages import CluePreview, HanabiAids, KoiKoiAids


def hanabi_aids(view: HanabiView, legal: Sequence[HanabiAction]) -> HanabiAids:
    """Deductions, what clues would touch, and what cards are worth."""
    prospects = hanabi.prospects(view)
    return HanabiAids(
        deductions={
            held.id: possible
            for seat, hand in enumerate(view.hands)
            if view.outcome is None
            for held, possible in zip(hand, hanabi.deductions(view, seat), strict=True)
        },
        clues=tuple(
            CluePreview(action, _touched(view, action))
            for action in legal
            if isinstance(action, ColourClue | ValueClue)
        ),
        playable=prospects.playable,
        indispensable=prospects.indispensable,
        dead=prospects.dead,
        score=hanabi.score(view),
        maximum=hanabi.maximum_score(view),
        pace=hanabi.pace(view),
    )


def _touched(view: HanabiView, clue: ColourClue | ValueClue) -> tuple[int, ...]:
    touches = layout_of(view.options).touches
    bit = clue_bit(clue)
    return tuple(
        held.id
        for held in view.hands[clue.target]
        if held.face is not None and touches[held.face.index] & bit
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
