"""Everything that crosses the wire, and the one source of the browser client's types.

`python -m hanamichi.server.protocol.typescript` writes these as TypeScript; `docs/protocol.md`
explains them to people. Field names are the same everywhere. Times are milliseconds since 1970
(`at`) or seconds of a clock (`bank`, `remaining`); nothing here is a seat's secret but that
seat's own.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal, TypeAlias

import msgspec
from msgspec import Meta

from hanamichi.bots import Reason
from hanamichi.core import Seat
from hanamichi.core.audience import kebab
from hanamichi.hanabi import ColourClue, HanabiAction, HanabiEvent, HanabiView, ValueClue
from hanamichi.hanabi.cards import Card as HanabiCard
from hanamichi.koikoi import KoiKoiAction, KoiKoiEvent, KoiKoiView, YakuOutlook
from hanamichi.koikoi.cards import Card as FlowerCard
from hanamichi.words.rules_document import Rules

MAX_FRAME = 64 * 1024
"""The longest frame, and the longest request body, that is read at all, in bytes."""

ErrorCode: TypeAlias = Literal[
    # a request or a frame that cannot be read
    "request/invalid",
    "request/not-found",
    "request/origin",
    "request/too-large",
    "request/too-many",
    "frame/malformed",
    "frame/too-large",
    "frame/too-many",
    # people
    "person/unknown",
    "person/name",
    # tables and seats
    "table/unknown",
    "table/full",
    "table/seat-taken",
    "table/seat-unknown",
    "table/not-your-seat",
    "table/not-host",
    "table/started",
    "table/not-started",
    "table/seats-open",
    "table/too-many-people",
    "table/present",
    "table/seat-link",
    "table/over",
    "table/not-over",
    "table/proposal-pending",
    "table/no-proposal",
    "table/nothing-to-take-back",
    "table/no-hint",
    "bot/unknown",
    "bot/missing",
    "bot/parameter",
    "bot/unsupported",
    # moves
    "move/stale",
    "move/illegal",
    "move/unparsable",
    "move/not-your-turn",
    "move/game-over",
    # replays, and records from elsewhere
    "replay/unknown",
    "replay/ply",
    "replay/over",
    "record/unreadable",
    "record/too-large",
    "record/version",
    "record/invalid",
    "record/unsupported",
    "record/impossible",
    "record/mismatch",
    # options
    "options/preset",
    "options/players",
    "options/unknown",
    "options/invalid",
    "options/inconsistent",
    "words/language",
    "lesson/unknown",
    # our own fault; nothing changed, and trying again later is safe
    "server/storage",
    "server/internal",
]
"""Stable codes: programs read these, people read the message beside them."""

GameId: TypeAlias = Literal["hanabi", "koikoi"]
BotPace: TypeAlias = Literal["instant", "quick", "human"]
"""How long bots seem to think: not at all, half a second, or about two seconds."""
TableStatus: TypeAlias = Literal["open", "playing", "over"]
"""Seats are being filled; the match is on; it has ended."""

CommandId: TypeAlias = Annotated[str, Meta(min_length=1, max_length=64)]
"""Chosen by the client, one for each command. The answer carries it back."""
SeatIndex: TypeAlias = Annotated[int, Meta(ge=0, le=4)]
TableId: TypeAlias = Annotated[str, Meta(min_length=1, max_length=64)]
PresetId: TypeAlias = Annotated[str, Meta(min_length=1, max_length=64)]
BotId: TypeAlias = Annotated[str, Meta(min_length=1, max_length=64)]
Text: TypeAlias = Annotated[str, Meta(max_length=2000)]
OptionChanges: TypeAlias = Annotated[dict[str, Any], Meta(max_length=64)]


# -- what a table is -------------------------------------------------------------------------------


class Clock(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Thinking time: so many seconds for the match, and so many back for every move."""

    bank: Annotated[int, Meta(ge=10, le=86_400)]
    increment: Annotated[int, Meta(ge=0, le=3_600)] = 0


class ClockState(msgspec.Struct, frozen=True):
    """The clocks at the moment of sending; the running one goes on ticking at the client."""

    remaining: tuple[float, ...]
    """Seconds left, seat by seat."""
    running: Seat | None
    """Whose clock runs; nobody's while a bot decides or the match is over."""


class MySeat(msgspec.Struct, frozen=True, tag="me", forbid_unknown_fields=True):
    """In a plan of seats: for whoever opens the table."""


class OpenSeat(msgspec.Struct, frozen=True, tag="open", forbid_unknown_fields=True):
    """In a plan of seats: for a friend with the link, or for anybody at a listed table."""


class BotSeat(msgspec.Struct, frozen=True, tag="bot", forbid_unknown_fields=True):
    """In a plan of seats: for a bot of the catalog, with parameters if it has any.

    `casual`, or `search:ms=250`.
    """

    bot: BotId


SeatPlan: TypeAlias = MySeat | OpenSeat | BotSeat


class SeatInfo(msgspec.Struct, frozen=True, kw_only=True):
    """A chair and who is on it, as everybody may know."""

    seat: Seat
    kind: Literal["open", "person", "bot"]
    name: str | None
    """The nickname of the person, or the id of the bot; nothing for an open seat."""
    bot: str | None
    """The bot that decides here now: always for a bot's seat, and while one stands in."""
    host: bool
    """This person opened the table."""
    connected: bool
    """The person has the table open somewhere; bots always do."""
    absent: bool
    """The person left, or has been gone for a minute: a bot may stand in."""
    warming: bool
    """The bot is not ready yet, as the first time on a machine: it moves as soon as it is."""


class TakeBackProposal(msgspec.Struct, frozen=True, tag="take-back"):
    """Somebody asks to return to an earlier position."""

    by: Seat
    ply: int
    """The ply of the position to return to."""
    waiting_for: tuple[Seat, ...]
    """The people who have not answered."""


class EndProposal(msgspec.Struct, frozen=True, tag="end-match"):
    """Somebody asks to end the match here, without a result."""

    by: Seat
    waiting_for: tuple[Seat, ...]


Proposal: TypeAlias = TakeBackProposal | EndProposal


class Ending(msgspec.Struct, frozen=True):
    """How the match ended. By its rules: then the view's outcome says the rest."""

    reason: Literal["rules", "timeout", "vote"]
    scores: tuple[int, ...]
    """Hanabi after a timeout or a vote: 0 for all. Koi-Koi: the points of the finished rounds."""
    winners: tuple[Seat, ...]
    """Koi-Koi after a timeout: the other player. Nobody after a vote."""
    seat: Seat | None = None
    """Whose time ran out."""


class Branch(msgspec.Struct, frozen=True, kw_only=True):
    """Where a match branched off from a replay."""

    replay: str
    """The id of the replay."""
    ply: int
    """So many of its plies had been played."""
    cards: Literal["same", "reshuffled"]
    """Whether the cards lie as they did, or what the player could not see was reshuffled."""


class LessonState(msgspec.Struct, frozen=True, kw_only=True):
    """Where somebody stands in a guided first game."""

    id: GameId
    step: int
    """How many steps are done."""
    steps: int
    expected: Mapping[str, Any] | None = None
    """The move that the step asks for, when it is the learner's turn."""
    back_to: int | None = None
    """Another move was made: the ply to take it back to."""


class TableInfo(msgspec.Struct, frozen=True, kw_only=True):
    """Everything about a table but the match on it."""

    id: str
    game: GameId
    preset: str
    options: Mapping[str, Any]
    """Every option of the table, as the rules read them."""
    changed: tuple[str, ...]
    """The options that differ from the preset."""
    status: TableStatus
    listed: bool
    """Shown in the list of open tables; otherwise only the link leads here."""
    bot_pace: BotPace
    unfit_bots: tuple[BotObstacle, ...]
    """The bots that cannot play here."""
    clock: Clock | None
    """None: nobody hurries, the table waits for days."""
    seats: tuple[SeatInfo, ...]
    spectators: int
    """How many watch without a seat."""
    proposal: Proposal | None
    ending: Ending | None
    rematch: str | None
    """The id of the table where these people play again."""
    lesson: LessonState | None
    """For a guided first game."""
    seal: str | None
    """The hash of the key that decides the shuffle, shown from the first moment of the match on."""
    replay: str | None
    """When the match is over: the id under which everybody may see it again, at `/replay/ID`."""
    branch: Branch | None
    """The moment of a replay from which this match is played on."""
    created: int


class You(msgspec.Struct, frozen=True):
    """Who the server takes you for at this table."""

    seat: Seat | None
    """None: you watch."""
    host: bool
    name: str | None
    """None: this browser has no nickname yet and cannot sit down."""


# -- the match on it -------------------------------------------------------------------------------

Aids: TypeAlias = Literal["all", "table", "no"]
"""What to be told beside a position: all that follows from it, all but what cards in hands can be,
or nothing."""


class CluePreview(msgspec.Struct, frozen=True):
    """A legal clue and the cards it would touch."""

    clue: ColourClue | ValueClue
    touches: tuple[int, ...]
    """Card ids in the target's hand; none for an empty clue."""


class HanabiAids(msgspec.Struct, frozen=True):
    """What follows from the view, worked out so that the client needs no rules."""

    deductions: Mapping[int, tuple[HanabiCard, ...]]
    """For each card id in a hand: what its holder can still take it for, clues and all. Empty for
    who asked for aids of the table only."""
    clues: tuple[CluePreview, ...]
    """For the seat to act: what each legal clue would touch."""
    playable: tuple[HanabiCard, ...]
    """Faces that fit a firework now."""
    indispensable: tuple[HanabiCard, ...]
    """Faces of which the last copy is still needed."""
    dead: tuple[HanabiCard, ...]
    """Faces that can never be played any more."""
    score: int
    """What the fireworks are worth now."""
    maximum: int
    """The best score still possible."""
    pace: int | None
    """Discards the team can afford; none under the final bouquet and after the end."""


class KoiKoiAids(msgspec.Struct, frozen=True):
    """What follows from the view, worked out so that the client needs no rules."""

    outlook: tuple[tuple[YakuOutlook, ...], tuple[YakuOutlook, ...]]
    """Every yaku of the table as each side may hope for it."""
    matches: Mapping[FlowerCard, tuple[FlowerCard, ...]]
    """For each card of one's own hand: the field cards of its month."""


class HanabiPosition(msgspec.Struct, frozen=True, kw_only=True, tag_field="game", tag="hanabi"):
    """Where a game of Hanabi stands, for the one who receives this."""

    seq: int
    """The last log entry this position includes."""
    ply: int
    """Send it back with a move."""
    to_act: Seat | None
    legal: tuple[HanabiAction, ...]
    """All you may choose now; empty unless it is your turn. `rearrange` is always free."""
    view: HanabiView
    aids: Annotated[HanabiAids | None, Meta(extra={"typescript": "HanabiAids"})]
    """None for who asked for none."""
    clock: ClockState | None


class KoiKoiPosition(msgspec.Struct, frozen=True, kw_only=True, tag_field="game", tag="koikoi"):
    """Where a match of Koi-Koi stands, for the one who receives this."""

    seq: int
    """The last log entry this position includes."""
    ply: int
    """Send it back with a move."""
    to_act: Seat | None
    legal: tuple[KoiKoiAction, ...]
    """All you may choose now; empty unless it is your turn."""
    view: KoiKoiView
    aids: Annotated[KoiKoiAids | None, Meta(extra={"typescript": "KoiKoiAids"})]
    """None for who asked for none."""
    clock: ClockState | None


Position: TypeAlias = HanabiPosition | KoiKoiPosition


class TakenBack(msgspec.Struct, frozen=True, tag="taken-back"):
    """All agreed to return: log entries with a later ply no longer count."""

    by: Seat
    ply: int
    """The ply of the position returned to."""
    removed: tuple[int, ...]
    """The `seq` of the entries that no longer count."""


class StoodIn(msgspec.Struct, frozen=True, tag="stood-in"):
    """A bot decides for an absent person from here on."""

    seat: Seat
    bot: str


class CameBack(msgspec.Struct, frozen=True, tag="came-back"):
    """The person decides again."""

    seat: Seat


class Ended(msgspec.Struct, frozen=True, tag="ended"):
    """The match ended otherwise than by its rules."""

    ending: Ending


TableEvent: TypeAlias = TakenBack | StoodIn | CameBack | Ended


class HanabiEntry(msgspec.Struct, frozen=True, kw_only=True, tag_field="game", tag="hanabi"):
    """One line of the log as its reader may know it: an accepted move, or something at the table.

    `seq` rises but may skip numbers.
    """

    seq: int
    at: int
    ply: int
    """The ply after it."""
    seat: Seat | None
    """Who moved; nobody at the deal."""
    events: tuple[HanabiEvent, ...] = ()
    table: TableEvent | None = None
    why: Reason | None = None
    """Why a bot moved, where you may know that already: see `reasons`."""


class KoiKoiEntry(msgspec.Struct, frozen=True, kw_only=True, tag_field="game", tag="koikoi"):
    """One line of the log as its reader may know it: an accepted move, or something at the table.

    `seq` rises but may skip numbers.
    """

    seq: int
    at: int
    ply: int
    """The ply after it."""
    seat: Seat | None
    """Who moved; nobody at the deal."""
    events: tuple[KoiKoiEvent, ...] = ()
    table: TableEvent | None = None
    why: Reason | None = None
    """Why a bot moved, where you may know that already: see `reasons`."""


LogEntry: TypeAlias = HanabiEntry | KoiKoiEntry


# -- socket: from the server -----------------------------------------------------------------------


class FromServer(msgspec.Struct, frozen=True, kw_only=True, tag_field="type", tag=kebab):
    """A frame to the client."""


class Snapshot(FromServer, frozen=True, kw_only=True):
    """Everything: after connecting, whenever your seat changes, and after `set-aids`."""

    table: TableInfo
    you: You
    position: Position | None
    """None until the match starts."""
    log: tuple[LogEntry, ...]
    """The whole log, or what came after `?seen=` when the connection names it."""
    since: int
    """The `seen` that was honoured; 0 when the log is whole."""
    notes: Mapping[str, str]
    """Your private notes: by card id, or by any key the client chose."""


class TableChanged(FromServer, frozen=True, kw_only=True):
    """Seats, presence, settings, a proposal or the status changed."""

    table: TableInfo
    you: You


class Happened(FromServer, frozen=True, kw_only=True):
    """New log entries, already stored, and the position after them."""

    entries: tuple[LogEntry, ...]
    position: Position


class Reasons(FromServer, frozen=True, kw_only=True):
    """The match is over, and bots say why they moved: by the `seq` of the log entry.

    While it is on, only who plays alone with bots is told, in the entry, what gives nothing away.
    """

    reasons: Mapping[int, Reason]


class Notes(FromServer, frozen=True, kw_only=True):
    """Your private notes after a change, also one made on your other device."""

    notes: Mapping[str, str]


class Hinted(FromServer, frozen=True, kw_only=True):
    """The answer to `hint`: what a good player would do with what you see."""

    id: str
    ply: int
    action: Mapping[str, Any]
    why: Reason | None


class SeatLink(FromServer, frozen=True, kw_only=True):
    """The answer to `link-seat`: open this address on another device to play the same seat."""

    id: str
    url: str
    """`…/table/ID#seat=KEY`. A secret of this seat: behind `#`, so that no server log holds it."""


class Rematch(FromServer, frozen=True, kw_only=True):
    """These people play again at another table."""

    table: str


class Ack(FromServer, frozen=True, kw_only=True):
    """The command was carried out and stored, now or when it came the first time."""

    id: str
    seq: int | None = None
    """For a move: its place in the log."""
    notices: tuple[str, ...] = ()
    """What was not done quite as asked: a parameter out of bounds, a bot that had to change."""


class Refusal(FromServer, frozen=True, kw_only=True, tag="error"):
    """The command was refused and changed nothing; or the connection cannot go on."""

    code: ErrorCode
    message: str
    """A sentence in English for people; the code is for programs."""
    id: str | None = None
    """The command it answers, where that could be read."""
    where: str | None = None
    """The option or field concerned."""
    position: Position | None = None
    """With `move/stale`: where the match stands."""
    instead: str | None = None
    """With `bot/unsupported`: a bot that can play here."""


ServerMessage: TypeAlias = (
    Snapshot
    | TableChanged
    | Happened
    | Reasons
    | Notes
    | Hinted
    | SeatLink
    | Rematch
    | Ack
    | Refusal
)


# -- socket: from the client -----------------------------------------------------------------------


class Command(
    msgspec.Struct,
    frozen=True,
    kw_only=True,
    tag_field="type",
    tag=kebab,
    forbid_unknown_fields=True,
):
    """A frame from the client. It is always answered: by an `ack`, or by an `error`."""

    id: CommandId


class MoveCommand(Command, frozen=True, kw_only=True, tag="move"):
    """Act in your seat. The same id twice counts once, from whatever connection."""

    ply: Annotated[int, Meta(ge=0)]
    """The ply of the position it answers; not looked at for a gesture."""
    action: Annotated[msgspec.Raw, Meta(extra={"typescript": "HanabiAction | KoiKoiAction"})]


class Sit(Command, frozen=True, kw_only=True):
    """Take an open seat, any or this one, before the start."""

    seat: SeatIndex | None = None


class Leave(Command, frozen=True, kw_only=True):
    """Get up. Before the start the seat is open again; later it stays yours to come back to."""


class ComeBack(Command, frozen=True, kw_only=True):
    """Decide again where a bot stands in for you. Connecting does this by itself."""


class SetSeat(Command, frozen=True, kw_only=True):
    """Host, before the start: give a seat to a bot, to whoever comes, or to oneself."""

    seat: SeatIndex
    plan: SeatPlan


class ChangeTable(Command, frozen=True, kw_only=True):
    """Host, before the start: play something else, or otherwise. What is not sent stays."""

    preset: PresetId | None = None
    options: OptionChanges | None = None
    """What differs from the preset; a new preset without options has none."""
    players: Annotated[int, Meta(ge=1, le=10)] | None = None
    listed: bool | None = None
    clock: Clock | msgspec.UnsetType | None = msgspec.UNSET
    bot_pace: BotPace | None = None


class Start(Command, frozen=True, kw_only=True):
    """Host: begin; every seat must be filled."""


class Propose(Command, frozen=True, kw_only=True):
    """Ask everybody to take moves back or to end the match. Bots agree, people answer."""

    what: Literal["take-back", "end-match"]
    ply: Annotated[int, Meta(ge=0)] | None = None
    """The position to return to; by default the one of your own last decision."""


class Answer(Command, frozen=True, kw_only=True):
    """Agree to the proposal or refuse it; who proposed may withdraw it by refusing."""

    agree: bool


class StandIn(Command, frozen=True, kw_only=True):
    """Let a bot decide for an absent person. The host and every seated person may ask."""

    seat: SeatIndex
    bot: BotId


class LinkSeat(Command, frozen=True, kw_only=True):
    """Ask for a private address that opens your seat on another device."""


class UseSeatLink(Command, frozen=True, kw_only=True):
    """On the other device: sit where the link's key says, beside the person who made it."""

    key: Annotated[str, Meta(min_length=1, max_length=128)]


class Note(Command, frozen=True, kw_only=True):
    """Write a private note; an empty text removes it."""

    key: Annotated[str, Meta(min_length=1, max_length=32)]
    text: Annotated[str, Meta(max_length=500)]


class PlayAgain(Command, frozen=True, kw_only=True):
    """After the end: a new table, same people, same options. Who asks first makes it."""


class Hint(Command, frozen=True, kw_only=True):
    """What would a good player do? For practice games, when it is your turn."""


class SetAids(Command, frozen=True, kw_only=True):
    """What to be told beside positions from now on. Everything is shown again, with that."""

    aids: Aids


class Ping(Command, frozen=True, kw_only=True):
    """Is anybody there?"""


ClientMessage: TypeAlias = (
    MoveCommand
    | Sit
    | Leave
    | ComeBack
    | SetSeat
    | ChangeTable
    | Start
    | Propose
    | Answer
    | StandIn
    | LinkSeat
    | UseSeatLink
    | Note
    | PlayAgain
    | Hint
    | SetAids
    | Ping
)


# -- HTTP ------------------------------------------------------------------------------------------


class Problem(msgspec.Struct, frozen=True):
    """The body of every refused request."""

    code: ErrorCode
    message: str
    where: str | None = None
    instead: str | None = None
    """With `bot/unsupported`: a bot that can play there."""


class Me(msgspec.Struct, frozen=True):
    """The person behind the cookie."""

    name: str | None
    """None until a nickname was chosen."""


class NewName(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A nickname to go by."""

    name: Text


class CreateTable(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A table to open."""

    preset: PresetId
    options: OptionChanges = {}
    """What differs from the preset."""
    seats: Annotated[tuple[SeatPlan, ...], Meta(min_length=1, max_length=10)]
    listed: bool = False
    clock: Clock | None = None
    bot_pace: BotPace | None = None
    """None: as the server was told to (`human` unless changed)."""
    start: bool = False
    """Begin at once; every seat must be filled."""


class TableCreated(msgspec.Struct, frozen=True):
    """The answer to a new table."""

    id: str
    url: str
    """The address to send to friends: `…/table/ID`."""
    notices: tuple[str, ...] = ()
    """What was not done quite as asked: a parameter out of bounds."""


class TableSummary(msgspec.Struct, frozen=True, kw_only=True):
    """A table in a list."""

    id: str
    game: GameId
    preset: str
    status: TableStatus
    seats: tuple[SeatInfo, ...]
    clock: Clock | None
    created: int
    changed: int
    """When something last happened there."""
    your_turn: bool
    """In the list of your own tables: it waits for you."""


class TableList(msgspec.Struct, frozen=True):
    """Open tables, or your own."""

    tables: tuple[TableSummary, ...]


class ChoiceInfo(msgspec.Struct, frozen=True):
    """A value an option can have, and what it is called."""

    value: Any
    label: str


class OptionForm(msgspec.Struct, frozen=True, kw_only=True):
    """An option of a game in the words of a language."""

    name: str
    kind: Literal["flag", "number", "choice", "list"]
    label: str
    text: str
    booklets: tuple[str, ...]
    """Where it comes from: booklet numbers, or `online`."""
    choices: tuple[ChoiceInfo, ...]
    """For `choice` and `list`; a nullable option has a choice of value null."""
    minimum: int | None
    maximum: int | None
    nullable: bool


class PresetForm(msgspec.Struct, frozen=True, kw_only=True):
    """A box that people own."""

    id: str
    name: str
    text: str
    """The edition in two sentences."""
    edition: str
    booklet: str
    options: Mapping[str, Any]
    """Every option as the box plays it."""
    offers: Mapping[str, Any]
    """The variants its booklet describes: what switching each of them on means."""


class BotParameter(msgspec.Struct, frozen=True):
    """A whole number that a bot can be given, as in `search:ms=250`."""

    name: str
    default: int
    lowest: int
    highest: int


class BotObstacle(msgspec.Struct, frozen=True):
    """A bot that cannot play at such a table."""

    bot: str
    option: str
    """The option it cannot play with; `players` for the number of players."""
    why: str
    instead: str
    """A bot that can: the next weaker one."""


class BotForm(msgspec.Struct, frozen=True, kw_only=True):
    """A bot that can be given a seat, in the words of a language."""

    id: str
    name: str
    """What it goes by at the table."""
    level: str
    """How strong it is, in a word."""
    text: str
    """How it plays, in two sentences."""
    parameters: tuple[BotParameter, ...]


class GameForm(msgspec.Struct, frozen=True, kw_only=True):
    """A game and all that can be chosen about it."""

    id: GameId
    name: str
    text: str
    players: tuple[int, ...]
    """How many can play."""
    presets: tuple[PresetForm, ...]
    options: tuple[OptionForm, ...]
    bots: tuple[BotForm, ...]
    """The weakest first."""
    usual_bot: str
    """Good company for somebody who does not choose."""


class Catalog(msgspec.Struct, frozen=True):
    """Everything that can be played here."""

    lang: str
    languages: tuple[str, ...]
    games: tuple[GameForm, ...]


class OptionsQuery(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Options to look at before opening a table."""

    preset: PresetId
    options: OptionChanges = {}
    players: int = 2


class Impossible(msgspec.Struct, frozen=True):
    """A value that would not fit the rest, and why."""

    option: str
    """`players` for the number of players."""
    value: Any
    why: str


class CheckedOptions(msgspec.Struct, frozen=True):
    """Whether these options make a table, and what could not be added to them."""

    problem: Problem | None
    """None: all is well."""
    options: Mapping[str, Any] | None
    """Every option of the table; none where one of them makes no sense at all."""
    impossible: tuple[Impossible, ...]
    """Single changes that are not possible from here."""
    unfit_bots: tuple[BotObstacle, ...] = ()
    """The bots that cannot play at such a table."""


REQUEST_BODIES: tuple[type[msgspec.Struct], ...] = (NewName, CreateTable, OptionsQuery)
RESPONSE_BODIES: tuple[type[msgspec.Struct], ...] = (
    Problem,
    Me,
    TableCreated,
    TableInfo,
    TableList,
    Catalog,
    CheckedOptions,
    Rules,
)
