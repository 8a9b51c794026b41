"""Positions and actions of Koi-Koi in plain text, with everything shown."""

from __future__ import annotations

from hanamichi.batch.arrays import Bits
from hanamichi.batch.koikoi import row as k
from hanamichi.batch.koikoi import setup
from hanamichi.batch.koikoi.koikoi_table import KoiKoiTable
from hanamichi.envs.agent_names import agent_name, turn_mark
from hanamichi.koikoi.cards import CARDS, cards_in
from hanamichi.koikoi.notation import format_action, format_cards


def action_name(_table: KoiKoiTable, number: int) -> str:
    """An action as its notation writes it."""
    return format_action(setup.action_of(number))


def picture(table: KoiKoiTable, row: Bits) -> str:
    """The whole position, in a few lines."""
    over = row[k.PHASE] == k.OVER
    lines = [
        f"round {row[k.NUMBER]} of {table.options.rounds}"
        f" · score {row[k.SCORES]} to {row[k.SCORES + 1]}"
        f" · stock {48 - int(row[k.TOP])}"
        f" · {'over' if over else f'{agent_name(int(row[k.DEALER]))} deals'}",
        "field       " + format_cards(cards_in(int(row[k.FIELD]))),
    ]
    for seat in range(2):
        acting = not over and row[k.ACTOR] == seat
        hand = format_cards(cards_in(int(row[k.HANDS + seat])))
        lines.append(f"{agent_name(seat)} {turn_mark(acting)} {hand}")
        lines.append("  captures  " + format_cards(cards_in(int(row[k.CAPTURES + seat]))))
        if row[k.CALLS + seat]:
            lines.append(f"  koi-koi   {row[k.CALLS + seat]}")
    if row[k.TURNED]:
        lines.append(f"turned      {CARDS[int(row[k.TURNED]) - 1]}")
    return "\n".join(line.rstrip() for line in lines) + "\n"
