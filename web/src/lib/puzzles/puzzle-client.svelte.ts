import { isSame } from '../lesson/suggested-move.ts';
import type {
  GivenAnswer,
  HanabiAction,
  HanabiCard,
  KoiKoiAction,
  LogEntry,
  PosedPuzzle,
  Position,
  PuzzleChoice,
  SeatInfo,
  TableInfo,
  You,
} from '../net/messages.ts';
import type { TableClient } from '../state/table-client.svelte.ts';

export type Action = HanabiAction | KoiKoiAction;
/** An action, or for "what is this card?" a face. */
export type Answer = { action: Action; card?: undefined } | { action?: undefined; card: HanabiCard };

/** Neutral names that begin with different letters, so that a clue is typed quickly. */
const NAMES = ['Aki', 'Ben', 'Cleo', 'Dora', 'Emil'];

/** A puzzle as a table: the first move is the answer. */
export class PuzzleClient implements TableClient {
  readonly id: string;
  readonly replaying = false;
  readonly imported = false;
  readonly connection = 'open';
  readonly blocked = false;
  readonly positionAt = 0;
  readonly notes = {};
  readonly moving = false;
  readonly hint = undefined;
  refusal: TableClient['refusal'] = undefined;

  /** The answer that was given. */
  given = $state.raw<Answer>();
  /** The answer under the pointer or the focus. */
  pointed = $state.raw<Answer>();

  readonly puzzle: PosedPuzzle;
  readonly table: TableInfo;
  readonly position: Position;
  readonly log: LogEntry[];
  readonly you: You;
  readonly seat: number;
  /** The compared answers in an order that does not tell the best. */
  readonly choices: readonly PuzzleChoice[];
  #onanswer: (answer: Answer, right: boolean) => void;

  constructor(puzzle: PosedPuzzle, onanswer: (answer: Answer, right: boolean) => void) {
    this.puzzle = puzzle;
    this.id = puzzle.id;
    this.seat = puzzle.seat;
    this.log = puzzle.log;
    this.you = { seat: puzzle.seat, host: false, name: null, devices: null };
    this.table = tableOf(puzzle);
    // A question about a card is not answered by a move.
    this.position = this.asksCard ? withoutMoves(puzzle.position) : puzzle.position;
    this.choices = inOrder(puzzle);
    this.#onanswer = onanswer;
  }

  get me(): number {
    return this.seat;
  }

  get asksCard(): boolean {
    return this.puzzle.kind === 'what-card';
  }

  get best(): PuzzleChoice {
    return this.puzzle.answers[0]!;
  }

  get right(): boolean {
    return this.given !== undefined && matches(this.best, this.given);
  }

  get myTurn(): boolean {
    return !this.asksCard && this.given === undefined;
  }

  /** Marked on the board: the card in question, the answer being considered, or the best one. */
  get suggestedMove(): Action | null {
    const { asked_card } = this.puzzle;
    if (asked_card !== null) return { type: 'play', card: asked_card };
    const shown = this.given ? this.best.action : this.pointed?.action;
    return (shown ?? null) as Action | null;
  }

  /** A wrong move is marked as well. */
  get madeMove(): Action | null {
    return this.right ? null : (this.given?.action ?? null);
  }

  /** Whether a compared answer is the one that was given. */
  isGiven(choice: PuzzleChoice): boolean {
    return this.given !== undefined && matches(choice, this.given);
  }

  answer(answer: Answer): boolean {
    if (this.given) return false;
    this.given = answer;
    this.pointed = undefined;
    this.#onanswer(answer, this.right);
    return true;
  }

  /** Answers with one of the compared answers. */
  choose(choice: PuzzleChoice): boolean {
    return this.answer(answerOf(choice));
  }

  retry(): void {
    this.given = undefined;
  }

  seatInfo(seat: number): SeatInfo | undefined {
    return this.table.seats[seat];
  }

  secondsUntil(): number {
    return 0;
  }

  subscribe(): () => void {
    return () => undefined;
  }

  move(action: Action): Promise<boolean> {
    return Promise.resolve(this.myTurn && this.answer({ action }));
  }

  // -- commands, which a puzzle ignores --

  send(): Promise<undefined> {
    return Promise.resolve(undefined);
  }

  gesture(): Promise<void> {
    return Promise.resolve();
  }

  askHint(): Promise<void> {
    return Promise.resolve();
  }

  retryNow(): void {
    return;
  }
}

export const answerOf = ({ action, card }: PuzzleChoice): Answer =>
  card === null ? { action: action as unknown as Action } : { card: card as HanabiCard };

/** An answer as it is sent. */
export const wireOf = ({ action, card }: Answer): Pick<GivenAnswer, 'action' | 'card'> =>
  action === undefined ? { card } : { action: { ...action } };

function matches(choice: PuzzleChoice, given: Answer): boolean {
  if (given.action === undefined) return choice.card === given.card;
  return choice.action !== null && isSame(given.action, choice.action);
}

/** By the order of legal actions; faces by suit and number. */
function inOrder({ answers, position }: PosedPuzzle): PuzzleChoice[] {
  const legal: readonly Action[] = position.legal;
  const place = ({ action }: PuzzleChoice) => (action === null ? -1 : legal.findIndex((each) => isSame(each, action)));
  return answers.toSorted(
    (one, other) => place(one) - place(other) || (one.card ?? '').localeCompare(other.card ?? ''),
  );
}

function withoutMoves(position: Position): Position {
  return position.game === 'hanabi'
    ? { ...position, legal: [], aids: { ...position.aids, clues: [] } }
    : { ...position, legal: [] };
}

function tableOf(puzzle: PosedPuzzle): TableInfo {
  return {
    id: puzzle.id,
    game: puzzle.game,
    preset: puzzle.preset,
    options: puzzle.options,
    changed: puzzle.changed,
    status: 'playing',
    listed: false,
    bot_pace: 'human',
    unfit_bots: [],
    clock: null,
    seats: Array.from({ length: puzzle.players }, (_, seat) => ({
      seat,
      kind: 'person',
      name: NAMES[seat] ?? String(seat + 1),
      bot: null,
      host: false,
      connected: true,
      absent: false,
      absent_at: null,
      warming: false,
    })),
    spectators: 0,
    proposal: null,
    ending: null,
    unrated: null,
    rematch: null,
    lesson: null,
    seal: null,
    replay: null,
    branch: null,
    daily: null,
    created: 0,
  };
}
