import { describe, expect, it } from 'vitest';

import { SUIT_LOOKS } from '../src/lib/cards/suits.ts';
import { isolated } from '../src/lib/i18n/bidi.ts';
import { de } from '../src/lib/i18n/de.ts';
import { en } from '../src/lib/i18n/en.ts';
import { es } from '../src/lib/i18n/es.ts';
import { fr } from '../src/lib/i18n/fr.ts';
import { askedLanguage, LANGUAGES, localeOf, preferredLanguage } from '../src/lib/i18n/languages.ts';
import { counting, listing } from '../src/lib/i18n/plural.ts';
import type { ErrorCode, GameId, LogEntry, Reason, StopValue } from '../src/lib/net/messages.ts';
import messages from '../src/lib/net/messages.ts?raw';
import { describeEntry } from '../src/lib/sentences/log-entry.ts';
import { worthOf } from '../src/lib/sentences/koikoi.ts';
import { refusedSentence } from '../src/lib/i18n/refused.ts';
import { describeReason, describeRefusal } from '../src/lib/sentences/reason.ts';

const CATALOGUES = { en, fr, es, de };
const EACH = Object.entries(CATALOGUES);
/** Every error code, from the generated types. */
const CODES = [...(/type ErrorCode =([^;]*);/.exec(messages)?.[1] ?? '').matchAll(/"(.+?)"/g)].map(
  ([, code]) => code as ErrorCode,
);

/** The names of the bots, from the messages of the server. */
const MESSAGES = import.meta.glob<string>('../../src/hanamichi/words/messages/*.toml', {
  query: '?raw',
  import: 'default',
  eager: true,
});
const bots = (language: string) =>
  [
    ...(MESSAGES[`../../src/hanamichi/words/messages/${language}.toml`] ?? '').matchAll(
      /^\[bot\..+\]\nname = "(.+)"$/gm,
    ),
  ].map(([, name]) => name);

/** Every path to a text in a catalogue. */
function paths(node: unknown, prefix = ''): string[] {
  if (typeof node !== 'object' || node === null) return [prefix];
  return Object.entries(node).flatMap(([key, value]) => paths(value, `${prefix}.${key}`));
}

/** The components, by their paths. */
const COMPONENTS = import.meta.glob<string>('../src/**/*.svelte', { query: '?raw', import: 'default', eager: true });

describe('a name', () => {
  it('shortens the French word before it', () => {
    const hand = (name: string) => fr.hanabi.handOf({ me: false, name });
    expect([hand('Ana'), hand('Élise'), hand('Ben')]).toEqual(['Main d’Ana', 'Main d’Élise', 'Main de Ben']);
  });
});

describe('a colon', () => {
  it('between two texts comes from the catalogue: French has a space before it', () => {
    const value = { yaku: [{ yaku: 'animals', points: 1 }], total: 1, factors: [], points: 1 } as unknown as StopValue;
    expect([worthOf(en, value), worthOf(fr, value)]).toEqual(['animals (1): 1', 'animaux (1)\u202f: 1']);
    const own = Object.entries(COMPONENTS).flatMap(([path, source]) => {
      const markup = source.replace(/<(script|style)[^]*?<\/\1>/g, '');
      return /[}>]: [{<]|<\/\w+>: /.test(markup) ? [path] : [];
    });
    expect(own).toEqual([]);
  });
});

describe('the catalogues', () => {
  it('exist for every language', () => {
    expect(Object.keys(CATALOGUES)).toEqual(Object.keys(LANGUAGES));
  });

  it.each(EACH)('have the same keys in %s as in English', (_, catalogue) => {
    expect(paths(catalogue).sort()).toEqual(paths(en).sort());
  });

  it.each(EACH)('have a text in %s for every error code', (_, catalogue) => {
    expect(CODES.length).toBeGreaterThan(30);
    const sentences = [...CODES, 'network' as const].map((code) => catalogue.error(code, ''));
    expect(sentences.filter((sentence) => !/[.?!]$/.test(sentence))).toEqual([]);
  });

  it.each(EACH.filter(([language]) => language !== 'en'))('leave nothing untranslated in %s', (_, catalogue) => {
    const sentences = (node: unknown): Map<string, string> => {
      const found = new Map<string, string>();
      const walk = (part: unknown, path: string) => {
        if (typeof part === 'string' && /\p{L} | \p{L}/u.test(part)) found.set(path, part);
        else if (typeof part === 'object' && part)
          for (const [key, value] of Object.entries(part)) walk(value, `${path}.${key}`);
      };
      walk(node, '');
      return found;
    };
    const english = sentences({ ...en, words: {} });
    const same = [...sentences({ ...catalogue, words: {} })].filter(([path, text]) => english.get(path) === text);
    expect(same).toEqual([]);
  });

  it.each(EACH)('suggest no names of bots in %s', (language, catalogue) => {
    expect(bots(language).length).toBeGreaterThan(10);
    expect(catalogue.home.names.filter((name) => bots(language).includes(name))).toEqual([]);
  });

  it.each(EACH)('give every suit a unique letter in %s', (_, catalogue) => {
    const letters = Object.values(catalogue.hanabi.letter);
    expect(new Set(letters).size).toBe(Object.keys(SUIT_LOOKS).length);
  });

  it.each([
    ['en', /['"]|\.\.\./],
    ['fr', /['"]|\.\.\.| [:;!?»]|« /],
    ['es', /['"]|\.\.\.| [:;!?»]|« |^[^¡]*!|^[^¿]*\?/],
    ['de', /['"]|\.\.\.| [:;!?]|»|«|\p{L}…/u],
  ] as const)('are set in %s as that language sets its type', (language, wrong) => {
    const texts = (node: unknown): string[] =>
      typeof node === 'string' ? [node] : typeof node === 'object' && node ? Object.values(node).flatMap(texts) : [];
    expect(texts({ ...CATALOGUES[language], words: {} }).filter((text) => wrong.test(text))).toEqual([]);
  });
});

describe('counting', () => {
  it('uses the plural forms of each language', () => {
    const forms = { one: '# carte', other: '# cartes' };
    expect([0, 1, 2].map((count) => counting('fr')(count, forms))).toEqual(['0 carte', '1 carte', '2 cartes']);
    expect([0, 1, 2].map((count) => en.common.cards(count))).toEqual(['0 cards', '1 card', '2 cards']);
    expect([0, 1, 2].map((count) => es.common.cards(count))).toEqual(['0 cartas', '1 carta', '2 cartas']);
    expect([0, 1, 2].map((count) => de.common.cards(count))).toEqual(['0 Karten', '1 Karte', '2 Karten']);
  });

  it('joins lists in each language', () => {
    expect(listing('fr')(['a', 'b', 'c'])).toBe('a, b et c');
    expect(listing('en', 'disjunction')(['a', 'b'])).toBe('a or b');
    expect(listing('es')(['Ana', 'Iris'])).toBe('Ana e Iris');
    expect(listing('de')(['a', 'b', 'c'])).toBe('a, b und c');
  });
});

describe('a name', () => {
  it('is isolated if written right to left', () => {
    expect(isolated('Ana')).toBe('Ana');
    expect(isolated('نور')).toBe('\u2068نور\u2069');
  });
});

describe('the language', () => {
  it('is the first requested one that exists', () => {
    expect(preferredLanguage(['ja', 'fr-CA', 'en'])).toBe('fr');
  });

  it('is English if nothing matches', () => {
    expect(preferredLanguage(['ja', 'tlh'])).toBe('en');
    expect(preferredLanguage([])).toBe('en');
  });

  it('formats times for the browser’s region if the language matches', () => {
    expect(localeOf('en', ['de-CH', 'en-GB', 'en'])).toBe('en-GB');
    expect(localeOf('es', ['en-GB'])).toBe('es');
  });

  it('can be set in a link; unknown ones are reported', () => {
    expect(askedLanguage('?lang=de-AT')).toEqual({ known: 'de', unknown: null });
    expect(askedLanguage('?mode=text')).toEqual({ known: null, unknown: null });
    expect(askedLanguage('?lang=xx')).toEqual({ known: null, unknown: 'xx' });
    expect(askedLanguage(`?lang=${'x'.repeat(99)}`).unknown).toHaveLength(24);
  });
});

describe('the sentences of a match', () => {
  const cast = (seat: number) => ({ name: ['Ana', 'Ben'][seat] ?? '', me: seat === 0 });
  const entry = (events: unknown[], table: unknown = null, game = 'hanabi') =>
    ({ game, seq: 1, at: 0, ply: 1, seat: 0, events, table }) as unknown as LogEntry;
  const told = (catalogue: typeof en, ...entries: LogEntry[]) =>
    entries.flatMap((line) => describeEntry(line, cast, (bot) => bot, catalogue)).join(' ');

  it('address the reader as “you”', () => {
    const clue = entry([{ type: 'clue-given', seat: 1, target: 0, touched: [3, 4], value: 2 }]);
    expect(told(en, clue)).toBe('Ben tells you: 2 (2 cards).');
    expect(told(fr, clue)).toBe('Ben vous dit\u202f: 2 (2 cartes).');
    expect(told(es, clue)).toBe('Ben te dice: 2 (2 cartas).');
    expect(told(de, clue)).toBe('Ben sagt dir: 2 (2 Karten).');
  });

  it('describe the result of a play, and skip events without a sentence', () => {
    const play = entry([
      { type: 'card-played', seat: 0, card: 3, face: 'y5' },
      { type: 'firework-completed', suit: 'yellow' },
      { type: 'token-gained', tokens: 4 },
      { type: 'card-drawn', seat: 0, card: 12, face: null },
      { type: 'turn-passed', seat: 1 },
    ]);
    expect(told(en, play)).toBe('You play yellow 5. The yellow firework is complete! A clue token comes back.');
    expect(told(fr, play)).toBe('Vous jouez le 5 jaune. Feu complet\u202f: jaune\u202f! Un jeton d’indice revient.');
    expect(told(es, play)).toBe('Juegas el 5 amarillo. ¡Fuego completo: amarillo! Vuelve una ficha de pista.');
    expect(told(de, play)).toBe('Du spielst die gelbe 5. Feuerwerk vollendet: Gelb! Ein Hinweismarker kommt zurück.');
  });

  it('describe the card turned from the stock', () => {
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

  it('say who agreed to take a move back', () => {
    expect(told(en, entry([], { type: 'taken-back', by: 1, ply: 3, removed: [4] }))).toBe(
      'Everybody agreed: Ben’s last move is taken back.',
    );
  });
});

describe('why a bot moved', () => {
  const cast = (seat: number) => ({ name: ['Ana', 'Ben'][seat] ?? '', me: seat === 0 });
  const said = (code: string, facts: Record<string, string | number> = {}, t = en, game: GameId = 'hanabi') =>
    describeReason({ code, facts }, game, cast, t);

  it('addresses the reader as “you”', () => {
    expect(said('clue-save-five', { seat: 'seat:0' })).toBe('I told you about the 5 so that you keep it.');
    expect(said('clue-save-five', { seat: 'seat:1' })).toBe('I told Ben about the 5 so that it is kept.');
  });

  it('names cards, yaku and numbers in the language', () => {
    expect(said('clue-play-several', { seat: 'seat:1', cards: 'card:r3,g1' }, fr)).toBe(
      'J’ai montré à Ben plusieurs cartes à jouer\u202f: 3 rouge et 1 vert.',
    );
    expect(said('take-yaku', { yaku: 'yaku:five-lights' }, en, 'koikoi')).toBe(
      'With this card I have a yaku: five lights.',
    );
    expect(said('search-best', { count: 40, score: 'number:24.5', gain: 'number:0.1' }, fr)).toContain('24,5 points');
    expect(said('search-best', { count: 40, score: 'number:24.0', gain: 'number:0.1' })).toContain('24.0 points');
  });

  it('is null for unknown reasons', () => {
    expect(said('of-a-later-version')).toBeNull();
    expect(said('clue-play', { seat: 'seat:1' })).toBeNull();
    expect(said('take-yaku', { yaku: 'yaku:nonsense' }, en, 'koikoi')).toBeNull();
  });
});

describe('why a move was refused', () => {
  const cast = (seat: number) => ({ name: ['Ana', 'Ben'][seat] ?? '', me: seat === 0 });
  const said = (why: Reason | null, t = en, game: GameId = 'koikoi') =>
    describeRefusal({ code: 'move/illegal', message: 'The engine’s English.', why }, game, cast, t);

  it('is said in the language of the reader', () => {
    const why = { code: 'say-which', facts: { card: 'card:4b', choices: 'card:4R|4A' } };
    expect(said(why)).toBe('This card (plain wisteria) can take either: wisteria red ribbon or cuckoo. Say which.');
    expect(said(why, fr)).toBe(
      'Cette carte (carte simple de la glycine) peut prendre l’une des deux\u202f: ruban rouge de la glycine ou coucou. Dites laquelle.',
    );
    expect(said({ code: 'tile-choice', facts: { tile: 'tile:repair' } }, de, 'hanabi')).toContain('Bonusplättchen');
  });

  it('is never the engine’s English where the reason is unknown', () => {
    expect(said(null, de)).toBe('Das erlauben die Regeln jetzt nicht.');
    expect(said({ code: 'of-a-later-version' }, de)).toBe('Das erlauben die Regeln jetzt nicht.');
  });
});

describe('a refusal with a waiting time', () => {
  it.each([
    [en, 'Too much at once. Try again in 12 seconds.', 'Try again in 3 hours.'],
    [fr, 'Trop de choses à la fois. Réessayez dans 12 secondes.', 'Réessayez dans 3 heures.'],
    [es, 'Demasiadas cosas a la vez. Vuelve a intentarlo dentro de 12 segundos.', 'dentro de 3 horas.'],
    [de, 'Zu viel auf einmal. Bitte in 12 Sekunden noch einmal versuchen.', 'Bitte in 3 Stunden noch'],
  ])('says when to try again', (t, soon, later) => {
    expect(refusedSentence(t, { code: 'frame/too-many', message: '', retry_after: 12 })).toBe(soon);
    expect(refusedSentence(t, { code: 'request/too-many', message: '', retry_after: 3 * 3600 - 5 })).toContain(later);
    expect(refusedSentence(t, { code: 'address/blocked', message: '', retry_after: 7 * 24 * 3600 - 60 })).toMatch(
      /[^\d]7 (days|jours|días|Tagen)/,
    );
    expect(refusedSentence(t, { code: 'frame/too-many', message: '' })).not.toContain('12');
  });
});
