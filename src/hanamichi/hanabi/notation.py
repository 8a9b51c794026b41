"""Text notation: parsing typed commands, and one-line descriptions of events."""

from __future__ import annotations

from collections.abc import Sequence

from hanamichi.core import Event, Seat, UnparsableMove
from hanamichi.hanabi import actions as act
from hanamichi.hanabi import events as ev
from hanamichi.hanabi.actions import HanabiAction
from hanamichi.hanabi.cards import Card, Suit
from hanamichi.hanabi.layout import layout_of
from hanamichi.hanabi.options import HanabiOptions
from hanamichi.hanabi.touch import ColourClues, ValueClues
from hanamichi.hanabi.view import HanabiView


def example_commands(
    options: HanabiOptions, target: str = "NAME", hand_size: int = 5
) -> dict[str, str]:
    """An example of each command that these options allow, by kind of command."""
    colour = _example_colour(options)
    face = _example_face(options)
    first = min(3, hand_size)
    order = (first, *(place for place in range(1, hand_size + 1) if place != first))
    commands = {
        "play": f"play {min(2, hand_size)}",
        "discard": f"discard {first}",
        "clue_colour": f"clue {target} {colour.value}",
        "clue_value": f"clue {target} {min(4, options.values)}",
        "arrange": f"arrange {' '.join(map(str, order))}",
    }
    if options.colour_clues is ColourClues.NONE:
        del commands["clue_colour"]
    if options.value_clues is ValueClues.NONE:
        del commands["clue_value"]
    if options.deck_play:
        commands["deck"] = "deck"
    if options.flamboyants:
        commands |= {"return": f"return {face}", "recover": f"recover {face}"}
    return commands


def _example_colour(options: HanabiOptions) -> Suit:
    nameable = layout_of(options).nameable
    return Suit.RED if Suit.RED in nameable else nameable[0]


def _example_face(options: HanabiOptions) -> str:
    return f"{_example_colour(options).letter}{min(3, options.values)}"


def parse_command(text: str, view: HanabiView, names: Sequence[str]) -> HanabiAction:
    """Parse a command typed by a seated player. Cards are counted from 1, from the left."""
    words = text.split()
    match [word.lower() for word in words]:
        case ["play" | "p", slot]:
            return act.Play(_own_card(slot, view))
        case ["discard" | "d", slot]:
            return act.Discard(_own_card(slot, view))
        case ["clue" | "c", *_, what] if len(words) >= 3:
            return _clue(_seat(" ".join(words[1:-1]), names), what, view)
        case ["deck"]:
            return act.PlayFromDeck()
        case ["return", face]:
            return act.ReturnCard(_face(face, view))
        case ["recover", face]:
            return act.RecoverCard(_face(face, view))
        case ["arrange", *slots] if slots:
            return act.Rearrange(tuple(_own_card(slot, view) for slot in slots))
        case _:
            commands = " · ".join(example_commands(view.options).values())
            raise UnparsableMove(f"Write one of: {commands}", reason="command")


def _own_card(slot: str, view: HanabiView) -> int:
    if view.seat is None:
        raise UnparsableMove("A spectator holds no cards")
    hand = view.hands[view.seat]
    place = _number(slot)
    if not 1 <= place <= len(hand):
        raise UnparsableMove(
            f"Name a card by its place from the left, 1 to {len(hand)}",
            reason="place",
            facts={"last": len(hand)},
        )
    return hand[place - 1].id


def _number(text: str) -> int:
    """A positive number as typed; 0 for anything else."""
    return int(text) if text.isdecimal() and len(text) <= 3 else 0


def _seat(text: str, names: Sequence[str]) -> Seat:
    """A player by name, by number from 1 (`2` or `p2`), or by the beginning of a name."""
    if 1 <= (number := _number(text)) <= len(names):
        return number - 1
    wanted = text.casefold()
    exact = [seat for seat, name in enumerate(names) if name.casefold() == wanted]
    if not exact and wanted[:1] == "p" and 1 <= (number := _number(wanted[1:])) <= len(names):
        return number - 1
    close = [seat for seat, name in enumerate(names) if name.casefold().startswith(wanted)]
    if len(found := exact or close) != 1:
        raise UnparsableMove(
            f"Name one of the players: {', '.join(names)}",
            reason="player",
            facts={"players": f"seat:{'|'.join(map(str, range(len(names))))}"},
        )
    return found[0]


def _clue(target: Seat, what: str, view: HanabiView) -> act.Clue:
    if what in {"1", "2", "3", "4", "5"}:
        return act.ValueClue(target, int(what))
    suits = [suit for suit in Suit if suit.value == what or suit.letter == what]
    if not suits:
        colours = [suit.value for suit in layout_of(view.options).nameable]
        last = view.options.values
        raise UnparsableMove(
            f"A clue names a value from 1 to {last} or a colour: {', '.join(colours)}",
            reason="clue",
            facts={"colours": f"colour:{'|'.join(colours)}", "last": last},
        )
    return act.ColourClue(target, suits[0])


def _face(text: str, view: HanabiView) -> Card:
    try:
        return Card(text)
    except ValueError:
        example = _example_face(view.options)
        raise UnparsableMove(
            f"Write a card as its colour's letter and its value: {example}",
            reason="card",
            facts={"example": f"text:{example}"},
        ) from None


def format_action(action: HanabiAction, view: HanabiView, names: Sequence[str]) -> str:
    """The command for this action, for the seat whose view it is."""
    match action:
        case act.Play(card=card):
            return f"play {_place(card, view)}"
        case act.Discard(card=card):
            return f"discard {_place(card, view)}"
        case act.ColourClue(target=target, colour=colour):
            return f"clue {_called(target, names)} {colour.value}"
        case act.ValueClue(target=target, value=value):
            return f"clue {_called(target, names)} {value}"
        case act.PlayFromDeck():
            return "deck"
        case act.ReturnCard(card=face):
            return f"return {face}"
        case act.RecoverCard(card=face):
            return f"recover {face}"
        case act.Rearrange(cards=cards):
            return "arrange " + " ".join(str(_place(card, view)) for card in cards)


def _called(seat: Seat, names: Sequence[str]) -> str:
    """A player's name, or the number where the name would be ambiguous."""
    name = " ".join(names[seat].split())
    try:
        understood = name != "" and _seat(name, names) == seat
    except UnparsableMove:
        understood = False
    return name if understood else str(seat + 1)


def _place(card: int, view: HanabiView) -> int:
    hand = () if view.seat is None else view.hands[view.seat]
    return next((n for n, held in enumerate(hand, 1) if held.id == card), 0)


def format_event(event: Event, names: Sequence[str]) -> str:
    """A one-line description of an event."""
    match event:
        case ev.HandDealt(seat=seat, cards=cards, faces=faces):
            dealt = f"{len(cards)} cards" if faces is None else " ".join(map(str, faces))
            return f"{names[seat]} is dealt {dealt}"
        case ev.CardDrawn(seat=seat, face=None):
            return f"{names[seat]} draws a card"
        case ev.CardDrawn(seat=seat, face=face):
            return f"{names[seat]} draws {face}"
        case ev.TurnPassed(seat=seat):
            return f"{names[seat]} to act"
        case ev.ClueGiven():
            return _clue_line(event, names)
        case ev.CardPlayed(seat=seat, face=face, source=source):
            origin = {"hand": "", "deck": " from the deck", "discards": " from the discards"}
            return f"{names[seat]} plays {face}{origin[source]}"
        case ev.CardMisplayed(seat=seat, face=face, errors=errors, source=source):
            origin = {"hand": "", "deck": " from the deck"}
            return f"{names[seat]} misplays {face}{origin[source]}: error {errors}"
        case ev.CardDiscarded(seat=seat, face=face):
            return f"{names[seat]} discards {face}"
        case ev.FireworkCompleted(suit=suit):
            return f"the {suit.value} firework is complete"
        case ev.TokenGained(tokens=tokens, half=half):
            return f"half a clue token comes back: {tokens}½" if half else _token_line(tokens)
        case ev.TokenLost():
            return "a clue token is lost: all are there"
        case ev.TileRevealed(tile=tile):
            return f"bonus tile: {tile.value}"
        case ev.TileWithoutEffect(tile=tile):
            return f"the {tile.value} tile has no effect"
        case ev.ErrorRepaired(errors=errors):
            return f"an error is repaired: {errors}"
        case ev.CardReturned(seat=seat, face=face):
            return f"{names[seat]} shuffles {face} into the deck"
        case ev.LastRoundBegan(turns=turns):
            return f"the deck is empty: {turns} turns remain"
        case ev.HandRearranged(seat=seat):
            return f"{names[seat]} rearranges the hand"
        case ev.GameEnded(termination=termination, score=points):
            return f"the game ends ({termination}): {points} points"
        case _:
            raise TypeError(f"no event of Hanabi: {event!r}")


def _token_line(tokens: int) -> str:
    return f"a clue token comes back: {tokens}"


def _clue_line(event: ev.ClueGiven, names: Sequence[str]) -> str:
    what = event.colour.value if event.colour is not None else str(event.value)
    free = " (free)" if event.free else ""
    touched = ", ".join(f"#{card}" for card in event.touched) or "no card"
    return f"{names[event.seat]} tells {names[event.target]}{free} {what}: {touched}"
