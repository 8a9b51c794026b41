/** The commands. */
export const VERBS = [
  'clue',
  'play',
  'discard',
  'move',
  'note',
  'return',
  'recover',
  'take',
  'stop',
  'koi',
  'swap',
  'keep',
  'hands',
  'hand',
  'field',
  'captures',
  'yaku',
  'fireworks',
  'discards',
  'clues',
  'score',
  'state',
  'last',
  'why',
  'hint',
  'undo',
  'end',
  'claim',
  'bot',
  'yes',
  'no',
  'again',
  'rules',
  'board',
  'help',
] as const;

export type Verb = (typeof VERBS)[number];

/** The words of commands, and of the answers to them, in one language. */
export type TextWords = {
  /** Every word for each command; the first is the one shown in help. */
  verbs: Record<Verb, readonly [string, ...string[]]>;
  /** The deck, as in "play deck". */
  deck: readonly [string, ...string[]];
  /** Filler words that are ignored. */
  small: readonly string[];
  /** Examples of commands with places: "play 1". */
  usage: {
    play: (verb: string) => string;
    discard: (verb: string) => string;
    move: (verb: string) => string;
    note: (verb: string) => string;
    take: (verb: string) => string;
  };
  /** What each command does, in a few words. */
  about: Record<Verb, string>;
  /** Where that is something else in Koi-Koi. */
  aboutKoiKoi: Partial<Record<Verb, string>>;
  /** Punctuation between a label and its text, and between items. */
  colon: string;
  semicolon: string;
  heading: string;
  label: string;
  send: string;
  welcome: (help: string) => string;
  unknown: (typed: string, help: string) => string;
  notHere: (typed: string) => string;
  notYourTurn: (who: string) => string;
  theirTurn: (who: string) => string;
  watching: string;
  canType: (commands: readonly string[]) => string;
  whichPlayer: (names: readonly string[]) => string;
  noPlayer: (typed: string, names: readonly string[]) => string;
  noSuchClue: (typed: string, clues: readonly string[]) => string;
  whichPlace: (count: number) => string;
  noFace: (typed: string, faces: readonly string[]) => string;
  noCard: (typed: string, cards: readonly string[]) => string;
  whichCard: (cards: readonly string[]) => string;
  cannotPlay: (card: string, others: readonly string[]) => string;
  choose: (card: string, targets: readonly string[], example: string) => string;
  moved: (from: number, to: number) => string;
  noted: string;
  nothingSaid: string;
  /** The command a hint suggests, and the names of the cards it gives by number. */
  advice: (command: string, cards: readonly string[]) => string;
  noAdvice: string;
  asked: string;
  meets: (cards: readonly string[]) => string;
};

/** Something in a list that can be named by its number. */
export const numbered = (number: number, text: string): string => `${number}) ${text}`;

/** Text without accents, capitals and punctuation, for comparing. */
export function plain(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/ß/g, 'ss')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

export function wordsOf(text: string): string[] {
  const whole = plain(text);
  return whole ? whole.split(' ') : [];
}

/** The same words, as they are written. */
function writtenWords(text: string): string[] {
  return text.split(/[^\p{L}\p{N}\p{M}]+/u).filter((word) => plain(word));
}

/** The commands of the chosen language and of English. */
export class Lexicon {
  readonly own: TextWords;
  #phrases: { words: string[]; verb: Verb }[];
  #small: Set<string>;
  #deck: Set<string>;

  constructor(own: TextWords, english: TextWords) {
    this.own = own;
    const languages = [own, english];
    const phrases = languages.flatMap(({ verbs }) =>
      VERBS.flatMap((verb) => verbs[verb].map((phrase) => ({ words: wordsOf(phrase), verb }))),
    );
    // Longest first: "play again" does not mean the card "again". The sort is stable: own language first.
    this.#phrases = phrases.toSorted((a, b) => b.words.length - a.words.length);
    this.#small = new Set(languages.flatMap(({ small }) => small.map(plain)));
    this.#deck = new Set(languages.flatMap(({ deck }) => deck.map(plain)));
  }

  /** The word for a command that help shows. */
  say(verb: Verb): string {
    return this.own.verbs[verb][0];
  }

  /** The command a line starts with, and the words after it as written, without and with filler words. */
  read(line: string): { verb: Verb; rest: string[]; all: string[] } | undefined {
    if (line.trim() === '?') return { verb: 'help', rest: [], all: [] };
    const written = writtenWords(line);
    const words = written.map(plain);
    for (const { words: phrase, verb } of this.#phrases) {
      if (phrase.every((word, index) => words[index] === word)) {
        const all = written.slice(phrase.length);
        return { verb, rest: all.filter((word) => !this.#small.has(plain(word))), all };
      }
    }
    return undefined;
  }

  isDeck(words: readonly string[]): boolean {
    return words.length > 0 && words.every((word) => this.#deck.has(plain(word)));
  }

  /** Whether a word means "take". */
  isTake(word: string): boolean {
    return this.#phrases.some(({ words, verb }) => verb === 'take' && words.length === 1 && words[0] === plain(word));
  }
}
