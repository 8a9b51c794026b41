"""Win from here: the only move that is sure of every point that is left."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from random import Random

from hanamichi.bots.bot import Reason, Sight
from hanamichi.bots.hanabi.casual import CasualBot
from hanamichi.bots.hanabi.companion.companion_bot import CompanionBot
from hanamichi.core import Seat
from hanamichi.core.record import plain
from hanamichi.hanabi.actions import ColourClue, Discard, HanabiAction, Play, ValueClue
from hanamichi.hanabi.cards import Card, card_at
from hanamichi.hanabi.knowledge import is_playable, prospects
from hanamichi.hanabi.layout import layout_of
from hanamichi.hanabi.state import HanabiState
from hanamichi.hanabi.view import HanabiView
from hanamichi.puzzles.game_puzzles import Question, Solution
from hanamichi.puzzles.hanabi.draft import Draft, cards, level_within
from hanamichi.puzzles.hanabi.endings import (
    EndingSolver,
    OutOfBudget,
    Solved,
    applied,
    fits,
    highest_goal,
)
from hanamichi.puzzles.hanabi.hidden_hands import some_world
from hanamichi.puzzles.model import Answer
from hanamichi.review.hanabi.own_hand import OwnHand

MOST_DECK = 1
"""The most cards in the deck: with two, few endings are small enough."""
NODES = 8_000
"""How many worlds of how many sights may be looked at."""
FEWEST, MOVES = 3, 6
"""How many moves there are to choose from."""
MIN_MARGIN = 0.2


def solve(question: Question, effort: int) -> Solution:
    """For each move, in which share of the worlds every point stays certain."""
    view = question.sight.view
    assert isinstance(view, HanabiView)
    state = some_world(view)
    solver = EndingSolver(highest_goal(state, prospects(view).maximum), NODES * effort)
    try:
        solved = solver.solve(state)
    except OutOfBudget:
        return Solution(
            tuple(Answer(action=plain(each), value=0.0) for each in question.sight.legal), 0.0
        )
    return _solution(question.sight, solved)


def draft(sight: Sight) -> Draft | None:
    """An ending with one winning move, if it is a good question."""
    view = sight.view
    assert isinstance(view, HanabiView)
    options = view.options
    if view.deck > MOST_DECK or options.flamboyants or options.final_bouquet:
        return None
    if view.turns_left == 1:
        return None
    state = some_world(view)
    solver = EndingSolver(highest_goal(state, prospects(view).maximum), NODES)
    if solver.missing(state) < 2 and view.turns_left is None:
        return None
    try:
        solved = solver.solve(state)
        if len(solved.winning) != 1:
            return None
        lines = [_line(solver, world, solved.winning[0], view.seat) for world in solved.worlds]
    except OutOfBudget:
        return None
    solution = _solution(sight, solved)
    line = lines[0]
    if line is None or len(line) < 2 or any(other != line for other in lines):
        return None
    if len(solution.answers) < FEWEST or solution.margin < MIN_MARGIN:
        return None
    explanation = (_aim(view, solved.goal), _time(view), *line, _others(solution))
    return Draft("win", _level(sight, solved, line), solution, explanation)


# -- the moves to choose from ------------------------------------------------------------------


def _solution(sight: Sight, solved: Solved) -> Solution:
    shares = {action: solved.shares.get(action, 0.0) for action in sight.legal}  # type: ignore[call-overload]
    order = sorted(shares, key=lambda action: (-shares[action], _temptation(sight, action)))
    answers = [Answer(action=plain(each), value=round(shares[each], 4)) for each in order[:MOVES]]
    return Solution(tuple(answers), 0.0)


def _temptation(sight: Sight, action: object) -> float:
    """Lower for a move that looks better."""
    view = sight.view
    assert isinstance(view, HanabiView)
    assert view.seat is not None
    if isinstance(action, Play):
        hand = OwnHand(sight, view.seat)
        return -1.0 - float(hand.chance(action.card, lambda face: is_playable(view, face)))
    if isinstance(action, ColourClue | ValueClue):
        useful = sum(
            _touches(view, action, held.face) and is_playable(view, held.face)
            for held in view.hands[action.target]
            if held.face is not None
        )
        return -1.5 * useful
    return -1.2 if isinstance(action, Discard) and not view.clue_tokens else 0.0


def _touches(view: HanabiView, clue: ColourClue | ValueClue, face: Card) -> bool:
    if isinstance(clue, ValueClue):
        return face.number == clue.value
    return bool(layout_of(view.options).touches[face.index] >> clue.colour.index & 1)


# -- why it wins -------------------------------------------------------------------------------


def _aim(view: HanabiView, goal: int) -> Reason:
    """What can still be reached; what is missing, if that is everything."""
    top = prospects(view)
    if goal < top.maximum:
        return Reason("win-most", {"points": goal})
    missing = [
        card
        for suit, height in view.fireworks.items()
        for step in range(height + 1, 6)
        if (card := card_at(suit, step)) not in top.dead
    ]
    return Reason("win-aim", {"points": goal, "cards": cards(*missing)})


def _time(view: HanabiView) -> Reason:
    if view.turns_left is not None:
        return Reason("win-turns", {"turns": view.turns_left})
    return Reason("win-deck", {"count": view.deck})


def _line(
    solver: EndingSolver, world: HanabiState, action: HanabiAction, reader: Seat | None
) -> tuple[Reason, ...] | None:
    """What everybody does in a world until the goal is reached; None if an error is part of it."""
    steps: list[Reason] = []
    state, move = world, action
    while True:
        step = _step(solver, state, move, reader, needed=not steps)
        if step is None:
            return None
        steps.append(step)
        state = applied(state, move)
        if state.ended is not None or solver.missing(state) <= 0:
            return tuple(steps)
        following = solver.sure_move(state)
        assert following is not None
        move = following


def _step(
    solver: EndingSolver,
    state: HanabiState,
    action: HanabiAction,
    reader: Seat | None,
    *,
    needed: bool,
) -> Reason | None:
    """One move of the plan; if it is not needed as it is, other moves may do as well."""
    facts: dict[str, str | int] = {"seat": f"seat:{state.turn}"}
    if isinstance(action, Play):
        return _play(solver.worlds(state), state, action.card, reader)
    if not needed and len(list(islice(solver.sure_moves(state), 2))) > 1:
        return Reason("step-wait", facts)
    match action:
        case ColourClue(target=target, colour=colour):
            back = target == reader
            return Reason(
                "step-colour-back" if back else "step-colour",
                {**_seats(state, target, back=back), "colour": f"colour:{colour.value}"},
            )
        case ValueClue(target=target, value=value):
            back = target == reader
            return Reason(
                "step-value-back" if back else "step-value",
                {**_seats(state, target, back=back), "value": value},
            )
        case Discard(card=card):
            slot = state.hands[state.turn].index(card) + 1
            return Reason("step-discard", {**facts, "slot": slot})
        case _:
            return Reason("step-deck", facts)


def _play(
    worlds: Sequence[HanabiState], state: HanabiState, card: int, reader: Seat | None
) -> Reason | None:
    faces = {world.deck[card] for world in worlds}
    seat = {"seat": f"seat:{state.turn}"}
    if not all(fits(world, card) for world in worlds):
        return None
    if len(faces) == 1:
        return Reason("step-known", {**seat, "card": cards(*faces)})
    if state.turn == reader:
        return Reason("step-own", {"slot": state.hands[state.turn].index(card) + 1})
    return Reason("step-fits", {**seat, "card": cards(state.deck[card])})


def _seats(state: HanabiState, target: Seat, *, back: bool) -> dict[str, str | int]:
    """Who gives a clue to whom; `back` if to the reader."""
    giver = f"seat:{state.turn}"
    return {"other": giver} if back else {"seat": giver, "other": f"seat:{target}"}


def _others(solution: Solution) -> Reason:
    second = solution.answers[1].value
    if not second:
        return Reason("win-only")
    return Reason("win-second", {"percent": round(100 * second)})


def _level(sight: Sight, solved: Solved, line: tuple[Reason, ...]) -> int:
    """By the length of the line; much harder where it is not to play the only card that fits."""
    view = sight.view
    assert isinstance(view, HanabiView)
    assert view.seat is not None
    (best,) = solved.winning
    hand = OwnHand(sight, view.seat)
    certain = [
        held.id
        for held in view.hands[view.seat]
        if hand.surely(held.id, lambda face: is_playable(view, face))
    ]
    misses = sum(
        bot.choose(sight, Random(0)).action != best for bot in (CasualBot(), CompanionBot())
    )
    if isinstance(best, Play) and certain == [best.card]:
        return level_within(1 + (len(line) > 2) + (misses > 1))
    return level_within(2 + (len(line) > 2) + (not isinstance(best, Play)) + misses)
