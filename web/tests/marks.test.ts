import { describe, expect, it } from 'vitest';

import { drawBack, drawFirework } from '../src/lib/hanabi/bursts.ts';
import { isTold, known, marksOfClues, marksOfDeductions } from '../src/lib/hanabi/marks.ts';
import { SUIT_ORDER } from '../src/lib/cards/suits.ts';

const SUITS = ['white', 'red', 'blue'] as const;

describe('the marks on a card', () => {
  it('say what it is, what it is not and what it could be', () => {
    const held = { id: 1, not_colours: ['red' as const], values: [2] };
    expect(marksOfClues(held, SUITS)).toEqual({
      suits: [
        ['white', 'could'],
        ['red', 'not'],
        ['blue', 'could'],
      ],
      numbers: [
        [1, 'quiet'],
        [2, 'is'],
        [3, 'quiet'],
        [4, 'quiet'],
        [5, 'quiet'],
      ],
    });
  });

  it('include deductions from everything visible', () => {
    const marks = marksOfDeductions(['w1', 'b1'], SUITS);
    expect(marks.suits).toEqual([
      ['white', 'could'],
      ['red', 'not'],
      ['blue', 'could'],
    ]);
    expect(known(marks.numbers)).toBe(1);
    expect(known(marks.suits)).toBeUndefined();
  });

  it('leave the colour open if two colours were clued', () => {
    const marks = marksOfClues({ id: 1, colours: ['red', 'blue'] }, SUITS);
    expect(known(marks.suits)).toBeUndefined();
  });

  it('are absent before the first clue', () => {
    expect(isTold({ id: 1 })).toBe(false);
    expect(isTold({ id: 1, not_values: [3] })).toBe(true);
  });
});

describe('a firework', () => {
  const outlines = (svg: string) => svg.replaceAll(/#[0-9a-f]{6}/g, '');

  it('has a different shape for each suit', () => {
    expect(new Set(SUIT_ORDER.map((suit) => outlines(drawFirework(suit, 3)))).size).toBe(SUIT_ORDER.length);
  });

  it('grows with its value', () => {
    for (const suit of SUIT_ORDER)
      expect(new Set([1, 2, 3, 4, 5].map((value) => drawFirework(suit, value))).size).toBe(5);
  });

  it('contains no NaN in its paths', () => {
    for (const suit of SUIT_ORDER)
      for (const value of [1, 2, 3, 4, 5]) expect(drawFirework(suit, value)).not.toMatch(/NaN|undefined/);
    expect(drawBack()).not.toMatch(/NaN|undefined/);
  });
});
