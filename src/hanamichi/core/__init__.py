"""The game interface: states, actions, events and their audiences, chance, records and errors."""

from hanamichi.core.audience import (
    EVERYONE,
    NOBODY,
    Audience,
    Event,
    Seat,
    check_viewer,
    event_for,
    only,
    seats_but,
)
from hanamichi.core.chance import Chance, ChanceDraw, Recorder, Replayed, Seeded
from hanamichi.core.errors import (
    GameOver,
    HanamichiError,
    IllegalMove,
    MoveError,
    NotYourTurn,
    OptionError,
    RecordError,
    UnknownSeat,
    UnparsableMove,
)
from hanamichi.core.game import Action, Game, Options, Outcome, Preset, Transition
from hanamichi.core.match import Match
from hanamichi.core.options import OptionInfo, build_options, describe_options, parse_settings
from hanamichi.core.record import (
    Abandonment,
    MatchRecord,
    Move,
    Position,
    Seal,
    TakeBack,
    replay,
)
from hanamichi.core.seal import Sealed, check_seal

__all__ = [
    "EVERYONE",
    "NOBODY",
    "Abandonment",
    "Action",
    "Audience",
    "Chance",
    "ChanceDraw",
    "Event",
    "Game",
    "GameOver",
    "HanamichiError",
    "IllegalMove",
    "Match",
    "MatchRecord",
    "Move",
    "MoveError",
    "NotYourTurn",
    "OptionError",
    "OptionInfo",
    "Options",
    "Outcome",
    "Position",
    "Preset",
    "RecordError",
    "Recorder",
    "Replayed",
    "Seal",
    "Sealed",
    "Seat",
    "Seeded",
    "TakeBack",
    "Transition",
    "UnknownSeat",
    "UnparsableMove",
    "build_options",
    "check_seal",
    "check_viewer",
    "describe_options",
    "event_for",
    "only",
    "parse_settings",
    "replay",
    "seats_but",
]
