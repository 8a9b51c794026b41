"""The parameters of a table for the kernels."""

from __future__ import annotations

from typing import NamedTuple

from hanamichi.batch.arrays import OptionVector
from hanamichi.batch.koikoi import row as r
from hanamichi.batch.koikoi import setup
from hanamichi.bots.koikoi.network.equity import equity_of
from hanamichi.bots.koikoi.network.one_ply_policy import Stakes
from hanamichi.bots.koikoi.network.value_network import Net, trained_weights
from hanamichi.koikoi import KoiKoiView


class TableParams(NamedTuple):
    """The rules, the network at a table of these rules, and the stakes of the round."""

    o: OptionVector
    net: Net
    stakes: Stakes


def table_params(view: KoiKoiView) -> TableParams:
    """The parameters of a view's table."""
    o = setup.option_vector(view.options)
    o[r.O_ROUNDS] = view.number  # nothing is dealt after this round
    left, lead = view.options.rounds - view.number, view.scores[0] - view.scores[1]
    stakes = equity_of(view.options).stakes(left, lead, view.dealer)
    return TableParams(o, trained_weights().at(o), stakes)
