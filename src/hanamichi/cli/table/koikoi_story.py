"""Events of Koi-Koi as sentences."""

from __future__ import annotations

from collections.abc import Sequence

from hanamichi.cli.table.koikoi_labels import KoiKoiWords
from hanamichi.cli.table.terminal_table import Story
from hanamichi.core import Event
from hanamichi.koikoi import Card, Ending, RoundResult
from hanamichi.koikoi import events as ev
from hanamichi.words import Words


class KoiKoiStory(Story):
    """Gathers the packets of a deal into one sentence, and a turn into one line."""

    def __init__(self, speech: Words, names: Sequence[str]) -> None:
        self.words = KoiKoiWords(speech)
        self.names = names

    def tell(self, events: Sequence[Event]) -> list[str]:
        lines: list[str] = []
        field: list[Card] = []
        hands: dict[int, list[Card]] = {}
        for number, event in enumerate(events):
            match event:
                case ev.FieldDealt(cards):
                    field += cards
                case ev.HandDealt():
                    if not event.face_down and event.cards:
                        hands.setdefault(event.seat, []).extend(event.cards)
                case ev.CardTurned() if lines and number:
                    lines[-1] = self._say("and_then", first=lines[-1], then=self._turned(event))
                    continue
                case _:
                    lines.append(self._sentence(event))
                    continue
            if not isinstance(_after(events, number), ev.FieldDealt | ev.HandDealt):
                lines.append(self._say("field", cards=_row(field)))
                lines += [
                    self._say("hand", name=self.names[seat], cards=_row(hand))
                    for seat, hand in sorted(hands.items())
                ]
                field, hands = [], {}
        return lines

    def _sentence(self, event: Event) -> str:
        words, names, say = self.words, self.names, self._say
        match event:
            case ev.DealerDrawn(draws, dealer):
                drawn = [
                    say("draw", first=names[0], card=str(a), second=names[1], other=str(b))
                    for a, b in draws
                ]
                return say("dealer_drawn", draws="; ".join(drawn), name=names[dealer])
            case ev.RoundStarted(number, dealer):
                return say("round", number=number, name=names[dealer])
            case ev.SwapDecided(seat, swapped):
                return say("swaps" if swapped else "keeps", name=names[seat])
            case ev.HandSeen(seat, cards) if cards:
                return say("hand", name=names[seat], cards=_row(cards))
            case ev.HandSeen(seat):
                return say("looks", name=names[seat])
            case ev.LuckyHandShown(seat, pattern, cards):
                what = words.say(f"pattern.{pattern.value}")
                return say("lucky", name=names[seat], pattern=what, cards=_row(cards))
            case ev.LuckyHandsCancelled():
                return say("both_lucky")
            case ev.DealVoided(pattern):
                return say("void", pattern=words.say(f"pattern.{pattern.value}"))
            case ev.CardPlayed(seat, card, captured, joker):
                key = "plays_joker" if joker else "plays_taking" if captured else "plays"
                return say(
                    key, name=names[seat], card=words.card(card), taken=words.cards(captured)
                )
            case ev.HikiDeclared(seat, card, aimed_at):
                return say(
                    "hiki", name=names[seat], card=words.card(card), target=words.card(aimed_at)
                )
            case ev.CardTurned():
                return self._turned(event)
            case ev.CardTaken(seat, card, captured):
                taken = words.cards(captured)
                return say("takes", name=names[seat], card=words.card(card), taken=taken)
            case ev.YakuMade(seat, yaku, total):
                return say("yaku", name=names[seat], yaku=words.yaku(yaku), total=total)
            case ev.CallsAnnulled(seat):
                return say("annulled", name=names[seat])
            case ev.KoiKoiCalled(seat):
                return say("koi", name=names[seat])
            case ev.FieldClaimed(seat, cards):
                return say("claims", name=names[seat], cards=words.cards(cards))
            case ev.RoundEnded(result, scores):
                score = self.score(scores)
                return say("ended", result=self.ended(result), score=score)
            case ev.MatchEnded(outcome):
                if not outcome.winners:
                    return say("match_drawn", score=self.score(outcome.scores))
                winner = names[outcome.winners[0]]
                return say("match_won", name=winner, score=self.score(outcome.scores))
            case _:
                raise TypeError(f"no event of Koi-Koi: {event!r}")

    def _turned(self, event: ev.CardTurned) -> str:
        card = self.words.card(event.card)
        if event.choices:
            choices = self.words.speech.join([self.words.card(c) for c in event.choices], "or")
            return self._say("turns_choice", card=card, choices=choices)
        if event.captured:
            return self._say("turns_taking", card=card, taken=self.words.cards(event.captured))
        return self._say("turns", card=card)

    def ended(self, result: RoundResult) -> str:
        """How a round ended, and what it brought."""
        if result.winner is None or result.value is None:
            drawn = "both_lucky" if result.ending is Ending.BOTH_LUCKY else "hands_empty"
            return self._say(f"drawn.{drawn}", number=result.number)
        name = self.names[result.winner]
        return self._say(
            f"won.{result.ending.value}", name=name, worth=self.words.worth(result.value)
        )

    def score(self, scores: Sequence[int]) -> str:
        """`Ana 12, Ben 5`."""
        return ", ".join(
            f"{name} {points}" for name, points in zip(self.names, scores, strict=True)
        )

    def _say(self, key: str, **values: str | int) -> str:
        return self.words.say(f"told.{key}", **values)


def _after(events: Sequence[Event], number: int) -> Event | None:
    return events[number + 1] if number + 1 < len(events) else None


def _row(cards: Sequence[Card]) -> str:
    return " ".join(map(str, sorted(cards, key=lambda card: card.index)))
