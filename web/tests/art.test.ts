import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync } from 'node:zlib';

import { build, type Rolldown } from 'vite';
import { describe, expect, it } from 'vitest';

import { drawBack, drawCard } from '../src/lib/koikoi/art/deck.ts';
import { ribbon } from '../src/lib/koikoi/art/ribbon.ts';
import { readFlower } from '../src/lib/cards/flowers.ts';
import type { KoiKoiCard } from '../src/lib/net/messages.ts';

const LIMIT = 250_000;

/** All cards, as the rules write them. */
const CARDS = [
  ...readFileSync(fileURLToPath(new URL('../../src/hanamichi/koikoi/cards.py', import.meta.url)), 'utf-8').matchAll(
    /^ {4}[A-Z_]+ = "(\d+\w)"$/gm,
  ),
].map(([, card]) => card as KoiKoiCard);

const outlines = (svg: string) => [...svg.matchAll(/ d="([^"]+)"/g)].map(([, d]) => d);

describe('the deck', () => {
  it('has a different picture for each of the 48 cards', () => {
    expect(CARDS).toHaveLength(48);
    const pictures = CARDS.map(drawCard);
    expect(new Set(pictures).size).toBe(48);
    for (const picture of pictures) expect(picture).toMatch(/^<svg [^>]*viewBox="0 0 200 320".*<\/svg>$/);
  });

  it('contains no NaN in its paths', () => {
    for (const picture of [...CARDS.map(drawCard), drawBack()]) expect(picture).not.toMatch(/NaN|undefined|Infinity/);
  });

  it('has a back that reveals no card', () => {
    expect(CARDS.map(drawCard)).not.toContain(drawBack());
  });

  it('is small when compressed', async () => {
    const entry = fileURLToPath(new URL('../src/lib/koikoi/art/deck.ts', import.meta.url));
    const built = (await build({
      configFile: false,
      logLevel: 'silent',
      build: { write: false, lib: { entry, formats: ['es'] } },
    })) as Rolldown.RolldownOutput[];
    const bytes = built.flatMap(({ output }) => output).map((file) => ('code' in file ? file.code : ''));
    expect(bytes.join('').length).toBeGreaterThan(10_000);
    expect(brotliCompressSync(bytes.join('')).length).toBeLessThan(LIMIT);
  });
});

describe('a ribbon', () => {
  const ribbons = CARDS.filter((card) => readFlower(card).kind === 'ribbon');
  const marked = (mark: string) => ribbons.filter((card) => drawCard(card).includes(`data-mark="${mark}"`));

  it('has the poem in January, February and March only', () => {
    expect(marked('poem')).toEqual(['1R', '2R', '3R']);
  });

  it('has waves if it is blue only', () => {
    expect(marked('waves')).toEqual(['6R', '9R', '10R']);
  });

  it('has another shape if it is blue, so that colour is not needed', () => {
    const [poem, red, blue] = (['poem', 'red', 'blue'] as const).map((sort) => outlines(ribbon(sort))[0]);
    expect(poem).toBe(red);
    expect(blue).not.toBe(red);
  });
});
