// Written by `python -m hanamichi.server.protocol.typescript` from hanamichi/server/protocol.
// Do not edit: change the Python and write it again.

export type ErrorCode =
  | "request/invalid"
  | "request/not-found"
  | "request/host"
  | "request/origin"
  | "request/timeout"
  | "request/too-large"
  | "request/too-many"
  | "frame/malformed"
  | "frame/too-large"
  | "frame/too-many"
  | "person/unknown"
  | "person/name"
  | "person/silenced"
  | "person/blocked"
  | "address/blocked"
  | "table/unknown"
  | "table/full"
  | "table/seat-taken"
  | "table/seat-unknown"
  | "table/not-your-seat"
  | "table/not-host"
  | "table/started"
  | "table/not-started"
  | "table/seats-open"
  | "table/too-many-people"
  | "table/present"
  | "table/stood-in"
  | "table/cooperative"
  | "table/seat-link"
  | "table/over"
  | "table/deleted"
  | "table/not-over"
  | "table/proposal-pending"
  | "table/no-proposal"
  | "table/nothing-to-take-back"
  | "table/no-hint"
  | "table/daily"
  | "bot/unknown"
  | "bot/missing"
  | "bot/parameter"
  | "bot/unsupported"
  | "move/stale"
  | "move/illegal"
  | "move/unparsable"
  | "move/not-your-turn"
  | "move/game-over"
  | "daily/unknown"
  | "daily/sealed"
  | "daily/off"
  | "replay/unknown"
  | "replay/ply"
  | "replay/over"
  | "record/unreadable"
  | "record/too-large"
  | "record/too-long"
  | "record/version"
  | "record/invalid"
  | "record/unsupported"
  | "record/impossible"
  | "record/mismatch"
  | "record/seal"
  | "review/unfinished"
  | "review/unsupported"
  | "review/off"
  | "review/not-yours"
  | "review/failed"
  | "puzzle/unknown"
  | "options/preset"
  | "options/players"
  | "options/unknown"
  | "options/invalid"
  | "options/inconsistent"
  | "options/too-long"
  | "words/language"
  | "lesson/unknown"
  | "owner/not-signed-in"
  | "owner/link"
  | "owner/unknown-table"
  | "owner/unknown-person"
  | "owner/unknown-address"
  | "owner/unknown-report"
  | "owner/ambiguous"
  | "owner/interrupted"
  | "owner/busy"
  | "quota/tables"
  | "quota/imports"
  | "quota/notes"
  | "quota/reviews"
  | "server/disk-full"
  | "server/full"
  | "server/storage"
  | "server/internal";

export type GameId = "hanabi" | "koikoi";

export type BotPace = "instant" | "quick" | "human";

export type TableStatus = "open" | "playing" | "over";

export type RecordForm = "hanamichi" | "hanab-live" | "hanab-live-link";

export type Restriction = "silenced" | "blocked";

export type ReportReason = "name" | "behaviour" | "spam" | "other";

export type QueueName =
  | "plain"
  | "compiled"
  | "brief"
  | "long"
  | "replays"
  | "reviews";

export type Depth = "standard" | "deep";

export type Verdict = "best" | "good" | "slip" | "mistake" | "blunder";

export type CurveName = "win" | "expected" | "maximum" | "pace";

export type MistakeKind =
  | "gamble"
  | "lost-last-copy"
  | "missed-play"
  | "idle-clue"
  | "other-clue"
  | "other-discard"
  | "late-stop"
  | "early-stop"
  | "fed-yaku"
  | "missed-yaku"
  | "missed-denial"
  | "other-card";

export type PuzzleKind =
  | "stop-or-call"
  | "which-card"
  | "which-clue"
  | "what-card"
  | "win";

export type CardKind = "light" | "animal" | "ribbon" | "plain";

export type ClientMessage =
  | MoveCommand
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
  | RevokeSeatLinks
  | UseSeatLink
  | Note
  | PlayAgain
  | Hint
  | SetAids
  | Ping;

export type SeatPlan = MySeat | OpenSeat | BotSeat;

export type OwnerCommand =
  | CloseTable
  | DeleteTable
  | RenamePerson
  | SilencePerson
  | UnsilencePerson
  | BlockPerson
  | UnblockPerson
  | ForgetPerson
  | BlockAddress
  | UnblockAddress
  | CloseReport
  | Prune;

export type HanabiAction =
  | Play
  | Discard
  | ColourClue
  | ValueClue
  | PlayFromDeck
  | ReturnCard
  | RecoverCard
  | Rearrange;

export type KoiKoiAction = Swap | Keep | PlayCard | TakeCard | Stop | CallKoiKoi;

export type ServerMessage =
  | Snapshot
  | TableChanged
  | Happened
  | Reasons
  | Notes
  | Hinted
  | SeatLink
  | Rematch
  | Ack
  | Refusal;

export type Position = HanabiPosition | KoiKoiPosition;

export type LogEntry = HanabiEntry | KoiKoiEntry;

export type TableEvent = TakenBack | StoodIn | CameBack | Ended;

export type Proposal =
  | TakeBackProposal
  | EndProposal
  | ClaimProposal
  | StandInProposal;

export type Frame = HanabiFrame | KoiKoiFrame;

export type MatchResult = HanabiResult | KoiKoiResult;

export type ReviewState =
  | NoReview
  | ReviewWaiting
  | ReviewRunning
  | ReviewDone
  | ReviewFailed;

export type HanabiEvent =
  | HanabiHandDealt
  | CardDrawn
  | TurnPassed
  | ClueGiven
  | HanabiCardPlayed
  | CardMisplayed
  | CardDiscarded
  | FireworkCompleted
  | TokenGained
  | TokenLost
  | TileRevealed
  | TileWithoutEffect
  | ErrorRepaired
  | CardReturned
  | LastRoundBegan
  | HandRearranged
  | GameEnded;

export type KoiKoiEvent =
  | DealerDrawn
  | RoundStarted
  | KoiKoiHandDealt
  | FieldDealt
  | SwapDecided
  | HandSeen
  | LuckyHandShown
  | LuckyHandsCancelled
  | DealVoided
  | KoiKoiCardPlayed
  | HikiDeclared
  | CardTurned
  | CardTaken
  | YakuMade
  | CallsAnnulled
  | KoiKoiCalled
  | FieldClaimed
  | RoundEnded
  | MatchEnded;

export type RulesBlock = RulesParagraph | RulesBullets | RulesSteps | RulesTable;

/** The command was carried out and stored, now or when it came the first time. */
export interface Ack {
  type: "ack";
  id: string;
  /** For a move: its place in the log. */
  seq: number | null;
  /** What was not done quite as asked: a parameter out of bounds, a bot that had to change. */
  notices: string[];
}

/** An act that was carried out. */
export interface ActDone {
  act: string;
  /** The id of what it was done to. */
  subject: string;
  detail: string;
}

/** A legal action, and what it was worth. */
export interface Alternative {
  /** As in a record. */
  action: Record<string, unknown>;
  /** Koi-Koi: the chance of winning the match, 0 to 1. Hanabi: the expected final score. */
  value: number;
  /** The standard error of the difference between this value and that of the best action. */
  error?: number;
  /** Koi-Koi: the points that the round is expected to bring, those of the opponent negative. */
  points?: number | null;
}

/** Agree to the proposal or refuse it; the proposer may withdraw it by refusing. */
export interface Answer {
  type: "answer";
  id: string;
  agree: boolean;
}

/** The first answer of this person to a puzzle: the one that counts. */
export interface AnsweredPuzzle {
  puzzle: string;
  right: boolean;
  at: number;
}

/** The reply to answers. */
export interface AnswersTaken {
  /** What counts for the puzzles that were sent; an earlier answer stays. */
  answers: AnsweredPuzzle[];
  /** Puzzles that are not on this server. */
  unknown: string[];
  streaks: Streak[];
}

/** A wish to have a match reviewed. */
export interface AskReview {
  depth?: Depth;
}

/** What the multicolour cards are, if they are there at all. */
export type Avalanche = "none" | "sixth" | "wild";

/** Refuse everything that comes from an address. */
export interface BlockAddress {
  act: "block-address";
  /** Its hash, or the beginning of it. */
  address: string;
  /** How long; None for ever. */
  hours?: number | null;
  reason?: string;
}

/** Let a person neither play, nor open tables, nor import records. */
export interface BlockPerson {
  act: "block-person";
  person: string;
}

/** A bot that can be given a seat, in the words of a language. */
export interface BotForm {
  id: string;
  /** What it goes by at the table. */
  name: string;
  /** How strong it is, in a word. */
  level: string;
  /** How it plays, in two sentences. */
  text: string;
  parameters: BotParameter[];
}

/** A bot that cannot play at such a table. */
export interface BotObstacle {
  bot: string;
  /** The option it cannot play with; `players` for the number of players. */
  option: string;
  why: string;
  /** A bot that can: the next weaker one. */
  instead: string;
}

/** A whole number that a bot can be given, as in `search:ms=250`. */
export interface BotParameter {
  name: string;
  default: number;
  lowest: number;
  highest: number;
}

/**
 * In a plan of seats: for a bot of the catalog, with parameters if it has any. `casual`, or
 * `search:ms=250`.
 */
export interface BotSeat {
  type: "bot";
  bot: string;
}

/** What two lucky hands at once lead to. */
export type BothLucky = "play-on" | "draw";

/** Where a match branched off from a replay. */
export interface Branch {
  /** The id of the replay. */
  replay: string;
  /** How many of its plies had been played. */
  ply: number;
  /** Whether the cards lie as they did, or what the player could not see was reshuffled. */
  cards: "reshuffled" | "same";
}

/** Play on for more. */
export interface CallKoiKoi {
  type: "koi-koi";
}

/** A player's koi-koi calls multiply nothing any more: the opponent made a yaku. */
export interface CallsAnnulled {
  type: "calls-annulled";
  seat: number;
}

/** The person decides again. */
export interface CameBack {
  type: "came-back";
  seat: number;
}

/** A card was discarded by choice. */
export interface CardDiscarded {
  type: "card-discarded";
  seat: number;
  card: number;
  face: HanabiCard;
}

/** A player drew a card; the player alone does not see it. */
export interface CardDrawn {
  type: "card-drawn";
  seat: number;
  card: number;
  face: HanabiCard | null;
}

/** A card that fits no firework was discarded and counts as an error. */
export interface CardMisplayed {
  type: "card-misplayed";
  seat: number;
  card: number | null;
  face: HanabiCard;
  errors: number;
  source?: "deck" | "hand";
}

/** A discarded card was shuffled into the deck. */
export interface CardReturned {
  type: "card-returned";
  seat: number;
  face: HanabiCard;
}

/** The turned card captured the chosen one. */
export interface CardTaken {
  type: "card-taken";
  seat: number;
  card: KoiKoiCard;
  captured: KoiKoiCard[];
}

/** The top card of the stock was turned. */
export interface CardTurned {
  type: "card-turned";
  seat: number;
  card: KoiKoiCard;
  captured?: KoiKoiCard[];
  /** Two field cards of which the player must take one. */
  choices?: KoiKoiCard[];
}

/** Everything that can be played here. */
export interface Catalog {
  lang: string;
  languages: string[];
  games: GameForm[];
}

/** Host, before the start: change the game or its settings. What is not sent stays. */
export interface ChangeTable {
  type: "change-table";
  id: string;
  preset?: string | null;
  /** What differs from the preset; a new preset without options has none. */
  options?: Record<string, unknown> | null;
  players?: number | null;
  listed?: boolean | null;
  clock?: Clock | null;
  bot_pace?: BotPace | null;
}

/** Whether these options make a table, and what could not be added to them. */
export interface CheckedOptions {
  /** None: all is well. */
  problem: Problem | null;
  /** Every option of the table; none where one of them makes no sense at all. */
  options: Record<string, unknown> | null;
  /** Single changes that are not possible from here. */
  impossible: Impossible[];
  /** The bots that cannot play at such a table. */
  unfit_bots: BotObstacle[];
}

/** A value an option can have, and what it is called. */
export interface ChoiceInfo {
  value: unknown;
  label: string;
}

/** A player asks to win because a person stays away. */
export interface ClaimProposal {
  type: "claim-win";
  by: number;
  /** Who is absent. */
  seat: number;
  waiting_for: number[];
}

/** Thinking time in seconds: for the whole match, and added after every move. */
export interface Clock {
  bank: number;
  increment?: number;
}

/** The clocks at the moment of sending; the running one goes on ticking at the client. */
export interface ClockState {
  /** Seconds left, seat by seat. */
  remaining: number[];
  /** Whose clock runs; nobody's while a bot decides or the match is over. */
  running: number | null;
}

/** Mark a report as dealt with. */
export interface CloseReport {
  act: "close-report";
  /** Its id, or the beginning of it. */
  report: string;
}

/** End a running match without a result; a table that never started is deleted. */
export interface CloseTable {
  act: "close-table";
  /** Its id, the beginning of it, its link, or its name in the log. */
  table: string;
}

/** A clue, and every card it touched; all others of that hand do not match. */
export interface ClueGiven {
  type: "clue-given";
  seat: number;
  target: number;
  touched: number[];
  colour?: Suit | null;
  value?: number | null;
  free?: boolean;
}

/** A legal clue and the cards it would touch. */
export interface CluePreview {
  clue: ColourClue | ValueClue;
  /** Card ids in the target's hand; none for an empty clue. */
  touches: number[];
}

/** An ordinary colour: usually ten cards, may be named. */
export type Colour = "white" | "red" | "blue" | "yellow" | "green" | "black";

/** Tell a player which cards are of a colour. */
export interface ColourClue {
  type: "colour-clue";
  target: number;
  colour: Suit;
}

/** What a colour clue touches. */
export type ColourClues = "ordinary" | "by-value" | "blind" | "none";

/** Decide again where a bot stands in for you. Connecting does this by itself. */
export interface ComeBack {
  type: "come-back";
  id: string;
}

/** A match to play on from a moment of a replay. */
export interface CreateBranch {
  ply: number;
  /** One's own; bots take the others. */
  seat: number;
  cards: "reshuffled" | "same";
  bot: string;
  /** None: the server's default. */
  bot_pace?: BotPace | null;
}

/** A table to open. */
export interface CreateTable {
  preset: string;
  /** What differs from the preset. */
  options?: Record<string, unknown>;
  seats: SeatPlan[];
  listed?: boolean;
  clock?: Clock | null;
  /** None: the server's default (`human` unless configured). */
  bot_pace?: BotPace | null;
  /** Begin at once; every seat must be filled. */
  start?: boolean;
}

/** A number over the match. */
export interface Curve {
  name: CurveName;
  plies: number[];
  values: number[];
}

/** The same cards for everybody on this server, by the rules of one edition, for one day. */
export interface DailyDeal {
  /** As `2026-11-16`, in UTC. */
  day: string;
  /** When the day is over, in milliseconds since 1970. */
  ends: number;
  game: GameId;
  preset: string;
  players: number;
  /** Who plays with you, or against you. */
  bots: string[];
  /** The hash of the key that decides the cards, published the day before. */
  seal: string;
  /** The key itself, when the day is over. */
  key: string | null;
  /** How many have played it to its end. */
  finished: number;
  mine: DailyGame | null;
  /** The best first; None until you have played it, or the day is over. */
  results: DailyResult[] | null;
}

/** The deals of a day, without lists of results, and the seals of the next. */
export interface DailyDeals {
  day: string;
  ends: number;
  deals: DailyDeal[];
  /** By edition. */
  next_seals: Record<string, string>;
}

/** One's own match of a deal. */
export interface DailyGame {
  /** The id of its table. */
  table: string;
  /** The id of its replay, when it is over. */
  replay: string | null;
  /** How it ended, when it is over. */
  result: MatchResult | null;
  /** Whether one's nickname is shown in the list of results. */
  named: boolean;
}

/** Whether one's nickname is shown in the list of results. */
export interface DailyName {
  named: boolean;
}

/** A finished match in the list of results. */
export interface DailyResult {
  /** None for somebody who is not named. */
  name: string | null;
  you: boolean;
  /** By which the list is sorted: the score in Hanabi, the lead in Koi-Koi. */
  points: number;
  result: MatchResult;
  replay: string;
}

/** Which packets the dealer gives, in which order. */
export type DealOrder = "twos" | "fours";

/** A round of Koi-Koi, or a game of Hanabi. */
export interface DealResult {
  replay: string;
  preset: string;
  ended: number;
  /** Its number in the match, from 1. */
  number: number;
  /** Where it begins. */
  ply: number;
  /** Koi-Koi: one's own less the opponent's. Hanabi: the score. */
  points: number;
  /** Hanabi: the most there was. */
  maximum: number | null;
}

/** The field is void: the same dealer deals again. */
export interface DealVoided {
  type: "deal-voided";
  pattern: Pattern;
}

/** Each drew a card, again while the months were equal; the earlier month deals. */
export interface DealerDrawn {
  type: "dealer-drawn";
  /** The cards of seats 0 and 1, draw by draw. */
  draws: [KoiKoiCard, KoiKoiCard][];
  dealer: number;
}

/** Delete a table with all its moves. */
export interface DeleteTable {
  act: "delete-table";
  table: string;
}

/** Discard a card from one's hand for a clue token. */
export interface Discard {
  type: "discard";
  card: number;
}

/** Who deals after a round that nobody won. */
export type DrawnDealer = "same" | "other";

/** A player asks to end the match here, without a result. */
export interface EndProposal {
  type: "end-match";
  by: number;
  waiting_for: number[];
}

/** The match ended otherwise than by its rules. */
export interface Ended {
  type: "ended";
  ending: Ending;
}

/** How the match ended. By its rules: then the view's outcome says the rest. */
export interface Ending {
  reason: "absence" | "idle" | "owner" | "rules" | "timeout" | "vote";
  /** Unless the rules ended it: 0 for all in Hanabi, the points of the finished rounds in Koi-Koi. */
  scores: number[];
  /** Koi-Koi after a timeout or an absence: the other player. Otherwise nobody. */
  winners: number[];
  /** Whose time ran out, or who stayed away. */
  seat: number | null;
}

/** A bonus tile undid an error. */
export interface ErrorRepaired {
  type: "error-repaired";
  errors: number;
}

/** Something that is true under any convention. */
export interface Fact {
  /** How many plies the match had before the action that it is about. */
  ply: number;
  /** Who acted. */
  seat: number;
  /** A code under `review.GAME`, and what fills it in. */
  reason: Reason;
  kind?: MistakeKind | null;
}

/** One multiplication of a stop's total. */
export interface Factor {
  name: FactorName;
  times: number;
}

/** Why a total is multiplied. */
export type FactorName = "own-calls" | "opponent-called" | "seven-or-more";

/** At the stop, field cards of the month paired with the lightning went to its owner. */
export interface FieldClaimed {
  type: "field-claimed";
  seat: number;
  cards: KoiKoiCard[];
}

/** A packet of cards came to the field. */
export interface FieldDealt {
  type: "field-dealt";
  cards: KoiKoiCard[];
}

/** A firework has its five cards. */
export interface FireworkCompleted {
  type: "firework-completed";
  suit: Suit;
}

/** Erase a person: the name goes from every table, and everything else is deleted. */
export interface ForgetPerson {
  act: "forget-person";
  person: string;
}

/** Some moments of a replay, one for each ply. */
export interface Frames {
  /** The ply of the first. */
  first: number;
  frames: Frame[];
}

/** The deals of a game that went best and worst. */
export interface GameDeals {
  game: GameId;
  best: DealResult[];
  /** The worst first; none that is among the best. */
  worst: DealResult[];
}

/** The game is over. */
export interface GameEnded {
  type: "game-ended";
  termination: string;
  score: number;
}

/** A game and all that can be chosen about it. */
export interface GameForm {
  id: GameId;
  name: string;
  text: string;
  /** How many can play. */
  players: number[];
  presets: PresetForm[];
  options: OptionForm[];
  /** The weakest first. */
  bots: BotForm[];
  /** The bot to suggest. */
  usual_bot: string;
}

/** What a person answered: an action, or a card for `what-card`. */
export interface GivenAnswer {
  puzzle: string;
  action?: Record<string, unknown> | null;
  card?: string | null;
  /** When; a time in the future counts as now, one of long ago as a month ago. */
  at: number;
}

/** Answers, sent at once or when the server can be reached again. */
export interface GivenAnswers {
  answers: GivenAnswer[];
  utc_offset?: number;
}

/** What follows from the view, worked out so that the client needs no rules. */
export interface HanabiAids {
  /**
   * For each card id in a hand: what its holder can still take it for, clues and all. Empty for
   * who asked for aids of the table only.
   */
  deductions: Record<number, HanabiCard[]>;
  /** For the seat to act: what each legal clue would touch. */
  clues: CluePreview[];
  /** Faces that fit a firework now. */
  playable: HanabiCard[];
  /** Faces of which the last copy is still needed. */
  indispensable: HanabiCard[];
  /** Faces that can never be played any more. */
  dead: HanabiCard[];
  /** What the fireworks are worth now. */
  score: number;
  /** The best score still possible. */
  maximum: number;
  /** Discards the team can afford; none under the final bouquet and after the end. */
  pace: number | null;
}

/** The face of a card; copies of a card are the same face. */
export type HanabiCard =
  | "w1"
  | "w2"
  | "w3"
  | "w4"
  | "w5"
  | "r1"
  | "r2"
  | "r3"
  | "r4"
  | "r5"
  | "b1"
  | "b2"
  | "b3"
  | "b4"
  | "b5"
  | "y1"
  | "y2"
  | "y3"
  | "y4"
  | "y5"
  | "g1"
  | "g2"
  | "g3"
  | "g4"
  | "g5"
  | "k1"
  | "k2"
  | "k3"
  | "k4"
  | "k5"
  | "m1"
  | "m2"
  | "m3"
  | "m4"
  | "m5"
  | "p1"
  | "p2"
  | "p3"
  | "p4"
  | "p5"
  | "i1"
  | "i2"
  | "i3"
  | "i4"
  | "i5"
  | "n1"
  | "n2"
  | "n3"
  | "n4"
  | "n5"
  | "c1"
  | "c2"
  | "c3"
  | "c4"
  | "c5"
  | "o1"
  | "o2"
  | "o3"
  | "o4"
  | "o5"
  | "u1"
  | "u2"
  | "u3"
  | "u4"
  | "u5"
  | "d1"
  | "d2"
  | "d3"
  | "d4"
  | "d5"
  | "l1"
  | "l2"
  | "l3"
  | "l4"
  | "l5"
  | "x1"
  | "x2"
  | "x3"
  | "x4"
  | "x5";

/** A card was added to its firework. */
export interface HanabiCardPlayed {
  type: "card-played";
  seat: number;
  /** Its id; `None` when it came from the deck or the discards. */
  card: number | null;
  face: HanabiCard;
  source?: "deck" | "discards" | "hand";
}

/**
 * One line of the log as its reader may know it: an accepted move, or something at the table.
 * `seq` rises but may skip numbers.
 */
export interface HanabiEntry {
  game: "hanabi";
  seq: number;
  at: number;
  /** The ply after it. */
  ply: number;
  /** Who moved; nobody at the deal. */
  seat: number | null;
  events: HanabiEvent[];
  table: TableEvent | null;
  /** Why a bot moved, where you may know that already: see `reasons`. */
  why: Reason | null;
}

/** A moment of a game of Hanabi. */
export interface HanabiFrame {
  game: "hanabi";
  /** As that seat saw it then; nothing is legal any more. */
  position: HanabiPosition;
  /** For each card in a hand: what its clues alone leave possible. */
  clued: Record<number, HanabiCard[]>;
  /** With everything open: the deck, the next card first. */
  upcoming: HanabiCard[] | null;
}

/** A player received a hand; the player alone does not see it. */
export interface HanabiHandDealt {
  type: "hand-dealt";
  seat: number;
  cards: number[];
  faces: HanabiCard[] | null;
}

/** The rules of one table. */
export interface HanabiOptions {
  colours: Colour[];
  avalanche: Avalanche;
  black_powder: boolean;
  flamboyants: boolean;
  tile_on_any_completion: boolean;
  final_bouquet: boolean;
  clue_tokens: number;
  errors: number;
  empty_clues: boolean;
  deck_play: boolean;
  first_seat: number | null;
  hand_size: number | null;
  values: number;
  first_copies: number;
  middle_copies: number;
  last_copies: number;
  keep_points: boolean;
  special_suits: SpecialSuit[];
  one_of_each: Suit[];
  ones: OddValue;
  fives: OddValue;
  colour_clues: ColourClues;
  value_clues: ValueClues;
  alternating_clues: boolean;
  half_tokens: boolean;
}

/** How a game of Hanabi ended. */
export interface HanabiOutcome {
  /** A stable identifier of why it ended. */
  termination: string;
  /** Points of each seat; equal for all in a cooperative game. */
  scores: number[];
  /** Empty after a draw or a shared loss; every seat after a shared win. */
  winners: number[];
  /** Won: every firework complete. Lost: the score is 0 whatever was built. */
  result: "lost" | "scored" | "won";
  score: number;
  /** The sum of the fireworks, kept for information after a loss. */
  points: number;
  maximum: number;
  /** `None` at all-or-nothing tables. */
  rating: Rating | null;
  /** The score is announced with the mention "black powder". */
  black_powder: boolean;
}

/** Where a game of Hanabi stands, for the one who receives this. */
export interface HanabiPosition {
  game: "hanabi";
  /** The last log entry this position includes. */
  seq: number;
  /** Send it back with a move. */
  ply: number;
  to_act: number | null;
  /** All you may choose now; empty unless it is your turn. `rearrange` is always free. */
  legal: HanabiAction[];
  view: HanabiView;
  /** None for who asked for none. */
  aids: HanabiAids;
  clock: ClockState | null;
}

/** What a game of Hanabi came to. */
export interface HanabiResult {
  game: "hanabi";
  reason: "absence" | "idle" | "owner" | "rules" | "timeout" | "vote";
  result: "abandoned" | "lost" | "scored" | "won";
  score: number;
  maximum: number;
}

/** One's games of one edition of Hanabi, played to their end. */
export interface HanabiStatistics {
  preset: string;
  games: number;
  won: number;
  lost: number;
  best: number;
  mean: number;
  /** The latest, the oldest of them first. */
  scores: ScorePoint[];
}

/** Everything a seat may use to decide. */
export interface HanabiView {
  options: HanabiOptions;
  /** Whose view it is; `None` for a spectator. */
  seat: number | null;
  to_act: number | null;
  ply: number;
  hands: HeldCard[][];
  /** How many cards are left to draw. */
  deck: number;
  /** How many cards each firework has. */
  fireworks: Partial<Record<Suit, number>>;
  discards: HanabiCard[];
  clue_tokens: number;
  errors: number;
  clues_given: number;
  turns_left: number | null;
  /** Bonus tiles still face down. */
  tiles: number;
  used_tiles: Tile[];
  pending: Tile | null;
  outcome: HanabiOutcome | null;
  /** The kind of the last clue, where clues alternate. */
  last_clue: "colour" | "value" | null;
  /** Half of the next clue token is back. */
  half_token: boolean;
}

/** A player holds the cards in another order. */
export interface HandRearranged {
  type: "hand-rearranged";
  seat: number;
  cards: number[];
}

/** A player looked at the hand for the first time. */
export interface HandSeen {
  type: "hand-seen";
  seat: number;
  cards?: KoiKoiCard[];
}

/** New log entries, already stored, and the position after them. */
export interface Happened {
  type: "happened";
  entries: LogEntry[];
  position: Position;
}

/** A card in a hand. */
export interface HeldCard {
  /** Its index in drawing order, from 0. */
  id: number;
  /** `None` where the viewer may not see it. */
  face?: HanabiCard | null;
  /** Colours it was told to be. */
  colours?: Suit[];
  not_colours?: Suit[];
  /** Values it was told to be: at most one. */
  values?: number[];
  not_values?: number[];
}

/** The lightning was refused: this seat holds the fourth card of the month and showed it. */
export interface HikiDeclared {
  type: "hiki-declared";
  seat: number;
  card: KoiKoiCard;
  aimed_at: KoiKoiCard;
}

/** What would a good player do? For practice games, when it is your turn. */
export interface Hint {
  type: "hint";
  id: string;
}

/** The answer to `hint`: what a good player would do with what you see. */
export interface Hinted {
  type: "hinted";
  id: string;
  ply: number;
  action: Record<string, unknown>;
  why: Reason | null;
}

/** A value that would not fit the rest, and why. */
export interface Impossible {
  /** `players` for the number of players. */
  option: string;
  value: unknown;
  why: string;
}

/** Keep the hand that was dealt. */
export interface Keep {
  type: "keep";
}

/** What follows from the view, worked out so that the client needs no rules. */
export interface KoiKoiAids {
  /** Every yaku of the table as each side may hope for it. */
  outlook: [YakuOutlook[], YakuOutlook[]];
  /** For each card of one's own hand: the field cards of its month. */
  matches: Partial<Record<KoiKoiCard, KoiKoiCard[]>>;
}

/** A player called koi-koi. */
export interface KoiKoiCalled {
  type: "koi-koi-called";
  seat: number;
}

/** How many koi-koi calls a round allows, both players counted together. */
export type KoiKoiCalls = "one" | "unlimited";

/** A flower card; its value is how it is written. */
export type KoiKoiCard =
  | "1L"
  | "1R"
  | "1a"
  | "1b"
  | "2A"
  | "2R"
  | "2a"
  | "2b"
  | "3L"
  | "3R"
  | "3a"
  | "3b"
  | "4A"
  | "4R"
  | "4a"
  | "4b"
  | "5A"
  | "5R"
  | "5a"
  | "5b"
  | "6A"
  | "6R"
  | "6a"
  | "6b"
  | "7A"
  | "7R"
  | "7a"
  | "7b"
  | "8L"
  | "8A"
  | "8a"
  | "8b"
  | "9A"
  | "9R"
  | "9a"
  | "9b"
  | "10A"
  | "10R"
  | "10a"
  | "10b"
  | "11L"
  | "11A"
  | "11R"
  | "11a"
  | "12L"
  | "12a"
  | "12b"
  | "12c";

/** A card came from a hand to the field, or captured there. */
export interface KoiKoiCardPlayed {
  type: "card-played";
  seat: number;
  card: KoiKoiCard;
  /** The field cards it took; none: it stays on the field. */
  captured?: KoiKoiCard[];
  /** The lightning took a card of another month. */
  joker?: boolean;
}

/** How a round ended. */
export type KoiKoiEnding =
  | "stop"
  | "forced-stop"
  | "lucky-hand"
  | "both-lucky"
  | "hands-empty";

/**
 * One line of the log as its reader may know it: an accepted move, or something at the table.
 * `seq` rises but may skip numbers.
 */
export interface KoiKoiEntry {
  game: "koikoi";
  seq: number;
  at: number;
  /** The ply after it. */
  ply: number;
  /** Who moved; nobody at the deal. */
  seat: number | null;
  events: KoiKoiEvent[];
  table: TableEvent | null;
  /** Why a bot moved, where you may know that already: see `reasons`. */
  why: Reason | null;
}

/** A moment of a match of Koi-Koi. */
export interface KoiKoiFrame {
  game: "koikoi";
  /** As that seat saw it then; nothing is legal any more. */
  position: KoiKoiPosition;
  /** The cards of which that seat could not tell where they were. */
  unseen: KoiKoiCard[];
  /** With everything open: the stock, the next card first. */
  upcoming: KoiKoiCard[] | null;
}

/** A packet of cards came to a hand. */
export interface KoiKoiHandDealt {
  type: "hand-dealt";
  seat: number;
  count: number;
  cards?: KoiKoiCard[];
  /** Not even its owner may look yet: the hands may still be swapped. */
  face_down?: boolean;
}

/** The rules of one table. */
export interface KoiKoiOptions {
  rounds: number;
  first_dealer: number | null;
  deal: DealOrder;
  hand_swap: boolean;
  lucky_hands: boolean;
  both_lucky: BothLucky;
  void_deals: VoidDeals;
  must_capture: boolean;
  rain_man_counts: boolean;
  viewing_yaku: boolean;
  triad: Triad;
  cup_is_plain: boolean;
  cup_counts_once: boolean;
  additive: boolean;
  koikoi_calls: KoiKoiCalls;
  own_calls_multiply: boolean;
  drawn_dealer: DrawnDealer;
  gaji: boolean;
}

/** How a match ended, round by round. */
export interface KoiKoiOutcome {
  /** A stable identifier of why it ended. */
  termination: string;
  /** Points of each seat; equal for all in a cooperative game. */
  scores: number[];
  /** Empty after a draw or a shared loss; every seat after a shared win. */
  winners: number[];
  rounds: RoundResult[];
}

/** Where a match of Koi-Koi stands, for the one who receives this. */
export interface KoiKoiPosition {
  game: "koikoi";
  /** The last log entry this position includes. */
  seq: number;
  /** Send it back with a move. */
  ply: number;
  to_act: number | null;
  /** All you may choose now; empty unless it is your turn. */
  legal: KoiKoiAction[];
  view: KoiKoiView;
  /** None for who asked for none. */
  aids: KoiKoiAids;
  clock: ClockState | null;
}

/** What a match of Koi-Koi came to; pairs are of seats 0 and 1. */
export interface KoiKoiResult {
  game: "koikoi";
  reason: "absence" | "idle" | "owner" | "rules" | "timeout" | "vote";
  scores: [number, number];
  winners: number[];
  /** How many were played to their end. */
  rounds: number;
  rounds_won: [number, number];
  /** How often each won a round with each yaku. */
  yaku: [Partial<Record<Yaku, number>>, Partial<Record<Yaku, number>>];
}

/** One's matches of one edition of Koi-Koi. */
export interface KoiKoiStatistics {
  preset: string;
  matches: number;
  won: number;
  drawn: number;
  lost: number;
  points: number;
  points_against: number;
  rounds: number;
  rounds_won: number;
}

/** A match as seen by one seat. */
export interface KoiKoiView {
  /** Whose view it is; `None` for a spectator. */
  seat: number | null;
  options: KoiKoiOptions;
  ply: number;
  phase: Phase;
  to_act: number | null;
  /** The round being played, from 1. */
  number: number;
  dealer: number;
  scores: [number, number];
  /** The rounds played so far. */
  results: RoundResult[];
  /** The cards in hand where they may be seen: one's own once looked at, all after the match. */
  hands: [KoiKoiCard[] | null, KoiKoiCard[] | null];
  hand_sizes: [number, number];
  /** Publicly known cards in each hand: a Hiki, and the lightning it refused. */
  known: [KoiKoiCard[], KoiKoiCard[]];
  /** Unseen cards that are publicly known not to be in each hand. */
  ruled_out: [KoiKoiCard[], KoiKoiCard[]];
  field: KoiKoiCard[];
  captures: [KoiKoiCard[], KoiKoiCard[]];
  /** How many cards are left in it. */
  stock: number;
  /** The stock card that waits for the choice of its capture. */
  turned?: KoiKoiCard | null;
  /** What each seat has played from its hand this round. */
  played: [KoiKoiCard[], KoiKoiCard[]];
  yaku: [YakuPoints[], YakuPoints[]];
  /** Each side's yaku total when it last had to stop or call. */
  asked: [number, number];
  calls: [number, number];
  /** Calls not annulled by a rise of the opponent's yaku. */
  standing_calls: [number, number];
  /** While a player decides: what stopping would bring. */
  stop?: StopValue | null;
  /** Both dealt hands were lucky, and play went on. */
  both_lucky?: boolean;
  /** Who took a card with the lightning as a joker, and that card's month. */
  pairing?: Pairing | null;
}

/** The deck is empty: this many turns remain. */
export interface LastRoundBegan {
  type: "last-round-began";
  turns: number;
}

/** Get up. Before the start the seat is open again; later it stays yours to come back to. */
export interface Leave {
  type: "leave";
  id: string;
}

/** The progress in a lesson. */
export interface LessonState {
  id: GameId;
  /** How many steps are done. */
  step: number;
  steps: number;
  /** The move that the step asks for, when it is the learner's turn. */
  expected: Record<string, unknown> | null;
  /** Another move was made: the ply to take it back to. */
  back_to: number | null;
}

/** Ask for a private address that opens your seat on another device. */
export interface LinkSeat {
  type: "link-seat";
  id: string;
}

/** A player laid down a lucky hand. */
export interface LuckyHandShown {
  type: "lucky-hand-shown";
  seat: number;
  pattern: Pattern;
  cards: KoiKoiCard[];
}

/** Both hands are lucky, so neither counts and neither is shown. */
export interface LuckyHandsCancelled {
  type: "lucky-hands-cancelled";
}

/** All rounds are played. */
export interface MatchEnded {
  type: "match-ended";
  outcome: KoiKoiOutcome;
}

/** The person with this cookie. */
export interface Me {
  /** None until a nickname was chosen. */
  name: string | null;
}

/** How often a kind of mistake was made in a game. */
export interface MistakeTotal {
  game: GameId;
  kind: MistakeKind;
  count: number;
  /** In how many matches. */
  matches: number;
  /** What all of them cost: Koi-Koi, in matches; Hanabi, in points. */
  loss: number;
}

/** A decision of the reviewed seat. */
export interface Moment {
  /** How many plies the match had before it: the position to show. */
  ply: number;
  /** What the seat did. */
  action: Record<string, unknown>;
  /** None where there was no choice, or no judgement. */
  verdict?: Verdict | null;
  /** How much less the action was worth than the best one; 0 if that is within the error. */
  loss?: number;
  /** The standard error of the loss. */
  error?: number;
  /** The legal actions that were compared, the best first, the one chosen included. */
  alternatives?: Alternative[];
  kind?: MistakeKind | null;
  /** Why it matters, one sentence each: codes under `review.GAME` in every language. */
  reasons?: Reason[];
}

/** Act in your seat. The same id twice counts once, from whatever connection. */
export interface MoveCommand {
  type: "move";
  id: string;
  /** The ply of the position it answers; not looked at for a gesture. */
  ply: number;
  action: HanabiAction | KoiKoiAction;
}

/** All answers of this person, the oldest first, and their streaks. */
export interface MyPuzzles {
  answers: AnsweredPuzzle[];
  streaks: Streak[];
}

/** In a plan of seats: for the person who opens the table. */
export interface MySeat {
  type: "me";
}

/** A nickname to go by. */
export interface NewName {
  name: string;
}

/** A table, or the person at one of its seats, to report to the owner of the server. */
export interface NewReport {
  reason: ReportReason;
  /** None for the table itself. */
  seat?: number | null;
  text?: string;
}

/** Nobody has asked for it, or it was cancelled. */
export interface NoReview {
  status: "none";
  /** What may be asked for on this server; nothing where reviews are switched off. */
  depths: Depth[];
}

/** Write a private note; an empty text removes it. */
export interface Note {
  type: "note";
  id: string;
  key: string;
  text: string;
}

/** Your private notes after a change, also one made on your other device. */
export interface Notes {
  type: "notes";
  notes: Record<string, string>;
}

/** How clues touch the 1s, or the 5s, of all suits. */
export type OddValue =
  | "ordinary"
  | "rainbow"
  | "pink"
  | "clear"
  | "brown"
  | "omni"
  | "null"
  | "muddy"
  | "light"
  | "deceptive";

/** In a plan of seats: for a friend with the link, or for anybody at a listed table. */
export interface OpenSeat {
  type: "open";
}

/** Rounds of Koi-Koi that one began with the same sort of card. */
export interface OpeningTotal {
  month: number;
  kind: CardKind;
  /** It took a card from the field. */
  captured: boolean;
  rounds: number;
  won: number;
  /** One's own less the opponent's. */
  points: number;
}

/** An option of a game in the words of a language. */
export interface OptionForm {
  name: string;
  kind: "choice" | "flag" | "list" | "number";
  label: string;
  text: string;
  /** Where it comes from: booklet numbers, or `online`. */
  booklets: string[];
  /** For `choice` and `list`; a nullable option has a choice of value null. */
  choices: ChoiceInfo[];
  minimum: number | null;
  maximum: number | null;
  nullable: boolean;
}

/** Options to look at before opening a table. */
export interface OptionsQuery {
  preset: string;
  options?: Record<string, unknown>;
  players?: number;
}

/** What some of the others did. */
export interface OthersChoice {
  action: Record<string, unknown>;
  count: number;
}

/** How others played the same deal, as long as their matches were the same as this one. */
export interface OthersPlay {
  /** How many others there are. */
  matches: number;
  plies: OthersPly[];
}

/** What the others did in the same position. */
export interface OthersPly {
  ply: number;
  /** The most frequent first. */
  choices: OthersChoice[];
}

/** A line of the log of the owner's acts. */
export interface OwnerAct {
  id: string;
  at: number;
  act: string;
  subject: string;
  detail: string;
}

/** The log of the owner's acts, the latest first. */
export interface OwnerActs {
  acts: OwnerAct[];
  more: boolean;
}

/** An address, as a hash. */
export interface OwnerAddress {
  hash: string;
  /** Tables opened from it that are still stored. */
  tables: number;
  /** Records imported from it that are still stored. */
  imports: number;
  blocked: boolean;
  blocked_at: number | null;
  /** When its block ends; None where it does not. */
  until: number | null;
  reason: string;
}

/** Blocked addresses, then those that most is stored from. */
export interface OwnerAddresses {
  addresses: OwnerAddress[];
}

/** How the server is doing. Figures of memory, sockets and queues are those of one process. */
export interface OwnerOverview {
  version: string;
  now: number;
  uptime_seconds: number;
  sockets: number;
  tables_in_memory: number;
  queues: OwnerQueue[];
  /** None where the system does not tell, as with the next one. */
  memory_bytes: number | null;
  descriptors: number | null;
  descriptor_limit: number;
  /** How late the event loop was half a second ago: everybody's wait. */
  loop_lag_ms: number;
  database_bytes: number | null;
  /** None for a database on another machine. */
  disk_free_bytes: number | null;
  /** With `full`, new tables and imports are refused. */
  disk: "enough" | "full" | "low";
  /** Since the process started, by code. */
  refusals: Record<string, number>;
  /** Stored tables by status. */
  tables: Record<string, number>;
  people: number;
  /** Reports that wait for the owner. */
  reports: number;
  blocked_people: number;
  blocked_addresses: number;
  processes: OwnerProcess[];
}

/** People, the last seen first. */
export interface OwnerPeople {
  people: OwnerPerson[];
  more: boolean;
}

/** A person who has visited. */
export interface OwnerPerson {
  id: string;
  name: string | null;
  created: number;
  /** The day of the last visit. */
  seen: number;
  restriction: Restriction | null;
  /** Tables where they sit or sat. */
  tables: number;
  /** Reports about them that wait for the owner. */
  reports: number;
}

/** A server process. */
export interface OwnerProcess {
  id: string;
  /** It is the one that answers. */
  mine: boolean;
  /** Its last sign of life. */
  seen: number;
}

/** A queue: bots of one kind that think, or replays and reviews that are computed. */
export interface OwnerQueue {
  /** `plain`, `compiled`: quick bots; `brief`, `long`: bots that search. */
  name: QueueName;
  /** What is being done. */
  busy: number;
  /** How much can be done at once. */
  slots: number;
  waiting: number;
}

/** What a person reported. */
export interface OwnerReport {
  id: string;
  at: number;
  /** The id of the person who reported it. */
  reporter: string;
  table: string;
  /** The id of the person it is about; None if it is about the table. */
  person: string | null;
  /** Their nickname when it was reported. */
  name: string | null;
  reason: ReportReason;
  text: string;
  closed: number | null;
}

/** Reports, those that wait the longest first. */
export interface OwnerReports {
  reports: OwnerReport[];
  more: boolean;
}

/** A seat and who has it. */
export interface OwnerSeat {
  seat: number;
  /** The nickname, or the bot; None for an open seat. */
  name: string | null;
  /** The ids of the person's browsers; none for a bot, and for a person who was forgotten. */
  people: string[];
  bot: boolean;
  host: boolean;
}

/** The secret of a one-time link. */
export interface OwnerSignIn {
  key: string;
}

/** This browser may use the owner's page. */
export interface OwnerSignedIn {
  /** Milliseconds since 1970; then it takes a new link. */
  until: number;
}

/** A table, without anything that its players may not know. */
export interface OwnerTable {
  id: string;
  /** Its name in the log. */
  tag: string;
  game: string;
  preset: string;
  status: TableStatus;
  listed: boolean;
  seats: OwnerSeat[];
  /** Milliseconds since 1970. */
  created: number;
  changed: number;
  /** How much was done there. */
  entries: number;
  /** The id of the person who opened it. */
  opener: string | null;
  /** The hash of the address it was opened from. */
  address: string | null;
  /** Reports about it that wait for the owner. */
  reports: number;
  /** How many have it open, in all processes; only on the page. */
  viewers?: number;
}

/** Tables, the last changed first. */
export interface OwnerTables {
  tables: OwnerTable[];
  /** There are more than these. */
  more: boolean;
}

/** The lightning took a card as a joker: who owns the two, and that card's month. */
export interface Pairing {
  owner: number;
  month: number;
}

/** What makes a dealt hand lucky or a dealt field void. */
export type Pattern = "four-of-a-month" | "four-pairs";

/** The kind of decision to be made. */
export type Phase = "swap" | "play" | "turned" | "decide" | "over";

/** Ask whether the server still answers. */
export interface Ping {
  type: "ping";
  id: string;
}

/** Play a card from one's hand. */
export interface Play {
  type: "play";
  card: number;
}

/** After the end: a new table, same people, same options. The first request makes it. */
export interface PlayAgain {
  type: "play-again";
  id: string;
}

/**
 * Play a card from the hand. What it captures is named only where there is a choice: one of two
 * field cards of its month, or the card at which the lightning aims as a joker.
 */
export interface PlayCard {
  type: "play-card";
  card: KoiKoiCard;
  capture?: KoiKoiCard | null;
}

/** Play the last card of the deck unseen, where the table allows it. */
export interface PlayFromDeck {
  type: "play-from-deck";
}

/** A finished match in the list of one's own. */
export interface PlayedMatch {
  replay: string;
  preset: string;
  ended: number;
  plies: number;
  /** One's own. */
  seat: number;
  seats: SeatInfo[];
  /** It was played on from a replay. */
  branch: Branch | null;
  /** Why it does not count in the statistics; None: it does. */
  unrated: "branch" | "idle" | "lesson" | "owner" | "stand-in" | "take-back" | "vote" | null;
  result: MatchResult;
}

/** One's own finished matches, the latest first. */
export interface PlayedMatches {
  matches: PlayedMatch[];
  /** There are older ones: ask again with `before` the last of these. */
  more: boolean;
}

/** A puzzle with everything that is needed to solve it and to explain its answer. */
export interface PosedPuzzle {
  id: string;
  game: GameId;
  kind: PuzzleKind;
  level: number;
  preset: string;
  /** Every option of the table. */
  options: Record<string, unknown>;
  /** The options that differ from the preset. */
  changed: string[];
  players: number;
  /** Who is asked, and through whose eyes everything here is seen. */
  seat: number;
  /** For `what-card`: the id of the card in that hand. */
  asked_card: number | null;
  /** For `what-card` without deductions, which might tell the answer. */
  position: Position;
  /** What happened: in Koi-Koi in this round. Its times are 0. */
  log: LogEntry[];
  /** The right one first. */
  answers: PuzzleChoice[];
  /** How much better the right answer is than the second. */
  margin: number;
  /** The standard error of the margin; 0 where it was solved exactly. */
  error: number;
  explanation: Reason[];
  /** Where the game comes from: `self-play`, or the site that it was played on. */
  source: string;
}

/** A box that people own. */
export interface PresetForm {
  id: string;
  name: string;
  /** The edition in two sentences. */
  text: string;
  edition: string;
  booklet: string;
  /** Every option as the box plays it. */
  options: Record<string, unknown>;
  /** The variants its booklet describes: what switching each of them on means. */
  offers: Record<string, unknown>;
}

/** The body of every refused request. */
export interface Problem {
  code: ErrorCode;
  message: string;
  where: string | null;
  /** With `bot/unsupported`: a bot that can play there. */
  instead: string | null;
  /** Seconds to wait before trying again, as in the header `Retry-After`. */
  retry_after?: number;
}

/** How one's play develops. Matches that are `unrated` do not count. */
export interface Progress {
  /** The oldest first, the latest few hundred. */
  matches: ReviewedMatch[];
  /** Those of a game together, the costliest first. */
  mistakes: MistakeTotal[];
  /** The most frequent first. */
  openings: OpeningTotal[];
  deals: GameDeals[];
  /** The latest matches that nobody has asked to be reviewed: replay ids. */
  unreviewed: string[];
  /** Reviews that one has asked for and that are not done. */
  pending: number;
}

/**
 * Ask everybody to take moves back or to end the match. Bots agree, people answer. Once a person
 * is absent, those who are left may end it without them, or claim the win.
 */
export interface Propose {
  type: "propose";
  id: string;
  what: "claim-win" | "end-match" | "take-back";
  /** The position to return to; by default the one of your own last decision. */
  ply?: number | null;
}

/** Delete what is older than the owner keeps it, for at most a minute; `detail` is JSON. */
export interface Prune {
  act: "prune";
}

/** An answer that was compared with the others, and what it is worth. */
export interface PuzzleChoice {
  action: Record<string, unknown> | null;
  /** For `what-card`: a face, `r3`. */
  card: string | null;
  /** As in a review; for `what-card`, 1 for the right face and 0 for the others. */
  value: number;
}

/** All puzzles of this server. */
export interface PuzzleList {
  games: PuzzlesOfGame[];
}

/** Puzzles that are loaded together. */
export interface PuzzlePack {
  id: string;
  puzzles: PosedPuzzle[];
}

/** A puzzle in the list. */
export interface PuzzleSummary {
  id: string;
  kind: PuzzleKind;
  /** 1 to 5, from easy to hard. */
  level: number;
  /** Its pack: a place in `packs`. */
  pack: number;
}

/** The puzzles of one game, the easiest first. */
export interface PuzzlesOfGame {
  game: GameId;
  /** The ids of its packs. A pack of an id never changes. */
  packs: string[];
  puzzles: PuzzleSummary[];
}

/** The artificers' federation's verdict. */
export type Rating =
  | "horrible"
  | "mediocre"
  | "honourable"
  | "excellent"
  | "extraordinary"
  | "legendary"
  | "divine";

/** A gesture, allowed at any time: arrange one's hand in another order. */
export interface Rearrange {
  type: "rearrange";
  cards: number[];
}

/** Why a bot moved: a sentence of the message catalogue, and the facts that fill it in. */
export interface Reason {
  /** Under `why.hanabi` or `why.koikoi` in every language. */
  code: string;
  /**
   * Numbers as they are; else a kind and a value: `seat:2`, `card:r3`, `colour:red`. Kinds: seat,
   * card, colour, value, slot (from 1), yaku, month, plant, number (`number:24.3`); several values
   * with commas, `card:r3,g1`, or one of several, `card:4R|4a`. The fact called `seat` is the
   * player addressed.
   */
  facts?: Record<string, string | number>;
  /** Whether it may reveal hidden information to a seat; then it is shown after the match. */
  secret?: boolean;
}

/**
 * The match is over, and bots say why they moved: by the `seq` of the log entry. During the match,
 * a person alone with bots receives those that reveal nothing, in the entry.
 */
export interface Reasons {
  type: "reasons";
  reasons: Record<number, Reason>;
}

/** Bonus tile 6: play a discarded card. */
export interface RecoverCard {
  type: "recover-card";
  card: HanabiCard;
}

/** The command was refused and changed nothing; or the connection cannot go on. */
export interface Refusal {
  type: "error";
  code: ErrorCode;
  /** A sentence in English for people; the code is for programs. */
  message: string;
  /** The command it answers, where that could be read. */
  id: string | null;
  /** The option or field concerned. */
  where: string | null;
  /** With `move/stale`: where the match stands. */
  position: Position | null;
  /** With `bot/unsupported`: a bot that can play here. */
  instead: string | null;
  /** With a refused move: which rule forbids it, under `refusal` in the message catalogue. */
  why: Reason | null;
  /** Seconds to wait before trying again, where a limit was reached. */
  retry_after?: number;
}

/** These people play again at another table. */
export interface Rematch {
  type: "rematch";
  table: string;
}

/** Give a person another nickname, at every table whose match is not over. */
export interface RenamePerson {
  act: "rename-person";
  /** The id, the beginning of it, or the nickname. */
  person: string;
  name: string;
}

/** A finished match or an imported record, as one seat saw it or with everything open. */
export interface Replay {
  id: string;
  /** The table at the end; its id is the replay's, because the table's own stays private. */
  table: TableInfo;
  /** The replay has the frames 0 to this. */
  plies: number;
  /** The seat from which the log is seen; none: everything open. */
  seat: number | null;
  /** The seat of the person who asks. */
  you: number | null;
  /** What happened and stands; each belongs to the frame of its ply. */
  log: LogEntry[];
  /** In what forms the record can be had. */
  forms: RecordForm[];
  /** It was imported from a file. */
  imported: boolean;
}

/** The answer to a record that was taken in. */
export interface ReplayOpened {
  id: string;
  /** The address to show to friends: `…/replay/ID`. */
  url: string;
}

/** The report waits for the owner. */
export interface Reported {
  id: string;
}

/** Bonus tile 5: shuffle a discarded card into the deck. */
export interface ReturnCard {
  type: "return-card";
  card: HanabiCard;
}

/** A whole match. It names no player, so that it can be kept when a name is erased. */
export interface Review {
  format: "hanamichi-review";
  version: number;
  game: string;
  preset: string | null;
  depth: Depth;
  plies: number;
  /** Koi-Koi: the ply at which each round begins. */
  rounds: number[];
  /** The reviewed seats. */
  seats: SeatReview[];
}

/** It is stored with the replay, for everybody. */
export interface ReviewDone {
  status: "done";
  /** What may be asked for on this server; nothing where reviews are switched off. */
  depths: Depth[];
  review: Review;
}

/** It could not be made. Asking again tries again. */
export interface ReviewFailed {
  status: "failed";
  /** What may be asked for on this server; nothing where reviews are switched off. */
  depths: Depth[];
  depth: Depth;
  code: ErrorCode;
}

/** It is being made. */
export interface ReviewRunning {
  status: "running";
  /** What may be asked for on this server; nothing where reviews are switched off. */
  depths: Depth[];
  depth: Depth;
  /** Percent. */
  progress: number;
  /** You asked for it, and may cancel that. */
  yours: boolean;
}

/** It waits until those before it are done. */
export interface ReviewWaiting {
  status: "waiting";
  /** What may be asked for on this server; nothing where reviews are switched off. */
  depths: Depth[];
  /** How deep it will be: a deep one also serves those who asked for a standard one. */
  depth: Depth;
  /** Its place in the queue; 1 is next. It may fall back behind people who asked for less. */
  place: number;
  /** You asked for it, and may cancel that. */
  yours: boolean;
}

/** A match of one's own that was reviewed. */
export interface ReviewedMatch {
  replay: string;
  preset: string;
  ended: number;
  /** One's own. */
  seat: number;
  depth: Depth;
  /** 0 to 100; none where there was nothing to choose. */
  accuracy: number | null;
  /** How many decisions were what. */
  verdicts: Record<Verdict, number>;
  /** How many mistakes of each kind. */
  kinds: Record<MistakeKind, number>;
}

/** End all links to your seat, and take it from the devices that used one. */
export interface RevokeSeatLinks {
  type: "revoke-seat-links";
  id: string;
}

/** A round is over. */
export interface RoundEnded {
  type: "round-ended";
  result: RoundResult;
  scores: [number, number];
}

/** The result of one round. */
export interface RoundResult {
  /** The number of the round, from 1. */
  number: number;
  dealer: number;
  ending: KoiKoiEnding;
  winner?: number | null;
  /** The winner's points and their parts. */
  value?: StopValue | null;
  /** The lucky hand that won, if any. */
  lucky?: Pattern | null;
}

/** A new round begins. */
export interface RoundStarted {
  type: "round-started";
  number: number;
  dealer: number;
}

/** The rules of one table in one language. */
export interface Rules {
  lang: string;
  title: string;
  sections: RulesSection[];
}

/** An unordered list. */
export interface RulesBullets {
  type: "bullets";
  items: string[];
}

/** Some sentences. */
export interface RulesParagraph {
  type: "paragraph";
  text: string;
}

/** A heading and its blocks. */
export interface RulesSection {
  heading: string;
  blocks: RulesBlock[];
}

/** A numbered list. */
export interface RulesSteps {
  type: "steps";
  items: string[];
}

/** Columns of short cells; the last column may hold sentences. */
export interface RulesTable {
  type: "table";
  head: string[];
  rows: string[][];
}

/** One game in a line of scores. */
export interface ScorePoint {
  replay: string;
  ended: number;
  score: number;
  maximum: number;
}

/** An order that chance gave. */
export interface SealedDraw {
  /** What needed it: 0 the deal, then every move ever made. */
  deed: number;
  label: string;
  order: (string | number)[];
}

/** A seat and who has it, as everybody may know. */
export interface SeatInfo {
  seat: number;
  kind: "bot" | "open" | "person";
  /** The nickname of the person, or the id of the bot; nothing for an open seat. */
  name: string | null;
  /** The bot that decides here now: always for a bot's seat, and while one stands in. */
  bot: string | null;
  /** This person opened the table. */
  host: boolean;
  /** The person has the table open somewhere; bots always do. */
  connected: boolean;
  /** The person left, or stayed away too long: those who are left decide how to go on. */
  absent: boolean;
  /** When that will be or was so, if the match waits for a person who is not connected. */
  absent_at: number | null;
  /** The bot is not ready yet, as the first time on a machine; it will move once it is. */
  warming: boolean;
}

/** The answer to `link-seat`: open this address on another device to play the same seat. */
export interface SeatLink {
  type: "seat-link";
  id: string;
  /** `…/table/ID#seat=KEY`. A secret of this seat: after `#`, so that no server log holds it. */
  url: string;
  /** When it stops working; `revoke-seat-links` ends it earlier. */
  expires: number;
}

/** The match as one seat played it. */
export interface SeatReview {
  seat: number;
  /** 0 to 100; None if the seat had no choice. */
  accuracy?: number | null;
  /** Every decision, in order. */
  moments?: Moment[];
  /** The plies of the moments that lost most, the worst first: three at most. */
  costliest?: number[];
  facts?: Fact[];
  curves?: Curve[];
  /** Hanabi: cards got for each clue, by the whole table; None if no clue was given. */
  efficiency?: number | null;
  /** Hanabi: the efficiency that a perfect game needs at this table. */
  required_efficiency?: number | null;
}

/** What to receive with positions from now on. A new snapshot follows. */
export interface SetAids {
  type: "set-aids";
  id: string;
  aids: "all" | "no" | "table";
}

/** Host, before the start: give a seat to a bot, leave it open, or take it. */
export interface SetSeat {
  type: "set-seat";
  id: string;
  seat: number;
  plan: SeatPlan;
}

/** Replace a person's nickname by a neutral one that they cannot change. */
export interface SilencePerson {
  act: "silence-person";
  person: string;
}

/** Take an open seat, any or this one, before the start. */
export interface Sit {
  type: "sit";
  id: string;
  seat?: number | null;
}

/** Everything: after connecting, whenever your seat changes, and after `set-aids`. */
export interface Snapshot {
  type: "snapshot";
  table: TableInfo;
  you: You;
  /** The server's time, to compare `absent_at` with. */
  now: number;
  /** None until the match starts. */
  position: Position | null;
  /** The whole log, or what came after `?seen=` when the connection names it. */
  log: LogEntry[];
  /** The `seen` that was honoured; 0 when the log is whole. */
  since: number;
  /** Your private notes: by card id, or by any key the client chose. */
  notes: Record<string, string>;
}

/** A suit of online variants, ten cards, that clues touch in a way of its own. */
export type SpecialSuit =
  | "pink"
  | "brown"
  | "clear"
  | "omni"
  | "null"
  | "muddy"
  | "light"
  | "prism";

/** Ask those who are left to let a bot decide for an absent person. */
export interface StandIn {
  type: "stand-in";
  id: string;
  seat: number;
  bot: string;
}

/** A player asks to let a bot decide for an absent person. */
export interface StandInProposal {
  type: "stand-in";
  by: number;
  /** Who is absent. */
  seat: number;
  bot: string;
  waiting_for: number[];
}

/** Host: begin; every seat must be filled. */
export interface Start {
  type: "start";
  id: string;
}

/** What one's games come to. Matches that are `unrated` do not count. */
export interface Statistics {
  hanabi: HanabiStatistics[];
  koikoi: KoiKoiStatistics[];
  /** The favourite first. */
  yaku: YakuCount[];
}

/** A bot decides for an absent person from here on. */
export interface StoodIn {
  type: "stood-in";
  seat: number;
  bot: string;
}

/** End the round and score. */
export interface Stop {
  type: "stop";
}

/** What ending the round brings: the yaku, their total, and what multiplies it. */
export interface StopValue {
  yaku: YakuPoints[];
  total: number;
  factors: Factor[];
  points: number;
}

/** How a person is doing with the puzzles of a game; only first answers count. */
export interface Streak {
  game: GameId;
  answered: number;
  right: number;
  /** Right answers in a row, up to the last. */
  current: number;
  /** The most right answers in a row. */
  best: number;
  /** Days in a row with an answer, up to today or yesterday. */
  days: number;
}

/** What a card belongs to: six ordinary colours, and suits that clues touch in other ways. */
export type Suit =
  | "white"
  | "red"
  | "blue"
  | "yellow"
  | "green"
  | "black"
  | "multicolour"
  | "powder"
  | "pink"
  | "brown"
  | "clear"
  | "omni"
  | "null"
  | "muddy"
  | "light"
  | "prism";

/** Demand the dealer's hand, unseen, for one's own. */
export interface Swap {
  type: "swap";
}

/** The dealer's opponent swapped the unseen hands or left them. */
export interface SwapDecided {
  type: "swap-decided";
  seat: number;
  swapped: boolean;
}

/** Seats, presence, settings, a proposal or the status changed. */
export interface TableChanged {
  type: "table-changed";
  table: TableInfo;
  you: You;
  /** The server's time, to compare `absent_at` with. */
  now: number;
}

/** The answer to a new table. */
export interface TableCreated {
  id: string;
  /** The address to send to friends: `…/table/ID`. */
  url: string;
  /** What was not done quite as asked: a parameter out of bounds. */
  notices: string[];
}

/** Everything about a table but the match on it. */
export interface TableInfo {
  id: string;
  game: GameId;
  preset: string;
  /** Every option of the table, as the rules read them. */
  options: Record<string, unknown>;
  /** The options that differ from the preset. */
  changed: string[];
  status: TableStatus;
  /** Shown in the list of open tables; otherwise only the link leads here. */
  listed: boolean;
  bot_pace: BotPace;
  /** The bots that cannot play here. */
  unfit_bots: BotObstacle[];
  /** None: there is no time limit. */
  clock: Clock | null;
  seats: SeatInfo[];
  /** How many watch without a seat. */
  spectators: number;
  proposal: Proposal | null;
  ending: Ending | null;
  /** Why the match counts in nobody's statistics; None: it counts when it is played to its end. */
  unrated: "branch" | "idle" | "lesson" | "owner" | "stand-in" | "take-back" | "vote" | null;
  /** The id of the table where these people play again. */
  rematch: string | null;
  /** The day whose deal is played here, as `2026-11-16`: once, alone with bots, without aid. */
  daily: string | null;
  /** For a guided first game. */
  lesson: LessonState | null;
  /** The hash of the key that decides the shuffle, shown from the first moment of the match on. */
  seal: string | null;
  /** When the match is over: the id under which everybody may see it again, at `/replay/ID`. */
  replay: string | null;
  /** The moment of a replay from which this match is played on. */
  branch: Branch | null;
  created: number;
}

/** Open tables, or your own. */
export interface TableList {
  tables: TableSummary[];
}

/** A table in a list. */
export interface TableSummary {
  id: string;
  game: GameId;
  preset: string;
  status: TableStatus;
  seats: SeatInfo[];
  clock: Clock | null;
  created: number;
  /** When something last happened there. */
  changed: number;
  /** In the list of your own tables: it waits for you. */
  your_turn: boolean;
}

/** A player asks to return to an earlier position. */
export interface TakeBackProposal {
  type: "take-back";
  by: number;
  /** The ply of the position to return to. */
  ply: number;
  /** The people who have not answered. */
  waiting_for: number[];
  /** The moves have shown somebody something hidden: without them the match counts for nobody. */
  unrated: boolean;
}

/** Choose which of two field cards the card turned from the stock captures. */
export interface TakeCard {
  type: "take-card";
  card: KoiKoiCard;
}

/** All agreed to return: log entries with a later ply no longer count. */
export interface TakenBack {
  type: "taken-back";
  by: number;
  /** The ply of the position returned to. */
  ply: number;
  /** The `seq` of the entries that no longer count. */
  removed: number[];
  /** They had shown somebody something hidden, so the match counts for nobody from then on. */
  unrated: boolean;
}

/** What a revealed tile does (001, 5 flamboyants). */
export type Tile =
  | "clue-token"
  | "repair"
  | "colour-clue"
  | "value-clue"
  | "return-card"
  | "recover-card";

/** A bonus tile was turned up. */
export interface TileRevealed {
  type: "tile-revealed";
  tile: Tile;
}

/** The revealed tile can do nothing now. */
export interface TileWithoutEffect {
  type: "tile-without-effect";
  tile: Tile;
}

/** A clue token came back, or half of one. */
export interface TokenGained {
  type: "token-gained";
  /** How many whole tokens there are. */
  tokens: number;
  /** Half a token came back, and the other half is missing. */
  half?: boolean;
}

/** A clue token was due, but all tokens are available already. */
export interface TokenLost {
  type: "token-lost";
}

/** What poem and blue ribbons are worth together. */
export type Triad = "none" | "bonus" | "together";

/** It is this seat's turn now. */
export interface TurnPassed {
  type: "turn-passed";
  seat: number;
}

/** Lift the block of an address. */
export interface UnblockAddress {
  act: "unblock-address";
  address: string;
}

/** Lift the block of a person. */
export interface UnblockPerson {
  act: "unblock-person";
  person: string;
}

/** All that is needed to lay every deck of a match again; `docs/fairness.md` says how. */
export interface Unsealed {
  /** The hash of the key, as it was shown before the first move. None: there was no seal. */
  commitment: string | null;
  key: string | null;
  draws: SealedDraw[];
}

/** Let a silenced person choose a nickname again. */
export interface UnsilencePerson {
  act: "unsilence-person";
  person: string;
}

/** On the other device: share the seat for which the link was made. */
export interface UseSeatLink {
  type: "use-seat-link";
  id: string;
  key: string;
}

/** Tell a player which cards are of a value. */
export interface ValueClue {
  type: "value-clue";
  target: number;
  value: number;
}

/** What a value clue touches. */
export type ValueClues = "ordinary" | "up-to" | "from" | "blind" | "none";

/** Which fields are dealt again. */
export type VoidDeals = "never" | "four-of-a-month" | "four-or-pairs";

/** A combination that scores. */
export type Yaku =
  | "five-lights"
  | "four-lights"
  | "rainy-four"
  | "three-lights"
  | "moon-viewing"
  | "flower-viewing"
  | "boar-deer-butterflies"
  | "poem-ribbons"
  | "blue-ribbons"
  | "poem-and-blue"
  | "animals"
  | "ribbons"
  | "plains";

/** How many rounds were won with a yaku. */
export interface YakuCount {
  yaku: Yaku;
  rounds: number;
}

/** A player's yaku rose: a new one, or one more card on an old one. */
export interface YakuMade {
  type: "yaku-made";
  seat: number;
  /** All that count for this player now. */
  yaku: YakuPoints[];
  total: number;
}

/** The outlook of one yaku for one side. */
export interface YakuOutlook {
  yaku: Yaku;
  status: YakuStatus;
  /** What it counts now, when made. */
  points?: number;
  /** How many cards it still needs, when open. */
  missing?: number;
  /** Available cards that bring it closer when open, or add a point when made. */
  serving?: KoiKoiCard[];
}

/** A yaku that counts, and its points. */
export interface YakuPoints {
  yaku: Yaku;
  points: number;
}

/** The status of a yaku for one side. */
export type YakuStatus = "made" | "open" | "covered" | "impossible";

/** Who you are at this table. */
export interface You {
  /** None: you watch. */
  seat: number | null;
  host: boolean;
  /** None: this browser has no nickname yet and cannot sit down. */
  name: string | null;
  /** How many other devices share your seat; None unless this is the one that took it. */
  devices: number | null;
}
