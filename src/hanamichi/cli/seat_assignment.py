"""The seats of a match: names, and which seats are bots."""

from __future__ import annotations

from typing import NamedTuple

from rich.cells import cell_len

from hanamichi.catalog import AnyGame
from hanamichi.cli.errors import UsageError, one_line
from hanamichi.core import Seat

DEFAULT_NAMES = ("Ana", "Ben", "Cleo", "Dan", "Eva")
MAX_NAME_WIDTH = 12


class SeatAssignment(NamedTuple):
    """The names of all seats, and the seats played by bots."""

    names: tuple[str, ...]
    bots: frozenset[Seat]

    @property
    def people(self) -> tuple[Seat, ...]:
        """The seats played by people."""
        return tuple(seat for seat in range(len(self.names)) if seat not in self.bots)


def seat_players(
    game: AnyGame, players: int | None, names: str | None, bots: str | None
) -> SeatAssignment:
    """The seats that the command line sets; missing names are filled in."""
    given = read_names(names or "")
    if players is None:
        players = max(len(given), game.seat_counts[0])
    game.check_players(players)
    if len(given) > players:
        raise UsageError(
            f"There are {len(given)} names for {players} players", code="cli/names", where="--names"
        )
    all_names = fill_up(given, players)
    return SeatAssignment(all_names, read_bots(bots or "", all_names))


def read_names(text: str) -> tuple[str, ...]:
    """Names separated by commas, checked for what can be typed and shown."""
    names = tuple(name.strip() for name in text.split(",") if name.strip())
    for name in names:
        if one_line(name) != name or not name.isprintable():
            problem = f"{name!r} cannot be written on one line"
        elif cell_len(name) > MAX_NAME_WIDTH:
            problem = f"{name!r} is longer than {MAX_NAME_WIDTH} columns"
        elif name.isdecimal():
            problem = f"{name!r} is a number, and would be taken for a place at the table"
        elif sum(name.casefold() == other.casefold() for other in names) > 1:
            problem = f"{name!r} is there twice"
        else:
            continue
        raise UsageError(f"A name that will not do: {problem}", code="cli/names", where="--names")
    return names


def fill_up(given: tuple[str, ...], players: int) -> tuple[str, ...]:
    """The given names, and default names for the other seats."""
    taken = {name.casefold() for name in given}
    spare = (name for name in DEFAULT_NAMES if name.casefold() not in taken)
    return (*given, *(next(spare) for _ in range(players - len(given))))


def read_bots(text: str, names: tuple[str, ...]) -> frozenset[Seat]:
    """Seats or names, separated by commas; or `all`."""
    if text.strip().casefold() == "all":
        return frozenset(range(len(names)))
    parts = [part.strip() for part in text.split(",") if part.strip()]
    return frozenset(find_seat(part, names, "--bots") for part in parts)


def seat_code(seat: Seat) -> str:
    """A seat as options write it: `p1` for the first, whom the table calls player 1."""
    return f"p{seat + 1}"


def read_seat(text: str) -> Seat | None:
    """The seat that `p1`, or the older 0, stands for; None for anything else."""
    number = text.casefold().removeprefix("p")
    if not number.isascii() or not number.isdecimal() or len(number) > 3:
        return None
    return int(number) if number == text else int(number) - 1 if int(number) else None


def find_seat(text: str, names: tuple[str, ...], where: str) -> Seat:
    """A seat by its player's name, or as `p1` for player 1.

    A bare number is the older spelling, which counts from 0.
    """
    exact = [seat for seat, name in enumerate(names) if name.casefold() == text.casefold()]
    if len(exact) == 1:
        return exact[0]
    if (seat := read_seat(text)) is not None and seat < len(names):
        return seat
    seats = ", ".join(f"{seat_code(seat)} {one_line(name)}" for seat, name in enumerate(names))
    raise UsageError(f"There is no seat {text!r}; there are: {seats}", code="cli/seat", where=where)
