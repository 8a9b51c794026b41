import { describe, expect, it } from 'vitest';

import { moveTo, nudge } from '../src/lib/hanabi/hand-order.ts';
import { describeHeld, spread } from '../src/lib/hanabi/card-knowledge.ts';
import { faceAt, namedSuits, readFace, SUIT_ORDER, writeFace } from '../src/lib/cards/suits.ts';
import { en } from '../src/lib/i18n/en.ts';
import { viewAfterRound } from '../src/lib/koikoi/round-end-view.ts';
import { readFlower, sortPile } from '../src/lib/cards/flowers.ts';
import { lastDealOrder } from '../src/lib/koikoi/deal-order.ts';
import { Results } from '../src/lib/koikoi/round-results.svelte.ts';
import { suggestsEmptyClue, suggestsHeldCard } from '../src/lib/lesson/suggested-move.ts';
import { addressIn } from '../src/lib/state/replay-address.ts';
import { toldStep } from '../src/lib/lesson/told-step.ts';
import { tableIdFrom } from '../src/lib/state/invitations.ts';
import type {
  HanabiOptions,
  HanabiPosition,
  KoiKoiEntry,
  KoiKoiEvent,
  KoiKoiPosition,
  KoiKoiView,
} from '../src/lib/net/messages.ts';
import { differences, sameValue } from '../src/lib/state/options.ts';
import { choiceOf, planOf } from '../src/lib/state/seat-plans.ts';
import { clockText } from '../src/lib/components/clock-text.ts';
import { botOf, writeBot } from '../src/lib/state/bot-spec.ts';
import type { GameForm } from '../src/lib/net/messages.ts';

describe('a Hanabi face', () => {
  it('is parsed and written', () => {
    for (const suit of SUIT_ORDER)
      for (const number of [1, 2, 3, 4, 5]) expect(readFace(writeFace(suit, number))).toEqual({ suit, number });
  });

  it('of black powder counts from 5 down to 1', () => {
    expect([1, 5].map((height) => faceAt('powder', height))).toEqual(['p5', 'p1']);
    expect([1, 5].map((height) => faceAt('red', height))).toEqual(['r1', 'r5']);
  });
});

describe('the suits of a table', () => {
  it('that a clue may name are its colours, and special ones that are colours too', () => {
    const options = { colours: ['red', 'black'], avalanche: 'wild', special_suits: ['pink', 'null', 'brown'] };
    expect(namedSuits(options as HanabiOptions)).toEqual(['red', 'black', 'pink', 'brown']);
    const older = { colours: ['red'], avalanche: 'sixth' };
    expect(namedSuits(older as HanabiOptions)).toEqual(['red', 'multicolour']);
  });
});

describe('a hand', () => {
  const hand = [7, 8, 9].map((id) => ({ id }));

  it('is rearranged by moving a card to a place', () => {
    expect(moveTo(hand, 9, 0)).toEqual([9, 7, 8]);
    expect(moveTo(hand, 7, 2)).toEqual([8, 9, 7]);
    expect(moveTo(hand, 7, 99)).toEqual([8, 9, 7]);
  });

  it('is rearranged step by step within its bounds', () => {
    expect(nudge(hand, 8, -1)).toEqual([8, 7, 9]);
    expect(nudge(hand, 9, 1)).toEqual([7, 8, 9]);
  });
});

describe('the clues on a card', () => {
  const held = { id: 1, colours: ['red' as const], not_values: [1, 2] };

  it('are described according to the setting', () => {
    const possible = ['r3' as const, 'r4' as const];
    expect(describeHeld(held, possible, 'none', en, false)).toEqual(['unknown card']);
    expect(describeHeld(held, possible, 'clues', en, false)).toEqual(['unknown card', 'told: red', 'not 1 or 2']);
    expect(describeHeld(held, possible, 'clues', en, true).at(-1)).toBe('not touched by 1 or 2');
    expect(describeHeld(held, possible, 'deductions', en, false).at(-1)).toBe('can be red 3 or red 4');
  });

  it('are listed by suit and number in order', () => {
    expect(spread(['g1', 'w3', 'g3'])).toEqual({ suits: ['white', 'green'], numbers: [1, 3] });
  });
});

describe('a flower card', () => {
  it('has a month, a kind and a ribbon', () => {
    expect(readFlower('12L')).toEqual({ month: 12, kind: 'light', ribbon: null });
    expect(readFlower('1R')).toEqual({ month: 1, kind: 'ribbon', ribbon: 'poem' });
    expect(readFlower('10R').ribbon).toBe('blue');
    expect(readFlower('11R').ribbon).toBe('red');
    expect(readFlower('11a').kind).toBe('plain');
  });

  it('is sorted by kind, then by month', () => {
    expect(sortPile(['10a', '2a', '8L', '9R', '1L'])).toEqual({
      light: ['1L', '8L'],
      animal: [],
      ribbon: ['9R'],
      plain: ['2a', '10a'],
    });
  });
});

describe('the deal', () => {
  it('is in packets, and starts over when void', () => {
    const log = [
      {
        game: 'koikoi',
        events: [
          { type: 'round-started', number: 1, dealer: 0 },
          { type: 'field-dealt', cards: ['1L', '1a'] },
          { type: 'deal-voided', pattern: 'four-of-a-month' },
          { type: 'hand-dealt', seat: 1, count: 2 },
          { type: 'field-dealt', cards: ['2a', '3a'] },
          { type: 'hand-dealt', seat: 0, count: 2, cards: ['4a', '5a'] },
        ],
      },
    ] as unknown as KoiKoiEntry[];
    const { packetOf, hands } = lastDealOrder(log);
    expect([...packetOf]).toEqual([
      ['2a', 1],
      ['3a', 1],
      ['4a', 2],
      ['5a', 2],
    ]);
    expect(hands).toEqual([
      [2, 2],
      [0, 0],
    ]);
  });
});

describe('a table’s link', () => {
  it('is found in an address, or is the code itself', () => {
    expect(tableIdFrom(' https://example.org/table/Ab-c_12345?x=1 ')).toBe('Ab-c_12345');
    expect(tableIdFrom('Ab-c_12345')).toBe('Ab-c_12345');
  });

  it('is not found in anything else', () => {
    for (const text of ['', 'no', 'two words', 'https://example.org/', '../../etc'])
      expect(tableIdFrom(text)).toBeNull();
  });
});

describe('a lesson', () => {
  it('speaks of the next step once it is the turn of the learner', () => {
    const lesson = { id: 'hanabi' as const, step: 1, steps: 10, expected: null, back_to: null };
    expect(toldStep(lesson)).toBe(0);
    expect(toldStep({ ...lesson, expected: { type: 'discard', card: 0 } })).toBe(1);
    expect(toldStep({ ...lesson, back_to: 2 })).toBe(1);
    expect([0, 10].map((step) => toldStep({ ...lesson, step }))).toEqual([0, 10]);
  });
});

describe('a suggested clue', () => {
  const clue = { type: 'value-clue', target: 1, value: 4 } as const;
  const position = (touches: number[]) =>
    ({
      view: { hands: [[], [{ id: 7 }, { id: 8 }], [{ id: 9 }]] },
      aids: { clues: [{ clue, touches }] },
    }) as unknown as HanabiPosition;

  it('marks the cards it touches, or the player if it touches none', () => {
    const marked = (touches: number[]) => [
      suggestsHeldCard(clue, position(touches), 1, 8),
      ...[1, 2].map((seat) => suggestsEmptyClue(clue, position(touches), seat)),
    ];
    expect(marked([8])).toEqual([true, false, false]);
    expect(marked([])).toEqual([false, true, false]);
    expect(suggestsEmptyClue({ type: 'discard', card: 7 }, position([]), 1)).toBe(false);
  });
});

describe('a pasted link', () => {
  it('leads to a replay or a table of this server, and nowhere else', () => {
    const here = 'http://localhost:8000';
    expect(addressIn(` ${here}/replay/aB-3?seat=1#12\n`, here)).toBe('/replay/aB-3?seat=1#12');
    expect(addressIn(`${here}/table/aB_3`, here)).toBe('/table/aB_3');
    for (const other of ['https://hanab.live/replay/123', `${here}/rules`, `${here}/replay/`, 'aB-3', '{"deck": []}'])
      expect(addressIn(other, here)).toBeNull();
  });
});

describe('options', () => {
  it('are sent if they differ from the preset', () => {
    expect(differences({ errors: 1, colours: ['red'] }, { errors: 3, colours: ['red'] })).toEqual({ errors: 1 });
    expect(sameValue(['a', 'b'], ['b', 'a'])).toBe(false);
  });
});

describe('a plan of seats', () => {
  it('is read from the value of a select', () => {
    expect(planOf('bot:casual')).toEqual({ type: 'bot', bot: 'casual' });
    expect(planOf('me')).toEqual({ type: 'me' });
    expect(planOf('open')).toEqual({ type: 'open' });
    expect(choiceOf({ kind: 'bot', bot: 'casual' })).toBe('bot:casual');
  });
});

describe('a clock', () => {
  it('shows minutes and seconds, and hours if any', () => {
    expect([0, 9.2, 65, 3600].map(clockText)).toEqual(['0:00', '0:10', '1:05', '1:00:00']);
  });
});

describe('a bot spec', () => {
  const parameters = [{ name: 'ms', default: 1000, lowest: 10, highest: 60000 }];
  const bot = { id: 'search', name: 'Dragon', level: '', text: '', parameters };
  const game = { bots: [bot] } as unknown as GameForm;

  it('is parsed and written', () => {
    const named = botOf(game, 'search:ms=250');
    expect(named?.form.name).toBe('Dragon');
    expect(named?.settings).toEqual({ ms: 250 });
    expect(writeBot(bot, { ms: 250 })).toBe('search:ms=250');
  });

  it('leaves out defaults', () => {
    expect(botOf(game, 'search')?.settings).toEqual({});
    expect(writeBot(bot, { ms: 1000 })).toBe('search');
    expect(botOf(game, 'nobody')).toBeUndefined();
  });
});

describe('a finished round', () => {
  const view = {
    hands: [['1L', '2a'], null],
    hand_sizes: [2, 1],
    field: ['1a', '3R', '5a'],
    captures: [[], ['9R']],
    stock: 4,
    scores: [0, 0],
    yaku: [[], []],
    phase: 'play',
    to_act: 0,
  } as unknown as KoiKoiView;
  const ended = { type: 'round-ended', result: { number: 1 }, scores: [6, 0] };
  const events = [
    { type: 'card-played', seat: 0, card: '1L', captured: ['1a'] },
    { type: 'card-turned', seat: 0, card: '7a' },
    { type: 'card-played', seat: 1, card: '3a', captured: ['3R'] },
    ended,
  ] as unknown as KoiKoiEvent[];

  it('has every card where the events put it', () => {
    const left = viewAfterRound(view, events);
    expect(left.hands).toEqual([['2a'], null]);
    expect(left.hand_sizes).toEqual([1, 0]);
    expect(left.field).toEqual(['5a', '7a']);
    expect(left.captures).toEqual([
      ['1L', '1a'],
      ['9R', '3a', '3R'],
    ]);
    expect([left.stock, left.scores, left.to_act]).toEqual([3, [6, 0], null]);
  });

  it('stays visible until its result is dismissed', () => {
    const results = new Results();
    const dealt = [{ type: 'round-started', number: 2, dealer: 0 }] as unknown as KoiKoiEvent[];
    results.setPosition({ view } as KoiKoiPosition);
    results.addEntries([{ game: 'koikoi', events: [...events, ...dealt] } as unknown as KoiKoiEntry]);
    results.setPosition({ view: { ...view, field: [] } } as unknown as KoiKoiPosition);
    expect(results.current).toEqual(ended);
    expect(results.board?.field).toEqual(['5a', '7a']);
    results.dismiss();
    expect([results.current, results.board]).toEqual([undefined, undefined]);
  });

  const opened = { ...view, number: 1, hand_sizes: [8, 8], scores: [6, 0] } as unknown as KoiKoiView;
  const lucky = (number: number, scores: number[]) => [
    { type: 'round-started', number, dealer: 1 },
    { type: 'hand-dealt', seat: 0, count: 2, cards: ['1L', '1R'] },
    { type: 'field-dealt', cards: ['7a', '8a'] },
    { type: 'hand-dealt', seat: 1, count: 2 },
    { type: 'lucky-hand-shown', seat: 1, pattern: 'four-pairs', cards: ['5a', '5b'] },
    { type: 'round-ended', result: { number }, scores },
  ];
  const entry = (seat: number | null, told: object[]) =>
    ({ game: 'koikoi', seat, events: told }) as unknown as KoiKoiEntry;

  it('that a lucky hand ended is shown as it was dealt', () => {
    const results = new Results();
    results.setPosition({ view } as KoiKoiPosition);
    results.addEntries([entry(0, [...events, ...lucky(2, [6, 6])])]);
    results.dismiss();
    expect(results.current?.result.number).toBe(2);
    expect(results.board).toMatchObject({
      number: 2,
      dealer: 1,
      hands: [
        ['1L', '1R'],
        ['5a', '5b'],
      ],
      hand_sizes: [2, 2],
      field: ['7a', '8a'],
      captures: [[], []],
      stock: 42,
      scores: [6, 6],
    });
  });

  it('that was over before anybody moved is shown when the table opens', () => {
    const results = new Results();
    const start = entry(null, [...lucky(1, [0, 6]), { type: 'round-started', number: 2, dealer: 1 }]);
    results.begin({ view: opened } as KoiKoiPosition, [start, entry(1, [])], 0);
    expect([results.current?.result.number, results.board?.number]).toEqual([1, 1]);
    const again = new Results();
    again.begin({ view: opened } as KoiKoiPosition, [start, entry(0, [])], 0);
    expect(again.current).toBeUndefined();
  });
});
