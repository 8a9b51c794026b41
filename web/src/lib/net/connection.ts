import { backoff } from './backoff.ts';
import { randomId } from './random-id.ts';
import type { Ack, ClientMessage, Hinted, Refusal, SeatLink, ServerMessage } from './messages.ts';

export type ConnectionState = 'connecting' | 'open' | 'lost' | 'closed';

/** A command without the id that the connection gives it. */
export type Command = ClientMessage extends infer Message
  ? Message extends { id: string }
    ? Omit<Message, 'id'>
    : never
  : never;

/** The answer to a command that was carried out. */
export type Answer = Ack | SeatLink | Hinted;

/** The server refused a command; its code says why. */
export class Refused extends Error {
  constructor(readonly refusal: Pick<Refusal, 'code' | 'message' | 'where' | 'why'>) {
    super(refusal.message);
  }
}

/** The connection was lost before an answer came: the command may or may not have been carried out. */
export class Unanswered extends Error {}

type Pending = {
  frame: string;
  /** Moves are idempotent by their id, so they may be sent again. */
  repeatable: boolean;
  resolve: (answer: Answer) => void;
  reject: (reason: Error) => void;
};

export type Socket = Pick<WebSocket, 'send' | 'close' | 'readyState'> & {
  onopen: ((event: Event) => void) | null;
  onmessage: ((event: MessageEvent<string>) => void) | null;
  onclose: ((event: CloseEvent) => void) | null;
};

export type Wiring = {
  /** Where to connect; called for each attempt, because it names the last entry seen. */
  address: () => string;
  receive: (message: ServerMessage) => void;
  change: (state: ConnectionState) => void;
  open?: (address: string) => Socket;
  newId?: () => string;
};

const OPEN = 1;
/** A handshake swallowed by a proxy never fails by itself. */
const HANDSHAKE_TIMEOUT_MS = 8_000;
const PING_INTERVAL_MS = 15_000;
const PING_TIMEOUT_MS = 6_000;

/** One table's socket: it reconnects by itself and matches answers to commands. */
export class Connection {
  #socket: Socket | null = null;
  #attempt = 0;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #heartbeat: ReturnType<typeof setInterval> | undefined;
  #handshake: ReturnType<typeof setTimeout> | undefined;
  #pending = new Map<string, Pending>();
  #closed = false;
  #wiring: Required<Wiring>;

  constructor(wiring: Wiring) {
    this.#wiring = {
      open: (address) => new WebSocket(address) as Socket,
      newId: randomId,
      ...wiring,
    };
    this.#connect();
  }

  /** Sends a command as soon as the socket is open, and waits for its answer. */
  send(command: Command): Promise<Answer> {
    const id = this.#wiring.newId();
    const frame = JSON.stringify({ id, ...command });
    const repeatable = command.type === 'move';
    return new Promise((resolve, reject) => {
      this.#pending.set(id, { frame, repeatable, resolve, reject });
      if (this.#socket?.readyState === OPEN) this.#socket.send(frame);
    });
  }

  /** Reconnects now instead of waiting: the network is back, or the page is visible again. */
  retryNow(): void {
    if (this.#closed || this.#socket) return;
    clearTimeout(this.#retry);
    this.#attempt = 0;
    this.#connect();
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#retry);
    clearTimeout(this.#handshake);
    clearInterval(this.#heartbeat);
    const socket = this.#socket;
    this.#socket = null;
    this.#wiring.change('closed');
    if (socket) {
      socket.onopen = socket.onmessage = socket.onclose = null;
      socket.close();
    }
  }

  #connect(): void {
    if (this.#attempt === 0) this.#wiring.change('connecting');
    let socket: Socket;
    try {
      socket = this.#wiring.open(this.#wiring.address());
    } catch {
      return this.#lost();
    }
    this.#socket = socket;
    this.#handshake = setTimeout(() => this.#abandon(socket), HANDSHAKE_TIMEOUT_MS);
    socket.onopen = () => this.#opened(socket);
    socket.onmessage = (event) => this.#received(event.data);
    socket.onclose = () => this.#lost();
  }

  #opened(socket: Socket): void {
    clearTimeout(this.#handshake);
    this.#wiring.change('open');
    for (const { frame } of this.#pending.values()) socket.send(frame);
    clearInterval(this.#heartbeat);
    this.#heartbeat = setInterval(() => void this.#ping(socket), PING_INTERVAL_MS);
  }

  #received(data: string): void {
    const message = JSON.parse(data) as ServerMessage;
    // A server that accepts connections only to refuse them is asked less and less often.
    if (message.type !== 'error') this.#attempt = 0;
    // Show what happened before the command that caused it resolves.
    if (message.type !== 'ack') this.#wiring.receive(message);
    if (message.type === 'ack' || message.type === 'seat-link' || message.type === 'hinted') {
      this.#settle(message.id)?.resolve(message);
    } else if (message.type === 'error' && message.id !== null) {
      this.#settle(message.id)?.reject(new Refused(message));
    }
  }

  #settle(id: string): Pending | undefined {
    const pending = this.#pending.get(id);
    this.#pending.delete(id);
    return pending;
  }

  async #ping(socket: Socket): Promise<void> {
    const timeout = setTimeout(() => this.#abandon(socket), PING_TIMEOUT_MS);
    try {
      await this.send({ type: 'ping' });
    } catch {
      // The connection was lost, which was reported already.
    } finally {
      clearTimeout(timeout);
    }
  }

  /** A dead connection may take minutes to close; do not wait for it. */
  #abandon(socket: Socket): void {
    if (this.#socket !== socket) return;
    socket.onopen = socket.onmessage = socket.onclose = null;
    socket.close();
    this.#lost();
  }

  #lost(): void {
    if (this.#closed) return;
    this.#socket = null;
    clearTimeout(this.#handshake);
    clearInterval(this.#heartbeat);
    for (const [id, pending] of this.#pending) {
      if (pending.repeatable) continue;
      this.#pending.delete(id);
      pending.reject(new Unanswered('The connection was lost before the answer came'));
    }
    this.#wiring.change('lost');
    this.#retry = setTimeout(() => this.#connect(), backoff(this.#attempt));
    this.#attempt += 1;
  }
}
