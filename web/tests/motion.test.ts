import { describe, expect, it } from 'vitest';

import type { LogEntry } from '../src/lib/net/messages.ts';
import { LogChanges } from '../src/lib/motion/log-changes.ts';
import { within } from '../src/lib/motion/scene.ts';

const entry = (seq: number, table: LogEntry['table'] = null) =>
  ({ game: 'koikoi', seq, ply: seq, seat: 0, at: 0, events: [], table }) as unknown as LogEntry;
const entries = (...numbers: number[]) => numbers.map((seq) => entry(seq));

describe('changes', () => {
  it('are what was added since the last reading', () => {
    const changes = new LogChanges();
    expect(changes.read(entries(1, 2))).toEqual([]);
    expect(changes.first).toBe(true);
    expect(changes.read(entries(1, 2, 3))).toEqual(entries(3));
    expect(changes.first).toBe(false);
    expect(changes.read(entries(1, 2, 3))).toEqual([]);
  });

  it('are none when one goes back, or leaps to another moment of the match', () => {
    const changes = new LogChanges();
    changes.read(entries(1, 2, 3));
    expect(changes.read(entries(1))).toBeUndefined();
    expect(changes.read(entries(1, 2))).toEqual(entries(2));
    expect(changes.read(entries(...Array.from({ length: 30 }, (_, index) => index + 1)))).toBeUndefined();
  });

  it('are none when a move was taken back', () => {
    const changes = new LogChanges();
    changes.read(entries(1, 2));
    const back = entry(3, { type: 'taken-back', by: 0, ply: 1, removed: [2] });
    expect(changes.read([...entries(1, 2), back])).toBeUndefined();
  });
});

describe('a piece in a place', () => {
  const card = { x: 0, y: 0, width: 50, height: 80 };

  it('stands in the middle of it, as large as it is', () => {
    expect(within({ x: 100, y: 200, width: 150, height: 100 }, card)).toEqual({
      x: 150,
      y: 210,
      width: 50,
      height: 80,
    });
  });

  it('is smaller where the place is smaller, and keeps its shape', () => {
    expect(within({ x: 0, y: 0, width: 25, height: 80 }, card)).toEqual({ x: 0, y: 20, width: 25, height: 40 });
  });
});
