import { describe, expect, it } from 'vitest';

import { explain, merge, sinceMyMove, withoutTakenBack } from '../src/lib/state/log.ts';
import type { HanabiEntry, HanabiEvent, TableEvent } from '../src/lib/net/messages.ts';
import { soundOf } from '../src/lib/browser/sounds.ts';

const PLAYED: HanabiEvent = { type: 'card-played', seat: 0, card: 1, face: 'r1' };
const REARRANGED: HanabiEvent = { type: 'hand-rearranged', seat: 0, cards: [1, 0] };

function entry(seq: number, seat: number | null, event = PLAYED, table: TableEvent | null = null): HanabiEntry {
  return { game: 'hanabi', seq, at: 0, ply: seq, seat, events: table ? [] : [event], table, why: null };
}

describe('the log', () => {
  it('ignores entries it already has', () => {
    const log = merge([entry(1, 0), entry(2, 1)], [entry(2, 1), entry(4, 0)]);
    expect(log.map(({ seq }) => seq)).toEqual([1, 2, 4]);
  });

  it('leaves out entries that were taken back', () => {
    const back: TableEvent = { type: 'taken-back', by: 0, ply: 1, removed: [2, 3], unrated: false };
    const log = [entry(1, 0), entry(2, 1), entry(3, 0), entry(4, null, PLAYED, back)];
    expect(withoutTakenBack(log).map(({ seq }) => seq)).toEqual([1, 4]);
  });

  it('starts at the own last move, ignoring gestures', () => {
    const log = [entry(1, 0), entry(2, 1), entry(3, 0, REARRANGED), entry(4, 2)];
    expect(sinceMyMove(log, 0).map(({ seq }) => seq)).toEqual([1, 2, 3, 4]);
    expect(sinceMyMove(log, 1).map(({ seq }) => seq)).toEqual([2, 3, 4]);
  });

  it('is short for spectators', () => {
    const log = [1, 2, 3, 4, 5, 6].map((seq) => entry(seq, 0));
    expect(sinceMyMove(log, null).map(({ seq }) => seq)).toEqual([3, 4, 5, 6]);
  });
});

describe('the reasons of bots', () => {
  it('are added to their moves and keep earlier ones', () => {
    const known = { ...entry(2, 1), why: { code: 'anything' } };
    const log = explain([entry(1, 0), known, entry(3, 1)], { 3: { code: 'only-move' } });
    expect(log.map((line) => line.why?.code)).toEqual([undefined, 'anything', 'only-move']);
  });
});

describe('the sound of log entries', () => {
  const heard = (...events: HanabiEvent[]) => soundOf(events.map((event, index) => entry(index, 0, event)));

  it('is the one of highest priority', () => {
    expect(heard(PLAYED)).toBe('play');
    expect(heard(PLAYED, { type: 'firework-completed', suit: 'red' })).toBe('yaku');
    expect(heard({ type: 'card-misplayed', seat: 0, card: 1, face: 'r1', errors: 1 }, PLAYED)).toBe('error');
  });

  it('is undefined if no card was laid down', () => {
    expect(heard(REARRANGED)).toBeUndefined();
  });
});
