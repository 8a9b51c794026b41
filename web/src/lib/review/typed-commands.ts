import { wordsOf } from '../text/lexicon.ts';

/** What can be typed in a replay, besides what describes the table. */
export const REVIEW_VERBS = [
  'next',
  'back',
  'ply',
  'start',
  'end',
  'view',
  'review',
  'mistake',
  'previous',
  'moves',
  'costliest',
  'facts',
  'players',
  'deeper',
  'cancel',
  'playOn',
  'help',
] as const;

export type ReviewVerb = (typeof REVIEW_VERBS)[number];

/** The words of each command; the first is the one that help shows. */
export type VerbWords = Record<ReviewVerb, readonly [string, ...string[]]>;

/** Finds the command that a line starts with, in these languages. */
export class ReviewReader {
  #phrases: { words: string[]; verb: ReviewVerb }[];

  constructor(...languages: VerbWords[]) {
    this.#phrases = languages
      .flatMap((verbs) =>
        REVIEW_VERBS.flatMap((verb) => verbs[verb].map((phrase) => ({ words: wordsOf(phrase), verb }))),
      )
      .toSorted((one, other) => other.words.length - one.words.length);
  }

  /** The command, and the words after it. A number alone is a ply. */
  read(line: string): { verb: ReviewVerb; rest: string[] } | undefined {
    if (line.trim() === '?') return { verb: 'help', rest: [] };
    const words = wordsOf(line);
    if (words.length === 1 && /^\d+$/.test(words[0]!)) return { verb: 'ply', rest: words };
    const found = this.#phrases.find(({ words: phrase }) => phrase.every((word, place) => words[place] === word));
    return found && { verb: found.verb, rest: words.slice(found.words.length) };
  }
}
