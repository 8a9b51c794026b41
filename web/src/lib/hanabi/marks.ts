import type { HanabiCard, HeldCard, Suit } from '../net/messages.ts';
import { spread } from './card-knowledge.ts';

/** What is known about a suit or a number of a card; `quiet` if another clue excludes it. */
export type Mark = 'is' | 'could' | 'not' | 'quiet';

export type Marks = { suits: [Suit, Mark][]; numbers: [number, Mark][] };

const numbersTo = (top: number) => Array.from({ length: top }, (_, index) => index + 1);

function mark<Thing>(thing: Thing, told: readonly Thing[] = [], not: readonly Thing[] = []): Mark {
  if (told.includes(thing)) return 'is';
  if (not.includes(thing)) return 'not';
  return told.length ? 'quiet' : 'could';
}

/** The same where clues are loose: a card need not be what touched it, nor another than what did not. */
function looseMark<Thing>(thing: Thing, told: readonly Thing[] = [], not: readonly Thing[] = []): Mark {
  if (told.includes(thing)) return 'is';
  return not.includes(thing) ? 'quiet' : 'could';
}

/** The marks by the clues alone. */
export function marksOfClues(held: HeldCard, suits: readonly Suit[], top = 5, loose = false): Marks {
  const judge = loose ? looseMark : mark;
  return {
    suits: suits.map((suit) => [suit, judge(suit, held.colours, held.not_colours)]),
    numbers: numbersTo(top).map((number) => [number, judge(number, held.values, held.not_values)]),
  };
}

/** The marks by everything the holder sees. */
export function marksOfDeductions(possible: readonly HanabiCard[], suits: readonly Suit[], top = 5): Marks {
  const can = spread(possible);
  const judge = <Thing>(thing: Thing, left: readonly Thing[]): Mark =>
    left.includes(thing) ? (left.length === 1 ? 'is' : 'could') : 'not';
  return {
    suits: suits.map((suit) => [suit, judge(suit, can.suits)]),
    numbers: numbersTo(top).map((number) => [number, judge(number, can.numbers)]),
  };
}

/** Whether a card was touched, or left out, by any clue. */
export function isTold(held: HeldCard): boolean {
  return [held.colours, held.not_colours, held.values, held.not_values].some((told) => told?.length);
}

/** The only possible suit or number, if it is known. */
export function known<Thing>(marks: readonly (readonly [Thing, Mark])[]): Thing | undefined {
  const sure = marks.filter(([, each]) => each === 'is');
  return sure.length === 1 && !marks.some(([, each]) => each === 'could') ? sure[0]![0] : undefined;
}
