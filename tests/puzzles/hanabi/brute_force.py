"""Hanabi endings and hands solved by going through everything, with rules written apart.

Nothing here uses the engine or the solver: a view comes in as JSON, and a position is plain values.
Cards are written `r3`. A clue is a letter or a digit. What a card was told is a set of clues that
touched it and a set of clues that did not.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

COPIES = {1: 3, 2: 2, 3: 2, 4: 2, 5: 1}


@dataclass(frozen=True)
class Table:
    """What the options say."""

    colours: tuple[str, ...]
    wild: bool
    sixth: bool
    powder: bool
    tokens: int
    errors: int
    empty_clues: bool

    def faces(self) -> Counter[str]:
        """Every card of the deck."""
        deck: Counter[str] = Counter()
        for suit in (*self.colours, *("m" * (self.wild or self.sixth)), *("p" * self.powder)):
            for number in range(1, 6):
                once = suit == "m" and self.sixth
                deck[f"{suit}{number}"] = 1 if once else COPIES[step(f"{suit}{number}")]
        return deck

    def clues(self) -> tuple[str, ...]:
        return (*self.colours, *("m" * self.sixth), "1", "2", "3", "4", "5")

    def touches(self, clue: str, face: str) -> bool:
        if face[0] == "m" and self.wild and clue in self.colours:
            return True
        return clue in face


@dataclass(frozen=True)
class Held:
    """A card in a hand."""

    face: str | None
    yes: frozenset[str]
    no: frozenset[str]


@dataclass(frozen=True)
class Spot:
    """A position; where the one who looks at it does not see a card, its face is None."""

    hands: tuple[tuple[Held, ...], ...]
    deck: tuple[str | None, ...]
    heights: tuple[tuple[str, int], ...]
    gone: tuple[str, ...]
    tokens: int
    errors: int
    turn: int
    turns_left: int | None


def step(face: str) -> int:
    """The place of a card in its firework."""
    return 6 - int(face[1]) if face[0] == "p" else int(face[1])


def letter(colour: str) -> str:
    return "k" if colour == "black" else colour[0]


def read_table(options: Mapping[str, Any]) -> Table:
    """The options of a table, from JSON."""
    return Table(
        colours=tuple(map(letter, options["colours"])),
        wild=options["avalanche"] == "wild",
        sixth=options["avalanche"] == "sixth",
        powder=options["black_powder"],
        tokens=options["clue_tokens"],
        errors=options["errors"],
        empty_clues=options["empty_clues"],
    )


def read_view(view: Mapping[str, Any]) -> Spot:
    """What a seat sees, from JSON."""

    def held(card: Mapping[str, Any]) -> Held:
        yes = [*map(letter, card.get("colours", ())), *map(str, card.get("values", ()))]
        no = [*map(letter, card.get("not_colours", ())), *map(str, card.get("not_values", ()))]
        return Held(card.get("face"), frozenset(yes), frozenset(no))

    heights = {letter(suit): height for suit, height in view["fireworks"].items()}
    return Spot(
        hands=tuple(tuple(map(held, hand)) for hand in view["hands"]),
        deck=(None,) * view["deck"],
        heights=tuple(sorted(heights.items())),
        gone=tuple(sorted(view["discards"])),
        tokens=view["clue_tokens"],
        errors=view["errors"],
        turn=view["to_act"],
        turns_left=view["turns_left"],
    )


def hidden(spot: Spot, seat: int) -> Spot:
    """A position as a seat sees it."""
    hands = [
        tuple(replace(held, face=None) for held in hand) if owner == seat else hand
        for owner, hand in enumerate(spot.hands)
    ]
    return replace(spot, hands=tuple(hands), deck=(None,) * len(spot.deck))


def unseen(table: Table, spot: Spot) -> Counter[str]:
    """The cards that are not in sight."""
    left = table.faces()
    left.subtract(spot.gone)
    for suit, height in spot.heights:
        for number in range(1, 6):
            if step(f"{suit}{number}") <= height:
                left[f"{suit}{number}"] -= 1
    for hand in spot.hands:
        left.subtract(held.face for held in hand if held.face is not None)
    return +left


def agrees(table: Table, held: Held, face: str) -> bool:
    return all(table.touches(clue, face) for clue in held.yes) and not any(
        table.touches(clue, face) for clue in held.no
    )


def possible_faces(table: Table, spot: Spot, seat: int, slot: int) -> set[str]:
    """What a card of a seat's own hand can be: every way to fill the rest of the hand is tried."""
    left = unseen(table, spot)
    others = [held for n, held in enumerate(spot.hands[seat]) if n != slot]

    def fills(cards: list[Held]) -> bool:
        if not cards:
            return True
        for face in [each for each, copies in left.items() if copies]:
            if agrees(table, cards[0], face):
                left[face] -= 1
                found = fills(cards[1:])
                left[face] += 1
                if found:
                    return True
        return False

    found = set()
    for face in list(left):
        if agrees(table, spot.hands[seat][slot], face):
            left[face] -= 1
            if fills(others):
                found.add(face)
            left[face] += 1
    return found


def worlds(table: Table, spot: Spot) -> Iterator[Spot]:
    """Every position that looks like this to the seat whose turn it is."""
    seat = spot.turn
    own, size = spot.hands[seat], len(spot.hands[seat])
    left = unseen(table, spot)

    def deal(place: int) -> Iterator[tuple[str, ...]]:
        if place == size + len(spot.deck):
            yield ()
            return
        for face in sorted(face for face, copies in left.items() if copies):
            if place >= size or agrees(table, own[place], face):
                left[face] -= 1
                for rest in deal(place + 1):
                    yield (face, *rest)
                left[face] += 1

    for faces in deal(0):
        hand = tuple(replace(held, face=face) for held, face in zip(own, faces[:size], strict=True))
        hands = (*spot.hands[:seat], hand, *spot.hands[seat + 1 :])
        yield replace(spot, hands=hands, deck=faces[size:])


def best_score(table: Table, spot: Spot) -> int:
    """The most points that anybody could still make in the last round, all cards being open."""
    assert spot.turns_left is not None
    return max(
        _open_score(world.hands, dict(world.heights), world.turn, spot.turns_left)
        for world in worlds(table, spot)
    ) - (5 if table.powder else 0)


def _open_score(
    hands: tuple[tuple[Held, ...], ...], heights: dict[str, int], turn: int, turns: int
) -> int:
    if turns == 0:
        return sum(heights.values())
    following = (turn + 1) % len(hands)
    best = _open_score(hands, heights, following, turns - 1)
    for held in hands[turn]:
        face = held.face
        if face is not None and heights[face[0]] == step(face) - 1:
            higher = {**heights, face[0]: step(face)}
            best = max(best, _open_score(hands, higher, following, turns - 1))
    return best


class Ending:
    """An ending: who can be sure of the goal?"""

    def __init__(self, table: Table, goal: int) -> None:
        self.table = table
        self.goal = goal
        self._known: dict[Spot, bool] = {}

    def sure_moves(self, spot: Spot) -> list[tuple[Any, ...]]:
        """Every move that is sure of the goal, for the seat whose turn it is."""
        found = list(worlds(self.table, hidden(spot, spot.turn)))
        return [
            move for move in self._moves(spot) if all(self._keeps(world, move) for world in found)
        ]

    def _is_sure(self, spot: Spot) -> bool:
        if self._missing(spot) > (
            len(spot.deck) + len(spot.hands) if spot.turns_left is None else spot.turns_left
        ):
            return False
        seen = hidden(spot, spot.turn)
        if seen not in self._known:
            found = list(worlds(self.table, seen))
            self._known[seen] = any(
                all(self._keeps(world, move) for world in found) for move in self._moves(spot)
            )
        return self._known[seen]

    def _missing(self, spot: Spot) -> int:
        return self.goal - sum(height for _, height in spot.heights) + 5 * self.table.powder

    def _moves(self, spot: Spot) -> Iterator[tuple[Any, ...]]:
        for slot in range(len(spot.hands[spot.turn])):
            yield ("play", slot)
        if spot.tokens:
            for target, hand in enumerate(spot.hands):
                for clue in self.table.clues() if target != spot.turn else ():
                    touched = any(self.table.touches(clue, held.face or "") for held in hand)
                    if touched or self.table.empty_clues:
                        yield ("clue", target, clue)
        if spot.tokens < self.table.tokens:
            for slot in range(len(spot.hands[spot.turn])):
                yield ("discard", slot)

    def _keeps(self, spot: Spot, move: tuple[Any, ...]) -> bool:
        after = self._after(spot, move)
        if after.errors >= self.table.errors:
            return False
        if self._missing(after) <= 0:
            return True
        return after.turns_left != 0 and self._is_sure(after)

    def _after(self, spot: Spot, move: tuple[Any, ...]) -> Spot:
        hands, heights = list(spot.hands), dict(spot.heights)
        tokens, errors, gone, deck = spot.tokens, spot.errors, list(spot.gone), spot.deck
        left = None if spot.turns_left is None else spot.turns_left - 1
        if move[0] == "clue":
            _, target, clue = move
            hands[target] = tuple(
                replace(held, yes=held.yes | {clue})
                if self.table.touches(clue, held.face or "")
                else replace(held, no=held.no | {clue})
                for held in hands[target]
            )
            tokens -= 1
        else:
            hand = list(hands[spot.turn])
            face = hand.pop(move[1]).face
            assert face is not None
            if move[0] == "discard":
                tokens += 1
                gone.append(face)
            elif heights[face[0]] == step(face) - 1:
                heights[face[0]] += 1
                tokens = min(self.table.tokens, tokens + (step(face) == 5))
            else:
                errors += 1
                gone.append(face)
            if deck:
                hand.append(Held(deck[0], frozenset(), frozenset()))
                deck = deck[1:]
                left = len(hands) if not deck else left
            hands[spot.turn] = tuple(hand)
        return Spot(
            hands=tuple(hands),
            deck=deck,
            heights=tuple(sorted(heights.items())),
            gone=tuple(sorted(gone)),
            tokens=tokens,
            errors=errors,
            turn=(spot.turn + 1) % len(hands),
            turns_left=left,
        )
