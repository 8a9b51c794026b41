import type { SealedDraw, Unsealed } from '../net/messages.ts';

/** The result of checking the seal; `docs/fairness.md` says what each of them proves. */
export type Verdict = 'none' | 'holds' | 'holds-as-shown' | 'broken' | 'other' | 'cannot';

const KEY = 'hanamichi.seals';
const MAX_SEALS = 200;

/** Stores the hash that this browser was shown first. */
export function remember(table: string, seal: string): void {
  const kept = seals();
  if (kept.some(([known]) => known === table)) return;
  write([...kept, [table, seal] as const].slice(-MAX_SEALS));
}

/** The match is over: its replay has another id. */
export function rename(table: string, replay: string): void {
  write(seals().map(([known, seal]) => [known === table ? replay : known, seal] as const));
}

/** The hash that this browser was shown before the first move, if any. */
export const shownFor = (replay: string): string | undefined => seals().find(([known]) => known === replay)?.[1];

/** Erasing a person's data also removes the list of tables in this browser. */
export function forgetSeals(): void {
  localStorage.removeItem(KEY);
}

function seals(): (readonly [string, string])[] {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '[]') as [string, string][];
  } catch {
    return [];
  }
}

function write(kept: (readonly [string, string])[]): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(kept));
  } catch {
    // Without storage there is nothing to compare with.
  }
}

/** Recomputes every shuffle. Browsers hash only on https and localhost. */
export async function check(seal: Unsealed, shown: string | undefined): Promise<Verdict> {
  if (!seal.key || !seal.commitment) return 'none';
  if (shown !== undefined && shown !== seal.commitment) return 'other';
  if (!globalThis.crypto?.subtle) return 'cannot';
  const key = bytes(seal.key);
  const hash = await crypto.subtle.digest('SHA-256', key);
  if (hex(new Uint8Array(hash)) !== seal.commitment) return 'broken';
  const signer = await crypto.subtle.importKey('raw', key, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
  let nth = 0;
  let deed = -1;
  for (const draw of seal.draws) {
    nth = draw.deed === deed ? nth + 1 : 0;
    deed = draw.deed;
    const laid = await lay(signer, draw, nth);
    if (laid.some((name, place) => name !== draw.order[place])) return 'broken';
  }
  return shown === undefined ? 'holds' : 'holds-as-shown';
}

async function lay(signer: CryptoKey, draw: SealedDraw, nth: number): Promise<(string | number)[]> {
  const copies = new Map<string | number, number>();
  const numbered = draw.order.map(async (name) => {
    const copy = (copies.get(name) ?? 0) + 1;
    copies.set(name, copy);
    const text = new TextEncoder().encode(`${draw.deed}/${nth}/${draw.label}/${name}/${copy}`);
    return { name, number: hex(new Uint8Array(await crypto.subtle.sign('HMAC', signer, text))) };
  });
  const items = await Promise.all(numbered);
  return items.sort((a, b) => (a.number < b.number ? -1 : 1)).map(({ name }) => name);
}

const bytes = (text: string) => Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));
const hex = (data: Uint8Array) => Array.from(data, (byte) => byte.toString(16).padStart(2, '0')).join('');
