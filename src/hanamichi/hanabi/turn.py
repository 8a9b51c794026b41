"""Applying one action: a mutable builder from one state to the next."""

from __future__ import annotations

from typing import Literal, NoReturn

from hanamichi.core import Chance, IllegalMove
from hanamichi.hanabi import actions as act
from hanamichi.hanabi import events as ev
from hanamichi.hanabi.actions import HanabiAction
from hanamichi.hanabi.cards import Card, Suit
from hanamichi.hanabi.layout import layout_of
from hanamichi.hanabi.legality import (
    due_clues,
    legal_actions,
    may_play_from_deck,
    tile_choices,
)
from hanamichi.hanabi.options import hand_size
from hanamichi.hanabi.scoring import score_of
from hanamichi.hanabi.state import NEGATIVE, HanabiState, Termination
from hanamichi.hanabi.tiles import Tile


class Turn:
    """Builds the next state step by step, so that each rule is written in one place."""

    __slots__ = (
        "before",
        "chance",
        "clue_tokens",
        "clues_given",
        "deck",
        "discards",
        "drawn",
        "ended",
        "errors",
        "events",
        "fireworks",
        "half_token",
        "hands",
        "last_clue",
        "layout",
        "options",
        "owes_draw",
        "pending",
        "seat",
        "tiles",
        "told",
        "turn",
        "turns_left",
        "used_tiles",
    )

    def __init__(self, state: HanabiState, chance: Chance) -> None:
        self.before = state
        self.chance = chance
        self.options = state.options
        self.layout = layout_of(state.options)
        self.seat = state.turn
        self.deck = state.deck
        self.drawn = state.drawn
        self.hands = state.hands
        self.told = state.told
        self.fireworks = state.fireworks
        self.discards = state.discards
        self.clue_tokens = state.clue_tokens
        self.errors = state.errors
        self.turn = state.turn
        self.clues_given = state.clues_given
        self.turns_left = state.turns_left
        self.tiles = state.tiles
        self.used_tiles = state.used_tiles
        self.pending = state.pending
        self.ended: Termination | None = None
        self.last_clue = state.last_clue
        self.half_token = state.half_token
        self.owes_draw = state.pending is not None and self._is_short_of_a_card()
        self.events: list[ev.HanabiEvent] = []

    def state(self) -> HanabiState:
        """The state reached so far."""
        return HanabiState(
            self.options,
            self.deck,
            self.drawn,
            self.hands,
            self.told,
            self.fireworks,
            self.discards,
            self.clue_tokens,
            self.errors,
            self.turn,
            self.before.ply + 1,
            self.clues_given,
            self.turns_left,
            self.tiles,
            self.used_tiles,
            self.pending,
            self.ended,
            self.last_clue,
            self.half_token,
        )

    # -- the actions ---------------------------------------------------------------------------

    def take(self, action: HanabiAction) -> None:
        """Apply the action, or raise `IllegalMove` with nothing changed."""
        if self.pending is not None:
            self._choose(self.pending, action)
        elif isinstance(action, act.Play):
            self._play(action.card)
        elif isinstance(action, act.Discard):
            self._discard(action.card)
        elif isinstance(action, act.ColourClue | act.ValueClue):
            self._spend_on_clue(action)
        elif isinstance(action, act.PlayFromDeck):
            self._play_from_deck()
        elif not self.options.flamboyants:
            raise IllegalMove("There are no bonus tiles at this table", reason="no-tiles")
        else:
            raise IllegalMove("No bonus tile is waiting for such a choice", reason="no-tile")
        if self.ended is None and self.pending is None:
            self._finish()

    def _play(self, card: int) -> None:
        face = self._take_from_hand(card)
        self.owes_draw = True
        if self._fits(face):
            self.events.append(ev.CardPlayed(self.seat, card, face))
            self._add_to_firework(face)
        else:
            self._misplay(card, face, "hand")

    def _discard(self, card: int) -> None:
        if self.clue_tokens >= self.options.clue_tokens:
            raise IllegalMove(
                "All clue tokens are available: give a clue or play a card", reason="tokens-full"
            )
        face = self._take_from_hand(card)
        self.owes_draw = True
        self.events.append(ev.CardDiscarded(self.seat, card, face))
        self._gain_token()
        self._lay_aside(face)

    def _spend_on_clue(self, clue: act.Clue) -> None:
        if not self.clue_tokens:
            raise IllegalMove("No clue token is left: discard or play a card", reason="no-token")
        if not due_clues(self.before) & _kind_of(clue):
            raise IllegalMove(
                "Clues alternate at this table: the last one was of the same kind",
                reason="alternating",
            )
        self._clue(clue, free=False)
        if self.options.alternating_clues:
            self.last_clue = "colour" if isinstance(clue, act.ColourClue) else "value"
        self.clue_tokens -= 1
        self.clues_given += 1

    def _play_from_deck(self) -> None:
        if not may_play_from_deck(self.before):
            raise IllegalMove(
                "Only the very last card of the deck may be played from it, "
                "and only where the table says so",
                reason="deck-too-soon" if self.options.deck_play else "no-deck-play",
            )
        face = self.deck[self.drawn]
        self.drawn += 1
        if self._fits(face):
            self.events.append(ev.CardPlayed(self.seat, None, face, "deck"))
            self._add_to_firework(face)
        else:
            self._misplay(None, face, "deck")

    def _choose(self, tile: Tile, action: HanabiAction) -> None:
        """The choice a bonus tile left to the player (001, 5 flamboyants)."""
        if action not in tile_choices(self.before, tile):
            raise IllegalMove(
                f"The bonus tile “{tile.value}” asks for another choice",
                reason="tile-choice",
                facts={"tile": f"tile:{tile.value}"},
            )
        self.pending = None
        if isinstance(action, act.ColourClue | act.ValueClue):
            self._clue(action, free=True)
        elif isinstance(action, act.ReturnCard):
            self._remove_discard(action.card)
            rest = (*self.deck[self.drawn :], action.card)
            self.deck = self.deck[: self.drawn] + self.chance.shuffle("reshuffle", rest)
            self.events.append(ev.CardReturned(self.seat, action.card))
        elif isinstance(action, act.RecoverCard):
            self._remove_discard(action.card)
            self.events.append(ev.CardPlayed(self.seat, None, action.card, "discards"))
            self._add_to_firework(action.card)

    # -- steps of the actions ------------------------------------------------------------------

    def _take_from_hand(self, card: int) -> Card:
        hand = self.hands[self.seat]
        try:
            slot = hand.index(card)
        except ValueError:
            raise IllegalMove(f"Card {card} is not in your hand", reason="not-held") from None
        told = self.told[self.seat]
        self._hold(hand[:slot] + hand[slot + 1 :], told[:slot] + told[slot + 1 :])
        return self.deck[card]

    def _hold(self, hand: tuple[int, ...], told: tuple[int, ...]) -> None:
        seat = self.seat
        self.hands = (*self.hands[:seat], hand, *self.hands[seat + 1 :])
        self.told = (*self.told[:seat], told, *self.told[seat + 1 :])

    def _clue(self, clue: act.Clue, *, free: bool) -> None:
        target = clue.target
        if target == self.seat:
            raise IllegalMove(
                "A clue goes to another player, never to oneself", reason="clue-to-self"
            )
        if not 0 <= target < len(self.hands):
            raise IllegalMove(f"There is no seat {target} at this table", reason="no-player")
        if isinstance(clue, act.ValueClue) and not 1 <= clue.value <= self.layout.top:
            raise IllegalMove(
                f"A value clue names a value from 1 to {self.layout.top}",
                reason="clue-value",
                facts={"last": self.layout.top},
            )
        bit = act.clue_bit(clue)
        if not bit & self.layout.every_clue:
            self._refuse_clue(clue)
        deck, touches = self.deck, self.layout.touches
        touched, marks = [], []
        for card, mark in zip(self.hands[target], self.told[target], strict=True):
            if touches[deck[card].index] & bit:
                touched.append(card)
                marks.append(mark | bit)
            else:
                marks.append(mark | bit << NEGATIVE)
        if not touched and not bit & self.layout.may_be_empty:
            raise IllegalMove(
                "This clue touches no card, and the table allows no empty clues",
                reason="empty-clue",
            )
        self.told = (*self.told[:target], tuple(marks), *self.told[target + 1 :])
        if isinstance(clue, act.ColourClue):
            event = ev.ClueGiven(self.seat, target, tuple(touched), clue.colour, None, free)
        else:
            event = ev.ClueGiven(self.seat, target, tuple(touched), None, clue.value, free)
        self.events.append(event)

    def _refuse_clue(self, clue: act.Clue) -> NoReturn:
        """Say why this table has no such clue."""
        layout, colour = self.layout, isinstance(clue, act.ColourClue)
        if not layout.every_clue & act.ALL_COLOURS and colour:
            raise IllegalMove("There are no colour clues at this table", reason="no-colour-clues")
        if not layout.every_clue & act.ALL_VALUES and not colour:
            raise IllegalMove("There are no value clues at this table", reason="no-value-clues")
        if colour:
            nameable = [suit.value for suit in layout.nameable]
            raise IllegalMove(
                "This colour may not be named at this table",
                reason="clue-colour",
                facts={"colours": f"colour:{'|'.join(nameable)}"},
            )
        raise IllegalMove(
            "This value may not be named at this table",
            reason="value-not-named",
            facts={"values": f"text:{', '.join(map(str, layout.values))}"},
        )

    def _fits(self, face: Card) -> bool:
        return self.fireworks[face.suit.index] == face.step - 1

    def _add_to_firework(self, face: Card) -> None:
        index = face.suit.index
        self.fireworks = (*self.fireworks[:index], face.step, *self.fireworks[index + 1 :])
        if face.step == self.layout.top:
            self._complete(face)

    def _complete(self, face: Card) -> None:
        self.events.append(ev.FireworkCompleted(face.suit))
        if all(self.fireworks[suit.index] == self.layout.top for suit in self.layout.suits):
            self._end("fireworks-complete")
        elif self._earns_tile(face) and self.tiles:
            self._reveal_tile()
        else:
            self._gain_token()

    def _earns_tile(self, face: Card) -> bool:
        # 001, 5 flamboyants: completing with a 5; the black powder is completed by its 1
        return self.options.flamboyants and (
            face.suit is not Suit.POWDER or self.options.tile_on_any_completion
        )

    def _reveal_tile(self) -> None:
        tile, *rest = self.tiles
        self.tiles = tuple(rest)
        self.used_tiles = (*self.used_tiles, tile)
        self.events.append(ev.TileRevealed(tile))
        if tile is Tile.CLUE_TOKEN:
            self._gain_token()
        elif tile is Tile.REPAIR:
            if self.errors:
                self.errors -= 1
                self.events.append(ev.ErrorRepaired(self.errors))
            self._gain_token()
        elif tile_choices(self.state(), tile):
            self.pending = tile
        else:
            self.events.append(ev.TileWithoutEffect(tile))

    def _gain_token(self) -> None:
        if self.clue_tokens < self.options.clue_tokens:
            self.half_token = self.options.half_tokens and not self.half_token
            if not self.half_token:
                self.clue_tokens += 1
            self.events.append(ev.TokenGained(self.clue_tokens, self.half_token))
        else:
            self.events.append(ev.TokenLost())

    def _misplay(self, card: int | None, face: Card, source: Literal["hand", "deck"]) -> None:
        self.errors += 1
        self.events.append(ev.CardMisplayed(self.seat, card, face, self.errors, source))
        if self.errors >= self.options.errors:
            self.discards = (*self.discards, face)
            self._end("errors")
        else:
            self._lay_aside(face)

    def _lay_aside(self, face: Card) -> None:
        self.discards = (*self.discards, face)
        if (  # 002, Crowning piece; 001, Bouquet final
            self.options.final_bouquet
            and self.fireworks[face.suit.index] < face.step
            and self.discards.count(face) == self.layout.copies[face.index]
        ):
            self._end("indispensable-lost")

    def _remove_discard(self, face: Card) -> None:
        place = self.discards.index(face)
        self.discards = self.discards[:place] + self.discards[place + 1 :]

    # -- the end of the turn -------------------------------------------------------------------

    def _finish(self) -> None:
        if self.turns_left is not None:
            self.turns_left -= 1
        if self.owes_draw and self.drawn < len(self.deck):
            self._draw()
        self._begin_last_round_if_due()
        if self.turns_left == 0:
            self._end("last-round")
            return
        self.turn = (self.seat + 1) % len(self.hands)
        self.events.append(ev.TurnPassed(self.turn))
        if self.options.final_bouquet and not legal_actions(self.state()):
            self._end("no-action")

    def _draw(self) -> None:
        card = self.drawn
        self.drawn += 1
        self._hold((*self.hands[self.seat], card), (*self.told[self.seat], 0))
        self.events.append(ev.CardDrawn(self.seat, card, self.deck[card]))

    def _is_short_of_a_card(self) -> bool:
        return len(self.hands[self.seat]) < hand_size(self.options, len(self.hands))

    def _begin_last_round_if_due(self) -> None:
        if (
            self.turns_left is None
            and self.drawn == len(self.deck)
            and not self.options.final_bouquet
        ):
            self.turns_left = len(self.hands)
            self.events.append(ev.LastRoundBegan(self.turns_left))

    def _end(self, termination: Termination) -> None:
        self.ended = termination
        score = score_of(self.options, self.fireworks, termination)
        self.events.append(ev.GameEnded(termination, score))


def _kind_of(clue: act.Clue) -> int:
    """The bits of all clues of the same kind."""
    return act.ALL_COLOURS if isinstance(clue, act.ColourClue) else act.ALL_VALUES
