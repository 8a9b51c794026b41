import { describe, expect, it } from 'vitest';

import { resultOf } from '../src/lib/my-games/match-result.ts';
import { en } from '../src/lib/i18n/en.ts';
import type { MatchResult } from '../src/lib/net/messages.ts';
import { addressOf, seatInQuery, plyIn } from '../src/lib/state/replay-address.ts';

describe('the address of a ply', () => {
  it('contains the ply and the seat', () => {
    expect(addressOf('abc', 37, null)).toBe('/replay/abc#37');
    expect(addressOf('abc', 0, 2)).toBe('/replay/abc?seat=2#0');
  });

  it('is parsed, and rejected if malformed', () => {
    expect(['#37', '#0', '', '#', '#-1', '#3.5', '#seat=x', '#99999999999'].map(plyIn)).toEqual([
      37,
      0,
      null,
      null,
      null,
      null,
      null,
      null,
    ]);
    expect(
      ['seat=1', '', 'seat=', 'seat=all', 'seat=12'].map((query) => seatInQuery(new URLSearchParams(query))),
    ).toEqual([1, null, null, null, null]);
  });
});

describe('a result', () => {
  const hanabi = (result: Partial<MatchResult>) =>
    resultOf(
      {
        result: { game: 'hanabi', reason: 'rules', result: 'scored', score: 20, maximum: 25, ...result } as MatchResult,
        seat: 0,
      },
      en,
    );
  const koikoi = (seat: number, winners: number[], scores: [number, number], reason: MatchResult['reason'] = 'rules') =>
    resultOf(
      {
        result: { game: 'koikoi', reason, scores, winners, rounds: 3, rounds_won: [1, 2], yaku: [{}, {}] },
        seat,
      },
      en,
    );

  it('of Hanabi is a score, or the kind of loss', () => {
    expect(hanabi({})).toEqual({ text: '20 of 25', mood: 'plain' });
    expect(hanabi({ result: 'won', score: 25 } as Partial<MatchResult>)).toEqual({ text: '25 of 25', mood: 'good' });
    expect(hanabi({ result: 'lost' } as Partial<MatchResult>)).toEqual({ text: 'lost', mood: 'bad' });
    expect(hanabi({ reason: 'timeout' })).toEqual({ text: 'time ran out', mood: 'bad' });
    expect(hanabi({ reason: 'vote' })).toEqual({ text: 'broken off', mood: 'plain' });
  });

  it('of Koi-Koi has the own points first', () => {
    expect(koikoi(0, [0], [9, 4])).toEqual({ text: 'won 9–4', mood: 'good' });
    expect(koikoi(1, [0], [9, 4])).toEqual({ text: 'lost 4–9', mood: 'bad' });
    expect(koikoi(1, [], [4, 4])).toEqual({ text: 'drawn 4–4', mood: 'plain' });
    expect(koikoi(0, [0], [9, 4], 'absence')).toEqual({ text: 'won 9–4, by absence', mood: 'good' });
    expect(koikoi(0, [], [9, 4], 'idle')).toEqual({ text: 'broken off', mood: 'plain' });
  });
});
