import { describe, expect, it } from 'vitest';

import type { LogEntry } from '../src/lib/net/messages.ts';
import { LogChanges } from '../src/lib/motion/log-changes.ts';
import { within } from '../src/lib/motion/scene.ts';

const entry = (seq: number, table: LogEntry['table'] = null) =>
  ({ game: 'koikoi', seq, ply: seq, seat: 0, at: 0, events: [], table }) as unknown as LogEntry;
const entries = (...numbers: number[]) => numbers.map((seq) => entry(seq));

describe('log changes', () => {
  it('are the entries added since the last read', () => {
    const changes = new LogChanges();
    expect(changes.read(entries(1, 2))).toEqual([]);
    expect(changes.first).toBe(true);
    expect(changes.read(entries(1, 2, 3))).toEqual(entries(3));
    expect(changes.first).toBe(false);
    expect(changes.read(entries(1, 2, 3))).toEqual([]);
  });

  it('are undefined when the log goes back or jumps', () => {
    const changes = new LogChanges();
    changes.read(entries(1, 2, 3));
    expect(changes.read(entries(1))).toBeUndefined();
    expect(changes.read(entries(1, 2))).toEqual(entries(2));
    expect(changes.read(entries(...Array.from({ length: 30 }, (_, index) => index + 1)))).toBeUndefined();
  });

  it('are undefined when a move was taken back', () => {
    const changes = new LogChanges();
    changes.read(entries(1, 2));
    const back = entry(3, { type: 'taken-back', by: 0, ply: 1, removed: [2], unrated: false });
    expect(changes.read([...entries(1, 2), back])).toBeUndefined();
  });
});

describe('a piece in a place', () => {
  const card = { x: 0, y: 0, width: 50, height: 80 };

  it('is centred in its own size', () => {
    expect(within({ x: 100, y: 200, width: 150, height: 100 }, card)).toEqual({
      x: 150,
      y: 210,
      width: 50,
      height: 80,
    });
  });

  it('shrinks to fit and keeps its proportions', () => {
    expect(within({ x: 0, y: 0, width: 25, height: 80 }, card)).toEqual({ x: 0, y: 20, width: 25, height: 40 });
  });
});
