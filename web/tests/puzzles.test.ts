import { describe, expect, it } from 'vitest';

import type { PosedPuzzle } from '../src/lib/net/messages.ts';
import { PuzzleClient } from '../src/lib/puzzles/puzzle-client.svelte.ts';
import { faceIn, worthOf } from '../src/lib/puzzles/puzzle-text.ts';
import { de } from '../src/lib/puzzles/words/de.ts';
import { en } from '../src/lib/puzzles/words/en.ts';
import { es } from '../src/lib/puzzles/words/es.ts';
import { fr } from '../src/lib/puzzles/words/fr.ts';

const STOP = { type: 'stop' } as const;
const CALL = { type: 'koi-koi' } as const;

/** The best answer is the one that is legal last. */
const PUZZLE = {
  id: 'koikoi-7',
  game: 'koikoi',
  kind: 'stop-or-call',
  level: 1,
  seat: 1,
  players: 2,
  asked_card: null,
  position: { game: 'koikoi', legal: [STOP, CALL] },
  log: [],
  answers: [
    { action: { type: 'koi-koi' }, card: null, value: 0.61 },
    { action: { type: 'stop' }, card: null, value: 0.5 },
  ],
} as unknown as PosedPuzzle;

describe('a puzzle as a table', () => {
  it('lists the answers in an order that does not tell the best', () => {
    const client = new PuzzleClient(PUZZLE, () => undefined);
    expect(client.choices.map(({ action }) => action?.type)).toEqual(['stop', 'koi-koi']);
  });

  it('takes the first move as the answer, and no other', async () => {
    const given: boolean[] = [];
    const client = new PuzzleClient(PUZZLE, (_, right) => given.push(right));
    expect(client.suggestedMove).toBeNull();
    expect(await client.move(STOP)).toBe(true);
    expect(await client.move(CALL)).toBe(false);
    expect(given).toEqual([false]);
    expect([client.suggestedMove, client.madeMove]).toEqual([CALL, STOP]);
    client.retry();
    expect(await client.move(CALL)).toBe(true);
    expect(client.right).toBe(true);
    expect(client.madeMove).toBeNull();
  });

  it('says what an answer is worth', () => {
    expect(worthOf(0.614, PUZZLE, en, 'en')).toBe('61%');
    const hanabi = { ...PUZZLE, game: 'hanabi', answers: [{ action: null, card: null, value: 21.5 }] } as PosedPuzzle;
    expect(worthOf(21.5, hanabi, de, 'de')).toBe('21,5 Punkte');
  });

  it('reads a typed face', () => {
    const names = (face: string) => [face, face === 'r3' ? 'Red 3' : 'blue 1'];
    expect(faceIn(' red 3 ', ['b1', 'r3'], names)).toBe('r3');
    expect(faceIn('green 1', ['b1', 'r3'], names)).toBeUndefined();
  });
});

describe('the texts of the puzzles', () => {
  it.each([
    ['en', en, /['"]|\.\.\./],
    ['fr', fr, /['"]|\.\.\.| [:;!?»]|« /],
    ['es', es, /['"]|\.\.\.| [:;!?»]|« |^[^¡]*!|^[^¿]*\?/],
    ['de', de, /['"]|\.\.\.| [:;!?]|»|«|\p{L}…/u],
  ] as const)('are set in %s as that language sets its type', (_, words, wrong) => {
    const texts = (node: unknown): string[] => {
      if (typeof node === 'string') return [node];
      if (typeof node === 'function') return [String((node as (...given: unknown[]) => string)(2, '3'))];
      return typeof node === 'object' && node ? Object.values(node).flatMap(texts) : [];
    };
    const all = texts(words).filter((text) => text !== words.typed.colon);
    expect(all.length).toBeGreaterThan(50);
    expect(all.filter((text) => wrong.test(text))).toEqual([]);
  });
});
