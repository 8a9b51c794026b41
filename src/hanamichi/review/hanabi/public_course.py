"""How a game went as everybody saw it: what was still reachable, pace, efficiency, points lost."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from hanamichi.bots.bot import Reason
from hanamichi.core import Event, Seat
from hanamichi.hanabi.cards import Card
from hanamichi.hanabi.events import (
    CardDiscarded,
    CardMisplayed,
    CardPlayed,
    ClueGiven,
    GameEnded,
    TokenLost,
)
from hanamichi.hanabi.knowledge import maximum_score, pace
from hanamichi.hanabi.tiles import Tile
from hanamichi.hanabi.view import HanabiView
from hanamichi.review.history import SeatHistory, SeenPly
from hanamichi.review.model import Curve, Fact


class Turnout(NamedTuple):
    """A decision of any seat, and what came of it."""

    ply: int
    actor: Seat
    before: HanabiView
    after: HanabiView | None
    """None when it ended the game."""
    events: Sequence[Event]
    """What the reviewed seat was sent then."""


def turnouts(history: SeatHistory) -> Iterator[Turnout]:
    """Every decision that was made, in order."""
    plies = history.plies
    for place, each in enumerate(plies):
        known = len(each.sight.events)
        if place + 1 < len(plies):
            after = plies[place + 1].sight
            yield Turnout(each.ply, each.actor, view_at(each), _view(after), after.events[known:])
        elif history.ending:
            yield Turnout(each.ply, each.actor, view_at(each), None, history.ending)


def view_at(seen: SeenPly) -> HanabiView:
    """The view of a ply."""
    return _view(seen.sight)


def _view(sight: object) -> HanabiView:
    view = getattr(sight, "view", None)
    assert isinstance(view, HanabiView)
    return view


# -- curves ------------------------------------------------------------------------------------


def curves(history: SeatHistory) -> tuple[Curve, ...]:
    """The score that was still reachable at each ply, and the pace where the deck is a clock."""
    reached = [(each.ply, reachable(view_at(each))) for each in history.plies]
    ended = ending_of(history.ending)
    if ended is not None:
        reached.append((reached[-1][0] + 1, ended.score))
    paces = [(each.ply, pace(view_at(each))) for each in history.plies]
    known = [(ply, value) for ply, value in paces if value is not None]
    found = [Curve(name="maximum", plies=_firsts(reached), values=_seconds(reached))]
    if known:
        found.append(Curve(name="pace", plies=_firsts(known), values=_seconds(known)))
    return tuple(found)


def _firsts(points: Sequence[tuple[int, int]]) -> tuple[int, ...]:
    return tuple(ply for ply, _ in points)


def _seconds(points: Sequence[tuple[int, int]]) -> tuple[float, ...]:
    return tuple(float(value) for _, value in points)


def reachable(view: HanabiView) -> int:
    """The best score that is left, by the cards discarded and by the turns that remain."""
    spare = pace(view)
    if spare is None:
        return maximum_score(view)
    # a tile may still play a discarded card, or put one into the deck
    if view.options.flamboyants:
        spare += sum(
            tile not in view.used_tiles or tile is view.pending
            for tile in (Tile.RETURN_CARD, Tile.RECOVER_CARD)
        )
    if view.pending is not None:  # the card of this turn is played, and the turn not over
        spare -= 1
    return maximum_score(view) + min(0, spare)


def efficiency(events: Sequence[Event]) -> float | None:
    """Cards got for each clue spent: cards played, and cards in hand that a clue has touched."""
    played = sum(isinstance(each, CardPlayed) for each in events)
    clues = [each for each in events if isinstance(each, ClueGiven)]
    spent = sum(not clue.free for clue in clues)
    gone = {
        each.card for each in events if isinstance(each, CardPlayed | CardMisplayed | CardDiscarded)
    }
    held = {card for clue in clues for card in clue.touched} - gone
    return (played + len(held)) / spent if spent else None


# -- facts about any seat ----------------------------------------------------------------------


def public_facts(turnout: Turnout) -> Iterator[Fact]:
    """Points that a decision put out of reach, and clue tokens that it wasted."""
    ply, actor = turnout.ply, turnout.actor
    if any(isinstance(each, TokenLost) for each in turnout.events):
        yield Fact(ply=ply, seat=actor, reason=Reason("token-wasted", {"seat": f"seat:{actor}"}))
    reason = _points_lost(turnout)
    if reason is not None:
        yield Fact(ply=ply, seat=actor, reason=reason)


def _points_lost(turnout: Turnout) -> Reason | None:
    seat = f"seat:{turnout.actor}"
    ended = ending_of(turnout.events)
    if ended is not None and ended.termination in ("errors", "indispensable-lost", "no-action"):
        return Reason("game-lost", {"seat": seat, "maximum": reachable(turnout.before)})
    before = reachable(turnout.before)
    after = ended.score if ended is not None else before
    if turnout.after is not None:
        after = reachable(turnout.after)
    if after >= before:
        return None
    counted: dict[str, str | int] = {"seat": seat, "points": before - after, "maximum": after}
    lost = _lost_card(turnout)
    if lost is not None:
        return Reason("points-lost", {**counted, "card": f"card:{lost}"})
    if turnout.after is not None and maximum_score(turnout.after) < maximum_score(turnout.before):
        return Reason("points-lost-tile", counted)
    return Reason("points-lost-time", counted)


def _lost_card(turnout: Turnout) -> Card | None:
    """The card that was laid aside, if that lowered the maximum."""
    laid = [each.face for each in turnout.events if isinstance(each, CardDiscarded | CardMisplayed)]
    if not laid or turnout.after is None:
        return None
    lower = maximum_score(turnout.after) < maximum_score(turnout.before)
    return laid[0] if lower else None


def ending_of(events: Sequence[Event]) -> GameEnded | None:
    """The end of the game, if it is among these events."""
    return next((each for each in events if isinstance(each, GameEnded)), None)
