import { describe, expect, test } from 'vitest';

import { check } from '../src/lib/replay/seal.ts';

// Laid by hanamichi.core.seal: Sealed("07" after 31 zero bytes, deed 0).shuffle("deck", …).
const KEY = `${'00'.repeat(31)}07`;
const COMMITMENT = '48428bdb7ddd829410d6bbb924fdeb3a3d7e88c2577bffae073b990c6f061d08';
const DRAWS = [
  { deed: 0, label: 'deck', order: [3, 'r1', 'w5', 'b2', 'r1'] },
  { deed: 0, label: 'deck', order: ['b2', 'w5', 'r1', 'r1', 3] },
  { deed: 9, label: 'deck', order: ['r1', 'r1', 'b2', 3, 'w5'] },
];
const SEAL = { commitment: COMMITMENT, key: KEY, draws: DRAWS };

describe('a seal', () => {
  test('holds if every shuffle matches the key', async () => {
    expect(await check(SEAL, undefined)).toBe('holds');
    expect(await check(SEAL, COMMITMENT)).toBe('holds-as-shown');
  });

  test('is broken if a card was moved', async () => {
    const order = [...DRAWS[0]!.order].reverse();
    const draws = [{ ...DRAWS[0]!, order }, ...DRAWS.slice(1)];
    expect(await check({ ...SEAL, draws }, undefined)).toBe('broken');
  });

  test('is broken if the key differs', async () => {
    expect(await check({ ...SEAL, key: KEY.replace('07', '08') }, undefined)).toBe('broken');
  });

  test('must match the hash that was shown', async () => {
    expect(await check(SEAL, 'f'.repeat(64))).toBe('other');
  });

  test('is absent for unsealed matches', async () => {
    expect(await check({ commitment: null, key: null, draws: [] }, undefined)).toBe('none');
  });
});
