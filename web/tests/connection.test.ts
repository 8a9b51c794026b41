import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { backoff } from '../src/lib/net/backoff.ts';
import { Connection, type ConnectionState, Refused, type Socket, Unanswered } from '../src/lib/net/connection.ts';
import type { ServerMessage } from '../src/lib/net/messages.ts';

class FakeSocket implements Socket {
  sent: Record<string, unknown>[] = [];
  readyState: Socket['readyState'] = 0;
  onopen: Socket['onopen'] = null;
  onmessage: Socket['onmessage'] = null;
  onclose: Socket['onclose'] = null;

  send(frame: string) {
    this.sent.push(JSON.parse(frame) as Record<string, unknown>);
  }
  close() {
    this.readyState = 3;
  }
  opens() {
    this.readyState = 1;
    this.onopen?.({} as Event);
  }
  says(message: unknown) {
    this.onmessage?.({ data: JSON.stringify(message) } as MessageEvent<string>);
  }
  breaks() {
    this.readyState = 3;
    this.onclose?.({} as CloseEvent);
  }
}

let sockets: FakeSocket[];
let addresses: string[];
let states: ConnectionState[];
let received: ServerMessage[];

function connect(): Connection {
  let ids = 0;
  let attempts = 0;
  return new Connection({
    address: () => `attempt ${++attempts}`,
    receive: (message) => received.push(message),
    change: (state) => states.push(state),
    open: (address) => {
      addresses.push(address);
      const socket = new FakeSocket();
      sockets.push(socket);
      return socket;
    },
    newId: () => `id${++ids}`,
  });
}

beforeEach(() => {
  vi.useFakeTimers();
  [sockets, addresses, states, received] = [[], [], [], []];
});
afterEach(() => vi.useRealTimers());

describe('a connection', () => {
  it('retries a handshake that times out', () => {
    connect();
    vi.advanceTimersByTime(8_000);
    expect(states).toEqual(['connecting', 'lost']);
    expect(sockets[0]!.readyState).toBe(3);
    vi.advanceTimersByTime(8_000);
    expect(sockets.length).toBe(2);
    sockets[1]!.opens();
    vi.advanceTimersByTime(10_000);
    expect(states.at(-1)).toBe('open');
  });

  it('counts as lost if the socket cannot be created', () => {
    const change = vi.fn();
    const refuse = () => {
      throw new Error('The policy of this page forbids it');
    };
    new Connection({ address: () => '', receive: () => undefined, change, open: refuse });
    expect(change.mock.calls).toEqual([['connecting'], ['lost']]);
  });

  it('sends a command once the socket is open, and resolves with its answer', async () => {
    const connection = connect();
    const answer = connection.send({ type: 'start' });
    expect(sockets[0]!.sent).toEqual([]);
    sockets[0]!.opens();
    expect(sockets[0]!.sent).toEqual([{ id: 'id1', type: 'start' }]);
    sockets[0]!.says({ type: 'ack', id: 'id1', seq: null });
    await expect(answer).resolves.toMatchObject({ type: 'ack' });
  });

  it('rejects a refused command with its code, and passes the refusal on', async () => {
    const connection = connect();
    sockets[0]!.opens();
    const answer = connection.send({ type: 'start' });
    const refusal = { type: 'error', id: 'id1', code: 'table/not-host', message: '', where: null, position: null };
    sockets[0]!.says(refusal);
    await expect(answer).rejects.toBeInstanceOf(Refused);
    expect(received).toEqual([refusal]);
  });

  it('reconnects by itself, with a fresh address', () => {
    connect();
    sockets[0]!.opens();
    sockets[0]!.breaks();
    expect(states).toEqual(['connecting', 'open', 'lost']);
    vi.advanceTimersByTime(1_000);
    expect(addresses).toEqual(['attempt 1', 'attempt 2']);
    sockets[1]!.opens();
    expect(states.at(-1)).toBe('open');
  });

  it('sends an unanswered move again with the same id', async () => {
    const connection = connect();
    sockets[0]!.opens();
    const answer = connection.send({ type: 'move', ply: 3, action: { type: 'stop' } });
    sockets[0]!.breaks();
    vi.advanceTimersByTime(1_000);
    sockets[1]!.opens();
    expect(sockets[1]!.sent).toEqual(sockets[0]!.sent);
    sockets[1]!.says({ type: 'ack', id: 'id1', seq: 9 });
    await expect(answer).resolves.toMatchObject({ seq: 9 });
  });

  it('does not resend other commands', async () => {
    const connection = connect();
    sockets[0]!.opens();
    const answer = connection.send({ type: 'play-again' });
    sockets[0]!.breaks();
    await expect(answer).rejects.toBeInstanceOf(Unanswered);
    vi.advanceTimersByTime(1_000);
    sockets[1]!.opens();
    expect(sockets[1]!.sent).toEqual([]);
  });

  it('drops a socket that answers no ping', () => {
    connect();
    sockets[0]!.opens();
    vi.advanceTimersByTime(15_000);
    expect(sockets[0]!.sent.at(-1)).toMatchObject({ type: 'ping' });
    vi.advanceTimersByTime(6_000);
    expect(states.at(-1)).toBe('lost');
  });

  it('stays closed once it was closed', () => {
    const connection = connect();
    sockets[0]!.opens();
    connection.close();
    vi.advanceTimersByTime(60_000);
    connection.retryNow();
    expect(sockets).toHaveLength(1);
  });

  it('retries at once on request', () => {
    const connection = connect();
    sockets[0]!.breaks();
    connection.retryNow();
    expect(sockets).toHaveLength(2);
  });
});

describe('the pause between two attempts', () => {
  it('grows up to a maximum', () => {
    const pauses = [0, 1, 2, 3, 10, 50].map((attempt) => backoff(attempt, () => 1));
    expect(pauses).toEqual([300, 600, 1200, 2400, 8000, 8000]);
  });

  it('grows while the server accepts connections only to refuse them, and not after', () => {
    connect();
    const breakLast = (message?: unknown) => {
      const socket = sockets.at(-1)!;
      socket.opens();
      if (message) socket.says(message);
      socket.breaks();
    };
    const refusal = { type: 'error', id: null, code: 'request/too-many', message: 'Later' };
    for (let attempt = 0; attempt < 4; attempt++) {
      breakLast(refusal);
      vi.advanceTimersByTime(backoff(attempt, () => 1));
      expect(sockets.length).toBe(attempt + 2);
    }
    breakLast(refusal);
    vi.advanceTimersByTime(backoff(4, () => 0) - 1);
    expect(sockets.length).toBe(5);
    vi.advanceTimersByTime(backoff(4, () => 1));
    breakLast({ type: 'presence', table: {} });
    vi.advanceTimersByTime(backoff(0, () => 1));
    expect(sockets.length).toBe(7);
  });

  it('has jitter', () => {
    expect(backoff(3, () => 0)).toBe(1200);
  });
});
