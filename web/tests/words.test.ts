import { describe, expect, it } from 'vitest';

import { SUIT_LOOKS } from '../src/lib/hanabi/suits.ts';
import { isolated } from '../src/lib/i18n/bidi.ts';
import { en } from '../src/lib/i18n/en.ts';
import { fr } from '../src/lib/i18n/fr.ts';
import { preferredLanguage } from '../src/lib/i18n/languages.ts';
import { counting, listing } from '../src/lib/i18n/plural.ts';
import type { LogEntry } from '../src/lib/messages.ts';
import { tell } from '../src/lib/story.ts';

const CATALOGUES = { en, fr };

/** Every path to a text in a catalogue. */
function paths(node: unknown, prefix = ''): string[] {
  if (typeof node !== 'object' || node === null) return [prefix];
  return Object.entries(node).flatMap(([key, value]) => paths(value, `${prefix}.${key}`));
}

describe('the catalogues', () => {
  it('say the same things in every language', () => {
    expect(paths(fr).sort()).toEqual(paths(en).sort());
  });

  it.each(Object.entries(CATALOGUES))('give every suit its own letter in %s', (_, catalogue) => {
    const letters = Object.values(catalogue.hanabi.letter);
    expect(new Set(letters).size).toBe(Object.keys(SUIT_LOOKS).length);
  });

  it('leave no straight apostrophe and no plain space before French punctuation', () => {
    const texts = (node: unknown): string[] =>
      typeof node === 'string' ? [node] : typeof node === 'object' && node ? Object.values(node).flatMap(texts) : [];
    const wrong = texts({ ...fr, words: {} }).filter((text) => /'| [:;!?»]|« /.test(text));
    expect(wrong).toEqual([]);
  });
});

describe('counting', () => {
  it('knows the numbers of each language', () => {
    const forms = { one: '# carte', other: '# cartes' };
    expect([0, 1, 2].map((count) => counting('fr')(count, forms))).toEqual(['0 carte', '1 carte', '2 cartes']);
    expect([0, 1, 2].map((count) => en.common.cards(count))).toEqual(['0 cards', '1 card', '2 cards']);
  });

  it('joins lists as each language does', () => {
    expect(listing('fr')(['a', 'b', 'c'])).toBe('a, b et c');
    expect(listing('en', 'disjunction')(['a', 'b'])).toBe('a or b');
  });
});

describe('a name', () => {
  it('keeps its direction to itself', () => {
    expect(isolated('Ana')).toBe('Ana');
    expect(isolated('نور')).toBe('\u2068نور\u2069');
  });
});

describe('the language', () => {
  it('is the first one asked for that there is', () => {
    expect(preferredLanguage(['ja', 'fr-CA', 'en'])).toBe('fr');
  });

  it('is English where nothing fits', () => {
    expect(preferredLanguage(['ja', 'tlh'])).toBe('en');
    expect(preferredLanguage([])).toBe('en');
  });
});

describe('the story of a match', () => {
  const cast = (seat: number) => ({ name: ['Ana', 'Ben'][seat] ?? '', me: seat === 0 });
  const entry = (events: unknown[], table: unknown = null, game = 'hanabi') =>
    ({ game, seq: 1, at: 0, ply: 1, seat: 0, events, table }) as unknown as LogEntry;
  const told = (catalogue: typeof en, ...entries: LogEntry[]) =>
    entries.flatMap((line) => tell(line, cast, (bot) => bot, catalogue)).join(' ');

  it('speaks to the reader and of the others', () => {
    const clue = entry([{ type: 'clue-given', seat: 1, target: 0, touched: [3, 4], value: 2 }]);
    expect(told(en, clue)).toBe('Ben tells you: 2 (2 cards).');
    expect(told(fr, clue)).toBe('Ben vous dit\u202f: 2 (2 cartes).');
  });

  it('tells what came of a play, and leaves out what needs no words', () => {
    const play = entry([
      { type: 'card-played', seat: 0, card: 3, face: 'y5' },
      { type: 'firework-completed', suit: 'yellow' },
      { type: 'token-gained', tokens: 4 },
      { type: 'card-drawn', seat: 0, card: 12, face: null },
      { type: 'turn-passed', seat: 1 },
    ]);
    expect(told(en, play)).toBe('You play yellow 5. The yellow firework is complete! A clue token comes back.');
    expect(told(fr, play)).toBe('Vous jouez le 5 jaune. Feu terminé\u202f: jaune\u202f! Un jeton d’indice revient.');
  });

  it('explains the card turned from the stock', () => {
    const turn = entry(
      [
        { type: 'card-played', seat: 1, card: '1L', captured: ['1a'] },
        { type: 'card-turned', seat: 1, card: '8L', choices: ['8A', '8b'] },
      ],
      null,
      'koikoi',
    );
    expect(told(en, turn)).toBe(
      'Ben plays the crane and captures the plain pine. From the stock: the moon. It can capture the geese or the plain pampas grass.',
    );
  });

  it('says who agreed to take a move back', () => {
    expect(told(en, entry([], { type: 'taken-back', by: 1, ply: 3, removed: [4] }))).toBe(
      'Everybody agreed: Ben’s last move is taken back.',
    );
  });
});
