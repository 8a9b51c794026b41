/** What is printed on a flower card, from its code: `3L` is the light of March. */
export type Kind = 'light' | 'animal' | 'ribbon' | 'plain';
export type RibbonSort = 'poem' | 'red' | 'blue';

export const KINDS: readonly Kind[] = ['light', 'animal', 'ribbon', 'plain'];

const KIND_OF_LETTER: Record<string, Kind> = { L: 'light', A: 'animal', R: 'ribbon' };
const POEM_MONTHS = new Set([1, 2, 3]);
const BLUE_MONTHS = new Set([6, 9, 10]);

export type Flower = { month: number; kind: Kind; ribbon: RibbonSort | null };

export function readFlower(card: string): Flower {
  const month = Number.parseInt(card, 10);
  const kind = KIND_OF_LETTER[card.at(-1) ?? ''] ?? 'plain';
  const sort = POEM_MONTHS.has(month) ? 'poem' : BLUE_MONTHS.has(month) ? 'blue' : 'red';
  return { month, kind, ribbon: kind === 'ribbon' ? sort : null };
}

const ORDER = 'LARabc';

/** Cards month by month, each month's highest first. */
export function byMonth<Card extends string>(cards: readonly Card[]): Card[][] {
  const months: Card[][] = Array.from({ length: 12 }, () => []);
  for (const card of cards) months[readFlower(card).month - 1]?.push(card);
  for (const month of months) month.sort((a, b) => ORDER.indexOf(a.at(-1)!) - ORDER.indexOf(b.at(-1)!));
  return months;
}

/** A pile by kind, each kind sorted by month. */
export function sortPile(cards: readonly string[]): Record<Kind, string[]> {
  const piles: Record<Kind, string[]> = { light: [], animal: [], ribbon: [], plain: [] };
  for (const card of cards) piles[readFlower(card).kind].push(card);
  for (const pile of Object.values(piles)) {
    pile.sort((a, b) => readFlower(a).month - readFlower(b).month || a.localeCompare(b));
  }
  return piles;
}
