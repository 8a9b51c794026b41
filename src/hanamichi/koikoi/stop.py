"""The stop: what the lightning claims from the field, and what the acting player would score."""

from __future__ import annotations

from msgspec import structs

from hanamichi.koikoi.cards import cards_in, mask_of_indices, month_mask
from hanamichi.koikoi.events import FieldClaimed, KoiKoiEvent
from hanamichi.koikoi.options import KoiKoiOptions
from hanamichi.koikoi.scoring import Ending, RoundResult, StopValue, stop_value
from hanamichi.koikoi.state import Progress, Round, with_item
from hanamichi.koikoi.yaku import yaku_made


def stop_offer(options: KoiKoiOptions, round_: Round) -> StopValue:
    """What the acting player scores by stopping now."""
    seat = round_.actor
    pile = round_.captures[seat]
    if round_.pairing is not None and round_.pairing.owner == seat:
        pile |= _claimed(round_)
    return stop_value(
        yaku_made(pile, options),
        options,
        standing_calls=round_.standing_calls[seat],
        opponent_called=round_.calls[1 - seat] > 0,
    )


def stop_round(
    options: KoiKoiOptions, round_: Round, ending: Ending, events: list[KoiKoiEvent]
) -> Progress:
    """The acting player ends the round and scores."""
    value = stop_offer(options, round_)
    result = RoundResult(round_.number, round_.dealer, ending, round_.actor, value)
    return _claim_field(round_, events), result


def _claimed(round_: Round) -> int:
    """The field cards of the month that is paired with the lightning."""
    if round_.pairing is None:
        return 0
    return mask_of_indices(round_.field) & month_mask(round_.pairing.month)


def _claim_field(round_: Round, events: list[KoiKoiEvent]) -> Round:
    # 003, La carte Gaji: at the end, what remains of the captured card's month goes to its owner.
    claimed = _claimed(round_)
    if round_.pairing is None or not claimed:
        return round_
    owner = round_.pairing.owner
    events.append(FieldClaimed(owner, cards_in(claimed)))
    return structs.replace(
        round_,
        field=tuple(card for card in round_.field if not claimed >> card & 1),
        captures=with_item(round_.captures, owner, round_.captures[owner] | claimed),
    )
