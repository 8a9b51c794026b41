"""A position and an action in plain text, everything shown: for people who watch."""

from __future__ import annotations

from typing import Any

from hanamichi.batch import HanabiTable, KoiKoiTable
from hanamichi.batch.arrays import Bits, Row
from hanamichi.batch.hanabi import kernel as hanabi_kernel
from hanamichi.batch.hanabi import row as h
from hanamichi.batch.hanabi import setup as hanabi_setup
from hanamichi.batch.koikoi import row as k
from hanamichi.batch.koikoi import setup as koikoi_setup
from hanamichi.hanabi import actions as act
from hanamichi.hanabi.layout import layout_of
from hanamichi.hanabi.options import hand_size
from hanamichi.hanabi.tiles import TILES
from hanamichi.koikoi.cards import CARDS, cards_in
from hanamichi.koikoi.notation import format_action, format_cards


def agent_name(seat: int) -> str:
    """What a seat is called here."""
    return f"player_{seat}"


def picture(table: Any, row: Any) -> str:
    """The whole position, in a few lines."""
    match table:
        case HanabiTable():
            return _hanabi(table, row)
        case KoiKoiTable():
            return _koikoi(table, row)
        case _:
            raise TypeError(f"no table to draw: {table!r}")


def action_name(table: Any, number: int) -> str:
    """An action as people say it: `play 2`, `clue +1 red`, `koi`."""
    match table:
        case HanabiTable():
            return _hanabi_action(table, number)
        case KoiKoiTable():
            return format_action(koikoi_setup.action_of(number))
        case _:
            raise TypeError(f"no table with actions: {table!r}")


# -- Hanabi ------------------------------------------------------------------------------------


def _hanabi_action(table: HanabiTable, number: int) -> str:
    """Cards by their place from the left, players by how many seats further they sit."""
    hands = [range(hand_size(table.players))] * table.players
    match hanabi_setup.action_of(table.options, hands, 0, number):
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


def _hanabi(table: HanabiTable, row: Row) -> str:
    options, size = table.options, hand_size(table.players)
    suits = layout_of(options).suits
    over = h.TERMINATIONS[row[h.ENDED]]
    lines = [
        f"score {hanabi_kernel.score(row, table.vector)}"
        f" · clue tokens {row[h.TOKENS]} of {options.clue_tokens}"
        f" · errors {row[h.ERRORS]} of {options.errors}"
        f" · deck {row[h.DECK_SIZE] - row[h.DRAWN]}" + (f" · over: {over}" if over else ""),
        "fireworks   "
        + " ".join(f"{suit.letter}{row[h.FIREWORKS + n]}" for n, suit in enumerate(suits)),
    ]
    for seat in range(table.players):
        at = h.SLOTS + seat * size * h.SLOT_BYTES
        codes = [int(row[at + n * h.SLOT_BYTES]) for n in range(row[h.HAND_SIZES + seat])]
        hand = " ".join(str(hanabi_setup.card_of(options, code)) for code in codes)
        lines.append(f"{agent_name(seat)} {_mark(not over and row[h.TURN] == seat)} {hand}")
    discards = [
        str(hanabi_setup.card_of(options, code))
        for code in range(5 * len(suits))
        for _ in range(hanabi_kernel.discarded(row, table.vector, code))
    ]
    lines.append("discards    " + " ".join(discards))
    if options.flamboyants:
        used = [TILES[row[h.TILES + n] - 1].value for n in range(row[h.TILES_USED])]
        lines.append("bonus tiles " + ", ".join(used))
    return "\n".join(line.rstrip() for line in lines) + "\n"


def _mark(to_act: object) -> str:
    return " >" if to_act else "  "


# -- Koi-Koi -----------------------------------------------------------------------------------


def _koikoi(table: KoiKoiTable, row: Bits) -> str:
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
        lines.append(
            f"{agent_name(seat)} {_mark(acting)} {format_cards(cards_in(int(row[k.HANDS + seat])))}"
        )
        lines.append("  captures  " + format_cards(cards_in(int(row[k.CAPTURES + seat]))))
        if row[k.CALLS + seat]:
            lines.append(f"  koi-koi   {row[k.CALLS + seat]}")
    if row[k.TURNED]:
        lines.append(f"turned      {CARDS[int(row[k.TURNED]) - 1]}")
    return "\n".join(line.rstrip() for line in lines) + "\n"
