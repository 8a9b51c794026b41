import type { HanabiCard, HeldCard, Suit } from '../net/messages.ts';
import { spread } from './card-knowledge.ts';

/** What is known of a card in one respect; `quiet` where another clue has already answered. */
export type Mark = 'is' | 'could' | 'not' | 'quiet';

export type Marks = { suits: [Suit, Mark][]; numbers: [number, Mark][] };

const NUMBERS = [1, 2, 3, 4, 5];

function mark<Thing>(thing: Thing, told: readonly Thing[] = [], not: readonly Thing[] = []): Mark {
  if (told.includes(thing)) return 'is';
  if (not.includes(thing)) return 'not';
  return told.length ? 'quiet' : 'could';
}

/** What the clues alone have told about a card. */
export function marksOfClues(held: HeldCard, suits: readonly Suit[]): Marks {
  return {
    suits: suits.map((suit) => [suit, mark(suit, held.colours, held.not_colours)]),
    numbers: NUMBERS.map((number) => [number, mark(number, held.values, held.not_values)]),
  };
}

/** What follows for a card from all that is seen. */
export function marksOfDeductions(possible: readonly HanabiCard[], suits: readonly Suit[]): Marks {
  const can = spread(possible);
  const judge = <Thing>(thing: Thing, left: readonly Thing[]): Mark =>
    left.includes(thing) ? (left.length === 1 ? 'is' : 'could') : 'not';
  return {
    suits: suits.map((suit) => [suit, judge(suit, can.suits)]),
    numbers: NUMBERS.map((number) => [number, judge(number, can.numbers)]),
  };
}

/** Whether there is anything to be marked yet. */
export function isTold(held: HeldCard): boolean {
  return [held.colours, held.not_colours, held.values, held.not_values].some((told) => told?.length);
}

/** The one thing a card is known to be, if it is known. */
export function known<Thing>(marks: readonly (readonly [Thing, Mark])[]): Thing | undefined {
  const sure = marks.filter(([, each]) => each === 'is');
  return sure.length === 1 ? sure[0]![0] : undefined;
}
