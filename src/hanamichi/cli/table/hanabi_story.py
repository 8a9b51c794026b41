"""Events of Hanabi as sentences; cards are counted by their place in the hand."""

from __future__ import annotations

from collections.abc import Sequence

from hanamichi.cli.table.terminal_table import Story
from hanamichi.core import Event, Seat
from hanamichi.hanabi import Card, Suit
from hanamichi.hanabi import events as ev
from hanamichi.words import Words, hanabi_names


def code(card: Card) -> str:
    """A card as the table shows it: `R3`."""
    return str(card).upper()


class HanabiStory(Story):
    """Remembers who holds which cards in which order, to say which ones a clue touched."""

    def __init__(self, speech: Words, names: Sequence[str]) -> None:
        self.speech = speech
        self.names = names
        self.hands: dict[Seat, list[int]] = {}

    def tell(self, events: Sequence[Event]) -> list[str]:
        lines: list[str] = []
        before: Event | None = None
        for event in events:
            sentence = self._sentence(event)
            self._follow(event)
            # every discard brings a token back, so it is not said
            expected = isinstance(before, ev.CardDiscarded) and isinstance(event, ev.TokenGained)
            before = event
            if sentence is None or expected:
                continue
            if lines and isinstance(event, _CONSEQUENCES):
                lines[-1] = self._say("and_then", first=lines[-1], then=sentence)
            else:
                lines.append(sentence)
        return lines

    def _follow(self, event: Event) -> None:
        match event:
            case ev.HandDealt(seat=seat, cards=cards):
                self.hands[seat] = list(cards)
            case ev.CardDrawn(seat=seat, card=card):
                self.hands[seat].append(card)
            case ev.HandRearranged(seat=seat, cards=cards):
                self.hands[seat] = list(cards)
            case ev.CardPlayed() | ev.CardMisplayed() | ev.CardDiscarded():
                if event.card is not None:
                    self.hands[event.seat].remove(event.card)
            case _:
                pass

    def _sentence(self, event: Event) -> str | None:
        say = self._say
        match event:
            case ev.HandDealt(seat=seat, cards=cards, faces=None):
                return say("dealt_hidden", name=self.names[seat], count=len(cards))
            case ev.HandDealt(seat=seat, faces=faces):
                dealt = " ".join(map(code, faces or ()))
                return say("dealt", name=self.names[seat], cards=dealt)
            case ev.CardDrawn(face=None) | ev.TurnPassed():
                return None
            case ev.CardDrawn(face=face):
                assert face is not None
                return say("draws", card=code(face))
            case ev.ClueGiven():
                return self._clue(event)
            case ev.CardPlayed(seat=seat, face=face, source=source):
                return say(f"plays_from.{source}", name=self.names[seat], card=code(face))
            case ev.CardMisplayed(seat=seat, face=face, errors=errors, source=source):
                played = say(f"plays_from.{source}", name=self.names[seat], card=code(face))
                return say("error", played=played, errors=errors)
            case ev.CardDiscarded(seat=seat, face=face):
                return say("discards", name=self.names[seat], card=code(face))
            case ev.FireworkCompleted(suit=suit):
                return say("completes", suit=self._suit(suit))
            case ev.TokenGained(half=True):
                return say("half_token_gained")
            case ev.TokenGained(tokens=tokens):
                return say("token_gained", tokens=tokens)
            case ev.TokenLost():
                return say("token_lost")
            case ev.TileRevealed(tile=tile):
                return say("tile", tile=hanabi_names.tile_name(tile, self.speech.lang))
            case ev.TileWithoutEffect():
                return say("tile_without_effect")
            case ev.ErrorRepaired(errors=errors):
                return say("error_repaired", errors=errors)
            case ev.CardReturned(seat=seat, face=face):
                return say("returns", name=self.names[seat], card=code(face))
            case ev.LastRoundBegan(turns=turns):
                return say("last_round", count=turns)
            case ev.HandRearranged(seat=seat):
                return say("rearranges", name=self.names[seat])
            case ev.GameEnded(termination=termination):
                return say(f"ended.{termination}")
            case _:
                raise TypeError(f"no event of Hanabi: {event!r}")

    def _clue(self, event: ev.ClueGiven) -> str:
        what = self._suit(event.colour) if event.colour is not None else str(event.value)
        told = {"name": self.names[event.seat], "target": self.names[event.target], "what": what}
        if not event.touched:
            return self._say("clues_nothing", **told)
        hand = self.hands[event.target]
        places = sorted(hand.index(card) + 1 for card in event.touched)
        cards = ", ".join(map(str, places))
        return self._say("clues", **told, cards=cards, count=len(places))

    def _suit(self, suit: Suit) -> str:
        return hanabi_names.suit_name(suit, self.speech.lang)

    def _say(self, key: str, **values: str | int) -> str:
        return self.speech.say(f"cli.hanabi.told.{key}", **values)


_CONSEQUENCES = (
    ev.CardDrawn,
    ev.FireworkCompleted,
    ev.TokenGained,
    ev.TokenLost,
    ev.TileRevealed,
    ev.TileWithoutEffect,
    ev.ErrorRepaired,
)
