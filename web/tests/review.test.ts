import { expect, test } from 'vitest';

import { de as german } from '../src/lib/i18n/de.ts';
import { en as english } from '../src/lib/i18n/en.ts';
import { es as spanish } from '../src/lib/i18n/es.ts';
import { fr as french } from '../src/lib/i18n/fr.ts';
import type { Moment, Reason, Review } from '../src/lib/net/messages.ts';
import { Formats } from '../src/lib/review/formats.ts';
import {
  costliest,
  factsOf,
  following,
  highlightAt,
  highlights,
  tally,
  valueAt,
} from '../src/lib/review/highlights.ts';
import { mainSentence } from '../src/lib/review/moment-words.ts';
import { ReviewReader } from '../src/lib/review/typed-commands.ts';
import { de } from '../src/lib/review/words/de.ts';
import { en } from '../src/lib/review/words/en.ts';
import { es } from '../src/lib/review/words/es.ts';
import { fr } from '../src/lib/review/words/fr.ts';
import { roundMarks, steppedPath } from '../src/lib/review/curve-paths.ts';

const moment = (ply: number, verdict: Moment['verdict'], loss = 0): Moment => ({
  ply,
  action: { type: 'stop' },
  verdict: verdict ?? null,
  loss,
});

const lost = { code: 'point-lost', facts: { seat: 'seat:1' }, secret: true };

const REVIEW: Review = {
  format: 'hanamichi-review',
  version: 1,
  game: 'hanabi',
  preset: null,
  rounds: [],
  depth: 'standard',
  plies: 8,
  seats: [
    {
      seat: 0,
      moments: [moment(0, 'best'), moment(2, 'blunder', 2), moment(4, null), moment(6, 'slip', 0.4)],
      costliest: [2, 6],
      facts: [{ ply: 3, seat: 1, reason: lost }],
    },
    {
      seat: 1,
      moments: [moment(1, 'good', 0.1), moment(3, 'mistake', 0.9), moment(5, 'mistake', 1.1)],
      costliest: [5, 3, 1],
      facts: [
        { ply: 3, seat: 1, reason: lost },
        { ply: 7, seat: 1, reason: { ...lost, code: 'gamble' } },
      ],
    },
  ],
};

test('slips and worse are pointed out in order, of one player or of all', () => {
  expect(highlights(REVIEW, 'judgement', null).map(({ ply }) => ply)).toEqual([2, 3, 5, 6]);
  expect(highlights(REVIEW, 'judgement', 1).map(({ ply }) => ply)).toEqual([3, 5]);
});

test('facts are a layer of their own, and each is told once', () => {
  expect(factsOf(REVIEW, null).map(({ ply }) => ply)).toEqual([3, 7]);
  expect(highlights(REVIEW, 'facts', 0)).toEqual([]);
  expect(highlights(REVIEW, 'facts', 1).map(({ ply, moment: judged }) => [ply, judged])).toEqual([
    [3, undefined],
    [7, undefined],
  ]);
});

test('a ply has its decision and its facts, or facts alone, or nothing', () => {
  expect(highlightAt(REVIEW, 3)).toMatchObject({ seat: 1, moment: { verdict: 'mistake' }, facts: [{ ply: 3 }] });
  expect(highlightAt(REVIEW, 7)).toMatchObject({ seat: 1, facts: [{ ply: 7 }] });
  expect(highlightAt(REVIEW, 8)).toBeUndefined();
});

test('the three costliest moments, the worst first', () => {
  expect(costliest(REVIEW, null).map(({ ply }) => ply)).toEqual([2, 5, 3]);
  expect(costliest(REVIEW, 0).map(({ ply }) => ply)).toEqual([2, 6]);
});

test('verdicts are counted, decisions without one are not', () => {
  expect(tally(REVIEW.seats[0]?.moments)).toEqual({ best: 1, good: 0, slip: 1, mistake: 0, blunder: 1 });
});

test('a list says what was better where the mistake itself tells no more than its cost', () => {
  const reason = (code: string, facts: Record<string, string>): Reason => ({ code, facts, secret: true });
  const better = reason('better-clue-play', { other: 'seat:1', card: 'card:r2' });
  const cast = (seat: number) => ({ name: ['Ann', 'Ben'][seat] ?? '', me: false });
  const formats = new Formats('en-GB', 'hanabi');
  const said = (first: Reason) =>
    mainSentence(
      { ...moment(2, 'mistake', 0.8), reasons: [first, better] },
      { game: 'hanabi', cast, t: english, words: en, formats },
    );
  const who = { seat: 'seat:0', points: 'number:0.8' };
  expect(said(reason('cost-discard', who))).toBe('It was better to tell Ben about a card to play at once: red 2.');
  expect(said(reason('cost-missed-play', who))).toMatch(/^Ann held a card that was sure to fit/);
});

test.each(Object.entries({ english, french, spanish, german }))(
  'in %s the button to play on has what it shows in its name',
  (_, { branch }) => {
    expect(branch.heading.toLowerCase()).toContain(branch.start.toLowerCase());
  },
);

test('the next moment and the one before do not include this one', () => {
  const items = highlights(REVIEW, 'judgement', null);
  expect([following(items, 3, 1)?.ply, following(items, 3, -1)?.ply]).toEqual([5, 2]);
  expect([following(items, 6, 1), following(items, 2, -1)]).toEqual([undefined, undefined]);
});

test('a curve keeps its value until the next one', () => {
  expect([0, 3, 4, 9].map((ply) => valueAt([2, 4], [10, 20], ply))).toEqual([10, 10, 20, 20]);
  expect(
    steppedPath(
      { plies: [0, 2], values: [5, 4] },
      (x) => x,
      (y) => y,
    ),
  ).toBe('M0 5H2V4');
});

test('rounds that begin at the same ply share a mark', () => {
  expect(roundMarks([0, 14, 30, 30, 30, 39])).toEqual([
    { ply: 0, numbers: '1' },
    { ply: 14, numbers: '2' },
    { ply: 30, numbers: '3–5' },
    { ply: 39, numbers: '6' },
  ]);
});

test('chances are percentages, scores are points', () => {
  const chance = new Formats('en-GB', 'koikoi');
  expect([chance.value(0.532), chance.loss(0.062), chance.error(0.004), chance.error(0)]).toEqual([
    '53.2%',
    '−6.2%',
    '±0.4',
    '',
  ]);
  const score = new Formats('de', 'hanabi');
  expect([score.value(18.25), score.loss(0.75), score.error(0.12), score.points(-2)]).toEqual([
    '18,3',
    '−0,8',
    '±0,1',
    '−2,0',
  ]);
  expect([score.error(0.024), chance.error(0.0003), score.error(0.05)]).toEqual(['±0,02', '±0.03', '±0,1']);
});

test('percentages have a space where the language wants one', () => {
  const said = [en, fr, es, de].map((words) => words.running(5));
  expect(said).toEqual(['5% done', 'Faite à 5\u202f%', '5\u00a0% hecho', '5\u00a0% fertig']);
});

test('a replay is walked through by typing, in any language and in English', () => {
  const reader = new ReviewReader(de.typed.verbs, en.typed.verbs);
  const read = (line: string) => {
    const found = reader.read(line);
    return found && [found.verb, ...found.rest];
  };
  expect(read('Nächster Fehler')).toEqual(['mistake']);
  expect(read('previous mistake')).toEqual(['previous']);
  expect(read('Zug 12')).toEqual(['ply', '12']);
  expect(read('7')).toEqual(['ply', '7']);
  expect(read('Sicht Ann')).toEqual(['view', 'ann']);
  expect(read('?')).toEqual(['help']);
  expect(read('Hand')).toBeUndefined();
  const inFrench = new ReviewReader(fr.typed.verbs, en.typed.verbs);
  for (const line of ['jouer d’ici', "Jouer d'ici", 'continuer']) expect(inFrench.read(line)?.verb).toBe('playOn');
});

test.each(Object.entries({ en, fr, es, de }))('in %s no word means two commands', (_, words) => {
  const phrases = Object.values(words.typed.verbs).flat();
  expect(new Set(phrases).size).toBe(phrases.length);
});
