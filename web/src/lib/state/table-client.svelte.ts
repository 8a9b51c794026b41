import { socketAddress } from '../net/api.ts';
import { type Answer, type Command, Connection, type ConnectionState, Refused } from '../net/connection.ts';
import { network } from '../net/network.svelte.ts';
import { explain, merge } from './log.ts';
import type {
  ErrorCode,
  HanabiAction,
  Hinted,
  KoiKoiAction,
  LogEntry,
  Position,
  Refusal,
  SeatInfo,
  ServerMessage,
  SetAids,
  TableInfo,
  You,
} from '../net/messages.ts';

// With these errors reconnecting is useless.
const FATAL_CODES: ReadonlySet<ErrorCode> = new Set([
  'table/unknown',
  'table/deleted',
  'table/daily',
  'person/blocked',
  'address/blocked',
  'request/origin',
  'request/not-found',
]);

/** Which deductions the server computes and sends. */
export type Aids = SetAids['aids'];

type Listener = (entries: LogEntry[]) => void;

/** A table as components use it: its state, and commands. */
export interface TableClient {
  readonly id: string;
  /** A replay is read-only. */
  readonly replaying: boolean;
  /** It was read from a file, and nobody here played it. */
  readonly imported: boolean;
  readonly connection: ConnectionState;
  /** Something between the browser and the server blocks WebSockets. */
  readonly blocked: boolean;
  readonly table: TableInfo | undefined;
  readonly you: You | undefined;
  readonly position: Position | null;
  /** When the position arrived, by the page's clock: running clocks count from here. */
  readonly positionAt: number;
  readonly log: LogEntry[];
  readonly notes: Record<string, string>;
  /** The seat whose side of the table is shown; `null` for a spectator. */
  readonly seat: number | null;
  /** The seat called "you"; in a replay it may differ from `seat`. */
  readonly me: number | null;
  readonly myTurn: boolean;
  /** A move is on its way. */
  readonly moving: boolean;
  /** The move that a lesson, a hint or a review suggests. */
  readonly suggestedMove: HanabiAction | KoiKoiAction | null;
  /** The move that was made here, in a review. */
  readonly madeMove: HanabiAction | KoiKoiAction | null;
  /** The hint for the current decision. */
  readonly hint: Hinted | undefined;
  /** The last refusal, until the next command or until it is dismissed. */
  refusal: Pick<Refusal, 'code' | 'message' | 'where' | 'why'> | undefined;

  seatInfo(seat: number): SeatInfo | undefined;
  /** Seconds until a time of the server, by its own clock. */
  secondsUntil(at: number): number;
  /** Subscribes to new log entries; returns the unsubscriber. */
  subscribe(listener: Listener): () => void;
  /** Sends a command; on a refusal, sets `refusal` and resolves to `undefined`. */
  send(command: Command): Promise<Answer | undefined>;
  /** Makes a move in the current position. */
  move(action: HanabiAction | KoiKoiAction): Promise<boolean>;
  /** Gestures are allowed at any time and do not block moves. */
  gesture(action: HanabiAction): Promise<void>;
  /** Reconnects now instead of waiting. */
  retryNow(): void;
}

/** A table that can be asked for hints. */
export interface HintingClient extends TableClient {
  askHint(): Promise<void>;
}

/** A table over its socket. */
export class LiveTableClient implements HintingClient {
  readonly id: string;
  readonly replaying = false;
  readonly imported = false;
  readonly madeMove = null;
  connection = $state<ConnectionState>('connecting');
  table = $state.raw<TableInfo>();
  you = $state.raw<You>();
  position = $state.raw<Position | null>(null);
  positionAt = $state(0);
  log = $state.raw<LogEntry[]>([]);
  notes = $state.raw<Record<string, string>>({});
  /** An error after which the table cannot be shown. */
  fatal = $state.raw<Refusal>();
  refusal = $state.raw<Pick<Refusal, 'code' | 'message' | 'where' | 'why'>>();
  moving = $state(false);
  blocked = $state(false);
  #broken = false;
  /** Since the connection was lost, the server answered an HTTP request. */
  #answers = false;
  #hint = $state.raw<Hinted>();
  /** How far the server's clock is ahead of the browser's, in milliseconds. */
  #ahead = 0;

  #aids: Aids;
  #connection: Connection;
  #listeners = new Set<Listener>();

  constructor(id: string, aids: Aids) {
    this.id = id;
    this.#aids = aids;
    this.#connection = new Connection({
      address: () => socketAddress(id, this.log.at(-1)?.seq ?? 0, this.#aids),
      receive: (message) => this.#receive(message),
      change: (state) => this.#change(state),
    });
  }

  get seat(): number | null {
    return this.you?.seat ?? null;
  }

  get me(): number | null {
    return this.seat;
  }

  get hint(): Hinted | undefined {
    return this.myTurn && this.#hint?.ply === this.position?.ply ? this.#hint : undefined;
  }

  get suggestedMove(): HanabiAction | KoiKoiAction | null {
    const move = this.hint?.action ?? this.table?.lesson?.expected ?? null;
    return move as HanabiAction | KoiKoiAction | null;
  }

  /** Whether hints are allowed: one person, the others bots. */
  get practising(): boolean {
    if (this.seat === null || this.table?.daily) return false;
    return this.table?.seats.filter(({ kind }) => kind === 'person').length === 1;
  }

  async askHint(): Promise<void> {
    const answer = await this.send({ type: 'hint' });
    if (answer?.type === 'hinted') this.#hint = answer;
  }

  get myTurn(): boolean {
    return this.position !== null && this.seat !== null && this.position.to_act === this.seat;
  }

  seatInfo(seat: number): SeatInfo | undefined {
    return this.table?.seats[seat];
  }

  secondsUntil(at: number): number {
    return Math.max(0, (at - Date.now() - this.#ahead) / 1000);
  }

  subscribe(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  async send(command: Command): Promise<Answer | undefined> {
    this.refusal = undefined;
    try {
      return await this.#connection.send(command);
    } catch (error) {
      if (error instanceof Refused) this.refusal = error.refusal;
      return undefined;
    }
  }

  async move(action: HanabiAction | KoiKoiAction): Promise<boolean> {
    if (!this.position || this.moving) return false;
    this.moving = true;
    try {
      return (await this.send({ type: 'move', ply: this.position.ply, action })) !== undefined;
    } finally {
      this.moving = false;
    }
  }

  async gesture(action: HanabiAction): Promise<void> {
    if (this.position) await this.send({ type: 'move', ply: this.position.ply, action });
  }

  /** Changes which deductions the server sends. */
  setAids(aids: Aids): void {
    if (aids === this.#aids) return;
    this.#aids = aids;
    void this.send({ type: 'set-aids', aids });
  }

  retryNow(): void {
    this.#connection.retryNow();
  }

  close(): void {
    this.#connection.close();
    this.#listeners.clear();
  }

  #change(state: ConnectionState): void {
    this.connection = state;
    if (state === 'open') {
      // After a reconnect the server may be a newer release.
      if (this.#broken) void network.checkServer();
      else network.answered();
      this.#broken = this.#answers = this.blocked = false;
    } else if (state === 'lost') {
      this.#broken = true;
      void this.#checkBlocked();
    }
  }

  /** If the server answered HTTP before and the socket still fails, sockets are blocked. */
  async #checkBlocked(): Promise<void> {
    if (this.#answers) this.blocked = true;
    this.#answers = await network.checkServer();
    this.blocked &&= this.#answers;
  }

  #receive(message: ServerMessage): void {
    switch (message.type) {
      case 'snapshot':
        this.#ahead = message.now - Date.now();
        this.table = message.table;
        this.you = message.you;
        this.notes = message.notes;
        this.log = message.since ? merge(this.log, message.log) : message.log;
        this.#setPosition(message.position);
        if (message.since) this.#notify(message.log);
        break;
      case 'table-changed':
        this.#ahead = message.now - Date.now();
        this.table = message.table;
        this.you = message.you;
        break;
      case 'happened':
        this.log = merge(this.log, message.entries);
        this.#setPosition(message.position);
        this.#notify(message.entries);
        break;
      case 'reasons':
        this.log = explain(this.log, message.reasons);
        break;
      case 'notes':
        this.notes = message.notes;
        break;
      case 'rematch':
        if (this.table) this.table = { ...this.table, rematch: message.table };
        break;
      case 'error':
        if (message.position) this.#setPosition(message.position);
        if (message.id === null) this.#refuse(message);
        break;
      case 'seat-link':
      case 'hinted':
      case 'ack':
        break;
    }
  }

  #setPosition(position: Position | null): void {
    // An answer to an old command may carry an older position than the one shown.
    if (position && this.position && position.seq < this.position.seq) return;
    this.position = position;
    this.positionAt = performance.now();
  }

  #refuse(refusal: Refusal): void {
    if (FATAL_CODES.has(refusal.code)) {
      this.fatal = refusal;
      this.close();
    } else {
      this.refusal = refusal;
    }
  }

  #notify(entries: LogEntry[]): void {
    if (entries.length) for (const listener of this.#listeners) listener(entries);
  }
}
