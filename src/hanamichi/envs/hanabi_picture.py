"""Positions and actions of Hanabi in plain text, with everything shown."""

from __future__ import annotations

from hanamichi.batch.arrays import Row
from hanamichi.batch.hanabi import kernel, setup
from hanamichi.batch.hanabi import row as h
from hanamichi.batch.hanabi.hanabi_table import HanabiTable
from hanamichi.envs.agent_names import agent_name, turn_mark
from hanamichi.hanabi import actions as act
from hanamichi.hanabi.layout import layout_of
from hanamichi.hanabi.options import hand_size
from hanamichi.hanabi.tiles import TILES


def action_name(table: HanabiTable, number: int) -> str:
    """Cards by their place from the left, players by how many seats further they sit."""
    hands = [range(hand_size(table.options, table.players))] * table.players
    match setup.action_of(table.options, hands, 0, number):
        case act.Discard(card=card):
            return f"discard {card + 1}"
        case act.Play(card=card):
            return f"play {card + 1}"
        case act.ColourClue(target=target, colour=colour):
            return f"clue +{target} {colour.value}"
        case act.ValueClue(target=target, value=value):
            return f"clue +{target} {value}"
        case act.PlayFromDeck():
            return "deck"
        case act.ReturnCard(card=face):
            return f"return {face}"
        case act.RecoverCard(card=face):
            return f"recover {face}"
        case act.Rearrange():
            raise ValueError("arranging one's hand has no action id")


def picture(table: HanabiTable, row: Row) -> str:
    """The whole position, in a few lines."""
    options, size = table.options, hand_size(table.options, table.players)
    suits = layout_of(options).suits
    over = h.TERMINATIONS[row[h.ENDED]]
    lines = [
        f"score {kernel.score(row, table.vector)}"
        f" · clue tokens {row[h.TOKENS]}{'½' * int(row[h.HALF_TOKEN])} of {options.clue_tokens}"
        f" · errors {row[h.ERRORS]} of {options.errors}"
        f" · deck {row[h.DECK_SIZE] - row[h.DRAWN]}" + (f" · over: {over}" if over else ""),
        "fireworks   "
        + " ".join(f"{suit.letter}{row[h.FIREWORKS + n]}" for n, suit in enumerate(suits)),
    ]
    for seat in range(table.players):
        at = h.SLOTS + seat * size * h.SLOT_BYTES
        codes = [int(row[at + n * h.SLOT_BYTES]) for n in range(row[h.HAND_SIZES + seat])]
        hand = " ".join(str(setup.card_of(options, code)) for code in codes)
        lines.append(f"{agent_name(seat)} {turn_mark(not over and row[h.TURN] == seat)} {hand}")
    discards = [
        str(setup.card_of(options, code))
        for code in range(5 * len(suits))
        for _ in range(kernel.discarded(row, table.vector, code))
    ]
    lines.append("discards    " + " ".join(discards))
    if options.flamboyants:
        used = [TILES[row[h.TILES + n] - 1].value for n in range(row[h.TILES_USED])]
        lines.append("bonus tiles " + ", ".join(used))
    if row[h.CLUE_KIND]:
        lines.append("next clue   " + ("value" if row[h.CLUE_KIND] == h.COLOUR_KIND else "colour"))
    return "\n".join(line.rstrip() for line in lines) + "\n"
