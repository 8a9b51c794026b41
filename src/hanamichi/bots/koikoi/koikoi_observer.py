"""A seat's sights of Koi-Koi in the numbers of the kernels."""

from __future__ import annotations

from typing import cast

import numpy as np

from hanamichi.batch.koikoi import row as r
from hanamichi.batch.koikoi.observation import OBSERVATION_BITS, observe
from hanamichi.batch.koikoi.setup import action_id, option_vector
from hanamichi.bots.bot import Sight
from hanamichi.bots.koikoi.network.position import row_of
from hanamichi.bots.observer import Observed
from hanamichi.koikoi import KoiKoiView
from hanamichi.koikoi.actions import KoiKoiAction


class KoiKoiObserver:
    """A view says all that the seat observes."""

    def observe(self, sight: Sight) -> Observed:
        """A sight in numbers."""
        view = sight.view
        assert isinstance(view, KoiKoiView)
        assert view.seat is not None
        row = row_of(view)
        for seat, size in enumerate(view.hand_sizes):
            if view.hands[seat] is None:  # observed is only how many cards there are
                row[r.HANDS + seat] = (1 << size) - 1
        packed = np.zeros(-(-OBSERVATION_BITS // 64), np.uint64)
        observe(row, option_vector(view.options), view.seat, packed)
        bits = np.unpackbits(packed.view(np.uint8), bitorder="little")[:OBSERVATION_BITS]
        return Observed(bits, [action_id(cast(KoiKoiAction, action)) for action in sight.legal])
