import { plain, wordsOf } from './lexicon.ts';

/** Something with all its names. */
export type Candidate<Item> = { item: Item; names: readonly string[] };

/** The minimum length of a stem. */
const MIN_STEM = 3;

/** What some words may mean: exact names first, then names they are a prefix of. */
export function find<Item>(typed: readonly string[], candidates: readonly Candidate<Item>[]): Item[] {
  if (!typed.length) return [];
  const asked = typed.map(plain);
  const exact = candidates.filter(({ names }) => names.some((name) => same(wordsOf(name), asked)));
  if (exact.length) return exact.map(({ item }) => item);
  // Without a match, drop up to two letters of the ending: "roja" is "rojo", "blanche" is "blanc".
  for (const ending of [0, 1, 2]) {
    const stems = asked.map((word) => (word.length - ending >= MIN_STEM ? word.slice(0, word.length - ending) : word));
    const found = candidates.filter(({ names }) => {
      const known = names.flatMap(wordsOf);
      return stems.every((word) => known.some((name) => begins(name, word)));
    });
    if (found.length) return found.map(({ item }) => item);
  }
  return [];
}

/** A number is not a prefix of another number. */
function begins(name: string, word: string): boolean {
  return /^\d+$/.test(word) ? name === word : name.startsWith(word);
}

function same(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((word, index) => word === b[index]);
}

/** A place counted from 1, if a single number was typed. */
export function placeIn(asked: readonly string[], count: number): number | undefined {
  const number = asked.length === 1 && /^\d+$/.test(asked[0]!) ? Number(asked[0]) : 0;
  return number >= 1 && number <= count ? number : undefined;
}
